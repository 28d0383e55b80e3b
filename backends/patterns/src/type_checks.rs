//! The types that must be checked when a pattern is matched. The other types follow from these.

#[cfg(test)]
mod tests;

use std::mem;
use std::rc::Rc;

use backend::ids::Id;
use backend::{Fatal, RecordId, Records};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use target_model::value_types::ValueType;

use crate::ids::SdNodeId;
use crate::pattern::Pattern;
use crate::patterns::Patterns;
use crate::sd_node::SdNode;
use crate::tree::{Head, Leaf, LeafKind, NodeId, OperatorKind, Tree};
use crate::untyped::Untyped;

/// For each matched node, in pre-order, the results whose types are checked.
pub type Checks = Rc<[SmallVec<[usize; 1]>]>;

/// The children of a node that are matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Below {
    /// All children.
    All,
    /// Only the first child: the operand of an `and` or `or` whose mask the selector itself checks.
    First,
    /// No child.
    None,
}

/// Finds the type checks of patterns. The checks are cached, because many patterns agree in all facts on which their
/// types depend.
pub struct TypeChecks<'a> {
    patterns: &'a Patterns,
    records: &'a Records,
    /// For each node of the selection graph, the first node with the same type constraints.
    profiles: Vec<SdNodeId>,
    known: FxHashMap<Box<[Fact]>, Checks>,
    /// The facts of the previous pattern, kept to reuse their memory.
    facts: Facts,
}

/// A fact on which the types of a pattern depend. Each node of the pattern adds at least one fact, unless the facts are
/// incomplete.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Fact {
    /// A node of the selection graph, represented by the first node with the same type constraints.
    Node(SdNodeId),
    Intrinsic,
    /// The type of a result or parameter of an intrinsic. Many intrinsics have the same types.
    Signature(Option<ValueType>),
    ComplexPattern,
    /// A leaf that may have any type.
    Any,
    Int,
    /// An integer that may be out of the range of its type.
    SmallInt(i64),
    SubRegisterIndex,
    CondCode,
    Pointer,
    ValueType(RecordId),
    /// A named value of this type.
    OfType(RecordId),
    Operand(RecordId),
    Unmatched,
    Children(usize),
    Result(ValueType),
}

/// All facts of a pattern, and for each node, in pre-order, whether it is matched.
#[derive(Default)]
struct Facts {
    facts: Vec<Fact>,
    matched: Vec<bool>,
    /// Whether the types may depend on something that `facts` does not contain.
    is_incomplete: bool,
}

impl Facts {
    fn clear(&mut self) {
        self.facts.clear();
        self.matched.clear();
        self.is_incomplete = false;
    }
}

impl<'a> TypeChecks<'a> {
    /// Creates a finder with an empty cache.
    pub fn new(patterns: &'a Patterns, records: &'a Records) -> TypeChecks<'a> {
        let mut different: Vec<(SdNodeId, &SdNode)> = Vec::new();
        let profiles = patterns.sd_nodes.with_ids().map(|(id, node)| {
            let same = |it: &&(SdNodeId, &SdNode)| it.1.demands_the_same(node);
            match different.iter().find(same) {
                Some((known, _)) => *known,
                None => {
                    different.push((id, node));
                    id
                }
            }
        });
        TypeChecks {
            profiles: profiles.collect(),
            patterns,
            records,
            known: FxHashMap::default(),
            facts: Facts::default(),
        }
    }

    /// The checks of a pattern. `below` is called for each matched node, in pre-order, and returns which of its
    /// children are matched.
    pub fn checks(
        &mut self,
        pattern: &Pattern,
        mut below: impl FnMut(Tree<'a>) -> Below,
    ) -> Result<Checks, Fatal> {
        let mut facts = mem::take(&mut self.facts);
        facts.clear();
        self.collect(&mut facts, self.patterns.src(pattern), true, &mut below);
        let checks = self.of_facts(&facts, pattern);
        self.facts = facts;
        checks
    }

    fn of_facts(&mut self, facts: &Facts, pattern: &Pattern) -> Result<Checks, Fatal> {
        let known = self.known.get(&facts.facts[..]);
        if let Some(known) = known.filter(|_| !facts.is_incomplete) {
            return Ok(known.clone());
        }
        let src = self.patterns.src(pattern);
        let mut untyped = Untyped::new(self.patterns, self.records, pattern)?;
        let root = untyped.root();
        let mut checks = Vec::new();
        let mut matched = facts.matched.iter();
        find(&mut untyped, src, root, &mut matched, &mut checks)?;
        let checks: Checks = checks.into();
        if !facts.is_incomplete {
            self.known.insert(facts.facts[..].into(), checks.clone());
        }
        Ok(checks)
    }

    fn collect(
        &self,
        facts: &mut Facts,
        tree: Tree<'a>,
        is_matched: bool,
        below: &mut impl FnMut(Tree<'a>) -> Below,
    ) {
        facts.matched.push(is_matched);
        if !is_matched {
            facts.facts.push(Fact::Unmatched);
        }
        match self.fact(tree) {
            Some(fact) => facts.facts.push(fact),
            None => facts.is_incomplete = true,
        }
        if let Some(intrinsic) = self.patterns.intrinsic(tree) {
            let types = intrinsic.results.iter().chain(&intrinsic.params);
            let types = types.map(|it| Fact::Signature(it.ty));
            facts.facts.extend(types);
        }
        for types in &tree.types {
            match types.machine_type() {
                Some(ty) => facts.facts.push(Fact::Result(ty)),
                None => facts.is_incomplete = true,
            }
        }
        if !tree.is_leaf() {
            facts.facts.push(Fact::Children(tree.children.len()));
        }
        let below_this = if is_matched { below(tree) } else { Below::None };
        for (number, child) in tree.children().enumerate() {
            let is_matched = match below_this {
                Below::All => true,
                Below::First => number == 0,
                Below::None => false,
            };
            self.collect(facts, child, is_matched, below);
        }
    }

    /// The fact on which the types of a tree's root depend; `None` for rare kinds of nodes, which are not cached.
    fn fact(&self, tree: Tree) -> Option<Fact> {
        let leaf = match tree.head {
            Head::Operator(operator) => {
                return match operator.kind {
                    OperatorKind::SdNode(node) => Some(match self.patterns.intrinsic_id(tree) {
                        Some(_) => Fact::Intrinsic,
                        None => Fact::Node(self.profiles[node.index()]),
                    }),
                    OperatorKind::ComplexPattern(_) => Some(Fact::ComplexPattern),
                    _ => None,
                };
            }
            Head::Leaf(leaf) => leaf,
        };
        let record = match leaf {
            Leaf::Unset => return Some(Fact::Any),
            Leaf::Int(value) => {
                let ty = tree.types.first()?.machine_type()?;
                let is_small = (1..32).contains(&ty.size_in_bits());
                return Some(if is_small {
                    Fact::SmallInt(value)
                } else {
                    Fact::Int
                });
            }
            Leaf::Record(record) => record,
        };
        let is_unnamed = tree.name.is_none();
        Some(match record.kind {
            LeafKind::SubRegisterIndex => Fact::SubRegisterIndex,
            LeafKind::RegisterClass if is_unnamed => Fact::SubRegisterIndex,
            LeafKind::CondCode => Fact::CondCode,
            LeafKind::PointerLikeRegisterClass => Fact::Pointer,
            LeafKind::ValueType if is_unnamed => Fact::ValueType(record.rec),
            LeafKind::ValueType => Fact::OfType(record.rec),
            LeafKind::Operand => Fact::Operand(record.rec),
            LeafKind::RegisterOperand
            | LeafKind::RegisterClass
            | LeafKind::RegisterClassByMode
            | LeafKind::Register
            | LeafKind::ComplexPattern
            | LeafKind::SourceValue
            | LeafKind::AllOnes
            | LeafKind::AllZeros => Fact::Any,
            _ => return None,
        })
    }
}

/// Gives the matched nodes their types one after another. Results whose types did not follow from earlier types are
/// added to `checks`.
fn find(
    untyped: &mut Untyped,
    tree: Tree,
    id: NodeId,
    matched: &mut std::slice::Iter<bool>,
    checks: &mut Vec<SmallVec<[usize; 1]>>,
) -> Result<(), Fatal> {
    if matched.next() == Some(&true) {
        let mut unknown = SmallVec::new();
        for (result, types) in tree.types.iter().enumerate() {
            if untyped.tree(id).types[result] != *types {
                untyped.learn(id, result, types)?;
                unknown.push(result);
            }
        }
        checks.push(unknown);
    }
    for (number, child) in tree.children().enumerate() {
        let id = untyped.tree(id).children[number];
        find(untyped, child, id, matched, checks)?;
    }
    Ok(())
}

impl SdNode {
    /// Whether two nodes have the same numbers of results and operands, and the same type constraints.
    fn demands_the_same(&self, other: &SdNode) -> bool {
        self.results == other.results
            && self.operands == other.operands
            && self.constraints == other.constraints
    }
}
