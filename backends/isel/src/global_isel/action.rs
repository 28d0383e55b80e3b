//! What a rule does once it has found something.

use backend::{Fatal, Rec, RecordId};
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use target_model::instructions::{InstructionId, Instructions};

use super::predicate::joined;
use super::renderer::{push_type, qualified};
use super::{Emission, RegisterType, Renderer, Rule, Table};

/// The number of an action in its rule. Actions keep their numbers when others are put before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionId(pub(super) u32);

impl ActionId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One thing that a rule does. Instructions that it found and those that it builds are numbered each on their own.
#[derive(Debug)]
pub enum Action {
    /// It says something to who reads the table.
    Comment(String),
    Build(Build),
    /// It makes a constant in a register that it made.
    BuildConstant {
        register: u32,
        value: i64,
    },
    /// It erases an instruction that it found.
    Erase(u32),
    /// It puts something in the place of a register that an instruction defines.
    Replace {
        instruction: u32,
        operand: u32,
        with: Replacement,
    },
    /// It gives the operands of an instruction that it built the classes that its definition asks for.
    Constrain(u32),
    /// It gives one operand this class.
    ConstrainTo {
        instruction: u32,
        operand: u32,
        class: Sym,
    },
    MakeRegister {
        register: u32,
        ty: RegisterType,
    },
}

/// What a register is replaced with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// A register that the rule made.
    Made(u32),
    /// An operand of an instruction that it found.
    Operand { instruction: u32, operand: u32 },
}

/// A new instruction, or one that is changed into it.
#[derive(Debug)]
pub struct Build {
    pub number: u32,
    pub opcode: InstructionId,
    /// Whether it does something in memory, as far as anybody knows.
    pub accesses_memory: bool,
    pub renderers: Vec<Renderer>,
    /// The instruction whose opcode is changed, if that does it.
    pub changed: Option<u32>,
    /// Registers that it defines on the side and nobody reads.
    pub dead: FxHashSet<RecordId>,
    /// The instructions whose flags it takes over.
    pub copied_flags: Vec<u32>,
    pub set_flags: Vec<Sym>,
    pub unset_flags: Vec<Sym>,
}

impl Build {
    pub fn new(number: u32, opcode: InstructionId, accesses_memory: bool) -> Build {
        Build {
            number,
            opcode,
            accesses_memory,
            renderers: Vec::new(),
            changed: None,
            dead: FxHashSet::default(),
            copied_flags: Vec::new(),
            set_flags: Vec::new(),
            unset_flags: Vec::new(),
        }
    }

    pub fn render(&mut self, renderer: Renderer) {
        self.renderers.push(renderer);
    }
}

impl Rule {
    /// Lets an action that builds an instruction change one that was found instead, where all operands stay as they are
    /// and no other action took it.
    pub fn change_in_place(&mut self, id: ActionId, source: Rec) -> Result<(), Fatal> {
        for instruction in 0..self.instructions().len() as u32 {
            if self.changed_in_place.contains(&instruction) {
                continue;
            }
            if self.keeps_operands(&self.build(id).renderers, instruction, source)? {
                self.changed_in_place.insert(instruction);
                self.build_mut(id).changed = Some(instruction);
                break;
            }
        }
        Ok(())
    }

    fn keeps_operands(
        &self,
        renderers: &[Renderer],
        instruction: u32,
        source: Rec,
    ) -> Result<bool, Fatal> {
        if renderers.len() != self.instruction(instruction).operands.len() {
            return Ok(false);
        }
        for (number, renderer) in (0..).zip(renderers) {
            let Renderer::Copy(name) = renderer else {
                return Ok(false);
            };
            let operand = self.operand(self.operand_of_name(*name, source)?);
            if (operand.instruction, operand.number) != (instruction, number) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Action {
    /// Writes what has to be checked before it can be done.
    pub fn emit_predicates(&self, table: &mut Table) {
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

    /// Writes what is to be done. What is erased is erased once.
    pub fn emit(
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

    /// Writes that an instruction that was found becomes this one.
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
            match self.dead.contains(register) {
                true => table.named(2, "RegState::Dead"),
                false => table.int(2, 0),
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

    fn instruction<'i>(
        &self,
        instructions: &'i Instructions,
    ) -> &'i target_model::instructions::Instruction {
        instructions.get(self.opcode)
    }
}
