//! Comments at the ends of lines that follow each other stand below each other.

use syntax::SyntaxKind::{LINE_COMMENT, R_BRACE};

use super::WIDTH;
use super::layout::{Gap, Layout};

/// A comment at the end of a line.
struct Trailing {
    token: usize,
    line: usize,
    /// Where the line before it ends.
    column: usize,
    /// The indentation of the line.
    indent: usize,
    /// Whether the line begins with a closing brace.
    closes: bool,
    width: usize,
}

/// Moves comments to the right where that puts them below each other.
pub(super) fn align(layout: &mut Layout<'_>) {
    let trailing = trailing(layout);
    let follows = |a: &Trailing, b: &Trailing| {
        b.line == a.line + 1 && a.indent == b.indent && !a.closes && !b.closes
    };
    for group in trailing.chunk_by(follows) {
        let mut start = 0;
        while start < group.len() {
            // As many as can stand in one column without any of them becoming too long.
            let (mut least, mut most) = (0, usize::MAX);
            let mut end = start;
            for it in &group[start..] {
                let lowest = least.max(it.column + 1);
                let highest = most.min(WIDTH.saturating_sub(it.width));
                if lowest > highest && end > start {
                    break;
                }
                (least, most) = (lowest, highest);
                end += 1;
            }
            for it in &group[start..end] {
                layout.gaps[it.token] = Gap::Spaces(least - it.column);
            }
            start = end;
        }
    }
}

fn trailing(layout: &Layout<'_>) -> Vec<Trailing> {
    let mut found = Vec::new();
    let (mut line, mut column, mut line_indent) = (0, 0, 0);
    let mut closes = false;
    for (index, token) in layout.tokens.iter().enumerate() {
        let (lines, blanks) = match layout.gaps[index] {
            Gap::Spaces(count) => (0, count),
            Gap::Lines { count, indent } => (count, indent),
            Gap::Keep => {
                let last = token.blank_before.rsplit('\n').next().unwrap_or("");
                (token.lines_before, last.chars().count())
            }
        };
        if lines > 0 {
            (line, column, line_indent) = (line + lines, 0, blanks);
            closes = token.kind == R_BRACE;
        }
        if token.kind == LINE_COMMENT
            && lines == 0
            && index > 0
            && matches!(layout.gaps[index], Gap::Spaces(_))
        {
            found.push(Trailing {
                token: index,
                line,
                column,
                indent: line_indent,
                closes,
                width: token.width,
            });
        }
        column += blanks;
        match token.last_width {
            Some(width) => {
                line += token.text.matches('\n').count();
                column = width;
            }
            None => column += token.width,
        }
    }
    found
}
