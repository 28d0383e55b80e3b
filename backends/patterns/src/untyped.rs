//! The types of a pattern that need no check, since they follow from others.

use backend::{Context, Fatal, Records};
use elaborate::symbol::Sym;

use crate::ids::PatternId;
use crate::pattern::Pattern;
use crate::patterns::Patterns;
use crate::tree::{NodeId, Tree};
use crate::types::TypeSets;
use crate::work::{Draft, Work};

/// A copy of a pattern's source with only those types that nodes have independently of their context, and those that
/// follow from types learnt later.
pub(crate) struct Untyped<'a> {
    work: Work<'a>,
    draft: Draft<'a>,
    root: NodeId,
}

impl<'a> Untyped<'a> {
    /// A copy of a pattern of the model. It is an error if its types contradict each other.
    pub(crate) fn new(
        patterns: &'a Patterns,
        records: &'a Records,
        pattern: &Pattern,
    ) -> Result<Untyped<'a>, Fatal> {
        let mut untyped = Untyped::unknown(patterns, records, pattern)?;
        untyped.infer()?;
        Ok(untyped)
    }

    /// The same without any types.
    fn unknown(
        patterns: &'a Patterns,
        records: &'a Records,
        pattern: &Pattern,
    ) -> Result<Untyped<'a>, Fatal> {
        let mut work = Work::new(patterns, records, 0);
        let root = work.copy_in(patterns.src(pattern))?;
        for node in work.nodes.iter_mut() {
            node.types.fill(TypeSets::new());
        }
        // The reference's errors show the first fragment, whatever the pattern is.
        let draft = match patterns.fragments.iter().next() {
            Some(first) => {
                let mut trees = Vec::new();
                for tree in &first.trees {
                    trees.push(work.copy_in(patterns.tree(*tree))?);
                }
                let mut draft = Draft::new(records.rec(first.rec), true, patterns, trees);
                draft.arguments.clone_from(&first.arguments);
                draft
            }
            None => Draft::new(records.rec(pattern.rec), true, patterns, vec![root]),
        };
        Ok(Untyped { work, draft, root })
    }

    pub(crate) fn root(&self) -> NodeId {
        self.root
    }

    /// One of its trees, which have the form of the originals.
    pub(crate) fn tree(&self, id: NodeId) -> Tree<'_> {
        self.work.tree(id)
    }

    /// Learns the types of a result, and applies the consequences.
    pub(crate) fn learn(
        &mut self,
        id: NodeId,
        result: usize,
        types: &TypeSets,
    ) -> Result<(), Fatal> {
        self.work.nodes[id].types[result].clone_from(types);
        self.infer()
    }

    fn infer(&mut self) -> Result<(), Fatal> {
        while self.work.apply(&mut self.draft, self.root, true)? {}
        Ok(())
    }
}

impl Patterns {
    /// Reports the errors of learning the types of these patterns one after the other: only if there was an error in an
    /// earlier pattern. After one more, the others are not checked.
    pub fn check_untyped(
        &self,
        cx: &Context,
        patterns: impl Iterator<Item = PatternId>,
    ) -> Result<(), Fatal> {
        for id in patterns {
            let pattern = &self.list[id];
            let mut untyped = Untyped::unknown(self, cx.records, pattern)?;
            let mut names = Vec::new();
            let root = untyped.root;
            let checked = untyped.infer();
            let checked =
                checked.and_then(|()| untyped.learn_all(self.src(pattern), root, &mut names));
            untyped.work.say(cx);
            checked?;
            if untyped.draft.has_error() {
                break;
            }
        }
        Ok(())
    }
}

impl Untyped<'_> {
    /// Learns all types of a tree in pre-order. Below a value that occurred before there is nothing new.
    fn learn_all(&mut self, tree: Tree, id: NodeId, names: &mut Vec<Sym>) -> Result<(), Fatal> {
        for (result, types) in tree.types.iter().enumerate() {
            if self.work.nodes[id].types[result] != *types {
                self.learn(id, result, types)?;
            }
        }
        if let Some(name) = tree.name {
            if names.contains(&name) {
                return Ok(());
            }
            names.push(name);
        }
        for (number, child) in tree.children().enumerate() {
            let below = self.work.nodes[id].children[number];
            self.learn_all(child, below, names)?;
        }
        Ok(())
    }
}
