//! Formatting while typing. Only nearby text is examined, so that the cost depends on the statement and not on the
//! file.

use std::ops::Range;

use rowan::{GreenNode, NodeOrToken, TextRange, TextSize};
use syntax::SyntaxKind::{self, *};
use syntax::ast::Node;
use syntax::{SyntaxElement, SyntaxError, SyntaxNode, SyntaxToken};

use super::layout::Gap;
use super::tokens::{Collect, blank_end};
use super::{CONTINUATION, INDENT, LetBlocks, MAX_ATTEMPTS, Style, TextEdit, aligned, comments};
use crate::tree_text::range;

/// The number of statements before and after the formatted one that are examined for aligned columns.
const NEAR: usize = 3;
/// The greatest length, in bytes, of a neighbouring statement that is examined.
const NEAR_LENGTH: usize = 4096;

/// The edits after `typed` was inserted before `offset`. `}` and `;` format the statement or item that they end and
/// indent its line; a line feed indents the new line. Other characters have no effect.
pub fn format_on_type(
    tree: &GreenNode,
    errors: &[SyntaxError],
    offset: usize,
    typed: char,
    style: Style,
) -> Vec<TextEdit> {
    let root = SyntaxNode::new_root(tree.clone());
    let Some(token) = token_before(&root, offset) else {
        return Vec::new();
    };
    if typed == '\n' {
        return indent_line(&token, offset, style);
    }
    if !matches!(token.kind(), R_BRACE | SEMICOLON) {
        return Vec::new();
    }
    match token.parent_ancestors().find(is_whole) {
        Some(node) => format_node(&node, errors, style),
        None => Vec::new(),
    }
}

/// Whether a node is a statement or item, which can be formatted separately.
fn is_whole(node: &SyntaxNode) -> bool {
    node.kind().is_statement() || matches!(node.kind(), FIELD | BODY_LET)
}

/// The token that contains the character before `offset`.
fn token_before(root: &SyntaxNode, offset: usize) -> Option<SyntaxToken> {
    let length = usize::from(root.text_range().len());
    let start = offset.min(length).checked_sub(1)?;
    let at = TextRange::at(TextSize::try_from(start).ok()?, 1.into());
    let mut node = root.clone();
    loop {
        match node.child_or_token_at_range(at)? {
            NodeOrToken::Node(it) => node = it,
            NodeOrToken::Token(it) => return Some(it),
        }
    }
}

/// Formats a statement or item. Its neighbours are examined for aligned columns.
fn format_node(node: &SyntaxNode, errors: &[SyntaxError], style: Style) -> Vec<TextEdit> {
    let Some(first) = node.first_token() else {
        return Vec::new();
    };
    let near = near(node);
    // The green nodes, which `collect` borrows from.
    let greens: Vec<Option<GreenNode>> = near
        .iter()
        .map(|it| it.as_node().map(|it| it.green().into_owned()))
        .collect();
    let begin = near
        .first()
        .map(first_of)
        .unwrap_or_else(|| Some(first.clone()));
    let column = begin.as_ref().map_or(0, column_of);
    let parent = node.parent().map_or(SOURCE_FILE, |it| it.kind());
    let mut collect = Collect::at(column);
    let mut whole = None;
    for (element, green) in near.iter().zip(&greens) {
        match (element, green) {
            (NodeOrToken::Node(it), Some(green)) => {
                let found = Node::new(green, it.text_range().start());
                if it == node {
                    whole = Some(found);
                }
                collect.node(found, parent);
            }
            (NodeOrToken::Token(it), _) => {
                collect.token(it.kind(), it.text(), it.text_range().start().into(), parent)
            }
            _ => {}
        }
    }
    let end = near
        .last()
        .map_or(node.text_range().end(), |it| it.text_range().end());
    let tokens = collect.finish(end.into());
    let Some(whole) = whole else {
        return Vec::new();
    };
    // An error at the end of the statement reports a missing token, which the user may still type.
    let own = range(node.text_range());
    let is_own = |it: &&SyntaxError| own.contains(&usize::from(it.offset()));
    let errors: Vec<SyntaxError> = errors.iter().filter(is_own).cloned().collect();
    let begins = begins_line(&first);
    let indent = match begins {
        Some(_) => indent_of(node, &first, style),
        None => line_indent(&first),
    };
    let mut layout = aligned::layout(tokens, &errors, style);
    let (at, _) = layout.extent(whole);
    for attempt in 0.. {
        layout.column = match begins {
            Some(_) => indent,
            None => layout.tokens[at].column,
        };
        let gap = match begins {
            Some(_) => Gap::Lines { count: 1, indent },
            None => Gap::Spaces(0),
        };
        layout.statement(whole, gap, indent);
        layout.gaps[at] = Gap::Keep;
        if aligned::is_settled(&mut layout, attempt == MAX_ATTEMPTS) {
            break;
        }
        layout.reset();
    }
    comments::align(&mut layout);
    let mut edits = super::edits(&layout);
    if let Some(blank) = begins
        && !layout.must_stay(whole)
    {
        let wanted = super::indentation(layout.has_tabs, indent);
        edits.splice(
            0..0,
            (blank.1 != wanted).then_some(TextEdit {
                range: blank.0,
                text: wanted,
            }),
        );
    }
    edits
}

/// A statement with its neighbours, and the tokens between them.
fn near(node: &SyntaxNode) -> Vec<SyntaxElement> {
    let is_near = |it: &SyntaxElement| match it {
        NodeOrToken::Node(it) => usize::from(it.text_range().len()) <= NEAR_LENGTH,
        NodeOrToken::Token(it) => it.kind().is_trivia(),
    };
    let mut near = vec![SyntaxElement::from(node.clone())];
    for is_before in [true, false] {
        let mut nodes = 0;
        let mut next = SyntaxElement::from(node.clone());
        while let Some(it) = if is_before {
            next.prev_sibling_or_token()
        } else {
            next.next_sibling_or_token()
        } {
            if !is_near(&it) || nodes == NEAR {
                break;
            }
            nodes += usize::from(it.as_node().is_some());
            if is_before {
                near.insert(0, it.clone())
            } else {
                near.push(it.clone())
            }
            next = it;
        }
    }
    near
}

fn first_of(element: &SyntaxElement) -> Option<SyntaxToken> {
    match element {
        NodeOrToken::Node(it) => it.first_token(),
        NodeOrToken::Token(it) => Some(it.clone()),
    }
}

/// The column of a token: the width of the text before it on its line.
fn column_of(token: &SyntaxToken) -> usize {
    let mut before = Vec::new();
    let mut next = token.prev_token();
    while let Some(it) = next {
        let is_begin = it.text().contains('\n');
        next = it.prev_token();
        before.push(it);
        if is_begin {
            break;
        }
    }
    before.iter().rev().fold(0, |column, it| {
        let (column, text) = match it.text().rsplit_once('\n') {
            Some((_, text)) => (0, text),
            None => (column, it.text()),
        };
        blank_end(column, text)
    })
}

/// The range and the text of the white space that indents the line of a token. `None` if the token does not begin its
/// line.
fn begins_line(token: &SyntaxToken) -> Option<(Range<usize>, String)> {
    let start = usize::from(token.text_range().start());
    let Some(blank) = token.prev_token() else {
        return Some((start..start, String::new()));
    };
    let text = blank.text();
    let line = text.rfind('\n').map(|it| &text[it + 1..]);
    let line = match line {
        Some(it) => it,
        None if blank.prev_token().is_none() => text,
        None => return None,
    };
    (blank.kind() == WHITESPACE).then(|| (start - line.len()..start, line.to_owned()))
}

/// The indentation of a token's line, in columns.
fn line_indent(token: &SyntaxToken) -> usize {
    let mut token = token.clone();
    loop {
        if let Some((_, blank)) = begins_line(&token) {
            return blank_end(0, &blank);
        }
        // The token is within a line, or after a token of several lines.
        match token.prev_token() {
            Some(it) => token = it,
            None => return 0,
        }
    }
}

/// The indentation of a statement that begins a line: the indentation of the previous statement in the same block, or
/// of the block's contents if there is no previous statement.
fn indent_of(node: &SyntaxNode, first: &SyntaxToken, style: Style) -> usize {
    let mut before = node.prev_sibling();
    while let Some(it) = before {
        if let Some(token) = it.first_token()
            && is_whole(&it)
            && begins_line(&token).is_some()
        {
            return line_indent(&token);
        }
        before = it.prev_sibling();
    }
    let Some(parent) = node.parent().filter(|it| matches!(it.kind(), BODY | BLOCK)) else {
        return 0;
    };
    let written = column_of(first);
    match parent.first_token().filter(|it| it.kind() == L_BRACE) {
        Some(_) => inside(&parent, Some(written), style),
        // The statement follows a `let … in` without braces on the line before.
        None => written,
    }
}

/// The indentation of a block's contents. `written` is the column of its first item in the source.
fn inside(block: &SyntaxNode, written: Option<usize>, style: Style) -> usize {
    let Some(owner) = block.parent() else {
        return 0;
    };
    let outer = owner.first_token().map_or(0, |it| line_indent(&it));
    let is_flat = owner.kind() == LET
        && match style.let_blocks {
            LetBlocks::Always => false,
            LetBlocks::Never => true,
            LetBlocks::Auto => written.is_none_or(|it| it < outer + INDENT),
        };
    outer + if is_flat { 0 } else { INDENT }
}

/// The edit that indents a new line: like the previous statement, like the contents of a block after its opening brace,
/// or by `CONTINUATION` more columns than the line of an unfinished statement.
fn indent_line(blank: &SyntaxToken, offset: usize, style: Style) -> Vec<TextEdit> {
    let from = usize::from(blank.text_range().start());
    let text = blank.text();
    let Some(line) = text.get(..offset - from).and_then(|it| it.rfind('\n')) else {
        return Vec::new();
    };
    if blank.kind() != WHITESPACE {
        return Vec::new();
    }
    let written = &text[line + 1..];
    let written = &written[..written.find(['\r', '\n']).unwrap_or(written.len())];
    let line = from + line + 1;
    let next = if line + written.len() == from + text.len() {
        blank.next_token()
    } else {
        None
    };
    let (wanted, goes_on) = match next.filter(|it| it.kind() == R_BRACE) {
        Some(closer) => (owner_indent(&closer), false),
        None => wanted_indent(blank, style),
    };
    // Arguments that are aligned by hand are not moved.
    if goes_on && blank_end(0, written) > wanted {
        return Vec::new();
    }
    let wanted = " ".repeat(wanted);
    if written == wanted {
        Vec::new()
    } else {
        vec![TextEdit {
            range: line..line + written.len(),
            text: wanted,
        }]
    }
}

/// The indentation of the innermost statement or item that contains a token; 0 for a token outside statements.
fn owner_indent(brace: &SyntaxToken) -> usize {
    let owner = brace.parent_ancestors().find(is_whole);
    owner
        .and_then(|it| it.first_token())
        .map_or(0, |it| line_indent(&it))
}

/// The indentation of the line after `blank`, and whether an unfinished statement continues there.
fn wanted_indent(blank: &SyntaxToken, style: Style) -> (usize, bool) {
    let mut before = blank.prev_token();
    while let Some(it) = before.as_ref().filter(|it| is_passed(it.kind())) {
        before = it.prev_token();
    }
    let Some(before) = before else {
        return (0, false);
    };
    let kind = before.kind();
    if kind == L_BRACE
        && let Some(block) = before
            .parent()
            .filter(|it| matches!(it.kind(), BODY | BLOCK))
    {
        let item = block
            .children()
            .find(is_whole)
            .and_then(|it| it.first_token());
        let written = item.filter(|it| begins_line(it).is_some());
        return (
            inside(&block, written.map(|it| column_of(&it)), style),
            false,
        );
    }
    if matches!(kind, SEMICOLON | R_BRACE) {
        // Find the outermost node that ends with the token `before`, without leaving a block that is still open.
        let end = before.text_range().end();
        let is_open = |it: &SyntaxNode| {
            matches!(it.kind(), BODY | BLOCK)
                && it.first_token().is_some_and(|it| it.kind() == L_BRACE)
                && it.last_token().is_none_or(|it| it.kind() != R_BRACE)
        };
        let ended = before
            .parent_ancestors()
            .take_while(|it| !is_open(it) && ends_at(it, end));
        let ended = ended.filter(is_whole).last();
        let first = ended.and_then(|it| it.first_token()).unwrap_or(before);
        return (line_indent(&first), false);
    }
    let outer = owner_indent(&before);
    match kind {
        IN_KW | THEN_KW | ELSE_KW => (outer, false),
        _ => (outer + CONTINUATION, true),
    }
}

fn is_passed(kind: SyntaxKind) -> bool {
    kind.is_trivia() || kind.is_directive() || kind == MACRO_NAME
}

/// Whether a node ends at `offset`, apart from white space and comments.
fn ends_at(node: &SyntaxNode, offset: TextSize) -> bool {
    let mut last = node.last_token();
    while let Some(it) = last.as_ref().filter(|it| it.kind().is_trivia()) {
        last = it.prev_token();
    }
    last.is_some_and(|it| it.text_range().end() == offset)
}
