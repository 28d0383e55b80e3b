//! The text of syntax nodes.

use std::ops::Range;

use rowan::{NodeOrToken, TextRange};
use syntax::ast::{AstNode, Node, Token};

/// Converts a range in the tree to a range of bytes.
pub(super) fn range(range: TextRange) -> Range<usize> {
    range.start().into()..range.end().into()
}

/// The text of a node on one line: white space is reduced to single spaces, and comments are omitted.
pub(super) fn one_line<'t>(node: impl AstNode<'t>) -> String {
    let mut out = String::new();
    let mut separated = false;
    for_each_token(node.node(), &mut |token| {
        if token.kind().is_trivia() {
            separated = true;
            return;
        }
        if separated && !out.is_empty() {
            out.push(' ');
        }
        separated = false;
        out.push_str(token.text());
    });
    out
}

/// Calls `f` with each token of a node, in order.
pub(super) fn for_each_token<'t>(node: Node<'t>, f: &mut impl FnMut(Token<'t>)) {
    for element in node.elements() {
        match element {
            NodeOrToken::Node(it) => for_each_token(it, f),
            NodeOrToken::Token(it) => f(it),
        }
    }
}

/// The first `chars` characters of a text, followed by `…` if it is longer.
pub(super) fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
