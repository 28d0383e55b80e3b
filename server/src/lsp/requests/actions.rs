//! `textDocument/codeAction`

mod folders;

use std::collections::HashMap;

use ide::actions::{Action, ActionKind, actions, views};
use lsp_types::request::CodeActionRequest;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    CodeActionTriggerKind, TextEdit, WorkspaceEdit,
};
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table, view};
use crate::elsewhere::Elsewhere;

pub(super) fn fill(table: &mut Table) {
    table.on::<CodeActionRequest>(Needs::Text, Later::Refuse, document);
}

/// The code actions for a range of a document.
fn document(snapshot: &Snapshot, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let at = snapshot.bytes(&params.text_document.uri, params.range)?;
    let is_unasked = is_unasked(&params);
    let wanted = params.context.only;
    let is_wanted = |kind: &CodeActionKind| match &wanted {
        None => !is_unasked || *kind == CodeActionKind::QUICKFIX,
        Some(kinds) => kinds.iter().any(|it| {
            let rest = kind.as_str().strip_prefix(it.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }),
    };
    let elsewhere = |name: &str| declaring(snapshot, &at.path, name);
    let found = actions(snapshot.db(), &at, &elsewhere);
    let found = found.into_iter().filter_map(|it| convert(snapshot, it));
    let found = found.filter(|it| it.kind.as_ref().is_none_or(is_wanted));
    let mut found: Vec<CodeAction> = found.collect();
    if is_wanted(&CodeActionKind::REFACTOR_REWRITE) {
        let chosen = snapshot.session.view.chosen();
        let views = views(snapshot.db(), &at);
        view::offer(chosen.as_deref(), views, &mut found);
    }
    if is_wanted(&CodeActionKind::QUICKFIX) {
        folders::offer(&snapshot.settings, &params.context.diagnostics, &mut found);
    }
    let found = found.into_iter().map(CodeActionOrCommand::CodeAction);
    Ok(Some(found.collect()))
}

/// The include paths by which `file` could include the files that declare `name`.
fn declaring(snapshot: &Snapshot, file: &str, name: &str) -> Vec<String> {
    let Some(file) = snapshot.unit.paths.absolute(file) else {
        return Vec::new();
    };
    let document = |path: &str| snapshot.documents.get(path);
    let elsewhere = Elsewhere {
        found: &snapshot.unit.info.found,
        project: snapshot.everywhere.units.project().map(AsRef::as_ref),
        is_read: &|path| snapshot.unit.paths.name(path).is_some(),
        open: &|path| document(path).map(|it| it.text.as_bytes().to_vec()),
    };
    let found = elsewhere.declaring(file, &[name]);
    found.into_iter().flatten().collect()
}

/// Whether the editor sent the request without a user's command, to show a light bulb, and nothing is selected. In this
/// case only quick fixes are offered. Otherwise nearly every line of a target would have a light bulb.
fn is_unasked(params: &CodeActionParams) -> bool {
    let is_automatic = params.context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
    is_automatic && params.range.start == params.range.end
}

fn convert(snapshot: &Snapshot, action: Action) -> Option<CodeAction> {
    let mut changes: HashMap<_, Vec<TextEdit>> = HashMap::new();
    for it in &action.edits {
        let edit = TextEdit {
            range: snapshot.range(&it.path, &it.edit.range)?,
            new_text: it.edit.text.clone(),
        };
        changes
            .entry(snapshot.uri(&it.path)?)
            .or_default()
            .push(edit);
    }
    Some(CodeAction {
        title: action.title,
        kind: Some(match action.kind {
            ActionKind::QuickFix => CodeActionKind::QUICKFIX,
            ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        }),
        edit: Some(WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        }),
        is_preferred: action.is_preferred.then_some(true),
        ..CodeAction::default()
    })
}
