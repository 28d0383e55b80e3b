//! Whether trees can match at all, and whether two trees match the same code.

use std::hash::{Hash, Hasher};

use backend::{RecordId, Records};
use elaborate::symbol::Sym;
use rustc_hash::FxHasher;

use crate::patterns::Patterns;
use crate::properties::Properties;
use crate::tree::{Head, Leaf, Node, NodeId, Nodes, Tree};

/// Finds trees that can never match, because a constant is not on the right of a commutative operator.
#[derive(Clone, Copy)]
pub(crate) struct Matching<'a> {
    patterns: &'a Patterns,
    /// `imm`, the operator of constants.
    constant: Option<RecordId>,
}

impl<'a> Matching<'a> {
    pub(crate) fn new(patterns: &'a Patterns, records: &Records) -> Matching<'a> {
        let constant = records.def("imm").map(|it| it.id());
        Matching { patterns, constant }
    }

    /// Whether the tree can match. Selection moves a constant operand of a commutative operator to the right. So a
    /// pattern with a constant operand elsewhere cannot match, unless the last operand is a constant, too.
    pub(crate) fn is_possible(self, tree: Tree) -> bool {
        tree.children().all(|it| self.is_possible(it)) && self.is_root_possible(tree)
    }

    /// Whether the tree can match if its children can match.
    pub(crate) fn is_root_possible(self, tree: Tree) -> bool {
        let Some(skipped) = self.commutative_from(tree) else {
            return true;
        };
        let mut operands = tree.children();
        match operands.next_back() {
            Some(last) if !self.is_right_only(last) => {
                !operands.skip(skipped).any(|it| self.is_right_only(it))
            }
            _ => true,
        }
    }

    /// The number of operands before the two that may be swapped; `None` if no operands may be swapped.
    pub(crate) fn commutative_from(self, tree: Tree) -> Option<usize> {
        let intrinsic = self.patterns.intrinsic(tree);
        if intrinsic.is_some_and(|it| it.is_commutative) {
            // The first operand is the intrinsic's `Intrinsic::ID`.
            return Some(1);
        }
        self.node_has(&tree, Properties::COMMUTATIVE).then_some(0)
    }

    pub(crate) fn node_has(self, node: &Node, property: Properties) -> bool {
        let node = self.patterns.sd_node(node);
        node.is_some_and(|it| it.properties.contains(property))
    }

    /// Whether the tree is a constant, which is never on the left of a commutative operator.
    pub(crate) fn is_right_only(self, tree: Tree) -> bool {
        match tree.operator() {
            Some(operator) => Some(operator.rec) == self.constant,
            None => tree.int().is_some() || tree.is_all_ones_or_zeros(),
        }
    }
}

/// A cache of hashes of trees, by node id. Trees that match the same code have the same hash; names are ignored.
#[derive(Default)]
pub(crate) struct Shapes(Vec<Option<u64>>);

impl Shapes {
    /// The hash of a tree of the arena, if it is cached.
    pub(crate) fn known(&self, id: NodeId) -> Option<u64> {
        self.0.get(id.0 as usize).copied().flatten()
    }

    /// Returns the hash of a tree of the arena, and caches the hash.
    pub(crate) fn get(&mut self, nodes: &Nodes, id: NodeId) -> u64 {
        if let Some(known) = self.known(id) {
            return known;
        }
        let shape = self.of_node(nodes, &nodes[id]);
        self.0.resize(nodes.len(), None);
        self.0[id.0 as usize] = Some(shape);
        shape
    }

    /// The hash of a node whose children are in the arena.
    pub(crate) fn of_node(&mut self, nodes: &Nodes, node: &Node) -> u64 {
        let mut hasher = FxHasher::default();
        match node.head {
            Head::Leaf(Leaf::Int(value)) => (0, value).hash(&mut hasher),
            Head::Leaf(Leaf::Unset) => 1.hash(&mut hasher),
            Head::Leaf(Leaf::Record(record)) => (2, record.rec).hash(&mut hasher),
            Head::Operator(operator) => (3, operator.rec).hash(&mut hasher),
        }
        (&node.types, &node.extras.predicates, node.extras.transform).hash(&mut hasher);
        for child in &node.children {
            self.get(nodes, *child).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Whether two trees match the same code. Names are compared only at leaves that are records, and only if `shared`
/// contains them.
pub(crate) fn match_the_same(nodes: &Nodes, a: NodeId, b: NodeId, shared: &[Sym]) -> bool {
    a == b || node_matches_the_same(nodes, &nodes[a], b, shared)
}

/// Like [`match_the_same`], for a node `a` that is not in the arena itself, but whose children are.
pub(crate) fn node_matches_the_same(nodes: &Nodes, a: &Node, b: NodeId, shared: &[Sym]) -> bool {
    let b = &nodes[b];
    let heads_agree = match (a.head, b.head) {
        (Head::Leaf(Leaf::Record(x)), Head::Leaf(Leaf::Record(y))) => {
            let is_free = a.name.is_none_or(|it| !shared.contains(&it));
            x.rec == y.rec && (is_free || a.name == b.name)
        }
        (Head::Operator(x), Head::Operator(y)) => x.rec == y.rec,
        (x, y) => x == y,
    };
    heads_agree
        && a.children.len() == b.children.len()
        && a.types == b.types
        && a.extras.predicates == b.extras.predicates
        && a.extras.transform == b.extras.transform
        && a.children
            .iter()
            .zip(&b.children)
            .all(|(a, b)| match_the_same(nodes, *a, *b, shared))
}
