//! Building green trees from flat ones.
//!
//! rowan's own builder interns every token and small node in hash tables, which takes longer than parsing. Here, each
//! token whose kind determines its text is created once per thread. Other short tokens and small nodes are looked up in
//! a small direct-mapped cache.

use std::cell::Cell;

use rowan::{GreenNode, GreenNodeData, GreenToken, GreenTokenData, NodeOrToken};

use crate::flat::{FlatTree, Piece};
use crate::lexer::Token;
use crate::{Parse, SyntaxKind};

type Element = NodeOrToken<GreenNode, GreenToken>;

const SLOTS: usize = 1 << 12;
/// The largest size in bytes of a cached token. Longer tokens are seldom repeated.
const MAX_TOKEN: usize = 40;
/// The largest number of children of a cached node. Nodes with more children are seldom repeated.
const MAX_CHILDREN: usize = 6;
/// The largest text length in bytes of a cached node. The cache should not keep longer nodes alive.
const MAX_NODE: u32 = 120;

/// Tokens and small nodes to share between trees.
struct Cache {
    fixed: Vec<Option<GreenToken>>,
    /// The cached tokens with their hashes, so that only probable matches are compared.
    tokens: Vec<Option<(u64, GreenToken)>>,
    nodes: Vec<Option<(u64, GreenNode)>>,
    /// The buffer of elements, reused between trees.
    elements: Vec<Element>,
}

impl Cache {
    fn new() -> Cache {
        Cache {
            fixed: vec![None; SyntaxKind::COUNT],
            tokens: vec![None; SLOTS],
            nodes: vec![None; SLOTS],
            elements: Vec::with_capacity(1 << 12),
        }
    }
}

thread_local! {
    static CACHE: Cell<Option<Cache>> = const { Cell::new(None) };
}

impl FlatTree<'_> {
    /// Builds the lossless tree.
    pub fn to_parse(&self) -> Parse {
        Parse {
            green: green(self),
            errors: self.errors.clone(),
        }
    }
}

/// The green tree, which contains every byte of the text.
fn green(tree: &FlatTree) -> GreenNode {
    // The cache is taken, not borrowed: dropping a tree may reenter this code.
    let mut cache = CACHE.take().unwrap_or_else(Cache::new);
    let mut builder = Builder {
        text: tree.text,
        done: 0,
        trivia: &tree.lexed.trivia,
        elements: std::mem::take(&mut cache.elements),
        fresh: 0,
        cache,
    };
    builder.pieces(tree.root());
    builder.finish(tree.root().kind())
}

/// Builds one tree. Added elements form a flat sequence until [`Builder::close`] moves a part of it into a node.
struct Builder<'t> {
    text: &'t str,
    /// The length in bytes of the text that is already in the elements.
    done: u32,
    /// The trivia that were not added yet, except whitespace, which is implicit.
    trivia: &'t [Token],
    elements: Vec<Element>,
    /// The number of elements up to and including the last one that was not in the cache. A node with such a child
    /// cannot be in the cache, either.
    fresh: usize,
    cache: Cache,
}

impl Builder<'_> {
    fn pieces(&mut self, node: Piece) {
        for piece in node.pieces() {
            self.trivia(piece.start());
            if piece.is_token() {
                self.token(piece.kind(), piece.end());
            } else {
                let mark = self.elements.len();
                self.pieces(piece);
                self.close(mark, piece.kind());
            }
        }
        self.trivia(node.end());
    }

    /// Adds the trivia before a node or token that starts at `start`.
    fn trivia(&mut self, start: u32) {
        while self.done < start {
            match self.trivia.split_first() {
                Some((it, rest)) if it.start == self.done => {
                    self.trivia = rest;
                    self.token(it.kind, it.end);
                }
                Some((it, _)) => self.token(SyntaxKind::WHITESPACE, it.start.min(start)),
                None => self.token(SyntaxKind::WHITESPACE, start),
            }
        }
    }

    /// Adds a token that extends from `done` to `end`.
    #[inline]
    fn token(&mut self, kind: SyntaxKind, end: u32) {
        let text = &self.text[self.done as usize..end as usize];
        self.done = end;
        // Most whitespace is a single blank.
        let token = if kind.has_fixed_text() || (kind == SyntaxKind::WHITESPACE && text == " ") {
            let slot = &mut self.cache.fixed[kind as usize];
            slot.get_or_insert_with(|| GreenToken::new(raw(kind), text))
                .clone()
        } else if text.len() <= MAX_TOKEN {
            let hash = hash(kind, text.as_bytes());
            let slot = &mut self.cache.tokens[slot_of(hash)];
            match slot {
                Some((it, token))
                    if *it == hash && token.kind() == raw(kind) && token.text() == text =>
                {
                    token.clone()
                }
                _ => {
                    self.fresh = self.elements.len() + 1;
                    slot.insert((hash, GreenToken::new(raw(kind), text)))
                        .1
                        .clone()
                }
            }
        } else {
            self.fresh = self.elements.len() + 1;
            GreenToken::new(raw(kind), text)
        };
        self.elements.push(NodeOrToken::Token(token));
    }

    /// Makes a node of all elements since `mark`.
    fn close(&mut self, mark: usize, kind: SyntaxKind) {
        let children = &self.elements[mark..];
        if children.len() > MAX_CHILDREN || self.fresh > mark {
            let node = GreenNode::new(raw(kind), self.elements.drain(mark..));
            self.elements.push(NodeOrToken::Node(node));
            self.fresh = mark + 1;
            return;
        }
        // The hash uses addresses: equal small children are mostly the same cached objects.
        let hash = children.iter().fold(kind as u64, |hash, it| {
            (hash.rotate_left(5) ^ (address(it) >> 3) as u64).wrapping_mul(MULTIPLIER)
        });
        let slot = &mut self.cache.nodes[slot_of(hash)];
        if let Some((it, known)) = slot
            && *it == hash
            && known.kind() == raw(kind)
            && known
                .children()
                .map(green_address)
                .eq(children.iter().map(address))
        {
            let node = known.clone();
            self.elements.truncate(mark);
            self.elements.push(NodeOrToken::Node(node));
            return;
        }
        let node = GreenNode::new(raw(kind), self.elements.drain(mark..));
        if node.text_len() <= MAX_NODE.into() {
            *slot = Some((hash, node.clone()));
        }
        self.elements.push(NodeOrToken::Node(node));
        self.fresh = mark + 1;
    }

    /// Makes the root of all added elements, and returns the cache to the thread.
    fn finish(mut self, kind: SyntaxKind) -> GreenNode {
        let node = GreenNode::new(raw(kind), self.elements.drain(..));
        self.cache.elements = self.elements;
        CACHE.set(Some(self.cache));
        node
    }
}

/// The address of an element, which is unique while the element is alive.
#[inline]
fn address(element: &Element) -> usize {
    match element {
        NodeOrToken::Node(it) => std::ptr::from_ref::<GreenNodeData>(it).addr(),
        NodeOrToken::Token(it) => std::ptr::from_ref::<GreenTokenData>(it).addr(),
    }
}

#[inline]
fn green_address(element: NodeOrToken<&GreenNodeData, &GreenTokenData>) -> usize {
    match element {
        NodeOrToken::Node(it) => std::ptr::from_ref(it).addr(),
        NodeOrToken::Token(it) => std::ptr::from_ref(it).addr(),
    }
}

fn raw(kind: SyntaxKind) -> rowan::SyntaxKind {
    rowan::SyntaxKind(kind as u16)
}

/// A hash of the kind, the length, and the first and last eight bytes of the text.
#[inline]
fn hash(kind: SyntaxKind, text: &[u8]) -> u64 {
    let (first, last) = match text {
        [] => (0, 0),
        [a] => (u64::from(*a), 0),
        [a, b] => (u64::from(*a), u64::from(*b)),
        [a, b, c] => (u64::from(*a) | u64::from(*b) << 8, u64::from(*c)),
        _ if text.len() < 8 => (word4(text), word4(&text[text.len() - 4..])),
        _ => (word8(text), word8(&text[text.len() - 8..])),
    };
    let about = (text.len() as u64) << 8 | kind as u64;
    (first.wrapping_mul(MULTIPLIER) ^ last.rotate_left(23) ^ about << 32).wrapping_mul(MULTIPLIER)
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn slot_of(hash: u64) -> usize {
    (hash >> 40) as usize % SLOTS
}

#[inline]
fn word4(text: &[u8]) -> u64 {
    text.first_chunk()
        .map_or(0, |it| u64::from(u32::from_le_bytes(*it)))
}

#[inline]
fn word8(text: &[u8]) -> u64 {
    text.first_chunk().map_or(0, |it| u64::from_le_bytes(*it))
}
