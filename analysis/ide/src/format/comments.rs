//! Comments at the end of a line, which keep their columns.

use syntax::SyntaxKind::LINE_COMMENT;

use super::layout::{Gap, Layout};
use super::rows::Rows;

/// A comment at the end of a line.
struct Trailing {
    token: usize,
    /// The line and the column of the comment in the source.
    line: usize,
    written: usize,
    /// The end column of the text before the comment, after formatting.
    end: usize,
    /// The new column of the comment if it were not aligned with others.
    column: usize,
}

/// Places trailing comments in their old columns, or further to the right if the text before them needs the space.
/// Comments that were aligned with each other stay aligned.
pub(super) fn align(layout: &mut Layout<'_>) {
    let trailing = trailing(layout);
    let follows = |a: &Trailing, b: &Trailing| b.line == a.line + 1 && a.written == b.written;
    for group in trailing.chunk_by(follows) {
        let column = group.iter().map(|it| it.column).max().unwrap_or(0);
        for it in group {
            layout.gaps[it.token] = Gap::Spaces(column - it.end);
        }
    }
}

fn trailing(layout: &Layout<'_>) -> Vec<Trailing> {
    let rows = Rows::new(&layout.tokens, &layout.gaps);
    let mut found = Vec::new();
    for (index, token) in layout.tokens.iter().enumerate() {
        if token.kind != LINE_COMMENT || index == 0 || !matches!(layout.gaps[index], Gap::Spaces(_))
        {
            continue;
        }
        let first = rows.row(index).start;
        let now = rows.places[first].column;
        let end = match layout.tokens[index - 1].last_width {
            Some(width) => width,
            None => rows.places[index - 1].end,
        };
        // If the line begins with the same token as in the source, the comment moves with this token.
        let column = if layout.rows.row(index).start == first {
            (token.column + now).saturating_sub(layout.tokens[first].column)
        } else {
            0
        };
        found.push(Trailing {
            token: index,
            line: layout.rows.places[index].line,
            written: token.column,
            end,
            column: column.max(end + 1),
        });
    }
    found
}
