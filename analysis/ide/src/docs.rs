//! Documentation comments: comments directly before a declaration, or after it on its line.

use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use super::markup;

/// The text of the comments directly before a declaration. If there are none, the text of the comments before an
/// unbraced `let`, loop or `if` that contains only the declaration, or else of the comment after the declaration on its
/// line.
pub(super) fn documentation(node: &SyntaxNode) -> Option<String> {
    before(node)
        .or_else(|| before(&alone_in(node)?))
        .or_else(|| after(node))
}

/// The `let`, loop or `if` without braces whose only statement is `node`.
fn alone_in(node: &SyntaxNode) -> Option<SyntaxNode> {
    let block = node.parent().filter(|it| it.kind() == BLOCK)?;
    let is_braced = super::place::child_token(&block, L_BRACE).is_some();
    (!is_braced).then(|| block.parent())?
}

fn before(node: &SyntaxNode) -> Option<String> {
    let first = node.first_token()?;
    let mut lines: Vec<String> = Vec::new();
    let mut rest = std::iter::successors(first.prev_token(), SyntaxToken::prev_token).peekable();
    while let Some(token) = rest.next() {
        match token.kind() {
            WHITESPACE if line_ends(token.text()) < 2 => {}
            LINE_COMMENT => {
                // A comment after code belongs to the code on its line.
                let own_line = match rest.peek() {
                    None => true,
                    Some(it) => it.kind() == WHITESPACE && line_ends(it.text()) > 0,
                };
                if !own_line {
                    break;
                }
                lines.push(line_text(token.text()));
            }
            BLOCK_COMMENT => {
                let text = block_text(token.text());
                lines.extend(text.lines().rev().map(str::to_owned));
            }
            _ => break,
        }
    }
    lines.reverse();
    joined(&lines)
}

fn after(node: &SyntaxNode) -> Option<String> {
    let last = node.last_token()?;
    let rest = std::iter::successors(last.next_token(), SyntaxToken::next_token);
    for token in rest {
        match token.kind() {
            WHITESPACE if line_ends(token.text()) == 0 => {}
            COMMA | SEMICOLON | R_ANGLE => {}
            LINE_COMMENT => return joined(&[line_text(token.text())]),
            BLOCK_COMMENT => return joined(&[block_text(token.text())]),
            _ => return None,
        }
    }
    None
}

/// The number of line ends in a text: line feeds, carriage returns, or both together.
fn line_ends(text: &str) -> usize {
    text.replace("\r\n", "\n").matches(['\r', '\n']).count()
}

fn line_text(comment: &str) -> String {
    let text = comment.trim_start_matches('/');
    let text = text.strip_prefix('<').or(text.strip_prefix('!'));
    let text = text.unwrap_or(comment.trim_start_matches('/'));
    text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
}

fn block_text(comment: &str) -> String {
    let inner = comment.strip_prefix("/*").unwrap_or(comment);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let lines = markup::lines(inner).map(|line| line.trim().trim_start_matches('*').trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The lines as one text, without blank lines at both ends, and without rulers: lines that consist of characters such
/// as `-` and `=`. `None` if nothing is left.
fn joined(lines: &[String]) -> Option<String> {
    let is_ruler = |line: &str| {
        let line = line.trim();
        line.len() >= 3
            && line
                .bytes()
                .all(|it| matches!(it, b'-' | b'=' | b'*' | b'#' | b'/'))
    };
    let kept = lines.iter().map(String::as_str);
    let kept = kept.filter(|line| !is_ruler(line));
    // A line with other text besides a ruler is taken for a title, and the ruler is removed.
    let kept = kept.map(|line| {
        if line.contains("---") || line.contains("===") {
            line.trim_matches(['-', '=', '/', '*', ' '])
        } else {
            line
        }
    });
    let text = kept.collect::<Vec<_>>().join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
