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
use syntax::{MacroSet, SyntaxError, SyntaxKind};

use self::layout::{Gap, Layout};
use super::pieces::for_each_token;

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
    let edits = edits(&layout);
    let text = text_of(tree);
    // A mistake made here must not become one in the file.
    if same_tokens(&text, &apply(&text, &edits)) {
        edits
    } else {
        Vec::new()
    }
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
    let range = super::pieces::range(node.text_range());
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
        let range = super::pieces::range(token.range());
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
    for (index, token) in layout.tokens.iter().enumerate() {
        let text = match layout.gaps[index] {
            Gap::Keep => None,
            Gap::Spaces(count) => Some(" ".repeat(count)),
            Gap::Lines { count, indent } => Some(line_end.repeat(count) + &" ".repeat(indent)),
        };
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

/// Whether two texts differ in white space only.
fn same_tokens(a: &str, b: &str) -> bool {
    let tokens = |text: &str| {
        let parse = syntax::parse(text, &mut MacroSet::default());
        let mut tokens: Vec<(SyntaxKind, String)> = Vec::new();
        for_each_token(parse.tree().node(), &mut |it| {
            if it.kind() != SyntaxKind::WHITESPACE {
                tokens.push((it.kind(), it.text().to_owned()));
            }
        });
        tokens
    };
    tokens(a) == tokens(b)
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
