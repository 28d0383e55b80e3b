//! Which types of a pattern need not be checked, since they follow from others.

use backend::{Fatal, Records};

use crate::pattern::Pattern;
use crate::patterns::Patterns;
use crate::tree::{NodeId, Tree};
use crate::types::TypeSets;
use crate::work::{Draft, Work};

/// A copy of what a pattern matches, with those types only that nodes have wherever they stand, and those that follow
/// from types that were learnt.
pub struct Untyped<'a> {
    work: Work<'a>,
    draft: Draft<'a>,
    root: NodeId,
}

impl<'a> Untyped<'a> {
    /// Of a pattern of the model. It is an error if what is known of it is a contradiction.
    pub fn new(
        patterns: &'a Patterns,
        records: &'a Records,
        pattern: &Pattern,
    ) -> Result<Untyped<'a>, Fatal> {
        let mut work = Work::new(patterns, records, 0);
        let root = work.copy_in(patterns.src(pattern))?;
        for node in work.nodes.iter_mut() {
            node.types.fill(TypeSets::new());
        }
        // The reference has the first fragment in its errors, whatever the pattern is.
        let user = patterns.fragments.iter().next().map(|it| it.rec);
        let rec = records.rec(user.unwrap_or(pattern.rec));
        let draft = Draft::new(rec, true, patterns, vec![root]);
        let mut untyped = Untyped { work, draft, root };
        untyped.infer()?;
        Ok(untyped)
    }

    pub fn root(&self) -> NodeId {
        self.root
    }

    /// One of its trees, which have the form of those that it is a copy of.
    pub fn tree(&self, id: NodeId) -> Tree<'_> {
        self.work.tree(id)
    }

    /// Learns that a result has these types, and what follows.
    pub fn learn(&mut self, id: NodeId, result: usize, types: &TypeSets) -> Result<(), Fatal> {
        self.work.nodes[id].types[result].clone_from(types);
        self.infer()
    }

    fn infer(&mut self) -> Result<(), Fatal> {
        while self.work.apply(&mut self.draft, self.root, true)? {}
        Ok(())
    }
}
