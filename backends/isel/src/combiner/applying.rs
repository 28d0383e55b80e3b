//! The `apply` part of combine rules.

use elaborate::symbol::Sym;
use rustc_hash::{FxHashMap, FxHashSet};

use super::matching::Emitter;
use super::pattern::{Builtin, InstructionPattern, Operand, Pattern, What};
use super::reporter::Stop;
use crate::global_isel::renderer::Role;
use crate::global_isel::{Action, ActionId, Build, Renderer, Replacement, Rule};

/// The state while a rule's `apply` patterns are visited.
#[derive(Default)]
struct State {
    seen: FxHashSet<usize>,
    /// For each operand name with a temporary register, the number of the register.
    registers: FxHashMap<Sym, u32>,
}

impl Emitter<'_, '_> {
    /// Makes the C++ code of the `apply` patterns the action of the rule. The code runs the C++ checks `checks` first.
    pub(super) fn apply_code(&mut self, rule: &mut Rule, checks: &[&str]) -> Result<(), Stop> {
        let combine = self.combine;
        let reporter = self.reporter();
        let mut code = String::new();
        let mut decides = Vec::new();
        for data in &combine.match_data {
            self.expansions.declare(data.symbol, data.variable());
            code += &format!("{} {};\n", data.ty, data.variable());
        }
        if !checks.is_empty() {
            code += "// Match Patterns\n";
        }
        // The same code may behave differently if its variables have other types, so the declarations are compared too.
        let variables = code.clone();
        for check in checks {
            let check = self.expansions.expand(check, reporter);
            code += &format!("if(![&](){{{check}}}()) {{\n  return false;\n}}\n");
            decides.push(variables.clone() + &check);
        }
        code += "// Apply Patterns\n";
        let applies = combine.applies.values().filter_map(Pattern::code);
        let applies = applies.map(|it| self.expansions.expand(it, reporter));
        let applies = applies.collect::<Vec<_>>().join("\n");
        code += &applies;
        if applies.contains("return") {
            decides.push(variables + &applies);
        }
        let name = self.unit.actions.name(code, combine.rec.id());
        rule.custom_action = Some(Sym::new(&format!("GICXXCustomAction_{name}")));
        rule.code = decides;
        Ok(())
    }

    /// Builds the instructions of the `apply` patterns and erases the root.
    pub(super) fn apply(&mut self, rule: &mut Rule) -> Result<(), Stop> {
        let combine = self.combine;
        let mut state = State::default();
        for root in &combine.apply_roots {
            self.apply_pattern(rule, *root, &mut state)?;
        }
        for (at, pattern) in combine.applies.values().enumerate() {
            if state.seen.contains(&at) {
                continue;
            }
            let Some(instruction) = pattern.instruction() else {
                continue;
            };
            match instruction.builtin() {
                Some(_) => self.apply_pattern(rule, at, &mut state)?,
                None => return Err(pattern.unreachable(instruction.of, self.reporter())),
            }
        }
        let root = combine.match_root.map(|at| combine.matches[at].name);
        let root = root.and_then(|name| rule.instruction_of_name(name));
        rule.act(Action::Erase(root.unwrap_or(0)));
        Ok(())
    }

    /// Builds the instruction of a pattern, after the instructions that define its operands.
    fn apply_pattern(&mut self, rule: &mut Rule, at: usize, state: &mut State) -> Result<(), Stop> {
        if !state.seen.insert(at) {
            return Ok(());
        }
        let combine = self.combine;
        let pattern = &combine.applies[at];
        let Some(instruction) = pattern.instruction() else {
            return Ok(());
        };
        for operand in instruction.named_operands().filter(|it| !it.is_def) {
            let name = operand.name;
            if let Some(definition) = combine.apply_table.definition(name) {
                self.apply_pattern(rule, definition, state)?;
            } else if !operand.is_named_immediate() && !combine.match_table.has(name) {
                return Err(self.reporter().error(format!(
                    "invalid output operand '{name}': operand is not a live-in of the match pattern, and it has no definition"
                )));
            }
        }
        match instruction.what {
            What::Builtin(builtin) => self.apply_builtin(rule, builtin, instruction, state),
            What::Instruction { .. } => self.build(rule, pattern, instruction, state),
            What::Fragment(_) => unreachable!("fragments are refused in `apply`"),
        }
    }

    fn build(
        &mut self,
        rule: &mut Rule,
        pattern: &Pattern,
        instruction: &InstructionPattern,
        state: &mut State,
    ) -> Result<(), Stop> {
        let What::Instruction {
            opcode,
            intrinsic,
            flags,
        } = &instruction.what
        else {
            return Ok(());
        };
        let number = rule.new_instruction();
        let effects = self.unit.instructions.get(*opcode).effects;
        let accesses_memory = effects.may_load == Some(true) || effects.may_store == Some(true);
        let build = rule.act(Action::Build(Build::new(number, *opcode, accesses_memory)));
        // The intrinsic's id follows the results.
        let mut intrinsic = intrinsic.map(|it| Renderer::Intrinsic(it.enum_name));
        for operand in &instruction.operands {
            if !operand.is_def
                && let Some(intrinsic) = intrinsic.take()
            {
                rule.build_mut(build).render(intrinsic);
            }
            self.render(rule, build, pattern, instruction, operand, state)?;
        }
        if let Some(intrinsic) = intrinsic {
            rule.build_mut(build).render(intrinsic);
        }
        if let Some(flags) = flags {
            let copied = flags.copied.iter();
            let copied: Vec<u32> = copied
                .filter_map(|it| rule.instruction_of_name(*it))
                .collect();
            let build = rule.build_mut(build);
            build.copied_flags = copied;
            build.set_flags.extend(&flags.set);
            build.unset_flags.extend(&flags.unset);
        }
        let expansion = format!("OutMIs[{number}]");
        self.expansions.redeclare(pattern.name, expansion);
        Ok(())
    }

    fn render(
        &mut self,
        rule: &mut Rule,
        build: ActionId,
        pattern: &Pattern,
        instruction: &InstructionPattern,
        operand: &Operand,
        state: &mut State,
    ) -> Result<(), Stop> {
        let (reporter, name) = (self.reporter(), operand.name);
        let note = || {
            let (pattern, of) = (pattern.name, instruction.of);
            reporter.note(format!("while emitting pattern '{pattern}' ({of})"));
        };
        if operand.is_named_immediate() {
            let stop = reporter.error(format!(
                "invalid output operand '{name}': output immediates cannot be named"
            ));
            note();
            return Err(stop);
        }
        let renderer = match operand.value {
            Some(_) if operand.ty.is_none() && instruction.of.as_str() == "G_CONSTANT" => {
                let stop = reporter.error("'G_CONSTANT' immediate must be typed!");
                note();
                return Err(stop);
            }
            Some(value) => self.render_immediate(rule, instruction, operand, value)?,
            None if !operand.is_def => match state.registers.get(&name) {
                Some(register) => Renderer::Made {
                    register: *register,
                    role: Role::Uses,
                },
                None => Renderer::Copy(name),
            },
            None => self.render_def(rule, operand, state)?,
        };
        rule.build_mut(build).render(renderer);
        Ok(())
    }

    /// Renders an immediate. An immediate with a type becomes a constant in a register, except in `G_CONSTANT`.
    fn render_immediate(
        &mut self,
        rule: &mut Rule,
        instruction: &InstructionPattern,
        operand: &Operand,
        value: i64,
    ) -> Result<Renderer, Stop> {
        if operand.ty.is_none() {
            return Ok(Renderer::Immediate(value));
        }
        let ty = self.register_type(operand.ty, rule)?;
        if instruction.of.as_str() == "G_CONSTANT" {
            rule.note_type(ty);
            return Ok(Renderer::TypedImmediate(value, ty));
        }
        let register = rule.new_register();
        rule.act_at(0, Action::MakeRegister { register, ty });
        rule.act_at(1, Action::BuildConstant { register, value });
        Ok(Renderer::Made {
            register,
            role: Role::Uses,
        })
    }

    /// Renders an operand that the pattern defines: a result of the root, or a new register.
    fn render_def(
        &mut self,
        rule: &mut Rule,
        operand: &Operand,
        state: &mut State,
    ) -> Result<Renderer, Stop> {
        let combine = self.combine;
        let (reporter, name) = (self.reporter(), operand.name);
        if combine.match_table.has(name) {
            let definition = combine.match_table.definition(name);
            if definition.is_none() {
                return Err(reporter.error(format!(
                    "Cannot define live-in operand '{name}' in the 'apply' pattern"
                )));
            }
            if definition != combine.match_root {
                return Err(reporter.error(format!(
                    "redefining an instruction other than the root is not supported (operand '{name}')"
                )));
            }
            return Ok(Renderer::Copy(name));
        }
        let role = Role::Defines;
        if let Some(register) = state.registers.get(&name).copied() {
            return Ok(Renderer::Made { register, role });
        }
        let register = rule.new_register();
        state.registers.insert(name, register);
        if operand.ty.is_none() {
            return Err(reporter.error(format!(
                "def of a new register '{name}' in the apply patterns must have a type"
            )));
        }
        let expansion = format!("State.TempRegisters[{register}]");
        self.expansions.declare(name, expansion);
        let ty = self.register_type(operand.ty, rule)?;
        rule.act_at(0, Action::MakeRegister { register, ty });
        Ok(Renderer::Made { register, role })
    }

    fn apply_builtin(
        &mut self,
        rule: &mut Rule,
        builtin: Builtin,
        instruction: &InstructionPattern,
        state: &mut State,
    ) -> Result<(), Stop> {
        let combine = self.combine;
        if builtin == Builtin::EraseRoot {
            rule.act(Action::Erase(0));
            return Ok(());
        }
        let (old, new) = (instruction.operands[0].name, instruction.operands[1].name);
        if !combine.apply_table.has(new) && !combine.match_table.has(new) {
            return Err(self.reporter().error(format!(
                "cannot emit '{builtin}' builtin: unknown operand '{old}'"
            )));
        }
        let place = |rule: &Rule, name: Sym| {
            let at = rule.operand_of_name(name, combine.rec)?;
            let operand = rule.operand(at);
            Ok::<_, Stop>((operand.instruction, operand.number))
        };
        let (old_instruction, old_operand) = place(rule, old)?;
        let with = match state.registers.get(&new) {
            Some(register) => Replacement::Made(*register),
            None => {
                let (instruction, operand) = place(rule, new)?;
                Replacement::Operand {
                    instruction,
                    operand,
                }
            }
        };
        rule.act(Action::Replace {
            instruction: old_instruction,
            operand: old_operand,
            with,
        });
        Ok(())
    }
}
