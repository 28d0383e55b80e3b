//! Checks whether one rule of a match table matches everything that another rule matches.

use rustc_hash::FxHashMap;

use crate::global_isel::{Action, Check, InstructionMatch, OperandMatch, Replacement, Rule};

/// Whether the rule `general` matches everything that the rule `special` matches: each check of `general` must also be
/// a check of `special`. Neither rule may have been changed by [`Rule::optimize`].
pub(super) fn covers(general: &Rule, special: &Rule) -> bool {
    let mut comparison = Comparison {
        general,
        special,
        pairs: FxHashMap::default(),
        runs_code: !general.code.is_empty(),
    };
    general
        .features
        .iter()
        .all(|it| special.features.contains(it))
        && general.hw_mode.is_none_or(|it| special.hw_mode == Some(it))
        && general.code.iter().all(|it| special.code.contains(it))
        && comparison.instructions(0, 0)
        && comparison.operands_agree()
        && comparison.replaces_the_same()
        && comparison.names_the_same()
}

struct Comparison<'r> {
    general: &'r Rule,
    special: &'r Rule,
    /// Maps the number of an instruction of the general rule to the number of the corresponding instruction of the
    /// special rule.
    pairs: FxHashMap<u32, u32>,
    /// Whether a check of the general rule is C++ code, which refers to instructions by their numbers.
    runs_code: bool,
}

impl Comparison<'_> {
    fn instructions(&mut self, general: u32, special: u32) -> bool {
        self.pairs.insert(general, special);
        let (a, b) = (
            self.general.instruction(general),
            self.special.instruction(special),
        );
        if !has_same_count(a, b) || a.has_pack() != b.has_pack() {
            return false;
        }
        for check in a.predicates.iter().map(|it| &it.check) {
            self.runs_code |= matches!(check, Check::Function { .. });
            let mut others = b.predicates.iter().map(|it| &it.check);
            if !others.any(|it| implies(it, check)) {
                return false;
            }
        }
        a.operands.iter().all(|operand| {
            let same = b.operands.iter().find(|it| it.number == operand.number);
            match same {
                Some(other) => self.defined_alike(operand, other),
                None => operand.predicates.is_empty(),
            }
        })
    }

    /// Whether the operand `special` must be defined by a corresponding instruction, if the operand `general` must be
    /// defined by an instruction.
    fn defined_alike(&mut self, general: &OperandMatch, special: &OperandMatch) -> bool {
        general.predicates.iter().all(|it| {
            let Check::Instruction {
                instruction: own,
                ignores_copies: own_ignores,
            } = it.check
            else {
                return true;
            };
            let mut defining = special.predicates.iter().filter_map(|it| match it.check {
                Check::Instruction {
                    instruction,
                    ignores_copies,
                } => Some((instruction, ignores_copies)),
                _ => None,
            });
            defining.next().is_some_and(|(other, ignores)| {
                ignores == own_ignores && self.instructions(own, other)
            })
        })
    }

    /// Whether the operands of `special` have all checks of the operands of `general`, apart from the checks that
    /// `defined_alike` compares.
    fn operands_agree(&self) -> bool {
        self.pairs.iter().all(|(general, special)| {
            let (a, b) = (
                self.general.instruction(*general),
                self.special.instruction(*special),
            );
            a.operands.iter().all(|operand| {
                let same = b.operands.iter().find(|it| it.number == operand.number);
                operand.predicates.iter().all(|it| {
                    let others = same.iter().flat_map(|it| &it.predicates);
                    self.is_given(&it.check, others.map(|it| &it.check))
                })
            })
        })
    }

    /// Whether a check of an operand is among `others`, the checks of the corresponding operand.
    fn is_given<'c>(&self, check: &Check, mut others: impl Iterator<Item = &'c Check>) -> bool {
        match check {
            // These checks only record an operand or a type, and never fail.
            Check::RecordOperand { .. } | Check::RecordType(_) => true,
            // `defined_alike` has compared these checks.
            Check::Instruction { .. } => true,
            Check::SameOperand {
                instruction,
                operand,
                ignores_copies,
                ..
            } => others.any(|it| match it {
                Check::SameOperand {
                    instruction: other,
                    operand: other_operand,
                    ignores_copies: other_ignores,
                    ..
                } => {
                    self.pairs.get(instruction) == Some(other)
                        && operand == other_operand
                        && ignores_copies == other_ignores
                }
                _ => false,
            }),
            _ => others.any(|it| it == check),
        }
    }

    /// Whether each replacement of a register by a matched operand in `general` also occurs in `special`. A rule does
    /// not apply if the types or banks of the registers forbid the replacement.
    fn replaces_the_same(&self) -> bool {
        self.general.actions().all(|action| {
            let Action::Replace {
                instruction,
                operand,
                with,
            } = action
            else {
                return true;
            };
            let Replacement::Operand {
                instruction: new,
                operand: new_operand,
            } = with
            else {
                return true;
            };
            self.special.actions().any(|it| match it {
                Action::Replace {
                    instruction: other,
                    operand: other_operand,
                    with:
                        Replacement::Operand {
                            instruction: other_new,
                            operand: other_new_operand,
                        },
                } => {
                    self.pairs.get(instruction) == Some(other)
                        && self.pairs.get(new) == Some(other_new)
                        && (operand, new_operand) == (other_operand, other_new_operand)
                }
                _ => false,
            })
        })
    }

    /// Whether the instruction numbers in C++ code denote the same instructions in both rules.
    fn names_the_same(&self) -> bool {
        !self.runs_code
            || self
                .pairs
                .iter()
                .all(|(general, special)| general == special)
    }
}

/// Whether `general` accepts the number of operands of `special`. The match table only checks this number for variadic
/// instructions.
fn has_same_count(general: &InstructionMatch, special: &InstructionMatch) -> bool {
    !general.checks_count
        || general.operands.is_empty()
        || special.checks_count && general.operands.len() == special.operands.len()
}

/// Whether an instruction that passes the check `special` passes the check `general`.
fn implies(special: &Check, general: &Check) -> bool {
    match (special, general) {
        (Check::Opcode(special), Check::Opcode(general)) => {
            special.iter().all(|it| general.contains(it))
        }
        (
            Check::Flags {
                flags: special,
                lacks: special_lacks,
            },
            Check::Flags {
                flags: general,
                lacks,
            },
        ) => special_lacks == lacks && general.iter().all(|it| special.contains(it)),
        _ => special == general,
    }
}
