//! Comparing a graph with the source of a pattern.

use backend::Records;
use elaborate::symbol::Sym;
use pattern_model::types::TypeSets;
use pattern_model::{
    Head, Leaf, LeafKind, LeafRecord, OperatorKind, Patterns, PredicateCall, Properties,
    ScopedName, Tree,
};
use smallvec::SmallVec;
use target_model::value_types::ValueType;

use super::memory;
use super::why::{Assumption, Difference};

/// The distance for each node of a subtree of the pattern that the graph does not match. Also the distance for a wrong
/// number of operands, and for a name that is bound to different values.
const NODE: u32 = 8;
/// The distance for a predicate that cannot hold.
const PREDICATE: u32 = 4;
/// The distance for the first type that differs.
const FIRST_TYPE: u32 = 4;
/// The distance for each further type that differs. Most of these differences follow from the first one.
const NEXT_TYPE: u32 = 1;

/// The result of comparing a pattern with a graph.
#[derive(Default)]
pub(super) struct Comparison<'a> {
    /// The first difference, in pre-order; `None` if the pattern matches.
    pub difference: Option<Difference<'a>>,
    /// The sum of the distances of all differences.
    pub distance: u32,
    /// Conditions of the match that cannot be decided from the graph.
    pub assumptions: Vec<Assumption<'a>>,
    /// The names in the pattern, each with the part of the graph to which it is bound.
    pub bound: SmallVec<[(Sym, Tree<'a>); 4]>,
    /// The names of arguments in predicates, each with the part of the graph to which the name is bound.
    arguments: SmallVec<[(ScopedName, Tree<'a>); 4]>,
    has_other_type: bool,
}

pub(super) struct Comparer<'a> {
    pub records: &'a Records,
    pub patterns: &'a Patterns,
    /// Whether the graphs come from generic instructions, whose types are less specific, and whose registers belong to
    /// register banks.
    pub is_generic: bool,
}

impl<'a> Comparer<'a> {
    /// Compares a graph with `pattern`, the source of a pattern.
    pub(super) fn compare(&self, pattern: Tree<'a>, graph: Tree<'a>) -> Comparison<'a> {
        let mut comparison = Comparison::default();
        self.node(&mut comparison, pattern, graph);
        comparison
    }

    fn node(&self, it: &mut Comparison<'a>, pattern: Tree<'a>, graph: Tree<'a>) {
        match it.bind(pattern, graph) {
            Bound::New => {}
            Bound::Same => return,
            Bound::Other(first) => {
                return it.differ(NODE, Difference::NotTheSame { first, then: graph });
            }
        }
        let is_alike = match pattern.head {
            Head::Leaf(leaf) => self.leaf(it, pattern, leaf, graph),
            Head::Operator(operator) => match operator.kind {
                OperatorKind::ComplexPattern(_) => self.complex(it, pattern, graph),
                _ => self.is_operator(pattern, graph),
            },
        };
        if !is_alike {
            return it.differ(NODE * size(pattern), Difference::Node { pattern, graph });
        }
        self.types(it, pattern, graph);
        for call in &pattern.node().extras.predicates {
            self.predicate(it, *call, graph);
        }
        if self.patterns.sd_node(&pattern).is_some() && graph.int().is_none() {
            self.operands(it, pattern, graph);
        }
    }

    /// Whether a leaf of a pattern matches a graph, apart from its types. Adds assumptions to `it`.
    fn leaf(
        &self,
        it: &mut Comparison<'a>,
        pattern: Tree<'a>,
        leaf: Leaf,
        graph: Tree<'a>,
    ) -> bool {
        let LeafRecord { rec, kind } = match leaf {
            Leaf::Int(value) => {
                let given = graph.int();
                return given.is_some_and(|it| is_same_number(it, value, graph));
            }
            Leaf::Unset => return true,
            Leaf::Record(record) => record,
        };
        match kind {
            // A leaf without a name is a type that is itself an operand, and not a value of this type.
            LeafKind::ValueType if pattern.name.is_none() => self.is_type(graph, rec),
            LeafKind::CondCode => graph.rec() == Some(rec),
            LeafKind::ComplexPattern => self.complex(it, pattern, graph),
            LeafKind::AllOnes | LeafKind::AllZeros => self.is_splat(graph, kind),
            LeafKind::RegisterClass | LeafKind::RegisterOperand if self.is_generic => {
                it.assumptions.push(Assumption::Bank(rec, graph));
                true
            }
            _ => true,
        }
    }

    fn is_type(&self, graph: Tree, rec: backend::RecordId) -> bool {
        let ty = |rec| ValueType::read(self.records.rec(rec)).ok().flatten();
        let leaf = graph.leaf_record().filter(|_| graph.name.is_none());
        leaf.is_some_and(|it| it.kind == LeafKind::ValueType && ty(it.rec) == ty(rec))
    }

    /// Whether all bits of a vector are known to be one or to be zero, depending on `kind`.
    fn is_splat(&self, graph: Tree<'a>, kind: LeafKind) -> bool {
        if graph.leaf_kind() == Some(kind) {
            return true;
        }
        let bits = if kind == LeafKind::AllOnes { -1 } else { 0 };
        match self.opcode(graph) {
            Some("ISD::BITCAST") => self.is_splat(graph.child(0), kind),
            Some("ISD::BUILD_VECTOR" | "ISD::SPLAT_VECTOR") => {
                graph.children().all(|it| it.int() == Some(bits))
            }
            _ => false,
        }
    }

    /// Compares a complex pattern, and returns true. Its C++ code is not executed. The match is noted as an assumption,
    /// unless the graph names the same complex pattern.
    fn complex(&self, it: &mut Comparison<'a>, pattern: Tree<'a>, graph: Tree<'a>) -> bool {
        let own = self.patterns.complex_pattern_id(&pattern);
        if let Some(id) = own.filter(|_| self.patterns.complex_pattern_id(&graph) != own) {
            it.assumptions.push(Assumption::Complex(id, graph));
        }
        true
    }

    /// The opcode of a tree's root, if it is a node of the selection graph. Several nodes may have the same opcode.
    pub(super) fn opcode(&self, tree: Tree<'a>) -> Option<&'a str> {
        self.patterns.sd_node(tree.node()).map(|it| &*it.opcode)
    }

    /// Whether the root of a graph matches the operator of a pattern.
    fn is_operator(&self, pattern: Tree<'a>, graph: Tree<'a>) -> bool {
        let opcode = self.opcode(pattern);
        if graph.int().is_some() {
            // The text of a graph does not distinguish target constants from ordinary constants.
            return matches!(opcode, Some("ISD::Constant" | "ISD::TargetConstant"));
        }
        let intrinsic = |it| self.patterns.intrinsic_id(it);
        opcode.is_some() && opcode == self.opcode(graph) && intrinsic(pattern) == intrinsic(graph)
    }

    fn operands(&self, it: &mut Comparison<'a>, pattern: Tree<'a>, graph: Tree<'a>) {
        let properties = self.patterns.properties(pattern);
        let (wanted, given) = (pattern.children.len(), graph.children.len());
        let is_variadic = properties.contains(Properties::VARIADIC);
        if given < wanted || given > wanted && !is_variadic {
            return it.differ(NODE, Difference::Operands { pattern, graph });
        }
        if self.mask(it, pattern, graph) {
            return;
        }
        for (pattern, graph) in pattern.children().zip(graph.children()) {
            self.node(it, pattern, graph);
        }
    }

    /// Compares `and` and `or` with a constant mask. The mask of the graph may lack bits of the pattern's mask; these
    /// bits of the other operand are then assumed to be zero for `and`, and one for `or`. Returns false, without
    /// comparing, if the nodes are other operations, if the pattern's node or mask has predicates, if a mask is not
    /// constant, if the pattern's mask is a single bit, or if the graph's mask has a bit that the pattern's mask lacks.
    fn mask(&self, it: &mut Comparison<'a>, pattern: Tree<'a>, graph: Tree<'a>) -> bool {
        let opcode = self.opcode(pattern).unwrap_or_default();
        if !matches!(opcode, "ISD::AND" | "ISD::OR") || !pattern.extras.predicates.is_empty() {
            return false;
        }
        let (Some(wanted), Some(given)) = (pattern.child(1).int(), graph.child(1).int()) else {
            return false;
        };
        let has_one_bit = (wanted as u32).is_power_of_two();
        let is_plain = pattern.child(1).extras.predicates.is_empty();
        if has_one_bit || !is_plain || given & !wanted != 0 {
            return false;
        }
        self.node(it, pattern.child(0), graph.child(0));
        if given != wanted {
            let (bits, of) = (wanted & !given, graph.child(0));
            it.assumptions.push(match opcode {
                "ISD::AND" => Assumption::Zeros { bits, of },
                _ => Assumption::Ones { bits, of },
            });
        }
        true
    }

    fn predicate(&self, it: &mut Comparison<'a>, call: PredicateCall, graph: Tree<'a>) {
        let known = &graph.node().extras.predicates;
        if known.iter().any(|it| it.fragment == call.fragment) {
            return;
        }
        let fragments = &self.patterns.fragments;
        let wanted = &fragments[call.fragment].predicate;
        let known = known.iter().map(|it| &fragments[it.fragment].predicate);
        match memory::decide(self.records, wanted, known) {
            Some(true) => {}
            Some(false) => it.differ(PREDICATE, Difference::Predicate(call.fragment, graph)),
            None => {
                let assumption = Assumption::Predicate(call.fragment, graph);
                it.assumptions.push(assumption);
            }
        }
    }

    fn types(&self, it: &mut Comparison<'a>, pattern: Tree<'a>, graph: Tree<'a>) {
        let results = pattern.node().types.iter().zip(&graph.node().types);
        for (wanted, given) in results {
            let (Some(wanted), given) = (wanted.machine_type(), given.union()) else {
                continue;
            };
            if given.is_empty() || given.only() == Some(wanted) {
                continue;
            }
            let is_pointer = |ty| ty == ValueType::IPTR;
            let integers = |ty: ValueType| ty.is_scalar_integer();
            let fits = given.contains(wanted)
                || is_pointer(wanted) && given.iter().any(integers)
                || integers(wanted) && given.iter().any(is_pointer);
            if !fits {
                let distance = if it.has_other_type {
                    NEXT_TYPE
                } else {
                    FIRST_TYPE
                };
                it.has_other_type = true;
                it.differ(distance, Difference::Type { wanted, graph });
            } else if given.len() > 1 && !is_pointer(wanted) && !self.is_generic {
                it.assumptions.push(Assumption::Type(wanted, graph));
            }
        }
    }
}

/// The result of binding the names of a pattern's node.
enum Bound<'a> {
    New,
    Same,
    /// One of the names is already bound to another value.
    Other(Tree<'a>),
}

impl<'a> Comparison<'a> {
    pub(super) fn differ(&mut self, distance: u32, difference: Difference<'a>) {
        self.distance += distance;
        self.difference.get_or_insert(difference);
    }

    /// Binds the names of a pattern's node to a part of a graph.
    fn bind(&mut self, pattern: Tree<'a>, graph: Tree<'a>) -> Bound<'a> {
        let node = pattern.node();
        let of_name = node.name.and_then(|name| find(&self.bound, name));
        let mut arguments = node.extras.argument_names.iter();
        let of_arguments = || arguments.find_map(|name| find(&self.arguments, *name));
        let known = of_name.or_else(of_arguments);
        self.bound.extend(node.name.map(|name| (name, graph)));
        for name in &node.extras.argument_names {
            self.arguments.push((*name, graph));
        }
        match known {
            None => Bound::New,
            Some(first) if is_same(first, graph) => Bound::Same,
            Some(first) => Bound::Other(first),
        }
    }
}

fn find<'a, K: PartialEq>(known: &[(K, Tree<'a>)], name: K) -> Option<Tree<'a>> {
    known.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// Whether two parts of a graph are the same value.
fn is_same(a: Tree, b: Tree) -> bool {
    if a.id == b.id {
        return true;
    }
    let is_tied = !a.is_leaf() || a.name.is_some() || a.int().is_some() || a.rec().is_some();
    let mut children = a.children().zip(b.children());
    is_tied
        && a.head == b.head
        && a.name == b.name
        && a.children.len() == b.children.len()
        && children.all(|(a, b)| is_same(a, b))
}

/// The number of nodes of a tree.
fn size(tree: Tree) -> u32 {
    1 + tree.children().map(size).sum::<u32>()
}

/// Whether two numbers are equal when they are truncated to the type of a node.
fn is_same_number(a: i64, b: i64, node: Tree) -> bool {
    let ty = node.types.first().and_then(TypeSets::machine_type);
    let bits = ty.map_or(0, ValueType::size_in_bits);
    match bits {
        1..=63 => (a ^ b) << (64 - bits) == 0,
        _ => a == b,
    }
}
