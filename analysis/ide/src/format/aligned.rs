//! Alignment in the source: tokens on neighbouring lines that begin or end in the same column.

use syntax::SyntaxError;
use syntax::SyntaxKind::LINE_COMMENT;

use super::Style;
use super::layout::{Gap, Layout};
use super::rows::Rows;
use super::tokens::Tok;

/// The initial layout of the tokens, with aligned tokens marked.
pub(super) fn layout<'t>(tokens: Vec<Tok<'t>>, errors: &[SyntaxError], style: Style) -> Layout<'t> {
    let mut layout = Layout::new(tokens, errors, style);
    find(&mut layout);
    layout.reset();
    layout
}

/// Marks the tokens that have more white space before them than usual and are aligned with a token of another line.
fn find(layout: &mut Layout<'_>) {
    for index in 1..layout.tokens.len() {
        let token = &layout.tokens[index];
        if token.lines_before > 0 || token.kind == LINE_COMMENT || token.blank_before.is_empty() {
            continue;
        }
        let before = layout.rows.places[index].column;
        // After a token of several lines, columns are not comparable.
        let width = before.checked_sub(layout.tokens[index - 1].end_column());
        let Some(width) = width else { continue };
        if width > token.spaces && layout.rows.is_aligned(&layout.tokens, index) {
            let token = &mut layout.tokens[index];
            (token.spaces, token.is_aligned) = (width, true);
        }
    }
}

/// Whether all aligned tokens and table rows are still aligned. A token or row that is not aligned any more is laid out
/// without alignment in the next attempt. If `is_last` is true, all tokens and rows lose their alignment.
pub(super) fn is_settled(layout: &mut Layout<'_>, is_last: bool) -> bool {
    let aligned: Vec<usize> = (0..layout.tokens.len())
        .filter(|it| layout.tokens[*it].is_aligned && layout.gaps[*it] != Gap::Keep)
        .collect();
    let rows = Rows::new(&layout.tokens, &layout.gaps);
    let mut is_settled = true;
    for first in std::mem::take(&mut layout.long_rows) {
        if is_last || !rows.is_table(&layout.tokens, first) {
            is_settled &= !layout.no_rows.insert(first);
        }
    }
    for index in aligned {
        let is_there = matches!(layout.gaps[index], Gap::Spaces(_));
        if !is_last && is_there && rows.is_aligned(&layout.tokens, index) {
            continue;
        }
        let token = &mut layout.tokens[index];
        (token.spaces, token.is_aligned) = (token.usual_spaces, false);
        is_settled = false;
    }
    is_settled
}
