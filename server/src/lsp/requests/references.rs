//! `textDocument/references` and `textDocument/documentHighlight`

use backends::{Context, Options};
use db::Db as _;
use explain::naming;
use ide::references::{self, Reference, ReferenceKind};
use lsp_types::request::{DocumentHighlightRequest, References, Request};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, ReferenceParams,
};
use tower_lsp::jsonrpc::Result;

use super::limits::{MAX_IN_DOCUMENT, MAX_PLACES};
use super::{Later, Needs, Snapshot, Table};
use crate::lsp::places::Places;

pub(super) fn fill(table: &mut Table) {
    table.add_long(References::METHOD, Needs::Text, Later::Refuse, references);
    table.on::<DocumentHighlightRequest>(Needs::Text, Later::Refuse, highlights);
}

/// `textDocument/references`. For an instruction, the `instregex` patterns that match its name follow the other
/// references. The patterns are searched for after the snapshot is dropped.
fn references(snapshot: Snapshot, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let at = snapshot.position(&params.text_document_position)?;
    let found = references::references(snapshot.db(), &at);
    let with_declaration = params.context.include_declaration;
    let is_wanted = |it: &&Reference| with_declaration || it.kind != ReferenceKind::Declaration;
    let wanted = found.iter().filter(is_wanted);
    let locations = wanted.filter_map(|it| snapshot.location(&it.range));
    let uri = &params.text_document_position.text_document.uri;
    let mut locations = snapshot.first(MAX_PLACES, uri, "references", locations);
    let instruction = references::instruction_at(snapshot.db(), &at);
    let instruction = instruction.filter(|_| !snapshot.db().unit().is_cut());
    let (encoding, unit, pieces) = (snapshot.encoding(), snapshot.unit, snapshot.pieces);
    if let Some(name) = instruction {
        let (records, models) = (unit.records(), unit.models.clone());
        let places = Places::new(&unit, encoding);
        drop(unit);
        let options = Options::default();
        let cx = Context::new(&records, &options, &models);
        let named = records.def(name.as_str());
        let named = named.map(|it| naming::references(&cx, it));
        for location in named.iter().flatten().filter_map(|it| places.of_loc(*it)) {
            if locations.len() < MAX_PLACES && !locations.contains(&location) {
                locations.push(location);
            }
        }
    }
    Ok(Some(pieces.list(locations)))
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
