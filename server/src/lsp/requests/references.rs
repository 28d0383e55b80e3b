//! References, and highlights in a document.

use ide::references::{self, Reference, ReferenceKind};
use lsp_types::request::{DocumentHighlightRequest, References};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, ReferenceParams,
};
use tower_lsp::jsonrpc::Result;

use super::limits::{MAX_IN_DOCUMENT, MAX_PLACES};
use super::{Later, Needs, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table.on::<References>(Needs::Text, Later::Refuse, references);
    table.on::<DocumentHighlightRequest>(Needs::Text, Later::Refuse, highlights);
}

/// `textDocument/references`
fn references(snapshot: &Snapshot, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let at = snapshot.position(&params.text_document_position)?;
    let found = references::references(snapshot.db(), &at);
    let with_declaration = params.context.include_declaration;
    let is_wanted = |it: &&Reference| with_declaration || it.kind != ReferenceKind::Declaration;
    let wanted = found.iter().filter(is_wanted);
    let locations = wanted.filter_map(|it| snapshot.location(&it.range));
    let uri = &params.text_document_position.text_document.uri;
    let locations = snapshot.first(MAX_PLACES, uri, "references", locations);
    Ok(Some(snapshot.pieces.list(locations)))
}

/// `textDocument/documentHighlight`
fn highlights(
    snapshot: &Snapshot,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let at = snapshot.position(&params.text_document_position_params)?;
    let found = references::highlights(snapshot.db(), &at);
    let highlights = found.iter().filter_map(|it| {
        let kind = match it.kind {
            ReferenceKind::Declaration | ReferenceKind::Write => DocumentHighlightKind::WRITE,
            ReferenceKind::Read => DocumentHighlightKind::READ,
            ReferenceKind::Text => DocumentHighlightKind::TEXT,
        };
        Some(DocumentHighlight {
            range: snapshot.range(&it.range.path, &it.range.range)?,
            kind: Some(kind),
        })
    });
    let uri = &params.text_document_position_params.text_document.uri;
    let what = "mentions of a name";
    let highlights = snapshot.first(MAX_IN_DOCUMENT, uri, what, highlights);
    Ok(Some(highlights))
}
