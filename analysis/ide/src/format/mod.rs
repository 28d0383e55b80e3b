//! Formatting: the white space between tokens, in the style that clang-format has for TableGen.
//!
//! * Nothing but white space changes. Code blocks, strings, comments and text that is switched off stay as they are.
//! * What is formatted already stays as it is.
//! * Statements with mistakes of syntax are left alone.

mod comments;
mod layout;
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
use self::tokens::Tok;
use super::tree_text::for_each_token;

/// A change of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEdit {
    pub range: Range<usize>,
    pub text: String,
}

/// How long lines should be at most.
const WIDTH: usize = 80;
/// How far what stands in a block is indented.
const INDENT: usize = 2;
/// How far what goes on on the next line is indented.
const CONTINUATION: usize = 4;

/// The changes that format a file, in order. They lie between tokens, one between any two.
pub fn format(tree: &GreenNode, errors: &[SyntaxError]) -> Vec<TextEdit> {
    let file = SourceFile::of_root(tree);
    let mut layout = Layout::new(file, errors);
    layout.file(file.node());
    comments::align(&mut layout);
    edits(&layout)
}

/// The changes that format what lies in a range, whole lines at a time.
pub fn format_range(
    tree: &GreenNode,
    errors: &[SyntaxError],
    range: Range<usize>,
) -> Vec<TextEdit> {
    let text = text_of(tree);
    let start = text[..floor(&text, range.start)].rfind('\n').unwrap_or(0);
    let end = floor(&text, range.end);
    let mut edits = format(tree, errors);
    edits.retain(|it| start <= it.range.start && it.range.end <= end.max(start));
    // The blank before the first token of the range begins on the line before.
    edits
}

/// The changes after a character was typed: `}` and `;` format the statement they end, a line end indents its line.
pub fn format_on_type(
    tree: &GreenNode,
    errors: &[SyntaxError],
    offset: usize,
    typed: char,
) -> Vec<TextEdit> {
    let text = text_of(tree);
    let offset = floor(&text, offset);
    if typed == '\n' {
        return indent_line(tree, &text, offset);
    }
    let root = syntax::SyntaxNode::new_root(tree.clone());
    let Some(token) = root
        .token_at_offset((offset as u32).into())
        .left_biased()
        .filter(|it| matches!(it.kind(), SyntaxKind::R_BRACE | SyntaxKind::SEMICOLON))
    else {
        return Vec::new();
    };
    let is_whole = |kind: SyntaxKind| {
        kind.is_statement() || matches!(kind, SyntaxKind::FIELD | SyntaxKind::BODY_LET)
    };
    let Some(node) = token.parent_ancestors().find(|it| is_whole(it.kind())) else {
        return Vec::new();
    };
    let range = super::tree_text::range(node.text_range());
    let mut edits = format(tree, errors);
    let before = text[..range.start].trim_end().len();
    edits.retain(|it| before <= it.range.start && it.range.end <= range.end);
    edits
}

/// The indentation of a line that was just begun: one step for each brace that is open there, two for a statement that
/// is not at its end.
fn indent_line(tree: &GreenNode, text: &str, offset: usize) -> Vec<TextEdit> {
    let line = text[..offset].rfind('\n').map_or(0, |it| it + 1);
    let content = text[line..].trim_start_matches([' ', '\t']);
    let start = text.len() - content.len();
    let mut depth = 0usize;
    let mut is_inside_token = false;
    let mut goes_on = false;
    let file = SourceFile::of_root(tree);
    for_each_token(file.node(), &mut |token| {
        let range = super::tree_text::range(token.range());
        if range.start >= line {
            return;
        }
        let kind = token.kind();
        is_inside_token |= range.end > line && kind != SyntaxKind::WHITESPACE;
        match kind {
            SyntaxKind::L_BRACE => (depth, goes_on) = (depth + 1, false),
            SyntaxKind::R_BRACE => (depth, goes_on) = (depth.saturating_sub(1), false),
            SyntaxKind::SEMICOLON | SyntaxKind::IN_KW | SyntaxKind::THEN_KW => goes_on = false,
            SyntaxKind::ELSE_KW => goes_on = false,
            kind if kind.is_trivia() || kind.is_directive() => {}
            _ => goes_on = true,
        }
    });
    if is_inside_token {
        return Vec::new();
    }
    if content.starts_with('}') {
        depth = depth.saturating_sub(1);
    }
    let wanted = depth * INDENT + if goes_on { CONTINUATION } else { 0 };
    // Somebody who aligns arguments knows better.
    if goes_on && start - line > wanted {
        return Vec::new();
    }
    let wanted = " ".repeat(wanted);
    if text[line..start] == wanted {
        return Vec::new();
    }
    vec![TextEdit {
        range: line..start,
        text: wanted,
    }]
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
            Gap::Keep => None,
            Gap::Spaces(count) => Some(" ".repeat(count)),
            Gap::Lines { count, indent } => Some(line_end.repeat(count) + &" ".repeat(indent)),
        };
        let text = text.filter(|it| keeps_tokens(&layout.tokens, index, it, starts_line));
        let blank = text.as_ref().unwrap_or(&token.blank_before);
        starts_line = blank.contains('\n') || index == 0;
        if let Some(text) = text
            && token.blank_before != text
        {
            edits.push(TextEdit {
                range: end..token.start,
                text,
            });
        }
        end = token.start + token.text.len();
    }
    edits
}

/// Whether tokens stay what they are with this before one of them, where the one before that begins a line or not.
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

fn text_of(tree: &GreenNode) -> String {
    let mut text = String::with_capacity(tree.text_len().into());
    for_each_token(SourceFile::of_root(tree).node(), &mut |it| {
        text.push_str(it.text());
    });
    text
}

/// An offset in a text, at the start of a character.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
