//! The order in which two rules are tried.

use std::cmp::Ordering;

use target_model::instructions::Instructions;

use super::{Check, InstructionMatch, OperandMatch, Predicate, Rule};

impl Rule {
    /// `Less` if this rule is tried before `other`. This is not a total order.
    pub(crate) fn compare(&self, other: &Rule, instructions: &Instructions) -> Ordering {
        let comparison = Comparison {
            a: self,
            b: other,
            instructions,
        };
        comparison.instructions(self.root(), other.root())
    }
}

/// Two rules that are compared.
struct Comparison<'a> {
    a: &'a Rule,
    b: &'a Rule,
    instructions: &'a Instructions,
}

/// The result of `compare` for the first pair of elements that differ. If one list is longer, its further elements are
/// ignored.
fn first_difference<'t, T: 't>(
    a: impl IntoIterator<Item = &'t T>,
    b: impl IntoIterator<Item = &'t T>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> Ordering {
    let pairs = a.into_iter().zip(b);
    let mut orders = pairs.map(|(a, b)| compare(a, b));
    orders.find(|it| it.is_ne()).unwrap_or(Ordering::Equal)
}

impl Comparison<'_> {
    /// Compares instructions: the instruction with more operands comes first.
    fn instructions(&self, a: &InstructionMatch, b: &InstructionMatch) -> Ordering {
        let by_count = b.operands.len().cmp(&a.operands.len());
        by_count
            .then_with(|| {
                first_difference(&a.predicates, &b.predicates, |a, b| {
                    self.of_instruction(a, b)
                })
            })
            .then_with(|| first_difference(&a.operands, &b.operands, |a, b| self.operands(a, b)))
    }

    /// Compares checks of instructions by their kinds. Two checks of opcodes are compared by the names of their first
    /// opcodes.
    fn of_instruction(&self, a: &Predicate, b: &Predicate) -> Ordering {
        let name = |it: &Predicate| match &it.check {
            Check::Opcode(opcodes) => Some(&*self.instructions.get(opcodes[0]).name),
            _ => None,
        };
        let by_kind = a.check.rank().cmp(&b.check.rank());
        by_kind.then_with(|| name(a).cmp(&name(b)))
    }

    /// Compares operands: the operand with more checks comes first.
    fn operands(&self, a: &OperandMatch, b: &OperandMatch) -> Ordering {
        let by_count = b.predicates.len().cmp(&a.predicates.len());
        by_count.then_with(|| {
            first_difference(&a.predicates, &b.predicates, |a, b| self.of_operand(a, b))
        })
    }

    /// Compares checks of operands. If both checks require an instruction to define the operand, instructions other
    /// than `G_CONSTANT` come first. A check of a constant's value comes before a check for `G_CONSTANT`. All other
    /// checks are compared by their kinds.
    fn of_operand(&self, a: &Predicate, b: &Predicate) -> Ordering {
        let is_number = |it: &Predicate| matches!(it.check, Check::Constant(_) | Check::Literal(_));
        match (definition(self.a, a), definition(self.b, b)) {
            (Some(a), Some(b)) => {
                let [a_is_constant, b_is_constant] =
                    [a, b].map(|it| it.is_constant(self.instructions));
                let by_kind = a_is_constant.cmp(&b_is_constant);
                by_kind.then_with(|| self.instructions(a, b))
            }
            (Some(a), None) if is_number(b) && a.is_constant(self.instructions) => {
                Ordering::Greater
            }
            (None, Some(b)) if is_number(a) && b.is_constant(self.instructions) => Ordering::Less,
            _ => a.check.rank().cmp(&b.check.rank()),
        }
    }
}

/// The instruction that a check requires to define an operand; `None` for other checks.
fn definition<'r>(rule: &'r Rule, predicate: &Predicate) -> Option<&'r InstructionMatch> {
    match predicate.check {
        Check::Instruction { instruction, .. } => Some(rule.instruction(instruction)),
        _ => None,
    }
}
