//! Compares a graph with the source of a pattern.

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

/// The distance for each node of the pattern that is missing in the graph.
const NODE: u32 = 8;
/// The distance for a predicate that cannot hold, and for the first type that differs. Further types are not counted,
/// since most follow from the first.
const PREDICATE: u32 = 4;
const FIRST_TYPE: u32 = 4;
const NEXT_TYPE: u32 = 1;

/// The comparison of a pattern with a graph.
#[derive(Default)]
pub(super) struct Comparison<'a> {
    /// The first difference, from the root to the leaves; `None` if the pattern matches.
    pub difference: Option<Difference<'a>>,
    /// The number of differences.
    pub distance: u32,
    /// Conditions that the graph does not decide.
    pub assumptions: Vec<Assumption<'a>>,
    /// The parts of the graph that are bound to the pattern's names.
    pub bound: SmallVec<[(Sym, Tree<'a>); 4]>,
    /// The same for names of arguments of predicates.
    arguments: SmallVec<[(ScopedName, Tree<'a>); 4]>,
    has_other_type: bool,
}

/// Compares graphs with patterns.
pub(super) struct Comparer<'a> {
    pub records: &'a Records,
    pub patterns: &'a Patterns,
    /// Whether the graphs come from generic instructions. Their types say less, and their registers are in banks.
    pub is_generic: bool,
}

impl<'a> Comparer<'a> {
    /// Compares the source of a pattern with a graph.
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

    /// Whether a leaf matches a graph, without regard to types.
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
            // A type as an operand, not a value of this type.
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

    /// Whether all bits of a vector are known to be one, or zero.
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

    /// The result of a complex pattern's C++ code is unknown, unless the graph names the pattern.
    fn complex(&self, it: &mut Comparison<'a>, pattern: Tree<'a>, graph: Tree<'a>) -> bool {
        let own = self.patterns.complex_pattern_id(&pattern);
        if let Some(id) = own.filter(|_| self.patterns.complex_pattern_id(&graph) != own) {
            it.assumptions.push(Assumption::Complex(id, graph));
        }
        true
    }

    /// The opcode of a node; several nodes may have the same opcode.
    pub(super) fn opcode(&self, tree: Tree<'a>) -> Option<&'a str> {
        self.patterns.sd_node(tree.node()).map(|it| &*it.opcode)
    }

    /// Whether a graph is a node of the pattern's operator.
    fn is_operator(&self, pattern: Tree<'a>, graph: Tree<'a>) -> bool {
        let opcode = self.opcode(pattern);
        if graph.int().is_some() {
            // The text does not show whether a number is a target constant or an ordinary one.
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

    /// Compares operations with a mask: the mask of the graph may lack bits that are known not to matter. Returns
    /// whether the nodes are such operations.
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

/// The result of binding the names of a node.
enum Bound<'a> {
    New,
    Same,
    /// They were the names of another value.
    Other(Tree<'a>),
}

impl<'a> Comparison<'a> {
    pub(super) fn differ(&mut self, distance: u32, difference: Difference<'a>) {
        self.distance += distance;
        self.difference.get_or_insert(difference);
    }

    /// Binds the names of a pattern's node to a part of the graph.
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

/// Whether two parts of a graph are one and the same value.
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

/// Whether two numbers are the same as values of a node's type.
fn is_same_number(a: i64, b: i64, node: Tree) -> bool {
    let ty = node.types.first().and_then(TypeSets::machine_type);
    let bits = ty.map_or(0, ValueType::size_in_bits);
    match bits {
        1..=63 => (a ^ b) << (64 - bits) == 0,
        _ => a == b,
    }
}
