//! The parser's result: nodes in one flat vector, each over a range of tokens. Trivia is left out; it is wherever a
//! node or token does not begin at the end of the previous one.
//!
//! This suffices for a unit that is read once. A tree that is kept, shared or walked upwards is the lossless one, which
//! is built from this.

use std::cell::RefCell;

use crate::SyntaxError;
use crate::SyntaxKind;
use crate::lexer::{Lexed, Token, make_room};

/// The syntax of a text, whose tokens are looked up in it.
pub struct FlatTree<'t> {
    pub(crate) text: &'t str,
    pub(crate) lexed: Lexed,
    pub(crate) nodes: Nodes,
    pub(crate) errors: Vec<SyntaxError>,
}

/// The nodes of a tree. Each comes after its children; the root is the last.
#[derive(Default)]
pub(crate) struct Nodes {
    all: Vec<Node>,
    /// The nodes without a parent so far.
    orphans: Vec<u32>,
}

struct Node {
    kind: SyntaxKind,
    /// The tokens it consists of.
    first: u32,
    end: u32,
    /// Whether the trivia after them is a part of it.
    trivia_after: bool,
    child: Option<NodeId>,
    sibling: Option<NodeId>,
}

/// One more than the index of a node.
type NodeId = std::num::NonZeroU32;

/// The start of a node that will contain everything from here on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    orphans: u32,
    token: u32,
}

thread_local! {
    /// The buffers of nodes, reused between trees.
    static ROOM: RefCell<Nodes> = const { RefCell::new(Nodes { all: Vec::new(), orphans: Vec::new() }) };
}

/// The largest number of nodes whose buffer is kept.
const MAX_ROOM: usize = 1 << 20;

impl Nodes {
    /// An empty list with room for the nodes of `tokens` tokens.
    pub(crate) fn for_tokens(tokens: usize) -> Nodes {
        let mut nodes = ROOM.take();
        // Few files have more nodes than tokens.
        make_room(&mut nodes.all, tokens);
        nodes.orphans.clear();
        nodes
    }

    #[inline]
    pub(crate) fn mark(&self, token: usize) -> Mark {
        Mark {
            orphans: self.orphans.len() as u32,
            token: token as u32,
        }
    }

    /// The mark of a node over everything.
    pub(crate) fn mark_start(&self) -> Mark {
        Mark {
            orphans: 0,
            token: 0,
        }
    }

    /// Makes a node of everything from the mark up to a token, optionally with the trivia before that.
    #[inline]
    pub(crate) fn close(&mut self, mark: Mark, end: usize, trivia_after: bool, kind: SyntaxKind) {
        let child = self.orphans.get(mark.orphans as usize);
        let child = child.and_then(|it| NodeId::new(it + 1));
        self.orphans.truncate(mark.orphans as usize);
        // Its former successor is a part of this node now.
        if let Some(&before) = self.orphans.last() {
            self.all[before as usize].sibling = NodeId::new(self.all.len() as u32 + 1);
        }
        self.orphans.push(self.all.len() as u32);
        self.all.push(Node {
            kind,
            first: mark.token,
            end: end as u32,
            trivia_after,
            child,
            sibling: None,
        });
    }

    /// The kind of the node that was closed last, if it ends before this token.
    pub(crate) fn last_kind(&self, end: usize) -> Option<SyntaxKind> {
        let last = self.all.last()?;
        (last.end as usize == end).then_some(last.kind)
    }

    fn get(&self, id: NodeId) -> &Node {
        &self.all[id.get() as usize - 1]
    }
}

impl FlatTree<'_> {
    /// Errors and warnings in the order in which the reference would report them.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The whole file.
    pub fn root(&self) -> Piece<'_> {
        let last = NodeId::new(self.nodes.all.len() as u32).unwrap_or(NodeId::MIN);
        Piece {
            tree: self,
            kind: self.nodes.get(last).kind,
            at: At::Node(last),
        }
    }

    /// Whether it contains directives of the preprocessor or includes.
    pub(crate) fn has_directives(&self) -> bool {
        let mut all = self.lexed.trivia.iter().chain(&self.lexed.tokens);
        all.any(|it| it.kind.is_directive())
    }

    /// The kind of the last token, trivia included.
    pub(crate) fn last_kind(&self) -> Option<SyntaxKind> {
        let end = self.text.len() as u32;
        let tokens = self.lexed.tokens.split_last().map(|(_, tokens)| tokens);
        let lasts = [tokens.and_then(<[Token]>::last), self.lexed.trivia.last()];
        let last = lasts.into_iter().flatten().find(|it| it.end == end);
        let whitespace = (end > 0).then_some(SyntaxKind::WHITESPACE);
        last.map(|it| it.kind).or(whitespace)
    }
}

impl Drop for FlatTree<'_> {
    fn drop(&mut self) {
        std::mem::take(&mut self.lexed).recycle();
        if self.nodes.all.capacity() <= MAX_ROOM {
            ROOM.set(std::mem::take(&mut self.nodes));
        }
    }
}

/// A node or token.
#[derive(Clone, Copy)]
pub struct Piece<'t> {
    /// The kind of the token or node.
    pub kind: SyntaxKind,
    tree: &'t FlatTree<'t>,
    at: At,
}

#[derive(Clone, Copy)]
enum At {
    Node(NodeId),
    Token(u32),
}

impl<'t> Piece<'t> {
    /// Whether it is a token, not a node.
    pub fn is_token(self) -> bool {
        matches!(self.at, At::Token(_))
    }

    /// Its start in the text.
    pub fn start(self) -> u32 {
        self.range()[0]
    }

    /// Its end.
    pub fn end(self) -> u32 {
        self.range()[1]
    }

    /// Its start and end.
    #[inline]
    fn range(self) -> [u32; 2] {
        let tokens = &self.tree.lexed.tokens[..];
        match self.at {
            At::Node(node) => {
                let node = self.tree.nodes.get(node);
                let end = match node.end.checked_sub(1) {
                    Some(last) if !node.trivia_after => tokens[last as usize].end,
                    _ => tokens[node.end as usize].start,
                };
                [tokens[node.first as usize].start, end]
            }
            At::Token(token) => {
                let token = tokens[token as usize];
                [token.start, token.end]
            }
        }
    }

    /// Its start, its end, and the start of the first token after it that is neither trivia nor part of an include
    /// directive.
    #[inline]
    pub fn places(self) -> [u32; 3] {
        let next = match self.at {
            At::Node(node) => self.tree.nodes.get(node).end,
            At::Token(token) => token + 1,
        };
        let tokens = &self.tree.lexed.tokens[..];
        let [start, end] = self.range();
        [start, end, behind_includes(tokens, next as usize)]
    }

    /// The text of a token; empty for a node.
    #[inline]
    pub fn text(self) -> &'t str {
        match self.at {
            At::Node(_) => "",
            At::Token(token) => {
                let token = self.tree.lexed.tokens[token as usize];
                &self.tree.text[token.start as usize..token.end as usize]
            }
        }
    }

    /// The first token in it.
    #[inline]
    pub fn first_token(self) -> Option<Piece<'t>> {
        let token = match self.at {
            At::Node(node) => {
                let node = self.tree.nodes.get(node);
                (node.first < node.end).then_some(node.first)?
            }
            At::Token(token) => token,
        };
        let kind = self.tree.lexed.tokens[token as usize].kind;
        let (tree, at) = (self.tree, At::Token(token));
        Some(Piece { kind, tree, at })
    }

    /// Its children, without trivia.
    #[inline]
    pub fn pieces(self) -> Pieces<'t> {
        let (token, end, child) = match self.at {
            At::Node(node) => {
                let node = self.tree.nodes.get(node);
                (node.first, node.end, node.child)
            }
            At::Token(token) => (token, token, None),
        };
        Pieces {
            tree: self.tree,
            token,
            end,
            child,
        }
    }
}

/// The start of the first token from an index on that is not of an include directive.
#[inline]
fn behind_includes(tokens: &[Token], mut token: usize) -> u32 {
    while tokens[token].kind == SyntaxKind::INCLUDE_KW {
        token += 1 + usize::from(tokens[token + 1].kind == SyntaxKind::STRING_LITERAL);
    }
    tokens[token].start
}

/// Iterator over the pieces of a node.
#[derive(Clone)]
pub struct Pieces<'t> {
    tree: &'t FlatTree<'t>,
    token: u32,
    end: u32,
    child: Option<NodeId>,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'t>> {
        let tree = self.tree;
        if let Some(id) = self.child {
            let node = tree.nodes.get(id);
            if node.first == self.token {
                self.token = node.end;
                self.child = node.sibling;
                return Some(Piece {
                    kind: node.kind,
                    tree,
                    at: At::Node(id),
                });
            }
        }
        if self.token == self.end {
            return None;
        }
        let at = At::Token(self.token);
        let kind = tree.lexed.tokens[self.token as usize].kind;
        self.token += 1;
        Some(Piece { kind, tree, at })
    }
}
