//! Places in the trees of a unit, and the tokens at them.

use db::{Database, Db};
use rowan::{NodeOrToken, TextRange};
use syntax::SyntaxKind::*;
use syntax::{SyntaxElement, SyntaxNode, SyntaxToken};

use super::{FilePosition, FileRange, source_of};

/// A piece of the text that a source was parsed from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The number of the source.
    pub source: usize,
    /// Its first byte.
    pub start: u32,
    /// Behind its last byte.
    pub end: u32,
}

impl Place {
    /// The place of a node or token of a source's tree.
    pub(super) fn new(source: usize, range: TextRange) -> Place {
        Place {
            source,
            start: range.start().into(),
            end: range.end().into(),
        }
    }

    /// The file and range of the place. A node that ends in another file is cut at the end of the first.
    pub fn file_range(self, db: &Database) -> FileRange {
        let sources = &db.unit().sources;
        let (source, part) = sources.part(self.source, self.start..self.end);
        FileRange {
            path: sources.files[source].path.clone(),
            range: part.start as usize..part.end as usize,
        }
    }
}

/// The source whose tree contains the text at a position, and the offset there. The text of an included file may be
/// part of the tree of the including file.
pub(super) fn locate(db: &Database, position: &FilePosition) -> Option<(usize, u32)> {
    let files = &db.unit().sources.files;
    let own = source_of(db, &position.path)?;
    let offset = u32::try_from(position.offset).ok()?;
    if offset as usize > files[own].text.len() {
        return None;
    }
    db.unit().sources.parsed_at(own, offset)
}

/// The token that covers a byte.
pub(super) fn token_at(root: &SyntaxNode, offset: u32) -> Option<SyntaxToken> {
    let byte = TextRange::at(offset.into(), 1.into());
    let mut node = root.clone();
    if !node.text_range().contains_range(byte) {
        return None;
    }
    loop {
        match node.child_or_token_at_range(byte)? {
            NodeOrToken::Node(inner) => node = inner,
            NodeOrToken::Token(token) => return Some(token),
        }
    }
}

/// The token at a cursor: of the tokens at both sides the more specific one.
pub(super) fn token_at_cursor(root: &SyntaxNode, offset: u32) -> Option<SyntaxToken> {
    let right = token_at(root, offset);
    let left = offset.checked_sub(1).and_then(|it| token_at(root, it));
    let rank = |token: &SyntaxToken| match token.kind() {
        IDENT | VAR_NAME | MACRO_NAME | BANG_OPERATOR | BANG_COND | BANG_FOREACH | BANG_FILTER
        | BANG_FOLDL => 3,
        STRING_LITERAL => 2,
        kind if kind.is_trivia() => 0,
        _ => 1,
    };
    match (left, right) {
        (Some(left), Some(right)) if rank(&left) > rank(&right) => Some(left),
        (left, right) => right.or(left),
    }
}

/// The node of exactly this range, the outermost below the root if there are several.
pub(super) fn node_at(root: &SyntaxNode, place: Place) -> Option<SyntaxNode> {
    let range = TextRange::new(place.start.into(), place.end.into());
    let mut node = root.clone();
    loop {
        match node.child_or_token_at_range(range)? {
            NodeOrToken::Node(inner) if inner.text_range() == range => return Some(inner),
            NodeOrToken::Node(inner) => node = inner,
            NodeOrToken::Token(_) => return None,
        }
    }
}

/// The direct token of a kind in a node.
pub(super) fn child_token(node: &SyntaxNode, kind: syntax::SyntaxKind) -> Option<SyntaxToken> {
    let tokens = node
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token);
    tokens.into_iter().find(|it| it.kind() == kind)
}

/// The name of a field that a declaration or `let` gives a value.
pub(super) fn name_of_item(node: &SyntaxNode) -> Option<SyntaxToken> {
    let is_item = matches!(node.kind(), FIELD | BODY_LET | LET_ITEM);
    is_item.then(|| child_token(node, IDENT))?
}

/// Whether a field is of type `bits` or `bit`.
pub(super) fn has_bits(field: &SyntaxNode) -> bool {
    field.children().any(|it| match it.kind() {
        BITS_TYPE => true,
        PRIMITIVE_TYPE => child_token(&it, BIT_KW).is_some(),
        _ => false,
    })
}

/// The direct child of a kind.
pub(super) fn child(node: &SyntaxNode, kind: syntax::SyntaxKind) -> Option<SyntaxNode> {
    node.children().find(|it| it.kind() == kind)
}

/// The values directly in a node.
pub(super) fn values(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    node.children().filter(|it| is_value(it.kind()))
}

pub(super) fn is_value(kind: syntax::SyntaxKind) -> bool {
    <syntax::ast::Value<'_> as syntax::ast::AstNode<'_>>::can_cast(kind)
}

pub(super) fn is_type(kind: syntax::SyntaxKind) -> bool {
    <syntax::ast::Type<'_> as syntax::ast::AstNode<'_>>::can_cast(kind)
}

/// The value of a string literal, with its escapes resolved.
pub(super) fn literal_text(token: &SyntaxToken) -> String {
    let text = token.text();
    let inner = text.strip_prefix('"').unwrap_or(text);
    inner.strip_suffix('"').unwrap_or(inner).to_owned()
}
