//! Formatting: the white space between tokens.
//!
//! * Nothing but white space changes. Code blocks, strings, comments and text that is switched off stay as they are.
//! * Manual line breaks and aligned columns are kept. A line that is too long is broken in the style that clang-format
//!   has for TableGen.
//! * Formatting is idempotent.
//! * Statements with mistakes of syntax are left alone.

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

/// A change of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEdit {
    /// The replaced range, in bytes of the text before any change; empty for an insertion.
    pub range: Range<usize>,
    /// The replacement; empty for a deletion.
    pub text: String,
}

/// The limit for lines that formatting aims at.
const WIDTH: usize = 80;
/// The number of layout attempts before columns are given up.
const MAX_ATTEMPTS: usize = 6;
/// The indentation of the contents of a block.
const INDENT: usize = 2;
/// The indentation of continuation lines.
const CONTINUATION: usize = 4;

/// The options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// How the statements of `let … in { }` are indented.
    pub let_blocks: LetBlocks,
}

/// The indentation of statements in `let … in { }`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LetBlocks {
    /// No line break, unless the source has one.
    #[default]
    Auto,
    /// By a step, unless most of them were written further in.
    Always,
    /// Never indented, however they were written.
    Never,
}

/// The changes that format a file, in order. They lie between tokens, one between any two.
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
        // Text that cannot stay aligned is laid out again without alignment, after which other alignments may fail.
        if aligned::is_settled(&mut layout, attempt == MAX_ATTEMPTS) {
            break;
        }
        layout.reset();
    }
    comments::align(&mut layout);
    edits(&layout)
}

/// A text with changes made to it that do not overlap and are in order.
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
    // Whether the last token begins a line.
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

/// The blanks that indent a line.
fn indentation(has_tabs: bool, width: usize) -> String {
    if has_tabs {
        "\t".repeat(width / 8) + &" ".repeat(width % 8)
    } else {
        " ".repeat(width)
    }
}

/// Whether the tokens are lexed unchanged with this blank before one of them, both if the token before it begins a line
/// and if not.
fn keeps_tokens(tokens: &[Tok<'_>], index: usize, blank: &str, after_first: bool) -> bool {
    let right = &tokens[index];
    let Some(left) = index.checked_sub(1).map(|it| &tokens[it]) else {
        return true;
    };
    if left.ends_line() || left.kind.is_directive() && left.kind != SyntaxKind::INCLUDE_KW {
        return blank.contains('\n') || right.kind == SyntaxKind::MACRO_NAME || right.is_comment();
    }
    // At the start of a line, or before a word, it may become a directive.
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
