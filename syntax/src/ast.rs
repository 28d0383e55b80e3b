//! The typed tree: cheap handles on the green tree, without parents and without allocation.
//!
//! Accessors return options, since any part of a text may be missing. Only required values are always in the tree: an
//! [`nodes::ErrorValue`] takes the place of a missing value.

#[macro_use]
mod macros;

mod ext;
mod nodes;

use std::fmt;
use std::marker::PhantomData;

use rowan::{GreenNode, GreenNodeData, GreenTokenData, NodeOrToken, TextRange, TextSize};

pub use self::ext::{IncludeShape, include_shape};
pub use self::nodes::*;
use crate::SyntaxKind;

/// A node with the offset at which it starts.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    green: &'t GreenNodeData,
    start: TextSize,
}

/// A token with the offset at which it starts.
#[derive(Clone, Copy)]
pub struct Token<'t> {
    green: &'t GreenTokenData,
    start: TextSize,
}

/// The common interface of all typed nodes.
pub trait AstNode<'t>: Copy {
    /// Whether nodes of the kind `kind` have this type.
    fn can_cast(kind: SyntaxKind) -> bool;

    /// The node as this type; `None` if it has another type.
    fn cast(node: Node<'t>) -> Option<Self>;

    /// The untyped node.
    fn node(self) -> Node<'t>;

    /// The range of the node in the text.
    fn range(self) -> TextRange {
        self.node().range()
    }
}

impl<'t> Node<'t> {
    /// The root of a tree.
    pub fn root(green: &'t GreenNode) -> Node<'t> {
        Node {
            green,
            start: TextSize::new(0),
        }
    }

    /// The node `green`, which starts at the offset `start`.
    pub fn new(green: &'t GreenNodeData, start: TextSize) -> Node<'t> {
        Node { green, start }
    }

    /// The green node, which contains no offsets.
    #[inline]
    pub fn green(self) -> &'t GreenNodeData {
        self.green
    }

    /// The kind of the node.
    #[inline]
    pub fn kind(self) -> SyntaxKind {
        SyntaxKind::from_raw(self.green.kind().0)
    }

    /// The offset at which the node starts.
    #[inline]
    pub fn start(self) -> TextSize {
        self.start
    }

    /// The range of the node in the text.
    #[inline]
    pub fn range(self) -> TextRange {
        TextRange::at(self.start, self.green.text_len())
    }

    /// The child nodes and tokens, trivia included.
    #[inline]
    pub fn elements(self) -> Elements<'t> {
        Elements {
            children: self.green.children(),
            offset: self.start,
        }
    }

    /// The child nodes.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        self.elements().filter_map(NodeOrToken::into_node)
    }

    /// The child tokens, trivia included.
    #[inline]
    pub fn tokens(self) -> impl Iterator<Item = Token<'t>> {
        self.elements().filter_map(NodeOrToken::into_token)
    }

    /// The child with the index `nth` (from 0) among the children of type `N`.
    #[inline]
    pub fn ast_child<N: AstNode<'t>>(self, nth: usize) -> Option<N> {
        self.ast_children(0).nth(nth)
    }

    /// The children of type `N`, without the first `skip` of them.
    #[inline]
    pub fn ast_children<N: AstNode<'t>>(self, skip: usize) -> AstChildren<'t, N> {
        AstChildren {
            elements: self.elements(),
            skip,
            of: PhantomData,
        }
    }

    /// The token with the index `nth` (from 0) among the child tokens of a kind.
    #[inline]
    pub fn token(self, kind: SyntaxKind, nth: usize) -> Option<Token<'t>> {
        self.tokens().filter(|it| it.kind() == kind).nth(nth)
    }

    /// Walks through the node and everything in it, in the order of the text.
    pub fn walk(self) -> Walk<'t> {
        Walk {
            next: Some(self),
            open: Vec::new(),
        }
    }

    /// The first token of the node, trivia included; `None` if the node is empty or starts with an empty node.
    pub fn first_token(self) -> Option<Token<'t>> {
        let mut node = self;
        loop {
            match node.elements().next()? {
                NodeOrToken::Node(it) => node = it,
                NodeOrToken::Token(it) => return Some(it),
            }
        }
    }
}

impl<'t> Token<'t> {
    /// The kind of the token.
    #[inline]
    pub fn kind(self) -> SyntaxKind {
        SyntaxKind::from_raw(self.green.kind().0)
    }

    /// The source text of the token, including its delimiters.
    #[inline]
    pub fn text(self) -> &'t str {
        self.green.text()
    }

    /// The offset at which the token starts.
    #[inline]
    pub fn start(self) -> TextSize {
        self.start
    }

    /// The range of the token in the text.
    #[inline]
    pub fn range(self) -> TextRange {
        TextRange::at(self.start, self.green.text_len())
    }
}

/// An iterator over the child nodes and tokens of a node.
#[derive(Clone)]
pub struct Elements<'t> {
    children: rowan::Children<'t>,
    offset: TextSize,
}

impl<'t> Iterator for Elements<'t> {
    type Item = NodeOrToken<Node<'t>, Token<'t>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let start = self.offset;
        Some(match self.children.next()? {
            NodeOrToken::Node(green) => {
                self.offset += green.text_len();
                NodeOrToken::Node(Node { green, start })
            }
            NodeOrToken::Token(green) => {
                self.offset += green.text_len();
                NodeOrToken::Token(Token { green, start })
            }
        })
    }
}

/// A step of a walk through a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkStep<'t> {
    /// A node starts.
    Enter(Node<'t>),
    /// A token.
    Token(Token<'t>),
    /// A node ends.
    Leave(Node<'t>),
}

/// A depth-first walk through a node.
pub struct Walk<'t> {
    /// The node that is entered in the next step.
    next: Option<Node<'t>>,
    open: Vec<(Node<'t>, Elements<'t>)>,
}

impl<'t> Iterator for Walk<'t> {
    type Item = WalkStep<'t>;

    fn next(&mut self) -> Option<WalkStep<'t>> {
        if let Some(node) = self.next.take() {
            self.open.push((node, node.elements()));
            return Some(WalkStep::Enter(node));
        }
        let (node, elements) = self.open.last_mut()?;
        match elements.next() {
            Some(NodeOrToken::Token(it)) => Some(WalkStep::Token(it)),
            Some(NodeOrToken::Node(it)) => {
                self.next = Some(it);
                self.next()
            }
            None => {
                let node = *node;
                self.open.pop();
                Some(WalkStep::Leave(node))
            }
        }
    }
}

/// An iterator over the children of one type.
#[derive(Clone)]
pub struct AstChildren<'t, N> {
    elements: Elements<'t>,
    skip: usize,
    of: PhantomData<N>,
}

impl<'t, N: AstNode<'t>> Iterator for AstChildren<'t, N> {
    type Item = N;

    #[inline]
    fn next(&mut self) -> Option<N> {
        loop {
            if let NodeOrToken::Node(node) = self.elements.next()?
                && let Some(it) = N::cast(node)
            {
                if self.skip == 0 {
                    return Some(it);
                }
                self.skip -= 1;
            }
        }
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && std::ptr::eq(self.green, other.green)
    }
}

impl Eq for Node<'_> {}

impl PartialEq for Token<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && std::ptr::eq(self.green, other.green)
    }
}

impl Eq for Token<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.range())
    }
}

impl fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?} {:?}", self.kind(), self.range(), self.text())
    }
}
