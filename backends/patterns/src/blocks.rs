//! A list whose elements do not move when more are added.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use backend::ids::Id;

/// A list that is indexed by ids.
///
/// A large target has hundreds of thousands of tree nodes. They are stored in blocks, so that adding a node does not
/// move the existing nodes.
pub struct Blocks<I, T> {
    /// The blocks with the elements. All blocks but the last are full.
    blocks: Vec<Vec<T>>,
    id: PhantomData<fn(I) -> I>,
}

/// The number of elements of a full block.
const BLOCK: usize = 1 << 12;

impl<I, T> Default for Blocks<I, T> {
    fn default() -> Blocks<I, T> {
        Blocks {
            blocks: Vec::new(),
            id: PhantomData,
        }
    }
}

impl<I: Id, T> Blocks<I, T> {
    /// An empty list whose first block has room for `capacity` elements.
    pub(crate) fn with_capacity(capacity: usize) -> Blocks<I, T> {
        Blocks {
            blocks: vec![Vec::with_capacity(capacity.min(BLOCK))],
            id: PhantomData,
        }
    }

    /// Adds `thing`, and returns its id, which is the next index.
    pub(crate) fn push(&mut self, thing: T) -> I {
        let id = I::from_index(self.len());
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => last.push(thing),
            _ => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(thing);
                self.blocks.push(block);
            }
        }
        id
    }

    pub(crate) fn len(&self) -> usize {
        let last = self.blocks.last().map_or(0, Vec::len);
        self.blocks.len().saturating_sub(1) * BLOCK + last
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.blocks.iter_mut().flatten()
    }
}

impl<I: Id, T> Index<I> for Blocks<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.blocks[id.index() / BLOCK][id.index() % BLOCK]
    }
}

impl<I: Id, T> IndexMut<I> for Blocks<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.blocks[id.index() / BLOCK][id.index() % BLOCK]
    }
}
