//! Writes the actions of rules to match tables.

use backend::Fatal;
use rustc_hash::FxHashSet;
use target_model::instructions::{Instruction, Instructions};

use super::super::predicate::joined;
use super::super::{Action, Build, Emission, Replacement, Rule, Table};
use super::renderer::{push_type, qualified};

impl Action {
    /// Writes the checks that the action requires.
    pub(super) fn emit_predicates(&self, table: &mut Table) {
        if let Action::Replace {
            instruction: old,
            operand: old_operand,
            with:
                Replacement::Operand {
                    instruction,
                    operand,
                },
        } = *self
        {
            table.op("GIM_CheckCanReplaceReg");
            replaced(old, old_operand, table);
            replacement(instruction, operand, table);
            table.end();
        }
    }

    /// Writes the action. An instruction that is in `erased` is not erased again.
    pub(super) fn emit(
        &self,
        rule: &Rule,
        table: &mut Table,
        cx: &Emission,
        erased: &mut FxHashSet<u32>,
    ) -> Result<(), Fatal> {
        match *self {
            Action::Comment(ref text) => {
                table.comment(text);
            }
            Action::Build(ref build) => return build.emit(rule, table, cx, erased),
            Action::BuildConstant { register, value } => {
                table.op("GIR_BuildConstant");
                table.comment("TempRegID").uleb(register.into());
                table.comment("Val").int(8, value);
            }
            Action::Erase(instruction) => {
                if !erased.insert(instruction) {
                    return Ok(());
                }
                let op = table.op("GIR_EraseFromParent").comment("InsnID");
                op.uleb(instruction.into());
            }
            Action::Replace {
                instruction: old,
                operand: old_operand,
                with,
            } => match with {
                Replacement::Made(register) => {
                    table.op("GIR_ReplaceRegWithTempReg");
                    replaced(old, old_operand, table);
                    table.comment("TempRegID").uleb(register.into());
                }
                Replacement::Operand {
                    instruction,
                    operand,
                } => {
                    table.op("GIR_ReplaceReg");
                    replaced(old, old_operand, table);
                    replacement(instruction, operand, table);
                }
            },
            Action::Constrain(0) => {
                table.op("GIR_RootConstrainSelectedInstOperands");
            }
            Action::Constrain(instruction) => {
                let op = table.op("GIR_ConstrainSelectedInstOperands");
                op.comment("InsnID").uleb(instruction.into());
            }
            Action::ConstrainTo {
                instruction,
                operand,
                class,
            } => {
                table.op("GIR_ConstrainOperandRC");
                table.comment("InsnID").uleb(instruction.into());
                table.comment("Op").uleb(operand.into());
                table.named(2, class);
            }
            Action::MakeRegister { register, ty } => {
                table.op("GIR_MakeTempReg");
                table.comment("TempRegID").uleb(register.into());
                table.comment("TypeID");
                push_type(ty, table);
            }
        }
        table.end();
        Ok(())
    }
}

fn replaced(instruction: u32, operand: u32, table: &mut Table) {
    table.comment("OldInsnID").uleb(instruction.into());
    table.comment("OldOpIdx").uleb(operand.into());
}

fn replacement(instruction: u32, operand: u32, table: &mut Table) {
    table.comment("NewInsnId").uleb(instruction.into());
    table.comment("NewOpIdx").uleb(operand.into());
}

impl Build {
    fn emit(
        &self,
        rule: &Rule,
        table: &mut Table,
        cx: &Emission,
        erased: &mut FxHashSet<u32>,
    ) -> Result<(), Fatal> {
        if let Some(changed) = self.changed {
            self.emit_change(changed, table, cx)?;
            erased.insert(changed);
            return Ok(());
        }
        if self.number == 0 {
            table.op("GIR_BuildRootMI");
        } else {
            self.op("GIR_BuildMI", table);
        }
        table
            .comment("Opcode")
            .named(2, cx.opcode(self.opcode))
            .end();
        for renderer in &self.renderers {
            renderer.emit(self.number, rule, table, cx)?;
        }
        for (number, register) in (0..).zip(&self.instruction(cx.instructions).implicit_defs) {
            if self.dead.contains(register) {
                let register = qualified(cx.cx.records.rec(*register))?;
                self.op("GIR_SetImplicitDefDead", table);
                table.comment_fmt(format_args!("OpIdx for {register}"));
                table.uleb(number).end();
            }
        }
        if self.accesses_memory {
            let found = rule.instructions().len();
            self.op("GIR_MergeMemOperands", table);
            table.comment("NumInsns").int(1, found as i64);
            table.comment("MergeInsnID's");
            for instruction in 0..found as u64 {
                table.uleb(instruction);
            }
            table.end();
        }
        self.emit_flags(table);
        Ok(())
    }

    /// Writes the operations that change the matched instruction `changed` into the instruction `self`.
    fn emit_change(&self, changed: u32, table: &mut Table, cx: &Emission) -> Result<(), Fatal> {
        self.op("GIR_MutateOpcode", table);
        table.comment("RecycleInsnID").uleb(changed.into());
        table
            .comment("Opcode")
            .named(2, cx.opcode(self.opcode))
            .end();
        let instruction = self.instruction(cx.instructions);
        for register in &instruction.implicit_defs {
            self.op("GIR_AddImplicitDef", table);
            table.named(2, qualified(cx.cx.records.rec(*register))?);
            if self.dead.contains(register) {
                table.named(2, "RegState::Dead")
            } else {
                table.int(2, 0)
            };
            table.end();
        }
        for register in &instruction.implicit_uses {
            self.op("GIR_AddImplicitUse", table);
            table.named(2, qualified(cx.cx.records.rec(*register))?);
            table.end();
        }
        self.emit_flags(table);
        Ok(())
    }

    fn emit_flags(&self, table: &mut Table) {
        for instruction in &self.copied_flags {
            self.op("GIR_CopyMIFlags", table);
            table.comment("OldInsnID").uleb((*instruction).into()).end();
        }
        let lists = [
            ("GIR_SetMIFlags", &self.set_flags),
            ("GIR_UnsetMIFlags", &self.unset_flags),
        ];
        for (op, flags) in lists {
            if !flags.is_empty() {
                self.op(op, table);
                table.named(4, joined(flags)).end();
            }
        }
    }

    fn op(&self, op: &str, table: &mut Table) {
        table.op(op).comment("InsnID").uleb(self.number.into());
    }

    fn instruction<'i>(&self, instructions: &'i Instructions) -> &'i Instruction {
        instructions.get(self.opcode)
    }
}
