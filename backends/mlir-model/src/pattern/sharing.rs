//! Which trees are found in several places, of one pattern or of several.

use rustc_hash::{FxHashMap, FxHashSet};

use backend::{ValueId, enter};

use super::Pattern;
use super::tree::{Leaf, Tree, TreeKind};

/// The trees and leaves that patterns look for.
#[derive(Default)]
pub struct Sharing<'a> {
    /// The number of places of each tree. Those inside a tree count once for all its places.
    places: FxHashMap<ValueId, usize>,
    /// Each tree, behind those inside it, with the pattern that it first occurs in.
    trees: Vec<(Tree<'a>, usize)>,
    /// Each leaf that says something, with the pattern that it first occurs in.
    leaves: Vec<(Leaf<'a>, usize)>,
    known_leaves: FxHashSet<ValueId>,
}

impl<'a> Sharing<'a> {
    /// What a number of patterns look for.
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

    /// Whether a tree is found in several places by itself. `either` and `variadic` belong to the tree around.
    pub fn is_shared(&self, tree: Tree) -> bool {
        let is_group = matches!(tree.kind(), TreeKind::Either | TreeKind::Variadic);
        !is_group && self.places.get(&tree.id()).is_some_and(|it| *it > 1)
    }

    /// The shared trees, each behind those inside it, with the index of a pattern.
    pub fn shared(&self) -> impl Iterator<Item = (Tree<'a>, usize)> {
        let all = self.trees.iter().copied();
        all.filter(|it| self.is_shared(it.0))
    }

    /// The leaves that say something, each once, with the index of a pattern.
    pub fn leaves(&self) -> impl Iterator<Item = (Leaf<'a>, usize)> {
        self.leaves.iter().copied()
    }
}
