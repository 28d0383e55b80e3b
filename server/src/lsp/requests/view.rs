//! The view from a `defm`: values in multiclasses are shown for the arguments of this `defm`.

use std::sync::Arc;

use lsp_types::request::ExecuteCommand;
use lsp_types::{CodeAction, CodeActionKind, Command, ExecuteCommandParams};
use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};

use super::{Later, Needs, Snapshot, Table};

/// The command that chooses a `defm` by its name, or cancels the choice if the name is `null`.
pub(crate) const COMMAND: &str = "tablegen.seeFrom";

/// The name of the chosen `defm`; `None` if the user has not chosen one.
#[derive(Default)]
pub(super) struct View(Mutex<Option<Arc<str>>>);

impl View {
    pub(super) fn chosen(&self) -> Option<Arc<str>> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<str>>> {
        self.0.lock()
    }
}

pub(super) fn fill(table: &mut Table) {
    table.on::<ExecuteCommand>(Needs::Nothing, Later::Again, execute);
}

/// `workspace/executeCommand`
fn execute(snapshot: &Snapshot, params: ExecuteCommandParams) -> Result<Option<Value>> {
    if params.command != COMMAND {
        let message = format!("no such command: {}", params.command);
        return Err(Error::invalid_params(message));
    }
    let name = params.arguments.first().and_then(Value::as_str);
    *snapshot.session.view.lock() = name.map(Arc::from);
    if snapshot.style.refreshes_hints {
        snapshot
            .client
            .request("workspace/inlayHint/refresh", Value::Null);
    }
    Ok(None)
}

/// Adds a code action for each `defm` in `names`. The action chooses the `defm` as the view, or cancels the choice if
/// this `defm` is already chosen.
pub(super) fn offer(chosen: Option<&str>, names: Vec<String>, out: &mut Vec<CodeAction>) {
    for name in names {
        if chosen == Some(&*name) {
            let title = format!("Show no values as seen from `{name}`");
            out.push(action(title, Value::Null));
        } else {
            let title = format!("Show the multiclass's values as seen from `{name}`");
            out.push(action(title, name.into()));
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
