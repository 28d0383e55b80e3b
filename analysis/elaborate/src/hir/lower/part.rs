//! Traversal of a syntax tree, with the offsets of each part and of the token that follows the part.
//!
//! The tree is either a green tree, whose nodes may have been lowered before, or a flat tree, which takes less time to
//! build.

use std::borrow::Cow;

use rowan::{Children, GreenNodeData, GreenTokenData, NodeOrToken};
use syntax::{Piece, SyntaxKind};

use crate::hir::Span;
use crate::lossy_cache::Slots;
use crate::symbol::Sym;

/// A node or token and its position. Trivia are not parts.
pub(super) trait Part<'t>: Clone {
    fn kind(&self) -> SyntaxKind;

    /// The address of a node or token of a green tree. Trees that share a node have it at the same address. `None` in a
    /// flat tree.
    fn address(&self) -> Option<usize>;

    fn span(&self) -> Span;

    /// The end offset. Unlike `span`, this does not search for the next token.
    fn end(&self) -> u32;

    /// The text of a token; empty for a node.
    fn text(&self) -> &'t str;

    /// The direct children, without trivia.
    fn parts(&self) -> impl Iterator<Item = Self> + use<'t, Self>;

    /// The texts of the direct children that are tokens of this kind.
    fn tokens(&self, wanted: SyntaxKind) -> impl Iterator<Item = &'t str> {
        self.parts()
            .filter(move |it| it.kind() == wanted)
            .map(|it| it.text())
    }

    /// The text of the first token in the part, if the token is of the kind `wanted`.
    fn first_token(&self, wanted: SyntaxKind) -> Option<&'t str> {
        let mut part = self.clone();
        while let Some(first) = part.parts().next() {
            part = first;
        }
        (part.kind() == wanted).then(|| part.text())
    }

    /// The text of the first direct child that is a token of this kind.
    fn token(&self, wanted: SyntaxKind) -> Option<&'t str> {
        self.tokens(wanted).next()
    }

    /// The first direct child of this kind.
    fn find(&self, kind: SyntaxKind) -> Option<Self> {
        self.parts().find(|part| part.kind() == kind)
    }

    /// Whether a direct child is of this kind.
    fn has(&self, wanted: SyntaxKind) -> bool {
        self.find(wanted).is_some()
    }
}

impl<'t> Part<'t> for Piece<'t> {
    #[inline]
    fn kind(&self) -> SyntaxKind {
        Piece::kind(*self)
    }

    fn address(&self) -> Option<usize> {
        None
    }

    #[inline]
    fn span(&self) -> Span {
        let [start, end, next] = self.places();
        Span { start, end, next }
    }

    fn end(&self) -> u32 {
        Piece::end(*self)
    }

    #[inline]
    fn text(&self) -> &'t str {
        Piece::text(*self)
    }

    #[inline]
    fn first_token(&self, wanted: SyntaxKind) -> Option<&'t str> {
        let first = Piece::first_token(*self)?;
        (first.kind() == wanted).then(|| first.text())
    }

    #[inline]
    fn parts(&self) -> impl Iterator<Item = Piece<'t>> + use<'t> {
        self.pieces()
    }
}

/// A part of a green tree.
#[derive(Clone)]
pub(super) struct GreenPart<'t> {
    kind: SyntaxKind,
    start: u32,
    element: Element<'t>,
    /// The siblings that follow; `None` for a root.
    siblings: Option<Children<'t>>,
    /// The start of the first token after the parent.
    after_parent: u32,
}

type Element<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

impl<'t> GreenPart<'t> {
    pub(super) fn root(green: &'t GreenNodeData) -> GreenPart<'t> {
        let element = NodeOrToken::Node(green);
        GreenPart {
            kind: kind(element),
            start: 0,
            element,
            siblings: None,
            after_parent: len(element),
        }
    }

    /// The start of the next token after the part, without tokens of include directives. It is computed on demand,
    /// since it is not needed for most parts.
    fn next(&self) -> u32 {
        let mut offset = self.start + len(self.element);
        for element in self.siblings.clone().into_iter().flatten() {
            let len = len(element);
            let kind = kind(element);
            if len > 0 && !kind.is_trivia() && kind != SyntaxKind::INCLUDE {
                return offset;
            }
            offset += len;
        }
        self.after_parent
    }
}

impl<'t> Part<'t> for GreenPart<'t> {
    #[inline]
    fn kind(&self) -> SyntaxKind {
        self.kind
    }

    fn address(&self) -> Option<usize> {
        Some(match self.element {
            NodeOrToken::Node(node) => std::ptr::from_ref(node).cast::<()>().addr(),
            NodeOrToken::Token(token) => std::ptr::from_ref(token).cast::<()>().addr(),
        })
    }

    fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.end(),
            next: self.next(),
        }
    }

    fn end(&self) -> u32 {
        self.start + len(self.element)
    }

    fn text(&self) -> &'t str {
        self.element.into_token().map_or("", GreenTokenData::text)
    }

    fn parts(&self) -> impl Iterator<Item = GreenPart<'t>> + use<'t> {
        let children = self.element.into_node().map(GreenNodeData::children);
        GreenParts {
            children,
            offset: self.start,
            // The token after an include's path is never needed. To search for it would be slow, since a file may have
            // many includes in a row.
            after: match self.kind {
                SyntaxKind::INCLUDE => self.end(),
                _ => self.next(),
            },
        }
    }
}

/// An iterator over the direct children of a node, without trivia.
struct GreenParts<'t> {
    children: Option<Children<'t>>,
    offset: u32,
    after: u32,
}

impl<'t> Iterator for GreenParts<'t> {
    type Item = GreenPart<'t>;

    #[inline]
    fn next(&mut self) -> Option<GreenPart<'t>> {
        let children = self.children.as_mut()?;
        loop {
            let element = children.next()?;
            let start = self.offset;
            self.offset += len(element);
            let kind = kind(element);
            if !kind.is_trivia() {
                let siblings = Some(children.clone());
                return Some(GreenPart {
                    kind,
                    start,
                    element,
                    siblings,
                    after_parent: self.after,
                });
            }
        }
    }
}

#[inline]
fn kind(element: Element) -> SyntaxKind {
    SyntaxKind::from_raw(element.kind().0)
}

#[inline]
fn len(element: Element) -> u32 {
    element.text_len().into()
}

/// A cache of the symbols of a text's tokens. The same few words occur again and again.
pub(crate) struct TokenSyms<'t> {
    slots: Slots<Option<(&'t str, Sym)>>,
}

const MOST: usize = 1 << 11;

impl<'t> TokenSyms<'t> {
    pub(crate) fn new() -> TokenSyms<'t> {
        TokenSyms {
            slots: Slots::new(None, MOST),
        }
    }

    pub(crate) fn get(&mut self, text: &'t str) -> Sym {
        self.get_as(text, || text.into())
    }

    /// The symbol of `meaning`, which must depend only on `text`.
    pub(crate) fn get_as(&mut self, text: &'t str, meaning: impl FnOnce() -> Cow<'t, str>) -> Sym {
        let place = place(text.as_bytes());
        match self.slots.get(place) {
            Some((known, sym)) if *known == text => *sym,
            _ => {
                let sym = Sym::new(&meaning());
                self.slots.put(place, Some((text, sym)));
                sym
            }
        }
    }
}

/// A hash of the length, the first four bytes and the last four bytes. Names differ most in these bytes.
#[inline]
fn place(text: &[u8]) -> usize {
    let word = |bytes: Option<&[u8; 4]>| bytes.map_or(0, |it| u64::from(u32::from_le_bytes(*it)));
    let (first, last) = match text {
        [] => (0, 0),
        [a] => (u64::from(*a), 0),
        [a, b] => (u64::from(*a), u64::from(*b)),
        [a, b, c] => (u64::from(*a), u64::from(*b) << 8 | u64::from(*c)),
        _ => (word(text.first_chunk()), word(text.last_chunk())),
    };
    let mixed = (first << 32 | last) ^ (text.len() as u64) << 24;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize
}
