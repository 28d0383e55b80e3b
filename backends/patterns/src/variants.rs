//! Variants of patterns: equivalent sources that result from commutative or associative operators.

#[cfg(test)]
mod tests;

use std::mem;

use backend::{Fatal, Records, bail, enter, spend};
use elaborate::symbol::Sym;
use elaborate::value::ValueId;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::matching::{Matching, Shapes, match_the_same, node_matches_the_same};
use crate::pattern::{Pattern, PatternOrder};
use crate::patterns::Patterns;
use crate::properties::Properties;
use crate::tree::{LeafKind, Node, NodeId, Nodes, OperatorKind, Tree};

/// The maximum number of variants of a tree. The number grows exponentially with the number of commutative operators.
const LIMIT: usize = 1 << 14;

/// The sources of patterns, grouped by the predicates of the pattern and the hash of the source.
type Known = FxHashMap<(ValueId, u64), SmallVec<[NodeId; 1]>>;

impl Patterns {
    /// Appends the variants of all patterns, in the order of the patterns. A variant that matches the same code as
    /// another pattern with the same predicates is left out.
    ///
    /// It is an error if a pattern has too many variants.
    pub(crate) fn add_variants(&mut self, records: &Records) -> Result<(), Fatal> {
        let mut nodes = mem::take(&mut self.nodes);
        let mut list = mem::take(&mut self.list);
        let mut generator = Generator {
            matching: Matching::new(self, records),
            nodes: &mut nodes,
            shapes: Shapes::default(),
            shared: SmallVec::new(),
        };
        let mut known = Known::default();
        for pattern in list.iter() {
            let shape = generator.shape(pattern.src);
            let same = known.entry((pattern.predicates, shape)).or_default();
            same.push(pattern.src);
        }
        for id in list.ids() {
            let src = list[id].src;
            if !generator.may_have_variants(src) {
                continue;
            }
            let Some(variants) = generator.variants(src) else {
                let rec = records.rec(list[id].rec);
                bail!(rec, "pattern has more than {LIMIT} variants");
            };
            for src in variants {
                let key = (list[id].predicates, generator.shape(src));
                let same = known.entry(key).or_default();
                if same.iter().any(|it| generator.match_the_same(src, *it)) {
                    continue;
                }
                same.push(src);
                list.push(Pattern {
                    src,
                    order: PatternOrder::Made(list.len() as u32),
                    ..list[id].clone()
                });
            }
        }
        self.nodes = nodes;
        self.list = list;
        Ok(())
    }
}

struct Generator<'a> {
    matching: Matching<'a>,
    nodes: &'a mut Nodes,
    shapes: Shapes,
    /// The names that occur at several leaves of the pattern. Leaves with the same name must match the same value.
    shared: SmallVec<[Sym; 2]>,
}

/// The variants of a tree, all of which are in the arena.
type Variants = SmallVec<[NodeId; 2]>;

impl Generator<'_> {
    fn shape(&mut self, id: NodeId) -> u64 {
        self.shapes.get(self.nodes, id)
    }

    fn match_the_same(&self, a: NodeId, b: NodeId) -> bool {
        match_the_same(self.nodes, a, b, &self.shared)
    }

    fn tree(&self, id: NodeId) -> Tree<'_> {
        Tree::new(self.nodes, id)
    }

    /// Whether an operator in the tree is commutative or associative.
    fn may_have_variants(&self, id: NodeId) -> bool {
        let tree = self.tree(id);
        self.is_commutative(id)
            || self.is_associative(&tree)
            || tree.children().any(|it| self.may_have_variants(it.id))
    }

    fn is_commutative(&self, id: NodeId) -> bool {
        self.matching.commutative_from(self.tree(id)).is_some()
    }

    fn is_associative(&self, node: &Node) -> bool {
        node.children.len() == 2 && self.matching.node_has(node, Properties::ASSOCIATIVE)
    }

    /// The variants of a whole pattern, including the original; `None` if there are more than [`LIMIT`].
    fn variants(&mut self, id: NodeId) -> Option<Variants> {
        let mut names = FxHashMap::default();
        count_names(self.tree(id), &mut names);
        let shared = names.into_iter().filter(|(_, count)| *count > 1);
        self.shared = shared.map(|(name, _)| name).collect();
        self.variants_of(id)
    }

    fn variants_of(&mut self, id: NodeId) -> Option<Variants> {
        enter();
        let kind = self.nodes[id].operator_kind();
        if matches!(kind, None | Some(OperatorKind::ComplexPattern(_))) {
            return Some(smallvec![id]);
        }
        let mut variants = Variants::new();
        if self.is_associative(&self.nodes[id]) {
            let mut operands = SmallVec::new();
            self.gather_operands(id, &mut operands);
            if let [a, b, c] = operands[..] {
                self.associate(id, [a, b, c], &mut variants)?;
                return Some(variants);
            }
        }
        let children = self.nodes[id].children.clone();
        let mut children = children
            .into_iter()
            .map(|it| self.variants_of(it))
            .collect::<Option<Vec<_>>>()?;
        self.combine(id, &children, &mut variants)?;
        if let Some(first) = self.matching.commutative_from(self.tree(id))
            && children.len() >= first + 2
            && !self.swaps_register(id, first)
        {
            children.swap(first, first + 1);
            self.combine(id, &children, &mut variants)?;
        }
        Some(variants)
    }

    /// Whether one of the two operands from index `first` on is a physical register.
    fn swaps_register(&self, id: NodeId, first: usize) -> bool {
        let mut operands = self.tree(id).children().skip(first).take(2);
        operands.any(|it| it.leaf_kind() == Some(LeafKind::Register))
    }

    /// Collects the operands of nested uses of the same associative operator. A nested use with a name, predicates or a
    /// transform is itself collected as an operand.
    fn gather_operands(&self, id: NodeId, operands: &mut SmallVec<[NodeId; 3]>) {
        let node = &self.nodes[id];
        if node.name.is_some()
            || !node.extras.predicates.is_empty()
            || node.extras.transform.is_some()
        {
            operands.push(id);
            return;
        }
        for child in &node.children {
            if self.nodes[*child].operator_kind() == node.operator_kind() {
                self.gather_operands(*child, operands);
            } else {
                operands.push(*child);
            }
        }
    }

    /// Adds all orders and groupings of three operands, in the order of the reference.
    fn associate(&mut self, id: NodeId, [a, b, c]: [NodeId; 3], out: &mut Variants) -> Option<()> {
        let [a, b, c] = [
            self.variants_of(a)?,
            self.variants_of(b)?,
            self.variants_of(c)?,
        ];
        let pairs = [
            ([&a, &b], &c),
            ([&b, &a], &c),
            ([&a, &c], &b),
            ([&c, &a], &b),
            ([&b, &c], &a),
            ([&c, &b], &a),
        ];
        let mut combined = Vec::new();
        for (pair, third) in pairs {
            let mut variants = Variants::new();
            self.combine(id, &pair.map(Clone::clone), &mut variants)?;
            combined.push((variants, third.clone()));
        }
        for (pair, third) in &combined {
            self.combine(id, &[pair.clone(), third.clone()], out)?;
        }
        for (pair, third) in combined {
            self.combine(id, &[third, pair], out)?;
        }
        Some(())
    }

    /// Adds a copy of the node `id` for each combination of its children's variants. Nodes that cannot match, or match
    /// the same code as an earlier variant, are left out. `None` if there are too many combinations.
    fn combine(&mut self, id: NodeId, children: &[Variants], out: &mut Variants) -> Option<()> {
        let count = |it: &Variants| it.len();
        let combinations = children.iter().map(count);
        let combinations = combinations.fold(1, usize::saturating_mul);
        if combinations.saturating_add(out.len()) > LIMIT {
            return None;
        }
        for mut number in 0..combinations {
            let mut chosen: SmallVec<[NodeId; 3]> = SmallVec::from_elem(id, children.len());
            // The variant of the last child changes fastest.
            for (chosen, variants) in chosen.iter_mut().zip(children).rev() {
                *chosen = variants[number % variants.len()];
                number /= variants.len();
            }
            self.add(id, chosen, out);
        }
        Some(())
    }

    fn add(&mut self, id: NodeId, children: SmallVec<[NodeId; 3]>, out: &mut Variants) {
        spend(8 + out.len() / 4);
        if children == self.nodes[id].children {
            if !out.iter().any(|it| self.match_the_same(id, *it)) {
                out.push(id);
            }
            return;
        }
        let mut node = self.nodes[id].without_result_places();
        node.children = children;
        let shape = self.shapes.of_node(self.nodes, &node);
        let matches_the_same = |it: &NodeId| {
            self.shapes.known(*it) == Some(shape)
                && node_matches_the_same(self.nodes, &node, *it, &self.shared)
        };
        if out.iter().any(matches_the_same) {
            return;
        }
        let id = self.nodes.push(node);
        if self.matching.is_root_possible(self.tree(id)) {
            self.shapes.get(self.nodes, id);
            out.push(id);
        }
    }
}

/// For each name, counts the leaves that have this name and are records.
fn count_names(tree: Tree, counts: &mut FxHashMap<Sym, u32>) {
    if let (Some(name), Some(_)) = (tree.name, tree.leaf_record()) {
        *counts.entry(name).or_default() += 1;
    }
    for child in tree.children() {
        count_names(child, counts);
    }
}
