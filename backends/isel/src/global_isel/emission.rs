//! Writing rules as parts of match tables.

mod action;
mod renderer;

use backend::Fatal;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;

use super::features::bitset_name;
use super::{Action, Check, Emission, InstructionMatch, OperandMatch, Predicate, Rule, Table};

impl Rule {
    pub(crate) fn emit(&self, table: &mut Table, cx: &Emission) -> Result<(), Fatal> {
        table.sources(|| self.sources());
        let end = table.new_label();
        table.op_begin("GIM_Try").comment("On fail goto").jump(end);
        table.comment_fmt(format_args!("Rule ID {} //", self.id));
        table.end();
        if !self.features.is_empty() || self.hw_mode.is_some() {
            let name = bitset_name(cx.cx.records, &self.features, self.hw_mode);
            table.op("GIM_CheckFeatures").named(2, name).end();
        }
        for predicate in &self.simple_predicates {
            let op = table.op("GIM_CheckSimplePredicate");
            op.named(2, predicate).end();
        }
        self.emit_instruction(self.root(), table, cx);
        for action in self.actions() {
            action.emit_predicates(table);
        }
        if let others @ 1.. = self.instructions().len() - 1 {
            let op = table.op("GIM_CheckIsSafeToFold").comment("NumInsns");
            op.int(1, others as i64).end();
        }
        for predicate in &self.epilogue {
            predicate.emit(table, cx);
        }
        match self.custom_action {
            Some(function) => {
                for action in self.actions() {
                    action.emit(self, table, cx, &mut FxHashSet::default())?;
                }
                let op = table.op_end("GIR_DoneWithCustomAction").comment("Fn");
                op.named(2, function).end();
            }
            None => self.emit_actions(table, cx)?,
        }
        table.place(end);
        table.sources(|| []);
        Ok(())
    }

    /// Writes the actions. The last action may end the rule itself, so the step for coverage is written before the last
    /// action.
    fn emit_actions(&self, table: &mut Table, cx: &Emission) -> Result<(), Fatal> {
        let mut erased = FxHashSet::default();
        let mut actions = self.actions();
        let last = actions.next_back();
        for action in actions {
            action.emit(self, table, cx, &mut erased)?;
        }
        if cx.with_coverage {
            table.op("GIR_Coverage").int(4, self.id as i64).end();
        } else if !cx.is_combiner {
            table.comment_fmt(format_args!("GIR_Coverage, {},", self.id));
            table.end();
        }
        let is_done = match last {
            Some(Action::Erase(0)) if erased.insert(0) => {
                table.op_end("GIR_EraseRootFromParent_Done").end();
                true
            }
            Some(Action::Erase(0)) | None => false,
            Some(last) => {
                last.emit(self, table, cx, &mut erased)?;
                false
            }
        };
        if !is_done {
            table.op_end("GIR_Done").end();
        }
        Ok(())
    }

    /// Writes the checks of an instruction. Calls of C++ functions come last, since the functions may rely on all other
    /// checks.
    fn emit_instruction(&self, instruction: &InstructionMatch, table: &mut Table, cx: &Emission) {
        if instruction.needs_count() {
            let count = instruction.operands.len() as u32;
            let predicate = instruction.predicate(Check::NumOperands(count));
            predicate.emit(table, cx);
        }
        let is_function = |it: &&Predicate| matches!(it.check, Check::Function { .. });
        let predicates = &instruction.predicates;
        for predicate in predicates.iter().filter(|it| !is_function(it)) {
            predicate.emit(table, cx);
        }
        for operand in &instruction.operands {
            self.emit_operand(operand, table, cx);
        }
        for predicate in predicates.iter().filter(is_function) {
            predicate.emit(table, cx);
        }
    }

    fn emit_operand(&self, operand: &OperandMatch, table: &mut Table, cx: &Emission) {
        if !operand.is_optimized {
            let (instruction, name) = (operand.instruction, operand.name);
            if name == Sym::EMPTY {
                let number = operand.number;
                table.comment_fmt(format_args!("MIs[{instruction}] Operand {number}"));
            } else {
                table.comment_fmt(format_args!("MIs[{instruction}] {name}"));
            }
            table.end();
            if operand.predicates.is_empty() {
                table.comment("No operand predicates").end();
            }
        }
        for predicate in &operand.predicates {
            predicate.emit(table, cx);
            if let Check::Instruction { instruction, .. } = predicate.check {
                self.emit_instruction(self.instruction(instruction), table, cx);
            }
        }
    }
}
