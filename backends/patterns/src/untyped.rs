//! A pattern whose types are removed, to find the types that need no check because they follow from other types.

use backend::{Context, Fatal, Records};
use elaborate::symbol::Sym;

use crate::ids::PatternId;
use crate::pattern::Pattern;
use crate::patterns::Patterns;
use crate::tree::{NodeId, Tree};
use crate::types::TypeSets;
use crate::work::{Draft, Work};

/// A copy of a pattern's source without most of its types. It has the types that nodes have regardless of their
/// context, the types given to [`Self::learn`], and all types that follow from these.
pub(crate) struct Untyped<'a> {
    work: Work<'a>,
    draft: Draft<'a>,
    root: NodeId,
}

impl<'a> Untyped<'a> {
    /// Copies a pattern of the model. It is an error if the types that nodes have regardless of their context
    /// contradict each other.
    pub(crate) fn new(
        patterns: &'a Patterns,
        records: &'a Records,
        pattern: &Pattern,
    ) -> Result<Untyped<'a>, Fatal> {
        let mut untyped = Untyped::unknown(patterns, records, pattern)?;
        untyped.infer()?;
        Ok(untyped)
    }

    /// Copies a pattern of the model without any types.
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
        // The reference's errors always show the first fragment instead of the pattern.
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

    /// The tree below a node of the copy, which has the shape of the original.
    pub(crate) fn tree(&self, id: NodeId) -> Tree<'_> {
        self.work.tree(id)
    }

    /// Sets the types of a result, and infers the types that follow.
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
    /// For each pattern, sets the types of the nodes one after the other, and reports errors in inferring other types
    /// from them. Stops after the first pattern with such an error. To be called only if an error has been reported
    /// already.
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
    /// Gives all nodes of a tree their types, in pre-order. The children of a node whose name has occurred before are
    /// skipped, as they add nothing.
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
