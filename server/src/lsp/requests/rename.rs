//! Renaming.

use std::collections::HashMap;

use lsp_types::request::{PrepareRenameRequest, Rename};
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, Url, WorkspaceEdit,
};
use tower_lsp::jsonrpc::Result;

use super::limits::{MAX_RENAMED, refused};
use super::{Later, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table.on::<PrepareRenameRequest>(Later::Refuse, prepare);
    table.on::<Rename>(Later::Refuse, rename);
}

/// `textDocument/prepareRename`
fn prepare(
    snapshot: &Snapshot,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let at = snapshot.position(&params)?;
    let found = ide::rename::prepare(snapshot.db(), &at).map_err(refused)?;
    let range = snapshot.range(&found.path, &found.range);
    Ok(range.map(PrepareRenameResponse::Range))
}

/// `textDocument/rename`
fn rename(snapshot: &Snapshot, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let at = snapshot.position(&params.text_document_position)?;
    let found = ide::rename::rename(snapshot.db(), &at, &params.new_name).map_err(refused)?;
    if found.len() > MAX_RENAMED {
        let message = format!(
            "{} places would be changed, and at most {MAX_RENAMED} are",
            found.len()
        );
        return Err(refused(message));
    }
    let mut changes: HashMap<Url, Vec<TextEdit>> = HashMap::new();
    for it in found {
        if let Some(location) = snapshot.location(&it.range) {
            let edit = TextEdit::new(location.range, it.text);
            changes.entry(location.uri).or_default().push(edit);
        }
    }
    Ok(Some(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }))
}
