//! Matched instructions.

use std::collections::VecDeque;

use backend::RecordId;
use elaborate::symbol::Sym;
use target_model::instructions::{InstructionId, Instructions};

use super::{Check, Predicate};

/// An instruction that a rule matches, and its checks.
#[derive(Debug)]
pub(crate) struct InstructionMatch {
    pub number: u32,
    pub name: Sym,
    pub predicates: VecDeque<Predicate>,
    pub operands: Vec<OperandMatch>,
    /// Whether the number of operands is checked.
    pub checks_count: bool,
    /// The physical registers that operands of the instruction read.
    pub register_inputs: Vec<RecordId>,
}

/// An operand that a rule matches, and its checks.
#[derive(Debug)]
pub(crate) struct OperandMatch {
    pub instruction: u32,
    /// The index of the operand in the instruction.
    pub number: u32,
    /// The name; empty if the operand has no name.
    pub name: Sym,
    /// The index of the first renderer for the operand.
    pub renderer: u32,
    pub predicates: VecDeque<Predicate>,
    /// Whether checks of the operand were removed from `predicates`, because they are evaluated elsewhere.
    pub is_optimized: bool,
    /// The id under which the type of the operand is recorded; `None` if it is not recorded.
    pub recorded_type: Option<i64>,
    /// Whether the operand represents all operands of the instruction from this operand on.
    pub is_variadic: bool,
}

impl InstructionMatch {
    /// The opcodes that the instruction may have; empty if the opcode is not checked.
    pub(crate) fn opcodes(&self) -> &[InstructionId] {
        let opcodes = self.predicates.iter().find_map(|it| match &it.check {
            Check::Opcode(opcodes) => Some(&opcodes[..]),
            _ => None,
        });
        opcodes.unwrap_or_default()
    }

    /// Whether the last operand represents a variable number of operands.
    pub(crate) fn has_pack(&self) -> bool {
        self.operands.last().is_some_and(|it| it.is_variadic)
    }

    /// Whether a separate check of the number of operands is needed.
    pub(crate) fn needs_count(&self) -> bool {
        let mut checks = self.predicates.iter().map(|it| &it.check);
        let is_count =
            |it: &Check| matches!(it, Check::NumOperands(_) | Check::NumOperandsBound { .. });
        self.checks_count && !self.has_pack() && !checks.any(is_count)
    }

    /// Whether the opcode is checked, and only `G_CONSTANT` passes the check.
    pub(crate) fn is_constant(&self, instructions: &Instructions) -> bool {
        match self.opcodes() {
            [opcode] => &*instructions.get(*opcode).name == "G_CONSTANT",
            _ => false,
        }
    }

    /// Moves checks that rules often share to the front: the checks of the opcode, the number of operands, intrinsics
    /// and types, in this order. If the opcode is checked, the number of operands is only checked for variadic opcodes.
    pub(crate) fn optimize(&mut self, instructions: &Instructions) {
        let mut front = Vec::new();
        if let Some(first) = self.predicates.pop_front() {
            if let Check::Opcode(opcodes) = &first.check {
                let is_variadic = instructions.get(opcodes[0]).operands.is_variadic;
                let count = self.operands.len() as u32;
                front.push(first);
                if self.needs_count() && is_variadic && count != 0 {
                    front.push(self.predicate(Check::NumOperands(count)));
                }
                self.checks_count = false;
                for operand in &mut self.operands {
                    let is_intrinsic = |it: &Predicate| matches!(it.check, Check::Intrinsic(_));
                    if let Some(at) = operand.predicates.iter().position(is_intrinsic) {
                        front.extend(operand.predicates.remove(at));
                        operand.is_optimized = true;
                    }
                }
            } else {
                front.push(first);
            }
        }
        // An instruction other than the root was found by the register that its first operand defines, so the checks of
        // this operand are dropped.
        if self.number > 0
            && let Some(def) = self.operands.first_mut()
        {
            def.take(|_| true);
        }
        for operand in &mut self.operands {
            front.extend(operand.take(|it| matches!(it.check, Check::Type(_))));
        }
        for predicate in front.into_iter().rev() {
            self.predicates.push_front(predicate);
        }
    }

    pub(crate) fn predicate(&self, check: Check) -> Predicate {
        Predicate {
            instruction: self.number,
            operand: None,
            check,
        }
    }
}

impl OperandMatch {
    pub(crate) fn predicate(&self, check: Check) -> Predicate {
        Predicate {
            instruction: self.instruction,
            operand: Some(self.number),
            check,
        }
    }

    /// Whether the operand must equal another operand. If so, no further checks of this operand are added.
    pub(crate) fn is_same_as_another(&self) -> bool {
        self.has(|check| matches!(check, Check::SameOperand { .. }))
    }

    pub(crate) fn has(&self, is_wanted: impl Fn(&Check) -> bool) -> bool {
        self.predicates.iter().any(|it| is_wanted(&it.check))
    }

    /// Removes and returns the checks for which `is_wanted` holds.
    pub(crate) fn take(&mut self, is_wanted: impl Fn(&Predicate) -> bool) -> Vec<Predicate> {
        if !self.predicates.iter().any(&is_wanted) {
            return Vec::new();
        }
        self.is_optimized = true;
        let all = std::mem::take(&mut self.predicates).into_iter();
        let (taken, rest) = all.partition(is_wanted);
        self.predicates = rest;
        taken.into_iter().collect()
    }
}
