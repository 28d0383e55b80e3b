//! Formatting of a part of a file. The rest is unchanged and determines the indentation of the part.

use std::ops::Range;

use rowan::GreenNode;
use syntax::SyntaxError;
use syntax::ast::{AstNode, SourceFile};

use super::layout::{Gap, Layout};
use super::{Style, TextEdit, format_tokens};
use crate::tree_text::for_each_token;

/// The edits that format the statements that begin in a range of bytes. The range is extended to the start of its first
/// line.
pub fn format_range(
    tree: &GreenNode,
    errors: &[SyntaxError],
    range: Range<usize>,
    style: Style,
) -> Vec<TextEdit> {
    let text = text_of(tree);
    let line_end = text[..floor(&text, range.start)].rfind('\n');
    let start = line_end.map_or(0, |it| it + 1);
    let end = floor(&text, range.end).max(start);
    let is_all = text[..start].trim().is_empty() && text[end..].trim().is_empty();
    format_tokens(tree, errors, (!is_all).then_some(start..end), style)
}

fn text_of(tree: &GreenNode) -> String {
    let mut text = String::with_capacity(tree.text_len().into());
    for_each_token(SourceFile::of_root(tree).node(), &mut |it| {
        text.push_str(it.text());
    });
    text
}

/// The greatest character boundary of the text that is not greater than `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The part of `edit` that lies in the formatted range, where `edit` replaces the white space before a token. Line ends
/// before the range are not removed. `None` if the edit begins before the range and its part in the range changes
/// nothing, or if its text has no line end.
pub(super) fn part_of(layout: &Layout<'_>, index: usize, edit: TextEdit) -> Option<TextEdit> {
    let start = layout.range.as_ref().map_or(0, |it| it.start);
    if start <= edit.range.start {
        return Some(edit);
    }
    let blank = &layout.tokens[index].blank_before;
    let (before, inside) = blank.split_at(start - edit.range.start);
    let line_ends = |text: &str| text.matches('\n').count();
    let count = line_ends(&edit.text);
    let indentation = edit.text.trim_start_matches(['\r', '\n']);
    let rest = count.saturating_sub(line_ends(before));
    let text = layout.line_end().repeat(rest) + indentation;
    let is_change = count > 0 && text != inside;
    is_change.then_some(TextEdit {
        range: start..edit.range.end,
        text,
    })
}

/// The white space before the token `index`, without blanks before its first line end. `None` unless the token is the
/// first one after the formatted range, and the white space begins in the range and contains a line end.
pub(super) fn without_trailing_blank(layout: &Layout<'_>, index: usize) -> Option<String> {
    let end = layout.range.as_ref()?.end;
    let last = index.checked_sub(1)?;
    let is_behind = layout.gaps[last] != Gap::Keep && layout.is_fixed(index);
    let token = &layout.tokens[index];
    let reaches_it = token.start - token.blank_before.len() < end;
    let line_end = token.blank_before.find(['\r', '\n'])?;
    (is_behind && reaches_it).then(|| token.blank_before[line_end..].to_owned())
}
