//! The formatter, which changes the white space between tokens.
//!
//! * It changes nothing but white space. Code blocks, strings, comments and disabled text are unchanged.
//! * Manual line breaks and aligned columns are kept. A line that is too long is broken in clang-format's style for
//!   TableGen.
//! * Formatting is idempotent.
//! * Statements with syntax errors are unchanged.

mod aligned;
mod by_hand;
mod comments;
mod layout;
mod on_type;
mod range;
mod rows;
mod statements;
#[cfg(test)]
mod tests;
mod tokens;
mod values;

use std::ops::Range;

use rowan::GreenNode;
use syntax::ast::{AstNode, SourceFile};
use syntax::{SyntaxError, SyntaxKind};

use self::layout::{Gap, Layout};
pub use self::on_type::format_on_type;
pub use self::range::format_range;
use self::tokens::Tok;

/// A replacement of a range of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEdit {
    /// The replaced range, in bytes of the text before any change; empty for an insertion.
    pub range: Range<usize>,
    /// The new text; empty for a deletion.
    pub text: String,
}

/// The line width in columns that formatting aims at.
const WIDTH: usize = 80;
/// The number of layout attempts after which all alignment is given up.
const MAX_ATTEMPTS: usize = 6;
/// The indentation of a block's contents, in columns.
const INDENT: usize = 2;
/// The additional indentation of continuation lines, in columns.
const CONTINUATION: usize = 4;

/// The options of the formatter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// How the statements of `let … in { }` are indented.
    pub let_blocks: LetBlocks,
}

/// The indentation of statements in `let … in { }`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LetBlocks {
    /// The statements are indented as most of them are in the source. If the source has no usual indentation, they are
    /// not indented.
    #[default]
    Auto,
    /// The statements are indented by a step, or as in the source if most of them are indented further there.
    Always,
    /// The statements are not indented, whatever their indentation in the source.
    Never,
}

/// The edits that format a file, in order: at most one between any two tokens.
pub fn format(tree: &GreenNode, errors: &[SyntaxError], style: Style) -> Vec<TextEdit> {
    format_tokens(tree, errors, None, style)
}

fn format_tokens(
    tree: &GreenNode,
    errors: &[SyntaxError],
    range: Option<Range<usize>>,
    style: Style,
) -> Vec<TextEdit> {
    let file = SourceFile::of_root(tree);
    let mut layout = aligned::layout(tokens::tokens(file.node()), errors, style);
    layout.range = range;
    for attempt in 0.. {
        layout.file(file.node());
        // Tokens that do not stay aligned lose their alignment in the next attempt, which may break other alignments.
        if aligned::is_settled(&mut layout, attempt == MAX_ATTEMPTS) {
            break;
        }
        layout.reset();
    }
    comments::align(&mut layout);
    edits(&layout)
}

/// Applies `edits` to a text. They must be in order and must not overlap.
pub fn apply(text: &str, edits: &[TextEdit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(&text[done..edit.range.start]);
        out.push_str(&edit.text);
        done = edit.range.end;
    }
    out + &text[done..]
}

fn edits(layout: &Layout<'_>) -> Vec<TextEdit> {
    let line_end = layout.line_end();
    let mut edits = Vec::new();
    let mut end = 0;
    // Whether the previous token is the first of its line.
    let mut starts_line = true;
    for (index, token) in layout.tokens.iter().enumerate() {
        let text = match layout.gaps[index] {
            Gap::Keep => range::without_trailing_blank(layout, index),
            Gap::Spaces(count) => Some(" ".repeat(count)),
            Gap::Lines { count, indent } => {
                Some(line_end.repeat(count) + &indentation(layout.has_tabs, indent))
            }
        };
        let text = text.filter(|it| keeps_tokens(&layout.tokens, index, it, starts_line));
        let blank = text.as_ref().unwrap_or(&token.blank_before);
        starts_line = blank.contains('\n') || index == 0;
        if let Some(text) = text
            && token.blank_before != text
        {
            let edit = TextEdit {
                range: end..token.start,
                text,
            };
            edits.extend(range::part_of(layout, index, edit));
        }
        end = token.start + token.text.len();
    }
    edits
}

/// The white space that indents a line by `width` columns.
fn indentation(has_tabs: bool, width: usize) -> String {
    if has_tabs {
        "\t".repeat(width / 8) + &" ".repeat(width % 8)
    } else {
        " ".repeat(width)
    }
}

/// Whether the tokens stay the same if `blank` is the white space before the token `index`. `after_first` says whether
/// the previous token begins a line.
fn keeps_tokens(tokens: &[Tok<'_>], index: usize, blank: &str, after_first: bool) -> bool {
    let right = &tokens[index];
    let Some(left) = index.checked_sub(1).map(|it| &tokens[it]) else {
        return true;
    };
    if left.ends_line() || left.kind.is_directive() && left.kind != SyntaxKind::INCLUDE_KW {
        return blank.contains('\n') || right.kind == SyntaxKind::MACRO_NAME || right.is_comment();
    }
    // At the start of a line or before a word, `#` may become the start of a directive.
    if right.kind == SyntaxKind::HASH {
        return !blank.contains('\n') || right.lines_before > 0;
    }
    if !blank.is_empty() {
        return true;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match (left.text.chars().next_back(), right.text.chars().next()) {
        (Some(a), Some(b)) if is_word(a) && is_word(b) => false,
        (Some('-' | '+'), Some(b)) => !b.is_ascii_digit(),
        (Some('.'), Some('.')) | (Some('['), Some('{')) => false,
        (Some('#'), Some(b)) => !(after_first && is_word(b)),
        _ => true,
    }
}
