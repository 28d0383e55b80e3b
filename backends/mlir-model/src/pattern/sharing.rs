//! Trees that occur several times in the source patterns of a file.

use rustc_hash::{FxHashMap, FxHashSet};

use backend::{ValueId, enter};

use super::Pattern;
use super::tree::{Leaf, Tree, TreeKind};

/// The trees and leaves of all source patterns.
#[derive(Default)]
pub struct Sharing<'a> {
    /// The number of occurrences of each tree. The subtrees of a tree are counted at its first occurrence only.
    places: FxHashMap<ValueId, usize>,
    /// Each tree, after its subtrees, with the index of the pattern that it first occurs in.
    trees: Vec<(Tree<'a>, usize)>,
    /// Each leaf with a value, with the index of the pattern that it first occurs in.
    leaves: Vec<(Leaf<'a>, usize)>,
    known_leaves: FxHashSet<ValueId>,
}

impl<'a> Sharing<'a> {
    /// Collects the trees and leaves of patterns.
    pub fn new(patterns: &[Pattern<'a>]) -> Sharing<'a> {
        let mut sharing = Sharing::default();
        for (index, pattern) in patterns.iter().enumerate() {
            sharing.add(pattern.source, index);
        }
        sharing
    }

    fn add(&mut self, tree: Tree<'a>, pattern: usize) {
        enter();
        let places = self.places.entry(tree.id()).or_default();
        *places += 1;
        if *places > 1 {
            return;
        }
        for index in 0..tree.len() {
            if let Some(child) = tree.nested(index) {
                self.add(child, pattern);
            } else if let Some(leaf) = tree.leaf(index)
                && !leaf.is_unspecified()
                && self.known_leaves.insert(leaf.value)
            {
                self.leaves.push((leaf, pattern));
            }
        }
        self.trees.push((tree, pattern));
    }

    /// Whether a tree occurs several times. False for `either` and `variadic`, which are part of the enclosing
    /// operation.
    pub fn is_shared(&self, tree: Tree) -> bool {
        let is_group = matches!(tree.kind(), TreeKind::Either | TreeKind::Variadic);
        !is_group && self.places.get(&tree.id()).is_some_and(|it| *it > 1)
    }

    /// The shared trees, each after its subtrees, with the index of the pattern that it first occurs in.
    pub fn shared(&self) -> impl Iterator<Item = (Tree<'a>, usize)> {
        let all = self.trees.iter().copied();
        all.filter(|it| self.is_shared(it.0))
    }

    /// The leaves with a value, without duplicates, each with the index of the pattern in which it first occurs.
    pub fn leaves(&self) -> impl Iterator<Item = (Leaf<'a>, usize)> {
        self.leaves.iter().copied()
    }
}
