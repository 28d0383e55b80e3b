//! A walk over a green tree that knows the offset of every piece and what comes after it.

use rowan::{Children, GreenNodeData, GreenTokenData, NodeOrToken};
use syntax::SyntaxKind;
use syntax::ast::{AstNode, Node};

use crate::hir::Span;

/// A node or token that is not trivia, in its place.
#[derive(Clone, Copy)]
pub(super) struct Part<'t> {
    pub kind: SyntaxKind,
    pub start: u32,
    /// Where the first token after it starts.
    pub next: u32,
    element: NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>,
}

impl<'t> Part<'t> {
    pub fn root(green: &'t GreenNodeData) -> Part<'t> {
        Part {
            kind: SyntaxKind::from_raw(green.kind().0),
            start: 0,
            next: green.text_len().into(),
            element: NodeOrToken::Node(green),
        }
    }

    pub fn end(self) -> u32 {
        self.start + len(self.element)
    }

    pub fn span(self) -> Span {
        Span { start: self.start, end: self.end(), next: self.next }
    }

    /// The text of a token.
    pub fn text(self) -> &'t str {
        match self.element {
            NodeOrToken::Token(token) => token.text(),
            NodeOrToken::Node(_) => "",
        }
    }

    /// The typed node, if it is one of this type.
    pub fn cast<N: AstNode<'t>>(self) -> Option<N> {
        N::cast(Node::new(self.element.into_node()?, self.start.into()))
    }

    /// What it consists of, trivia left out.
    pub fn parts(self) -> Parts<'t> {
        match self.element {
            NodeOrToken::Node(node) => Parts { children: Some(node.children()), offset: self.start, next: self.next },
            NodeOrToken::Token(_) => Parts { children: None, offset: self.start, next: self.next },
        }
    }

    /// The first piece of this kind.
    pub fn find(self, kind: SyntaxKind) -> Option<Part<'t>> {
        self.parts().find(|part| part.kind == kind)
    }

    /// Whether the first token in it is of this kind.
    pub fn starts_with(self, kind: SyntaxKind) -> bool {
        let mut part = self;
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
    next: u32,
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let children = self.children.as_mut()?;
        loop {
            let element = children.next()?;
            let start = self.offset;
            self.offset += len(element);
            let kind = kind(element);
            if !kind.is_trivia() {
                let next = first_token(children.clone(), self.offset).unwrap_or(self.next);
                return Some(Part { kind, start, next, element });
            }
        }
    }
}

/// Where the first token of these siblings starts, the first of which is at `offset`.
fn first_token(siblings: Children<'_>, mut offset: u32) -> Option<u32> {
    for element in siblings {
        let len = len(element);
        if len > 0 && !kind(element).is_trivia() {
            return Some(offset);
        }
        offset += len;
    }
    None
}

fn kind(element: NodeOrToken<&GreenNodeData, &GreenTokenData>) -> SyntaxKind {
    SyntaxKind::from_raw(element.kind().0)
}

fn len(element: NodeOrToken<&GreenNodeData, &GreenTokenData>) -> u32 {
    element.text_len().into()
}
