//! A walk over a green tree that knows the offset of every piece and what comes after it.

use rowan::{Children, GreenNodeData, GreenTokenData, NodeOrToken};
use syntax::SyntaxKind;
use syntax::ast::{AstNode, Node};

use crate::hir::Span;
use crate::symbol::Sym;

type Element<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

/// A node or token that is not trivia, in its place.
#[derive(Clone)]
pub(super) struct Part<'t> {
    pub kind: SyntaxKind,
    pub start: u32,
    element: Element<'t>,
    /// Its siblings after it; a root has none.
    siblings: Option<Children<'t>>,
    /// Where the first token after its parent starts.
    after_parent: u32,
}

impl<'t> Part<'t> {
    pub fn root(green: &'t GreenNodeData) -> Part<'t> {
        let element = NodeOrToken::Node(green);
        Part {
            kind: kind(element),
            start: 0,
            element,
            siblings: None,
            after_parent: len(element),
        }
    }

    /// Where the node is in memory. Trees that share it have it at the same place.
    pub fn address(&self) -> usize {
        match self.element {
            NodeOrToken::Node(node) => std::ptr::from_ref(node).cast::<()>().addr(),
            NodeOrToken::Token(token) => std::ptr::from_ref(token).cast::<()>().addr(),
        }
    }

    pub fn end(&self) -> u32 {
        self.start + len(self.element)
    }

    /// Where the first token after it starts. Looked up when asked for, since a search passes over most parts.
    fn next(&self) -> u32 {
        let mut offset = self.end();
        for element in self.siblings.clone().into_iter().flatten() {
            let len = len(element);
            if len > 0 && !kind(element).is_trivia() {
                return offset;
            }
            offset += len;
        }
        self.after_parent
    }

    pub fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.end(),
            next: self.next(),
        }
    }

    /// The text of a token.
    pub fn text(&self) -> &'t str {
        self.element.into_token().map_or("", GreenTokenData::text)
    }

    /// The text of the first token of a kind in a node.
    pub fn token(&self, wanted: SyntaxKind) -> Option<&'t str> {
        let found = self
            .element
            .into_node()?
            .children()
            .find(|it| kind(*it) == wanted)?;
        found.into_token().map(GreenTokenData::text)
    }

    /// The typed node, if it is one of this type.
    pub fn cast<N: AstNode<'t>>(&self) -> Option<N> {
        N::cast(Node::new(self.element.into_node()?, self.start.into()))
    }

    /// What it consists of, trivia left out.
    pub fn parts(&self) -> Parts<'t> {
        let children = self.element.into_node().map(GreenNodeData::children);
        Parts {
            children,
            offset: self.start,
            after: self.next(),
        }
    }

    /// The first piece of this kind.
    pub fn find(&self, kind: SyntaxKind) -> Option<Part<'t>> {
        self.parts().find(|part| part.kind == kind)
    }

    /// Whether a piece is of this kind.
    pub fn has(&self, wanted: SyntaxKind) -> bool {
        self.element
            .into_node()
            .is_some_and(|node| node.children().any(|it| kind(it) == wanted))
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

/// Iterator over the pieces of a node.
#[derive(Clone)]
pub(super) struct Parts<'t> {
    children: Option<Children<'t>>,
    offset: u32,
    after: u32,
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    #[inline]
    fn next(&mut self) -> Option<Part<'t>> {
        let children = self.children.as_mut()?;
        loop {
            let element = children.next()?;
            let start = self.offset;
            self.offset += len(element);
            let kind = kind(element);
            if !kind.is_trivia() {
                let siblings = Some(children.clone());
                return Some(Part {
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

/// Symbols of the tokens of one tree. The parser makes one token of the same name standing in many places, so most are
/// known by the address of their text, which stays theirs as long as the tree lives.
pub(crate) struct TokenSyms<'t> {
    slots: Box<[Option<(&'t str, Sym)>]>,
}

const SLOTS: usize = 1 << 12;

impl<'t> TokenSyms<'t> {
    pub fn new() -> TokenSyms<'t> {
        TokenSyms {
            slots: vec![None; SLOTS].into(),
        }
    }

    pub fn get(&mut self, text: &'t str) -> Sym {
        let slot = &mut self.slots[(text.as_ptr().addr() >> 4) % SLOTS];
        match slot {
            Some((known, sym)) if std::ptr::eq(*known, text) => *sym,
            _ => slot.insert((text, Sym::new(text))).1,
        }
    }
}
