//! Expands fragments.

use backend::{Fatal, RecordId, enter};
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::extras::{PredicateCall, ScopedName};
use crate::ids::FragmentId;
use crate::tree::Head;
use crate::tree::{Leaf, LeafKind, Node, NodeId, OperatorKind};
use crate::work::{Draft, Work};

impl<'a> Work<'a> {
    /// Expands all fragments of a pattern. The pattern gets one tree for each combination of the fragments'
    /// alternatives.
    pub(crate) fn inline(&mut self, draft: &mut Draft<'a>) -> Result<(), Fatal> {
        for tree in std::mem::take(&mut draft.trees) {
            self.inline_tree(draft, tree)?;
        }
        Ok(())
    }

    /// Expands the fragments of a tree, and adds the resulting alternatives to `draft`: to `below` if the tree is an
    /// operand that is being expanded, otherwise to the trees of the pattern. Messages show only the trees of the
    /// pattern.
    fn inline_tree(&mut self, draft: &mut Draft<'a>, id: NodeId) -> Result<(), Fatal> {
        enter();
        if draft.has_error() {
            return Ok(());
        }
        let node = &self.nodes[id];
        match node.operator() {
            None => draft.alternatives().push(id),
            Some(operator) => match operator.kind {
                OperatorKind::Fragment(fragment) => {
                    return self.inline_fragment(draft, id, operator.rec, fragment);
                }
                _ if node.children.is_empty() => draft.alternatives().push(id),
                _ => return self.inline_children(draft, id),
            },
        }
        Ok(())
    }

    /// Adds a copy of the node for each combination of its children's alternatives. The alternatives of the last child
    /// vary fastest.
    fn inline_children(&mut self, draft: &mut Draft<'a>, id: NodeId) -> Result<(), Fatal> {
        let children = self.nodes[id].children.clone();
        let mut alternatives = Vec::with_capacity(children.len());
        for child in children {
            draft.below.push(Vec::new());
            let result = self.inline_tree(draft, child);
            let of_child = draft.below.pop().unwrap_or_default();
            result?;
            if of_child.is_empty() {
                return Ok(());
            }
            alternatives.push(of_child);
        }
        let mut chosen: SmallVec<[usize; 4]> = SmallVec::from_elem(0, alternatives.len());
        loop {
            let mut node = self.nodes[id].clone();
            let children = alternatives.iter().zip(&chosen);
            node.children = children.map(|(of_child, it)| of_child[*it]).collect();
            let node = self.add(node)?;
            draft.alternatives().push(node);
            let is_next = chosen
                .iter_mut()
                .zip(&alternatives)
                .rev()
                .any(|(it, of_child)| {
                    *it = (*it + 1) % of_child.len();
                    *it != 0
                });
            if !is_next {
                return Ok(());
            }
        }
    }

    fn inline_fragment(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        rec: RecordId,
        fragment: FragmentId,
    ) -> Result<(), Fatal> {
        let patterns = self.patterns;
        let fragment_id = fragment;
        let fragment = &patterns.fragments[fragment_id];
        let node = self.nodes[id].clone();
        let count = fragment.arguments.len();
        if count != node.children.len() {
            let name = self.records.rec(rec).name();
            let message = format!("'{name}' fragment requires {count} operands!");
            self.error(draft, &message);
            return Ok(());
        }
        fragment.predicate.check_gisel_code(self.records.rec(rec))?;
        let mut scope = 0;
        if fragment.predicate.uses_operands()? {
            self.scopes += 1;
            scope = self.scopes;
        }
        let mut arguments = FxHashMap::default();
        for (name, child) in fragment.arguments.iter().zip(&node.children) {
            let mut child = *child;
            if scope != 0 {
                child = self.copy(child)?;
                let name = ScopedName { scope, name: *name };
                let extra = self.nodes[child].extras.to_mut();
                extra.argument_names.push(name);
            }
            arguments.insert(*name, child);
        }
        for tree in &fragment.trees {
            let tree = self.copy_in(patterns.tree(*tree))?;
            if !fragment.predicate.is_always_true()? {
                let fragment = fragment_id;
                let call = PredicateCall { fragment, scope };
                self.nodes[tree].extras.add_predicates(&[call]);
            }
            if count != 0 {
                self.substitute(draft, tree, &arguments)?;
            }
            self.nodes[tree].name = node.name;
            for result in 0..self.nodes[tree].types.len() {
                self.update_from(draft, (tree, result), (id, result))?;
            }
            let inlined = &mut self.nodes[tree];
            if fragment.has_gisel_flags {
                inlined.extras.to_mut().gisel_flags = Some(rec);
            }
            inlined.extras.add_predicates(&node.extras.predicates);
            self.inline_tree(draft, tree)?;
        }
        Ok(())
    }

    /// Replaces the arguments of a fragment in a tree by their values.
    fn substitute(
        &mut self,
        draft: &Draft,
        id: NodeId,
        arguments: &FxHashMap<Sym, NodeId>,
    ) -> Result<(), Fatal> {
        for index in 0..self.nodes[id].children.len() {
            let child_id = self.nodes[id].children[index];
            let child = &self.nodes[child_id];
            if !child.is_leaf() {
                self.substitute(draft, child_id, arguments)?;
            } else if is_argument(child) {
                let name = child.name.unwrap_or(Sym::EMPTY);
                let Some(value) = arguments.get(&name) else {
                    let message = format!("a fragment has no argument '{}'", name.as_str());
                    return Err(Box::new(draft.mistake(&message)));
                };
                self.nodes[id].children[index] = *value;
            }
        }
        Ok(())
    }
}

/// Whether a leaf is an argument of the fragment. `?`, which occurs in fragments for results, is an argument, too.
fn is_argument(leaf: &Node) -> bool {
    match leaf.head {
        Head::Leaf(Leaf::Unset) => true,
        _ => leaf.leaf_kind() == Some(LeafKind::Argument),
    }
}
