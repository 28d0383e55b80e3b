//! `textDocument/selectionRange` and `textDocument/linkedEditingRange`

use ide::linked_editing::linked_editing_ranges;
use ide::own_tree_of;
use ide::selection_ranges::selection_ranges;
use lsp_types::request::{LinkedEditingRange, SelectionRangeRequest};
use lsp_types::{
    LinkedEditingRangeParams, LinkedEditingRanges, SelectionRange, SelectionRangeParams,
};
use syntax::SyntaxNode;
use syntax::ast::SourceFile;
use tower_lsp::jsonrpc::{Error, Result};

use super::{Later, Needs, Snapshot, Table};
use crate::lsp::convert;

pub(super) fn fill(table: &mut Table) {
    table.on::<SelectionRangeRequest>(Needs::Text, Later::Refuse, ranges);
    table.on::<LinkedEditingRange>(Needs::Text, Later::Refuse, linked_ranges);
}

/// For each position, the nested ranges to which a selection can be expanded.
fn ranges(
    snapshot: &Snapshot,
    params: SelectionRangeParams,
) -> Result<Option<Vec<SelectionRange>>> {
    let name = snapshot.name(&params.text_document.uri)?;
    let encoding = snapshot.encoding();
    let Some((text, lines)) = snapshot.text(name) else {
        return Ok(None);
    };
    let Some(tree) = own_tree_of(snapshot.db(), name) else {
        return Ok(None);
    };
    let root = SyntaxNode::new_root(tree);
    let mut answers = Vec::new();
    for position in params.positions {
        let offset = convert::offset(&text, &lines, position, encoding);
        let offset = offset.ok_or_else(|| Error::invalid_params("no such position"))?;
        let mut answer: Option<SelectionRange> = None;
        for range in selection_ranges(&root, offset).into_iter().rev() {
            answer = Some(SelectionRange {
                range: convert::range(&text, &lines, &range, encoding),
                parent: answer.map(Box::new),
            });
        }
        // `answer` is never `None`: the outermost range, the whole text, is always found.
        answers.extend(answer);
    }
    Ok(Some(answers))
}

/// The ranges that are edited together with the name at a position.
fn linked_ranges(
    snapshot: &Snapshot,
    params: LinkedEditingRangeParams,
) -> Result<Option<LinkedEditingRanges>> {
    let at = snapshot.position(&params.text_document_position_params)?;
    let Some(tree) = own_tree_of(snapshot.db(), &at.path) else {
        return Ok(None);
    };
    let ranges = linked_editing_ranges(SourceFile::of_root(&tree), at.offset);
    let ranges: Vec<_> = ranges
        .iter()
        .filter_map(|it| snapshot.range(&at.path, it))
        .collect();
    Ok((!ranges.is_empty()).then_some(LinkedEditingRanges {
        ranges,
        word_pattern: Some("[A-Za-z_][A-Za-z0-9_]*".to_owned()),
    }))
}
