//! Converting the result of a pattern to actions.

use elaborate::symbol::Sym;
use pattern_model::{Pattern, Tree};
use target_model::instructions::{Instruction, InstructionId};
use target_model::registers::ClassId;

use super::{Importer, Stop, changes, skip};
use crate::global_isel::renderer::Role;
use crate::global_isel::{Action, ActionId, Build, Check, OperandAt, Renderer, Rule};

type Done = Result<(), Stop>;

/// Where the next action is inserted: before another action, or at the end.
#[derive(Clone, Copy)]
pub(crate) enum InsertionPoint {
    Before(ActionId),
    End,
}

impl Rule {
    fn place(&self, place: InsertionPoint) -> usize {
        match place {
            InsertionPoint::Before(action) => self.place_of(action),
            InsertionPoint::End => self.actions().len(),
        }
    }

    pub(crate) fn act_before(&mut self, place: InsertionPoint, action: Action) -> ActionId {
        let place = self.place(place);
        self.act_at(place, action)
    }
}

impl Importer<'_> {
    /// Adds the actions that build the result of a pattern.
    pub(super) fn build_result(
        &mut self,
        rule: &mut Rule,
        pattern: &Pattern,
        src: Tree,
        dst: Tree,
    ) -> Done {
        if dst.is_leaf() {
            return self.build_copy(rule, dst);
        }
        let Some(opcode) = dst.instruction() else {
            skip!(self, "Pattern operator isn't an instruction");
        };
        let patterns = self.patterns.clone();
        let instruction = patterns.instructions.get(opcode);
        let explicit = instruction.operands.defs;
        let defs = if changes::counts_implicit_defs(self.cx.release()) {
            explicit + instruction.implicit_defs.len()
        } else {
            explicit
        };
        let results = src.types.len();
        if defs < results {
            if defs != 0 {
                skip!(
                    self,
                    "Src pattern result has more defs than dst MI ({results} def(s) vs {defs} def(s))"
                );
            }
            let mut checks = rule.root().predicates.iter().map(|it| &it.check);
            if !checks.any(|it| matches!(it, Check::HasNoUse)) {
                skip!(
                    self,
                    "Src pattern result has {results} def(s) without the HasNoUse predicate set to true but Dst MI has no def"
                );
            }
        }
        for number in 0..explicit.min(results) {
            let class = self.class_of_result(instruction, number, src, dst)?;
            let name = root_result(instruction, number);
            let at = self.root_operand(rule, number as u32)?;
            rule.name_operand(at, name);
            rule.check_operand(at, self.bank(class));
        }
        let build = self.build_root(rule, src, dst)?;
        if !pattern.registers.is_empty() {
            skip!(self, "Pattern defines a physical register");
        }
        rule.change_in_place(build, self.cx.records.rec(pattern.rec))?;
        self.constrain_root(rule, instruction, src, dst)?;
        rule.act(Action::Erase(0));
        Ok(())
    }

    fn root_operand(&self, rule: &Rule, number: u32) -> Result<OperandAt, Stop> {
        match rule.operand_of_number(0, number) {
            Some(at) => Ok(at),
            None => skip!(self, "Failed to lookup operand"),
        }
    }

    /// Adds the actions for a pattern whose result is a leaf: a copy to the register class of the leaf.
    fn build_copy(&mut self, rule: &mut Rule, dst: Tree) -> Done {
        let Some(class) = self.class_of_leaf(&dst)? else {
            skip!(self, "Dst pattern root isn't a known leaf");
        };
        let copy = self.opcodes.copy;
        let copy_def = self.patterns.instructions.get(copy).operands.iter().next();
        let name = copy_def.map_or(Sym::EMPTY, |it| it.name);
        let at = self.root_operand(rule, 0)?;
        rule.name_operand(at, name);
        rule.check_operand(at, self.bank(class));
        let build = self.new_build(rule, copy);
        let build = rule.act(build);
        let build = rule.build_mut(build);
        build.render(Renderer::Copy(name));
        build.render(Renderer::Copy(dst.name.unwrap_or(Sym::EMPTY)));
        rule.act(self.constrain(0, 0, class));
        rule.act(Action::Erase(0));
        Ok(())
    }

    pub(super) fn new_build(&self, rule: &mut Rule, opcode: InstructionId) -> Action {
        let effects = &self.patterns.effects[opcode.index()];
        let accesses_memory = effects.may_load || effects.may_store;
        let number = rule.new_instruction();
        Action::Build(Build::new(number, opcode, accesses_memory))
    }

    fn constrain(&self, instruction: u32, operand: u32, class: ClassId) -> Action {
        Action::ConstrainTo {
            instruction,
            operand,
            class: self.class_name(class),
        }
    }

    /// Builds the instruction that replaces the root.
    fn build_root(&mut self, rule: &mut Rule, src: Tree, dst: Tree) -> Result<ActionId, Stop> {
        let build = self.start_build(rule, InsertionPoint::End, dst)?;
        let mut place = InsertionPoint::Before(build);
        let copy = self.opcodes.copy;
        let registers = if changes::copies_registers_of_all(self.cx.release()) {
            rule.registers().collect()
        } else {
            rule.root().register_inputs.clone()
        };
        for register in registers {
            let action = self.new_build(rule, copy);
            let copy = rule.act_before(place, action);
            let builder = rule.build_mut(copy);
            builder.render(Renderer::Register {
                register,
                role: Role::Defines,
            });
            builder.render(Renderer::CopyRegister(register));
            place = InsertionPoint::Before(copy);
        }
        if changes::renders_by_name(self.cx.release()) {
            self.render_named_results(rule, place, build, dst, true)?;
        } else {
            self.render_results(rule, place, build, src, dst, 0)?;
        }
        self.render_operands(rule, place, build, src, dst)?;
        Ok(build)
    }

    /// Adds the action that builds the instruction of a node.
    fn start_build(
        &self,
        rule: &mut Rule,
        place: InsertionPoint,
        dst: Tree,
    ) -> Result<ActionId, Stop> {
        let Some(opcode) = dst.instruction() else {
            let operator = dst.operator().map(|it| self.cx.records.rec(it.rec));
            if operator.is_some_and(|it| it.is_a("ValueType")) {
                skip!(
                    self,
                    "Pattern operator isn't an instruction (it's a ValueType)"
                );
            }
            skip!(self, "Pattern operator isn't an instruction");
        };
        // In GlobalISel, these instructions are copies.
        let name = &*self.patterns.instructions.get(opcode).name;
        let opcode = match name {
            "COPY_TO_REGCLASS" | "EXTRACT_SUBREG" => self.opcodes.copy,
            _ => opcode,
        };
        let action = self.new_build(rule, opcode);
        Ok(rule.act_before(place, action))
    }

    /// Builds an instruction whose result is an operand of another instruction. Returns the insertion point of further
    /// actions.
    pub(super) fn build_operand(
        &mut self,
        rule: &mut Rule,
        place: InsertionPoint,
        dst: Tree,
        src: Tree,
        register: u32,
    ) -> Result<InsertionPoint, Stop> {
        let patterns = self.patterns.clone();
        let build = self.start_build(rule, place, dst)?;
        let role = Role::Defines;
        rule.build_mut(build)
            .render(Renderer::Made { register, role });
        let mut at = InsertionPoint::Before(build);
        let built = patterns.instructions.get(rule.build(build).opcode);
        // Registers for dead results are created before the register for the first result.
        let before = rule.place_of(build).checked_sub(1);
        let before = before.and_then(|it| rule.action_at(it));
        let before = before.map_or(at, InsertionPoint::Before);
        if changes::renders_by_name(self.cx.release()) {
            at = self.render_named_results(rule, before, build, dst, false)?;
        } else if built.operands.defs > 1 {
            at = self.render_results(rule, before, build, src, dst, 1)?;
        }
        let at = self.render_operands(rule, at, build, src, dst)?;
        let Some(original) = dst.instruction() else {
            skip!(self, "Pattern operator isn't an instruction");
        };
        let instruction = patterns.instructions.get(original);
        let number = rule.build(build).number;
        let constraints = self.constraints(instruction, None, dst)?;
        match constraints {
            Some(constraints) => {
                for (operand, class) in constraints {
                    rule.act_before(place, self.constrain(number, operand, class));
                }
            }
            None => _ = rule.act_before(place, Action::Constrain(number)),
        }
        Ok(at)
    }

    fn constrain_root(
        &mut self,
        rule: &mut Rule,
        instruction: &Instruction,
        src: Tree,
        dst: Tree,
    ) -> Done {
        match self.constraints(instruction, Some(src), dst)? {
            Some(constraints) => {
                for (operand, class) in constraints {
                    rule.act(self.constrain(0, operand, class));
                }
            }
            None => _ = rule.act(Action::Constrain(0)),
        }
        Ok(())
    }
}

/// The name of the root's result `number` in a rule: `DstI[…]` with the operand's name in `instruction`, which replaces
/// the root.
pub(super) fn root_result(instruction: &Instruction, number: usize) -> Sym {
    let operands = &instruction.operands;
    let name = if number < operands.len() {
        operands.get(number).name.as_str()
    } else {
        ""
    };
    Sym::new(&format!("DstI[{name}]"))
}
