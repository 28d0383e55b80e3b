//! All matchers of a target: lists of steps. A step may contain further lists.

use backend::id;
use backend::ids::Id;
use pattern_model::{PatternId, SdNodeId};
use target_model::value_types::ValueType;

use super::step::{
    ComplexCheck, ComplexCheckId, List, NewNode, NewNodeId, OpcodeCasesId, ScopeId, Shift, Step,
    TypeCasesId,
};

id! {
    /// The id of a step. It also identifies the list of steps that begins with this step.
    pub struct MatcherId;
}

/// The steps of all matchers, each with its successor.
pub(super) struct Matchers {
    nodes: Vec<Node>,
    scopes: Vec<Vec<MatcherId>>,
    opcode_cases: Vec<Vec<(SdNodeId, MatcherId)>>,
    type_cases: Vec<Vec<(ValueType, MatcherId)>>,
    pub parts: Parts,
    opcodes: Vec<Opcode>,
}

struct Node {
    step: Step,
    /// The index of the successor, or `END`.
    next: u32,
}

const END: u32 = u32::MAX;

/// The operands that are too large to be stored in the steps.
#[derive(Default)]
pub(super) struct Parts {
    /// Lists of numbers. The length of each list precedes its elements.
    numbers: Vec<u32>,
    new_nodes: Vec<NewNode>,
    complex_checks: Vec<ComplexCheck>,
}

/// The properties of a node's opcode that matter for comparing checks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opcode {
    /// The index of the opcode. Nodes with the same opcode have the same index.
    pub class: u32,
    /// The number of results.
    pub results: u32,
    /// The first type that the node's constraints fix for a result; `None` if they fix no type.
    pub ty: Option<ValueType>,
}

impl Parts {
    pub(super) fn list(&mut self, numbers: impl ExactSizeIterator<Item = u32>) -> List {
        let at = self.numbers.len();
        self.numbers.push(numbers.len() as u32);
        self.numbers.extend(numbers);
        List(at as u32)
    }

    pub(super) fn numbers(&self, list: List) -> &[u32] {
        let at = list.index();
        let len = self.numbers[at] as usize;
        &self.numbers[at + 1..][..len]
    }

    /// Appends the separately stored operands of other steps. Returns the numbers by which the ids of these operands
    /// increase.
    fn append(&mut self, other: Parts) -> Shift {
        let shift = Shift {
            lists: self.numbers.len() as u32,
            new_nodes: self.new_nodes.len() as u32,
            complex_checks: self.complex_checks.len() as u32,
        };
        self.numbers.extend(other.numbers);
        let moved = |list: List| List(list.0 + shift.lists);
        let new_nodes = other.new_nodes.into_iter().map(|it| NewNode {
            types: moved(it.types),
            operands: moved(it.operands),
            ..it
        });
        self.new_nodes.extend(new_nodes);
        self.complex_checks.extend(other.complex_checks);
        shift
    }

    pub(super) fn add_new_node(&mut self, node: NewNode) -> NewNodeId {
        self.new_nodes.push(node);
        NewNodeId::from_index(self.new_nodes.len() - 1)
    }

    pub(super) fn new_node(&self, id: NewNodeId) -> &NewNode {
        &self.new_nodes[id.index()]
    }

    pub(super) fn add_complex_check(&mut self, check: ComplexCheck) -> ComplexCheckId {
        self.complex_checks.push(check);
        ComplexCheckId::from_index(self.complex_checks.len() - 1)
    }

    pub(super) fn complex_check(&self, id: ComplexCheckId) -> &ComplexCheck {
        &self.complex_checks[id.index()]
    }
}

impl Matchers {
    /// An empty set of matchers. `opcodes` is indexed by the id of a node.
    pub(super) fn new(opcodes: Vec<Opcode>) -> Matchers {
        Matchers {
            nodes: Vec::new(),
            scopes: Vec::new(),
            opcode_cases: Vec::new(),
            type_cases: Vec::new(),
            parts: Parts::default(),
            opcodes,
        }
    }

    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn step(&self, id: MatcherId) -> Step {
        self.nodes[id.index()].step
    }

    pub(super) fn next(&self, id: MatcherId) -> Option<MatcherId> {
        let next = self.nodes[id.index()].next;
        (next != END).then_some(MatcherId(next))
    }

    pub(super) fn set_next(&mut self, id: MatcherId, next: Option<MatcherId>) {
        self.nodes[id.index()].next = next.map_or(END, |it| it.0);
    }

    /// The steps from `id` to the end of the list.
    pub(super) fn from(
        &self,
        id: Option<MatcherId>,
    ) -> impl Iterator<Item = (MatcherId, Step)> + '_ {
        let ids = std::iter::successors(id, |id| self.next(*id));
        ids.map(|id| (id, self.step(id)))
    }

    pub(super) fn add(&mut self, step: Step, next: Option<MatcherId>) -> MatcherId {
        self.nodes.push(Node {
            step,
            next: next.map_or(END, |it| it.0),
        });
        MatcherId::from_index(self.nodes.len() - 1)
    }

    /// Adds a list of at least one step. Returns the id of the first step.
    pub(super) fn add_all(&mut self, steps: impl Iterator<Item = Step>) -> MatcherId {
        let first = self.nodes.len();
        let nodes = steps.zip(first as u32 + 1..);
        let nodes = nodes.map(|(step, next)| Node { step, next });
        self.nodes.extend(nodes);
        if let Some(last) = self.nodes[first..].last_mut() {
            last.next = END;
        }
        MatcherId::from_index(first)
    }

    /// Appends the steps of `lists`, which must contain no scopes or switches. Returns the number by which the ids of
    /// these steps increase.
    pub(super) fn append(&mut self, lists: Matchers) -> u32 {
        if self.nodes.is_empty() {
            self.nodes = lists.nodes;
            self.parts = lists.parts;
            return 0;
        }
        let shift = self.parts.append(lists.parts);
        let by = self.nodes.len() as u32;
        self.nodes.extend(lists.nodes.into_iter().map(|it| Node {
            step: it.step.shifted(shift),
            next: if it.next == END { END } else { it.next + by },
        }));
        by
    }

    pub(super) fn add_scope(&mut self, matchers: Vec<MatcherId>) -> MatcherId {
        let scope = ScopeId::from_index(self.scopes.len());
        self.scopes.push(matchers);
        self.add(Step::Scope(scope), None)
    }

    pub(super) fn add_opcode_switch(&mut self, cases: Vec<(SdNodeId, MatcherId)>) -> MatcherId {
        let switch = OpcodeCasesId::from_index(self.opcode_cases.len());
        self.opcode_cases.push(cases);
        self.add(Step::SwitchOpcode(switch), None)
    }

    pub(super) fn add_type_switch(&mut self, cases: Vec<(ValueType, MatcherId)>) -> MatcherId {
        let switch = TypeCasesId::from_index(self.type_cases.len());
        self.type_cases.push(cases);
        self.add(Step::SwitchType(switch), None)
    }

    pub(super) fn scope(&self, id: ScopeId) -> &[MatcherId] {
        &self.scopes[id.index()]
    }

    /// Removes and returns the matchers of a scope, to rearrange them.
    pub(super) fn take_scope(&mut self, id: ScopeId) -> Vec<MatcherId> {
        std::mem::take(&mut self.scopes[id.index()])
    }

    pub(super) fn add_to_scope(&mut self, id: ScopeId, matcher: MatcherId) {
        self.scopes[id.index()].push(matcher);
    }

    pub(super) fn opcode_cases(&self, id: OpcodeCasesId) -> &[(SdNodeId, MatcherId)] {
        &self.opcode_cases[id.index()]
    }

    pub(super) fn type_cases(&self, id: TypeCasesId) -> &[(ValueType, MatcherId)] {
        &self.type_cases[id.index()]
    }

    /// The first pattern that a matcher may complete. `None` if the matcher ends without completing a pattern.
    pub(super) fn first_pattern(&self, id: MatcherId) -> Option<PatternId> {
        let mut id = id;
        loop {
            let (_, last) = self.from(Some(id)).last()?;
            id = match last {
                Step::CompleteMatch { pattern, .. } | Step::MorphNodeTo { pattern, .. } => {
                    return Some(pattern);
                }
                Step::Scope(scope) => *self.scope(scope).first()?,
                Step::SwitchOpcode(switch) => self.opcode_cases(switch).first()?.1,
                Step::SwitchType(switch) => self.type_cases(switch).first()?.1,
                _ => return None,
            };
        }
    }

    /// Whether two steps do the same, so that one of them is enough. As in the reference, the slots of recorded values
    /// and the texts of comments are not compared.
    pub(super) fn are_equal(&self, a: Step, b: Step) -> bool {
        let lists = |a, b| self.parts.numbers(a) == self.parts.numbers(b);
        match (a, b) {
            (Step::RecordNode { .. }, Step::RecordNode { .. }) => true,
            (Step::RecordChild { child: a, .. }, Step::RecordChild { child: b, .. }) => a == b,
            // The arguments are not compared.
            (
                Step::CheckPredicate { fragment: a, .. },
                Step::CheckPredicate { fragment: b, .. },
            ) => a == b,
            (Step::CheckOpcode(a), Step::CheckOpcode(b)) => self.class(a) == self.class(b),
            // The index of the result is not compared.
            (Step::CheckType { ty: a, .. }, Step::CheckType { ty: b, .. }) => a == b,
            (Step::CheckComplexPat(a), Step::CheckComplexPat(b)) => {
                let [a, b] = [a, b].map(|it| self.parts.complex_check(it));
                (a.pattern, a.slot) == (b.pattern, b.slot)
            }
            (Step::EmitMergeInputChains(a), Step::EmitMergeInputChains(b)) => lists(a, b),
            // The pattern of a `MorphNodeTo` is not compared: the second of two equal steps is never reached.
            (Step::EmitNode(a), Step::EmitNode(b))
            | (Step::MorphNodeTo { node: a, .. }, Step::MorphNodeTo { node: b, .. }) => {
                let [a, b] = [a, b].map(|it| self.parts.new_node(it));
                (a.instruction, a.flags(), a.variadic_after)
                    == (b.instruction, b.flags(), b.variadic_after)
                    && lists(a.types, b.types)
                    && lists(a.operands, b.operands)
            }
            (
                Step::CompleteMatch { results, pattern },
                Step::CompleteMatch {
                    results: of,
                    pattern: other,
                },
            ) => pattern == other && lists(results, of),
            // The slots of results are not compared.
            (
                Step::EmitInteger { value, ty, .. },
                Step::EmitInteger {
                    value: other,
                    ty: of,
                    ..
                },
            ) => (value, ty) == (other, of),
            (Step::EmitStringInteger { name: a, .. }, Step::EmitStringInteger { name: b, .. }) => {
                a == b
            }
            (
                Step::EmitRegister { register, ty, .. },
                Step::EmitRegister {
                    register: other,
                    ty: of,
                    ..
                },
            ) => (register, ty) == (other, of),
            (
                Step::EmitConvertToTarget { slot: a, .. },
                Step::EmitConvertToTarget { slot: b, .. },
            ) => a == b,
            (
                Step::EmitNodeXForm {
                    slot, transform, ..
                },
                Step::EmitNodeXForm {
                    slot: other,
                    transform: of,
                    ..
                },
            ) => (slot, transform) == (other, of),
            _ => a == b,
        }
    }

    /// Whether no node can pass both checks. False if this is not known.
    pub(super) fn contradict(&self, a: Step, b: Step) -> bool {
        match (a, b) {
            (Step::CheckOpcode(a), Step::CheckOpcode(b)) => self.class(a) != self.class(b),
            (Step::CheckOpcode(node), Step::CheckType { ty, result })
            | (Step::CheckType { ty, result }, Step::CheckOpcode(node)) => {
                let opcode = self.opcodes[node.index()];
                let differs = |known| types_contradict(known, ty);
                result >= opcode.results || opcode.ty.is_some_and(differs)
            }
            (Step::CheckType { ty: a, .. }, Step::CheckType { ty: b, .. }) => {
                types_contradict(a, b)
            }
            (
                Step::CheckChildType { child, ty },
                Step::CheckChildType {
                    child: other,
                    ty: of,
                },
            ) => child == other && types_contradict(ty, of),
            (Step::CheckInteger(a), Step::CheckInteger(b)) => a != b,
            (
                Step::CheckChildInteger { child, value },
                Step::CheckChildInteger {
                    child: other,
                    value: to,
                },
            ) => child == other && value != to,
            (Step::CheckValueType(a), Step::CheckValueType(b)) => a != b,
            (Step::CheckCondCode(a), Step::CheckCondCode(b))
            | (Step::CheckChild2CondCode(a), Step::CheckChild2CondCode(b)) => a != b,
            (Step::CheckImmAllOnesV, Step::CheckImmAllZerosV)
            | (Step::CheckImmAllZerosV, Step::CheckImmAllOnesV) => true,
            _ => false,
        }
    }

    fn class(&self, node: SdNodeId) -> u32 {
        self.opcodes[node.index()].class
    }
}

/// Whether no value has both types. `iPTR` may be any scalar integer type.
fn types_contradict(a: ValueType, b: ValueType) -> bool {
    let is_pointer_sized = |it: ValueType| it.is_integer() && !it.is_vector();
    if a == b {
        false
    } else if a == ValueType::IPTR {
        !is_pointer_sized(b)
    } else if b == ValueType::IPTR {
        !is_pointer_sized(a)
    } else {
        true
    }
}
