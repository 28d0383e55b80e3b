//! Where the nodes of trees lie.

use std::ops::{Index, IndexMut};

use backend::ids::Id;

use crate::tree::{Node, NodeId};

/// Nodes by their numbers.
///
/// A large target has hundreds of thousands of them. They lie in blocks, so that none has to move when more are added.
#[derive(Default)]
pub struct Nodes {
    /// All but the last are full.
    blocks: Vec<Vec<Node>>,
}

/// So many nodes are in a full block.
const BLOCK: usize = 1 << 12;

impl Nodes {
    /// None yet, with room for so many, which one block holds.
    pub(crate) fn with_capacity(capacity: usize) -> Nodes {
        Nodes {
            blocks: vec![Vec::with_capacity(capacity.min(BLOCK))],
        }
    }

    /// Adds a node under the next number.
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId::from_index(self.len());
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => last.push(node),
            _ => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(node);
                self.blocks.push(block);
            }
        }
        id
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        let last = self.blocks.last().map_or(0, Vec::len);
        self.blocks.len().saturating_sub(1) * BLOCK + last
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.blocks.iter_mut().flatten()
    }
}

impl Index<NodeId> for Nodes {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.blocks[id.index() / BLOCK][id.index() % BLOCK]
    }
}

impl IndexMut<NodeId> for Nodes {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.blocks[id.index() / BLOCK][id.index() % BLOCK]
    }
}
