//! Places in the trees of a unit, and the tokens at them.

use db::{Database, Db};
use rowan::{NodeOrToken, TextRange};
use syntax::SyntaxKind::*;
use syntax::{SyntaxElement, SyntaxNode, SyntaxToken};

use super::{FilePosition, FileRange, source_of};

/// A range in the parsed text of a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The index of the source in the unit's sources.
    pub source: usize,
    /// The byte offset at which the range starts.
    pub start: u32,
    /// The byte offset at which the range ends, exclusive.
    pub end: u32,
}

impl Place {
    /// The place of a node or token in the tree of a source.
    pub(super) fn new(source: usize, range: TextRange) -> Place {
        Place {
            source,
            start: range.start().into(),
            end: range.end().into(),
        }
    }

    /// The file and the range in it. If the place extends into an included file that is spliced into the text, the
    /// range ends where that file begins.
    pub fn file_range(self, db: &Database) -> FileRange {
        let sources = &db.unit().sources;
        let (source, part) = sources.part(self.source, self.start..self.end);
        FileRange {
            path: sources.files[source].path.clone(),
            range: part.start as usize..part.end as usize,
        }
    }
}

/// The source whose tree contains the text at a position, and the offset in it. The text of an included file may be
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

/// The token that contains the byte at `offset`.
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

/// The token at the cursor. Between two tokens, names and operators come before strings, strings before other tokens,
/// and white space and comments last. Of two tokens with the same rank, the right one is taken.
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

/// The node with exactly this range. If there are several, the outermost one other than the root.
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

/// The first token of this kind among the direct children of a node.
pub(super) fn child_token(node: &SyntaxNode, kind: syntax::SyntaxKind) -> Option<SyntaxToken> {
    let tokens = node
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token);
    tokens.into_iter().find(|it| it.kind() == kind)
}

/// The name of the field that a declaration declares, or that a `let` in a body or an item of a `let … in` sets.
pub(super) fn name_of_item(node: &SyntaxNode) -> Option<SyntaxToken> {
    let is_item = matches!(node.kind(), FIELD | BODY_LET | LET_ITEM);
    is_item.then(|| child_token(node, IDENT))?
}

/// Whether the type of a field is `bits` or `bit`.
pub(super) fn has_bits(field: &SyntaxNode) -> bool {
    field.children().any(|it| match it.kind() {
        BITS_TYPE => true,
        PRIMITIVE_TYPE => child_token(&it, BIT_KW).is_some(),
        _ => false,
    })
}

/// The first node of this kind among the direct children of a node.
pub(super) fn child(node: &SyntaxNode, kind: syntax::SyntaxKind) -> Option<SyntaxNode> {
    node.children().find(|it| it.kind() == kind)
}

/// The values among the direct children of a node.
pub(super) fn values(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    node.children().filter(|it| is_value(it.kind()))
}

pub(super) fn is_value(kind: syntax::SyntaxKind) -> bool {
    <syntax::ast::Value<'_> as syntax::ast::AstNode<'_>>::can_cast(kind)
}

pub(super) fn is_type(kind: syntax::SyntaxKind) -> bool {
    <syntax::ast::Type<'_> as syntax::ast::AstNode<'_>>::can_cast(kind)
}

/// The text of a string literal without its quotes. Escape sequences are not resolved.
pub(super) fn literal_text(token: &SyntaxToken) -> String {
    let text = token.text();
    let inner = text.strip_prefix('"').unwrap_or(text);
    inner.strip_suffix('"').unwrap_or(inner).to_owned()
}
