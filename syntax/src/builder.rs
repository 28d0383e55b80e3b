//! Green trees from a flat sequence of tokens.
//!
//! rowan's own builder interns every token and small node in hash tables, which takes longer than the
//! parsing. Here, tokens whose kind says their text are made once, and other short ones are looked up in
//! a small table in which a newer token displaces an older one.

use std::cell::RefCell;

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::SyntaxKind;

type Element = NodeOrToken<GreenNode, GreenToken>;

const SLOTS: usize = 1 << 12;
/// Longer tokens are seldom repeated.
const MAX_CACHED: usize = 40;

/// Tokens and nodes of one token to share between trees.
struct Cache {
    fixed: Vec<Option<GreenToken>>,
    tokens: Vec<Option<GreenToken>>,
    nodes: Vec<Option<(usize, GreenNode)>>,
}

impl Cache {
    fn new() -> Cache {
        Cache {
            fixed: vec![None; SyntaxKind::COUNT],
            tokens: vec![None; SLOTS],
            nodes: vec![None; SLOTS],
        }
    }
}

thread_local! {
    static CACHE: RefCell<Option<Cache>> = const { RefCell::new(None) };
}

/// Builds one tree. What is pushed stays a flat sequence until a part of it is closed into a node.
pub(crate) struct Builder {
    elements: Vec<Element>,
    cache: Cache,
}

impl Builder {
    pub(crate) fn new() -> Builder {
        // The cache is taken, not borrowed, so that a parse inside another's callback has its own.
        let cache = CACHE.with(|it| it.take()).unwrap_or_else(Cache::new);
        Builder {
            elements: Vec::with_capacity(1024),
            cache,
        }
    }

    /// The place where a node that holds all that follows would start.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.elements.len()
    }

    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        let token = if kind.text().is_some() {
            let slot = &mut self.cache.fixed[kind as usize];
            slot.get_or_insert_with(|| GreenToken::new(raw(kind), text))
                .clone()
        } else if text.len() <= MAX_CACHED {
            let slot = &mut self.cache.tokens[hash(kind, text.as_bytes()) % SLOTS];
            match slot {
                Some(it) if it.kind() == raw(kind) && it.text() == text => it.clone(),
                _ => slot.insert(GreenToken::new(raw(kind), text)).clone(),
            }
        } else {
            GreenToken::new(raw(kind), text)
        };
        self.elements.push(NodeOrToken::Token(token));
    }

    /// Makes a node of everything since the mark.
    pub(crate) fn close(&mut self, mark: usize, kind: SyntaxKind) {
        let node = match &self.elements[mark..] {
            [NodeOrToken::Token(token)] => {
                let address = std::ptr::from_ref::<rowan::GreenTokenData>(token).addr();
                let slot = &mut self.cache.nodes[mix(address as u64 ^ kind as u64) % SLOTS];
                match slot {
                    // The node keeps its token alive, so the address means the same token.
                    Some((it, node)) if *it == address && node.kind() == raw(kind) => node.clone(),
                    _ => {
                        let node = GreenNode::new(raw(kind), [NodeOrToken::Token(token.clone())]);
                        slot.insert((address, node)).1.clone()
                    }
                }
            }
            _ => {
                let node = GreenNode::new(raw(kind), self.elements.drain(mark..));
                self.elements.push(NodeOrToken::Node(node));
                return;
            }
        };
        self.elements.truncate(mark);
        self.elements.push(NodeOrToken::Node(node));
    }

    /// The tree, which is everything pushed.
    pub(crate) fn finish(mut self, kind: SyntaxKind) -> GreenNode {
        let node = GreenNode::new(raw(kind), self.elements.drain(..));
        CACHE.with(|it| it.replace(Some(self.cache)));
        node
    }
}

fn raw(kind: SyntaxKind) -> rowan::SyntaxKind {
    rowan::SyntaxKind(kind as u16)
}

#[inline]
fn hash(kind: SyntaxKind, text: &[u8]) -> usize {
    let (first, last) = match text {
        [a, .., z] if text.len() < 4 => (u64::from(*a) | u64::from(text[1]) << 8, u64::from(*z)),
        [a] => (u64::from(*a), 0),
        [] => (0, 0),
        _ if text.len() < 8 => (word4(text), word4(&text[text.len() - 4..])),
        _ => (word8(text), word8(&text[text.len() - 8..])),
    };
    mix(first ^ last.rotate_left(23) ^ (text.len() as u64) << 56 ^ (kind as u64) << 48)
}

#[inline]
fn mix(word: u64) -> usize {
    (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
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
