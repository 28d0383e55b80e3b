//! A walk over a tree that knows the offset of every piece and what comes after it.
//!
//! The tree is a green one, parts of which were perhaps lowered before, or a flat one, which is made faster.

use rowan::{Children, GreenNodeData, GreenTokenData, NodeOrToken};
use syntax::{FlatTree, Piece, Pieces, SyntaxKind};

use crate::hir::Span;
use crate::symbol::Sym;

/// A node or token that is not trivia, in its place.
#[derive(Clone)]
pub(super) struct Part<'t> {
    pub kind: SyntaxKind,
    tree: Tree<'t>,
}

#[derive(Clone)]
enum Tree<'t> {
    Green(Green<'t>),
    Flat(Piece<'t>),
}

#[derive(Clone)]
struct Green<'t> {
    start: u32,
    element: Element<'t>,
    /// Its siblings after it; a root has none.
    siblings: Option<Children<'t>>,
    /// Where the first token after its parent starts.
    after_parent: u32,
}

type Element<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

impl<'t> Part<'t> {
    pub fn root(green: &'t GreenNodeData) -> Part<'t> {
        let element = NodeOrToken::Node(green);
        Part {
            kind: kind(element),
            tree: Tree::Green(Green {
                start: 0,
                element,
                siblings: None,
                after_parent: len(element),
            }),
        }
    }

    pub fn flat_root(tree: &'t FlatTree<'t>) -> Part<'t> {
        Part::flat(tree.root())
    }

    fn flat(piece: Piece<'t>) -> Part<'t> {
        Part {
            kind: piece.kind,
            tree: Tree::Flat(piece),
        }
    }

    /// Where the node of a green tree is in memory. Trees that share it have it at the same place.
    pub fn address(&self) -> Option<usize> {
        match &self.tree {
            Tree::Green(green) => match green.element {
                NodeOrToken::Node(node) => Some(std::ptr::from_ref(node).cast::<()>().addr()),
                NodeOrToken::Token(token) => Some(std::ptr::from_ref(token).cast::<()>().addr()),
            },
            Tree::Flat(_) => None,
        }
    }

    pub fn end(&self) -> u32 {
        match &self.tree {
            Tree::Green(green) => green.start + len(green.element),
            Tree::Flat(piece) => piece.end(),
        }
    }

    pub fn span(&self) -> Span {
        match &self.tree {
            Tree::Green(green) => Span {
                start: green.start,
                end: green.start + len(green.element),
                next: green.next(),
            },
            Tree::Flat(piece) => Span {
                start: piece.start(),
                end: piece.end(),
                next: piece.next(),
            },
        }
    }

    /// The text of a token.
    pub fn text(&self) -> &'t str {
        match &self.tree {
            Tree::Green(green) => green.element.into_token().map_or("", GreenTokenData::text),
            Tree::Flat(piece) => piece.text(),
        }
    }

    /// The texts of the tokens of a kind directly in a node.
    pub fn tokens(&self, wanted: SyntaxKind) -> impl Iterator<Item = &'t str> {
        self.parts()
            .filter(move |it| it.kind == wanted)
            .map(|it| it.text())
    }

    /// The text of the first token of a kind in a node.
    pub fn token(&self, wanted: SyntaxKind) -> Option<&'t str> {
        self.tokens(wanted).next()
    }

    /// What it consists of, trivia left out.
    #[inline]
    pub fn parts(&self) -> Parts<'t> {
        match &self.tree {
            Tree::Green(green) => Parts::Green {
                children: green.element.into_node().map(GreenNodeData::children),
                offset: green.start,
                after: green.next(),
            },
            Tree::Flat(piece) => Parts::Flat(piece.pieces()),
        }
    }

    /// The first piece of this kind.
    pub fn find(&self, kind: SyntaxKind) -> Option<Part<'t>> {
        self.parts().find(|part| part.kind == kind)
    }

    /// Whether a piece is of this kind.
    pub fn has(&self, wanted: SyntaxKind) -> bool {
        self.find(wanted).is_some()
    }

    /// Whether the first token in it is of this kind.
    pub fn starts_with(&self, kind: SyntaxKind) -> bool {
        let mut part = self.clone();
        while let Some(first) = part.parts().next() {
            part = first;
        }
        part.kind == kind
    }
}

impl Green<'_> {
    /// Where the first token after it starts. Looked up when asked for, since a search passes over most parts.
    fn next(&self) -> u32 {
        let mut offset = self.start + len(self.element);
        for element in self.siblings.clone().into_iter().flatten() {
            let len = len(element);
            if len > 0 && !kind(element).is_trivia() {
                return offset;
            }
            offset += len;
        }
        self.after_parent
    }
}

/// Iterator over the pieces of a node.
#[derive(Clone)]
pub(super) enum Parts<'t> {
    Green {
        children: Option<Children<'t>>,
        offset: u32,
        after: u32,
    },
    Flat(Pieces<'t>),
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    #[inline]
    fn next(&mut self) -> Option<Part<'t>> {
        match self {
            Parts::Green {
                children,
                offset,
                after,
            } => {
                let children = children.as_mut()?;
                loop {
                    let element = children.next()?;
                    let start = *offset;
                    *offset += len(element);
                    let kind = kind(element);
                    if !kind.is_trivia() {
                        let green = Green {
                            start,
                            element,
                            siblings: Some(children.clone()),
                            after_parent: *after,
                        };
                        let tree = Tree::Green(green);
                        return Some(Part { kind, tree });
                    }
                }
            }
            Parts::Flat(pieces) => pieces.find(|it| !it.kind.is_trivia()).map(Part::flat),
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

/// Symbols of the tokens of one text. The same few words stand in it again and again.
pub(crate) struct TokenSyms<'t> {
    slots: Box<[Option<(&'t str, Sym)>]>,
}

const SLOTS: usize = 1 << 11;

impl<'t> TokenSyms<'t> {
    pub fn new() -> TokenSyms<'t> {
        TokenSyms {
            slots: vec![None; SLOTS].into(),
        }
    }

    pub fn get(&mut self, text: &'t str) -> Sym {
        let slot = &mut self.slots[slot_of(text.as_bytes())];
        match slot {
            Some((known, sym)) if *known == text => *sym,
            _ => slot.insert((text, Sym::new(text))).1,
        }
    }
}

/// From the length, the first bytes and the last ones, which differ most.
#[inline]
fn slot_of(text: &[u8]) -> usize {
    let word = |bytes: Option<&[u8; 4]>| bytes.map_or(0, |it| u64::from(u32::from_le_bytes(*it)));
    let (first, last) = match text {
        [] => (0, 0),
        [a] => (u64::from(*a), 0),
        [a, b] => (u64::from(*a), u64::from(*b)),
        [a, b, c] => (u64::from(*a), u64::from(*b) << 8 | u64::from(*c)),
        _ => (word(text.first_chunk()), word(text.last_chunk())),
    };
    let mixed = (first << 32 | last) ^ (text.len() as u64) << 24;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % SLOTS
}
