//! Generates the steps of one pattern: first the steps that match its source, then the steps that create its result.

mod result;
mod source;

use std::fmt::Write;

use backend::{Fatal, Rec, Records};
use elaborate::symbol::Sym;
use elaborate::value::ValueId;
use pattern_model::types::TypeSets;
use pattern_model::{
    Checks, Node, OperatorKind, Pattern, PatternId, Patterns, Properties, ScopedName, SdNodeId,
    Tree, TypeChecks,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use target_model::value_types::ValueType;

use super::contract::contract;
use super::matchers::Parts;
use super::step::{List, Step};

/// Generates the steps of patterns.
pub(super) struct Generator<'a> {
    records: &'a Records,
    patterns: &'a Patterns,
    known: &'a Known,
    type_checks: TypeChecks<'a>,
    /// The C++ condition for each pair of a pattern's list of predicates and its check of the hardware mode.
    conditions: FxHashMap<(ValueId, Sym), Sym>,
    /// The messages to be printed.
    pub said: Vec<String>,
}

/// Nodes that the generated steps refer to even if the pattern does not name them; `None` if the target does not define
/// the node.
pub(super) struct Known {
    imm: Option<SdNodeId>,
    build_vector: Option<SdNodeId>,
    splat_vector: Option<SdNodeId>,
}

/// The state while the steps of one pattern are generated.
struct State<'g, 'a> {
    generator: &'g mut Generator<'a>,
    parts: &'g mut Parts,
    pattern: &'a Pattern,
    src: Tree<'a>,
    dst: Tree<'a>,
    /// The properties of all matched nodes.
    properties: Properties,
    steps: Vec<Step>,
    /// For each matched node, in pre-order, the results whose types the steps check.
    checks: Checks,
    /// The number of nodes matched so far.
    matched: usize,
    next_slot: u32,
    /// The slots of named values.
    variables: Slots<Variable>,
    /// The first result slot of each named node of a complex pattern, and of each named operand of such a node. A name
    /// may have several entries.
    complex_variables: Slots<Sym>,
    /// The complex patterns that are checked after the structure, each with the slot of its node.
    complex_patterns: Vec<(Tree<'a>, u32)>,
    /// The slots of the nodes that have chains.
    chains: Vec<u32>,
    /// The physical registers that the pattern names, each with the slot of its value.
    registers: Vec<(Rec<'a>, u32)>,
}

/// The slots of names. A pattern has few names, so a lookup searches linearly.
struct Slots<K>(SmallVec<[(K, u32); 8]>);

impl<K: Copy + PartialEq> Slots<K> {
    fn new() -> Slots<K> {
        Slots(SmallVec::new())
    }

    /// The most recent slot of a name; `None` if the name has no slot.
    fn get(&self, name: K) -> Option<u32> {
        let found = self.0.iter().rev().find(|it| it.0 == name);
        found.map(|it| it.1)
    }

    fn insert(&mut self, name: K, slot: u32) {
        self.0.push((name, slot));
    }
}

/// The name of a matched value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Node(Sym),
    /// The name of an argument in the code of a predicate.
    Argument(ScopedName),
    /// A use of a complex pattern, as the text of its name and the names of its operands.
    ComplexPattern(Sym),
}

impl Variable {
    fn push_text(self, out: &mut String) {
        match self {
            Variable::Node(name) | Variable::ComplexPattern(name) => out.push_str(name.as_str()),
            Variable::Argument(it) => _ = write!(out, "pred:{}:{}", it.scope, it.name),
        }
    }
}

impl Known {
    pub(super) fn new(records: &Records, patterns: &Patterns) -> Known {
        let node = |name: &str| {
            let operator = patterns.operator(records.def(name)?.id())?;
            match operator.kind {
                OperatorKind::SdNode(id) => Some(id),
                _ => None,
            }
        };
        Known {
            imm: node("imm"),
            build_vector: node("build_vector"),
            splat_vector: node("splat_vector"),
        }
    }
}

impl<'a> Generator<'a> {
    pub(super) fn new(
        records: &'a Records,
        patterns: &'a Patterns,
        known: &'a Known,
    ) -> Generator<'a> {
        Generator {
            records,
            patterns,
            known,
            type_checks: TypeChecks::new(patterns, records),
            conditions: FxHashMap::default(),
            said: Vec::new(),
        }
    }

    /// The C++ condition of a pattern, if it has one.
    fn condition(&mut self, pattern: &'a Pattern) -> Result<Option<Sym>, Fatal> {
        let key = (pattern.predicates, pattern.mode_check);
        let condition = match self.conditions.get(&key) {
            Some(known) => *known,
            None => {
                let condition = Sym::new(&pattern.predicate_check(self.records)?);
                self.conditions.insert(key, condition);
                condition
            }
        };
        Ok(Some(condition).filter(|it| *it != Sym::EMPTY))
    }

    /// Calls `add` with the steps of each variant of a pattern. If the root of the source is a complex pattern, there
    /// is one variant for each root opcode that the complex pattern lists. Otherwise there is one variant.
    pub(super) fn generate(
        &mut self,
        id: PatternId,
        parts: &mut Parts,
        mut add: impl FnMut(&[Step]),
    ) -> Result<(), Fatal> {
        let patterns = self.patterns;
        let pattern = &patterns.list[id];
        let src = patterns.src(pattern);
        let Some(complex) = patterns.complex_pattern(&src) else {
            add(&self.variant(id, parts, None)?);
            return Ok(());
        };
        for root in &complex.roots {
            let opcode = match patterns.operator(*root).map(|it| it.kind) {
                Some(OperatorKind::SdNode(node)) => node,
                _ => {
                    let rec = self.records.rec(complex.rec);
                    let root = self.records.rec(*root).name();
                    return Err(rec.fatal(format!("'{root}' is not a node that may be a root")));
                }
            };
            add(&self.variant(id, parts, Some(opcode))?);
        }
        Ok(())
    }

    fn variant(
        &mut self,
        id: PatternId,
        parts: &mut Parts,
        opcode: Option<SdNodeId>,
    ) -> Result<Vec<Step>, Fatal> {
        let patterns = self.patterns;
        let pattern = &patterns.list[id];
        let (src, dst) = (patterns.src(pattern), patterns.dst(pattern));
        let mut names = SmallVec::new();
        let records = self.records;
        let below = |tree| source::below(records, &mut names, tree);
        let checks = self.type_checks.checks(pattern, below)?;
        let mut state = State {
            generator: self,
            parts,
            pattern,
            src,
            dst,
            properties: patterns.tree_properties(src),
            steps: Vec::new(),
            checks,
            matched: 0,
            next_slot: 0,
            variables: Slots::new(),
            complex_variables: Slots::new(),
            complex_patterns: Vec::new(),
            chains: Vec::new(),
            registers: Vec::new(),
        };
        state.match_all(opcode)?;
        state.make_result(id)?;
        let mut steps = state.steps;
        contract(records.release(), &mut steps, |step, next| {
            morph(patterns, parts, src, step, next)
        });
        Ok(steps)
    }
}

/// One step that replaces the creation of a node and the completion of the match, if possible. The results of the match
/// must be the node's results in the same order. If the matched root has a chain, the node must have a chain; the same
/// holds for glue.
fn morph(patterns: &Patterns, parts: &Parts, src: Tree, step: Step, next: Step) -> Option<Step> {
    let (Step::EmitNode(node), Step::CompleteMatch { results, pattern }) = (step, next) else {
        return None;
    };
    let new = parts.new_node(node);
    let mut results = parts.numbers(results).iter().zip(new.first_result..);
    let in_order = results.all(|(result, slot)| *result == slot);
    let properties = patterns.properties(src);
    let keeps = |has, property| has || !properties.contains(property);
    let keeps_all = in_order
        && keeps(new.has_chain, Properties::HAS_CHAIN)
        && keeps(new.has_glue_output, Properties::OUT_GLUE);
    keeps_all.then_some(Step::MorphNodeTo { node, pattern })
}

/// The type of a node's result, which is the same in all modes once patterns are split by mode. `OTHER` if the node has
/// no such result.
fn type_of(node: &Node, result: usize) -> ValueType {
    let types: Option<&TypeSets> = node.types.get(result);
    let ty = types.and_then(TypeSets::machine_type);
    ty.unwrap_or(ValueType::OTHER)
}

impl<'a> State<'_, 'a> {
    fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Allocates the next slot.
    fn fill_slot(&mut self) -> u32 {
        self.next_slot += 1;
        self.next_slot - 1
    }

    fn list(&mut self, numbers: &[u32]) -> List {
        self.parts.list(numbers.iter().copied())
    }

    fn text(&self, tree: Tree) -> String {
        self.generator.patterns.text(self.generator.records, tree)
    }
}
