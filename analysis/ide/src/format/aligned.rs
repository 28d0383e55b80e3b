//! Columns that people laid out by hand: tokens of neighbouring lines that begin or end below each other.

use syntax::SyntaxError;
use syntax::SyntaxKind::LINE_COMMENT;

use super::Style;
use super::layout::{Gap, Layout};
use super::rows::Rows;
use super::tokens::Tok;

/// A layout of tokens that keeps their columns.
pub(super) fn layout<'t>(tokens: Vec<Tok<'t>>, errors: &[SyntaxError], style: Style) -> Layout<'t> {
    let mut layout = Layout::new(tokens, errors, style);
    find(&mut layout);
    layout.reset();
    layout
}

/// Finds the blanks that are wider than they need be and keep a column.
fn find(layout: &mut Layout<'_>) {
    for index in 1..layout.tokens.len() {
        let token = &layout.tokens[index];
        if token.lines_before > 0 || token.kind == LINE_COMMENT || token.blank_before.is_empty() {
            continue;
        }
        let before = layout.rows.places[index].column;
        // A token that ends with a line has no column here.
        let width = before.checked_sub(layout.tokens[index - 1].end_column());
        let Some(width) = width else { continue };
        if width > token.spaces && layout.rows.is_aligned(&layout.tokens, index) {
            let token = &mut layout.tokens[index];
            (token.spaces, token.is_aligned) = (width, true);
        }
    }
}

/// Whether all aligned tokens and rows of tables are still aligned. Those that are not get the usual blank from now on;
/// all of them do if this is the last attempt.
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
