//! `textDocument/foldingRange`

use ide::folding_ranges::{FoldKind, folding_ranges};
use ide::own_tree_of;
use lsp_types::request::FoldingRangeRequest;
use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};
use syntax::ast::SourceFile;
use tower_lsp::jsonrpc::Result;

use super::limits::MAX_IN_DOCUMENT;
use super::{Later, Needs, Snapshot, Table};
use crate::lsp::convert;

pub(super) fn fill(table: &mut Table) {
    table.on::<FoldingRangeRequest>(Needs::Text, Later::Again, document);
}

/// The folding ranges of a document.
fn document(snapshot: &Snapshot, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
    let name = snapshot.name(&params.text_document.uri)?;
    let Some((text, lines)) = snapshot.text(name) else {
        return Ok(None);
    };
    let Some(tree) = own_tree_of(snapshot.db(), name) else {
        return Ok(None);
    };
    let folds = folding_ranges(SourceFile::of_root(&tree)).into_iter();
    let folds = folds.map(|it| {
        let range = convert::range(&text, &lines, &it.range, snapshot.encoding());
        FoldingRange {
            start_line: range.start.line,
            start_character: Some(range.start.character),
            end_line: range.end.line,
            end_character: Some(range.end.character),
            kind: match it.kind {
                FoldKind::Brackets => None,
                FoldKind::Comment => Some(FoldingRangeKind::Comment),
                FoldKind::Includes => Some(FoldingRangeKind::Imports),
                FoldKind::Region => Some(FoldingRangeKind::Region),
            },
            collapsed_text: None,
        }
    });
    let uri = &params.text_document.uri;
    Ok(Some(snapshot.first(MAX_IN_DOCUMENT, uri, "folds", folds)))
}
