//! The parser's result: all nodes in one vector, each with its range of tokens. Nodes do not list their trivia: a gap
//! between two tokens is trivia.
//!
//! The flat tree suffices for a unit that is read once. If a tree is to be kept, shared or walked upwards, the lossless
//! tree is built from the flat tree.

use std::cell::RefCell;

use crate::SyntaxError;
use crate::SyntaxKind;
use crate::lexer::{Lexed, Token, make_room};

/// The syntax tree of a text. The tree refers to the text and does not copy its tokens.
pub struct FlatTree<'t> {
    pub(crate) text: &'t str,
    pub(crate) lexed: Lexed,
    pub(crate) nodes: Nodes,
    pub(crate) errors: Vec<SyntaxError>,
}

/// The nodes of a tree. Each node comes after its children; the root is the last.
#[derive(Default)]
pub(crate) struct Nodes {
    all: Vec<Node>,
    /// The indices of the nodes that have no parent yet.
    orphans: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Node {
    kind: SyntaxKind,
    /// Whether the trivia after the last token belongs to the node.
    trivia_after: bool,
    /// The half-open range of the node's tokens, as indices.
    first: u32,
    end: u32,
    /// The first child that is a node.
    child: Option<NodeId>,
    /// The next child of the same parent that is a node.
    sibling: Option<NodeId>,
}

/// One more than the index of a node.
type NodeId = std::num::NonZeroU32;

/// The start of a node that will contain the following tokens and nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    orphans: u32,
    token: u32,
}

thread_local! {
    /// The buffers of nodes, which are reused for the next tree.
    static ROOM: RefCell<Nodes> = const { RefCell::new(Nodes { all: Vec::new(), orphans: Vec::new() }) };
}

/// The largest capacity, in nodes, of a buffer that is kept.
const MAX_ROOM: usize = 1 << 20;

impl Nodes {
    /// An empty list with room for the nodes of a text with `tokens` tokens.
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

    /// A mark at the start of the text, for a node that contains everything.
    pub(crate) fn mark_start(&self) -> Mark {
        Mark {
            orphans: 0,
            token: 0,
        }
    }

    /// Makes a node of everything from `mark` up to the token `end`, which is not included. `trivia_after` says
    /// whether the trivia before `end` belongs to the node.
    #[inline]
    pub(crate) fn close(&mut self, mark: Mark, end: usize, trivia_after: bool, kind: SyntaxKind) {
        let child = self.orphans.get(mark.orphans as usize);
        let child = child.and_then(|it| NodeId::new(it + 1));
        self.orphans.truncate(mark.orphans as usize);
        // The preceding node was linked to the first child of the new node. Now it is linked to the new node.
        if let Some(&before) = self.orphans.last() {
            self.all[before as usize].sibling = NodeId::new(self.all.len() as u32 + 1);
        }
        self.orphans.push(self.all.len() as u32);
        self.all.push(Node {
            kind,
            trivia_after,
            first: mark.token,
            end: end as u32,
            child,
            sibling: None,
        });
    }

    /// The kind of the node that was closed last; `None` if it does not end at the token `end`.
    pub(crate) fn last_kind(&self, end: usize) -> Option<SyntaxKind> {
        let last = self.all.last()?;
        (last.end as usize == end).then_some(last.kind)
    }

    #[inline]
    fn get(&self, id: NodeId) -> &Node {
        &self.all[id.get() as usize - 1]
    }
}

impl FlatTree<'_> {
    /// Errors and warnings in the order in which the reference would report them.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The root: the whole file.
    pub fn root(&self) -> Piece<'_> {
        let last = NodeId::new(self.nodes.all.len() as u32).unwrap_or(NodeId::MIN);
        self.piece(*self.nodes.get(last))
    }

    #[inline]
    fn piece(&self, node: Node) -> Piece<'_> {
        Piece { tree: self, node }
    }

    /// The token with this index.
    #[inline]
    fn token(&self, token: u32) -> Piece<'_> {
        self.piece(Node {
            kind: self.lexed.tokens[token as usize].kind,
            trivia_after: false,
            first: token,
            end: token + 1,
            child: None,
            sibling: None,
        })
    }

    /// Whether the text contains directives of the preprocessor or includes.
    pub(crate) fn has_directives(&self) -> bool {
        let mut all = self.lexed.trivia.iter().chain(&self.lexed.tokens);
        all.any(|it| it.kind.is_directive())
    }

    /// The kind of the last token of the text, trivia included; `None` if the text is empty.
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

/// A node or token of a flat tree.
#[derive(Clone, Copy)]
pub struct Piece<'t> {
    tree: &'t FlatTree<'t>,
    /// The node, or a node that contains only the token.
    node: Node,
}

impl<'t> Piece<'t> {
    /// The kind of the node or token.
    #[inline]
    pub fn kind(self) -> SyntaxKind {
        self.node.kind
    }

    /// Whether this is a token, not a node.
    #[inline]
    pub fn is_token(self) -> bool {
        self.node.kind < SyntaxKind::SOURCE_FILE
    }

    /// The offset in bytes at which the piece starts.
    #[inline]
    pub fn start(self) -> u32 {
        self.places()[0]
    }

    /// The offset in bytes at which the piece ends.
    #[inline]
    pub fn end(self) -> u32 {
        self.places()[1]
    }

    /// The start and the end of the piece, and the start of the first token after it that is neither trivia nor part of
    /// an include directive. All are offsets in bytes.
    #[inline]
    pub fn places(self) -> [u32; 3] {
        let (first, end) = (self.node.first as usize, self.node.end as usize);
        let tokens = &self.tree.lexed.tokens[..];
        let (own, after) = (&tokens[first..end], tokens[end]);
        let start = own.first().unwrap_or(&after).start;
        let end = match own.last() {
            Some(last) if !self.node.trivia_after => last.end,
            _ => after.start,
        };
        let next = match after.kind {
            SyntaxKind::INCLUDE_KW => self.start_behind_includes(),
            _ => after.start,
        };
        [start, end, next]
    }

    #[cold]
    fn start_behind_includes(self) -> u32 {
        let tokens = &self.tree.lexed.tokens[..];
        let mut token = self.node.end as usize;
        while tokens[token].kind == SyntaxKind::INCLUDE_KW {
            token += 1 + usize::from(tokens[token + 1].kind == SyntaxKind::STRING_LITERAL);
        }
        tokens[token].start
    }

    /// The text of a token; empty for a node.
    #[inline]
    pub fn text(self) -> &'t str {
        if !self.is_token() {
            return "";
        }
        let token = self.tree.lexed.tokens[self.node.first as usize];
        &self.tree.text[token.start as usize..token.end as usize]
    }

    /// The first token of the piece; `None` for an empty node.
    #[inline]
    pub fn first_token(self) -> Option<Piece<'t>> {
        (self.node.first < self.node.end).then(|| self.tree.token(self.node.first))
    }

    /// The children of a node, without trivia.
    #[inline]
    pub fn pieces(self) -> Pieces<'t> {
        Pieces {
            tree: self.tree,
            token: self.node.first,
            // A token has no children.
            end: if self.is_token() {
                self.node.first
            } else {
                self.node.end
            },
            child: self.node.child,
        }
    }
}

/// An iterator over the children of a node.
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
        if let Some(id) = self.child {
            let node = *self.tree.nodes.get(id);
            if node.first == self.token {
                self.token = node.end;
                self.child = node.sibling;
                return Some(self.tree.piece(node));
            }
        }
        if self.token == self.end {
            return None;
        }
        self.token += 1;
        Some(self.tree.token(self.token - 1))
    }
}
