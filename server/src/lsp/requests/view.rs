//! The `defm` as seen from which values in multiclasses are shown.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lsp_types::request::ExecuteCommand;
use lsp_types::{CodeAction, CodeActionKind, Command, ExecuteCommandParams};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};

use super::{Later, Snapshot, Table};

/// The command that chooses a `defm` by its name, or with `null` none.
pub(crate) const COMMAND: &str = "tablegen.seeFrom";

static CHOSEN: Mutex<Option<Arc<str>>> = Mutex::new(None);

pub(super) fn fill(table: &mut Table) {
    table.on::<ExecuteCommand>(Later::Again, execute);
}

/// The name of the chosen `defm`.
pub(super) fn chosen() -> Option<Arc<str>> {
    lock().clone()
}

fn lock() -> MutexGuard<'static, Option<Arc<str>>> {
    CHOSEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `workspace/executeCommand`
fn execute(snapshot: &Snapshot, params: ExecuteCommandParams) -> Result<Option<Value>> {
    if params.command != COMMAND {
        let message = format!("no such command: {}", params.command);
        return Err(Error::invalid_params(message));
    }
    let name = params.arguments.first().and_then(Value::as_str);
    *lock() = name.map(Arc::from);
    if snapshot.style.refreshes_hints {
        snapshot
            .client
            .request("workspace/inlayHint/refresh", Value::Null);
    }
    Ok(None)
}

/// Offers the views that can be chosen, and to choose none.
pub(super) fn offer(names: Vec<String>, out: &mut Vec<CodeAction>) {
    let chosen = chosen();
    let is_chosen = |name: &str| chosen.as_deref() == Some(name);
    for name in names {
        match is_chosen(&name) {
            true => out.push(action(
                format!("Show no values as seen from `{name}`"),
                Value::Null,
            )),
            false => {
                let title = format!("Show the multiclass's values as seen from `{name}`");
                out.push(action(title, name.into()));
            }
        }
    }
}

fn action(title: String, name: Value) -> CodeAction {
    CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        command: Some(Command {
            title,
            command: COMMAND.to_owned(),
            arguments: Some(vec![name]),
        }),
        ..CodeAction::default()
    }
}
