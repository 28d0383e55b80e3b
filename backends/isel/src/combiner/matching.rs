//! Converting `match` patterns to rules of match tables.

use backend::Fatal;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use smallvec::smallvec;

use super::Unit;
use super::code::Expansions;
use super::dump::alternatives_text;
use super::fragment::{Alternative, Fragment, ParamKind};
use super::pattern::{InstructionPattern, Operand, Pattern, PatternKind, PatternType, What};
use super::reporter::{Reporter, Stop};
use super::rule::{Alternatives, CombineRule};
use crate::global_isel::{Action, Check, OperandAt, Rule};

/// Converts one combine rule to rules of the match table.
pub(super) struct Emitter<'u, 'a> {
    pub unit: &'u mut Unit<'a>,
    pub combine: &'u CombineRule<'a>,
    /// The expansions of variables in C++ code, shared by all rules that the combine rule is converted to.
    pub expansions: Expansions,
    /// The id of the next renderer.
    renderers: u32,
    pub out: &'u mut Vec<Rule>,
}

/// A rule of the match table under construction.
pub(super) struct Making<'r> {
    pub rule: Rule,
    alternatives: &'r Alternatives,
    /// The indices of the combine rule's patterns that are already matched.
    seen: FxHashSet<usize>,
}

/// Where an instruction pattern is: in the rule, or in a fragment that a pattern of the rule uses.
enum Scope<'s> {
    Rule,
    Fragment {
        fragment: &'s Fragment,
        alternative: &'s Alternative,
        /// The name of the pattern that uses the fragment.
        name: Sym,
        arguments: &'s [Operand],
        state: &'s mut FragmentState,
    },
}

#[derive(Default)]
struct FragmentState {
    expansions: Expansions,
    seen: FxHashSet<usize>,
    /// Arguments, each with the parameter whose expansion it gets after the fragment is matched.
    to_import: Vec<(Sym, Sym)>,
}

impl<'u, 'a> Emitter<'u, 'a> {
    pub(super) fn new(
        unit: &'u mut Unit<'a>,
        combine: &'u CombineRule<'a>,
        out: &'u mut Vec<Rule>,
    ) -> Emitter<'u, 'a> {
        Emitter {
            unit,
            combine,
            expansions: Expansions::default(),
            renderers: 0,
            out,
        }
    }

    pub(super) fn reporter(&self) -> Reporter<'a> {
        self.combine.reporter(self.unit.cx)
    }

    /// Creates one match table rule for each combination of alternatives. If the root is a list of opcodes, creates one
    /// rule for each opcode in each combination.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        let combine = self.combine;
        let Some(root) = combine.match_root else {
            unreachable!("a rule that was read has a root");
        };
        for alternatives in &combine.permutations {
            match &combine.matches[root].kind {
                PatternKind::AnyOpcode(opcodes) => {
                    for opcode in opcodes {
                        let name = &self.unit.instructions.get(*opcode).name;
                        let comment = format!("wip_match_opcode '{name}'");
                        let mut making = self.start(alternatives, &comment)?;
                        let check = Check::Opcode(smallvec![*opcode]);
                        self.add_root(&mut making, root);
                        making.rule.check(0, check);
                        self.finish(making)?;
                    }
                }
                PatternKind::Instruction(_) => {
                    let mut making = self.start(alternatives, "")?;
                    self.add_root(&mut making, root);
                    let result = self.match_root(&mut making, root);
                    result.inspect_err(|_| self.note_types(&making.rule))?;
                    self.finish(making)?;
                }
                PatternKind::Code(_) => {
                    return Err(self
                        .reporter()
                        .error("C++ code cannot be the root of a rule!"));
                }
            }
        }
        Ok(())
    }

    /// Adds the types of `rule` to the types of the unit: the reference lists them even if the rule is dropped.
    fn note_types(&mut self, rule: &Rule) {
        let types = rule.types.iter().map(|it| (*it, rule.source));
        self.unit.types.extend(types);
    }

    fn start<'r>(
        &mut self,
        alternatives: &'r Alternatives,
        comment: &str,
    ) -> Result<Making<'r>, Fatal> {
        let combine = self.combine;
        let mut rule = Rule::new(self.unit.rules, combine.rec.id());
        self.unit.rules += 1;
        rule.features = self.unit.conditions(combine.rec)?;
        rule.ignores_copies = true;
        rule.simple_predicates
            .push(Sym::new(&is_enabled(combine.id)));
        let mut text = format!("Combiner Rule #{}: {}", combine.id, combine.rec.name());
        if !alternatives.is_empty() {
            text += &format!(" @ {}", alternatives_text(combine, alternatives));
        }
        if !comment.is_empty() {
            text += &format!("; {comment}");
        }
        rule.act(Action::Comment(text));
        Ok(Making {
            rule,
            alternatives,
            seen: FxHashSet::default(),
        })
    }

    fn add_root(&mut self, making: &mut Making, root: usize) {
        let name = self.combine.matches[root].name;
        let number = making.rule.add_instruction(name, true);
        declare_instruction(&mut self.expansions, number, name);
        making.seen.insert(root);
    }

    fn match_root(&mut self, making: &mut Making, root: usize) -> Result<(), Stop> {
        let combine = self.combine;
        making.seen.remove(&root);
        let Some(pattern) = combine.matches[root].instruction() else {
            return Ok(());
        };
        match self.unit.fragment_of(pattern) {
            Some(fragment) if !fragment.can_be_root() => {
                let of = pattern.of;
                Err(self
                    .reporter()
                    .error(format!("cannot use '{of} as match root")))
            }
            Some(_) => self.match_fragment(making, Some(0), root),
            None => self.match_instruction(making, 0, root, &mut Scope::Rule),
        }
    }

    /// Matches the patterns that are not matched yet, adds the actions, and adds the rule to `out`.
    fn finish(&mut self, mut making: Making) -> Result<(), Stop> {
        let result = self.match_rest(&mut making).and_then(|code| match code {
            Some(code) => self.apply_code(&mut making.rule, &code),
            None => self.apply(&mut making.rule),
        });
        self.note_types(&making.rule);
        result?;
        self.out.push(making.rule);
        Ok(())
    }

    /// Matches the patterns that are not matched yet. If `apply` consists of C++ code only, the C++ checks are not
    /// added to the rule but returned, to run together with that code. Otherwise, the result is `None`.
    fn match_rest(&mut self, making: &mut Making) -> Result<Option<Vec<&'u str>>, Stop> {
        let combine = self.combine;
        let mut code = combine.applies_code_only().then(Vec::new);
        for (at, pattern) in combine.matches.values().enumerate() {
            if making.seen.contains(&at) {
                continue;
            }
            match &pattern.kind {
                PatternKind::AnyOpcode(_) => {
                    return Err(self
                        .reporter()
                        .error("wip_match_opcode can not be used with instruction patterns!"));
                }
                PatternKind::Code(text) => match &mut code {
                    Some(code) => code.push(text.as_str()),
                    None => {
                        let text = self.expansions.expand(text, self.reporter());
                        self.check_code(making, text);
                    }
                },
                PatternKind::Instruction(instruction) => match instruction.fragment() {
                    Some(_) => self.match_fragment(making, None, at)?,
                    None => return Err(pattern.unreachable(instruction.of, self.reporter())),
                },
            }
        }
        Ok(code)
    }

    /// Adds a C++ check to the root instruction.
    fn check_code(&mut self, making: &mut Making, code: String) {
        let code = if self.unit.debug.code {
            let alternatives = alternatives_text(self.combine, making.alternatives);
            format!("// Pattern Alternatives: {alternatives}\n{code}")
        } else {
            code
        };
        let name = self.unit.checks.name(code, self.combine.rec.id());
        let function = Sym::new(&format!("GICXXPred_MI_Predicate_{name}"));
        let check = Check::Function {
            name: function,
            uses_operands: false,
        };
        making.rule.check(0, check);
    }

    /// Matches a pattern that uses a fragment. If the fragment has a root, `instruction` is the index of the
    /// instruction that the root matches.
    fn match_fragment(
        &mut self,
        making: &mut Making,
        instruction: Option<u32>,
        at: usize,
    ) -> Result<(), Stop> {
        if !making.seen.insert(at) {
            return Ok(());
        }
        let combine = self.combine;
        let reporter = self.reporter();
        let pattern = &combine.matches[at];
        let Some(InstructionPattern {
            what: What::Fragment(fragment),
            operands,
            ..
        }) = pattern.instruction()
        else {
            return Ok(());
        };
        let fragment = self.unit.fragments.all[*fragment].clone();
        if instruction.is_none() && fragment.out_count != 0 {
            return Err(pattern.unreachable(fragment.name, reporter));
        }
        let mut state = FragmentState {
            expansions: self.expansions_of_arguments(&fragment, operands)?,
            ..FragmentState::default()
        };
        let chosen = making.alternatives.iter().find(|it| it.0 == at);
        let alternative = &fragment.alternatives[chosen.map_or(0, |it| it.1)];
        let mut scope = Scope::Fragment {
            fragment: &fragment,
            alternative,
            name: pattern.name,
            arguments: operands,
            state: &mut state,
        };
        let roots = fragment
            .outs()
            .iter()
            .filter(|it| it.kind == ParamKind::Root);
        for (root, instruction) in roots.zip(instruction) {
            if let Some(definition) = alternative.operands.definition(root.name) {
                self.match_instruction(making, instruction, definition, &mut scope)?;
            }
        }
        for (at, pattern) in alternative.patterns.iter().enumerate() {
            if state.seen.contains(&at) {
                continue;
            }
            if let Some(code) = pattern.code() {
                let code = state.expansions.expand(code, reporter);
                self.check_code(making, code);
            } else if let Some(instruction) = pattern.instruction() {
                let (cx, rec) = (reporter.cx, reporter.cx.records.rec(fragment.rec));
                return Err(pattern.unreachable(instruction.of, Reporter { cx, rec }));
            }
        }
        for (argument, param) in &state.to_import {
            let expansion = state.expansions.get(*param).unwrap_or_default();
            self.expansions.declare(*argument, expansion.to_owned());
        }
        Ok(())
    }

    /// The expansions of a fragment's parameters in C++ code. Parameters whose arguments have no expansion are left
    /// out.
    fn expansions_of_arguments(
        &self,
        fragment: &Fragment,
        arguments: &[Operand],
    ) -> Result<Expansions, Stop> {
        let mut expansions = Expansions::default();
        for (param, argument) in fragment.params.iter().zip(arguments) {
            let expansion = match argument.value {
                Some(value) => value.to_string(),
                None => match self.expansions.get(argument.name) {
                    Some(expansion) => expansion.to_owned(),
                    None => {
                        fragment.check_unbound(param.name, argument.name, self.reporter())?;
                        continue;
                    }
                },
            };
            expansions.declare(param.name, expansion);
        }
        Ok(expansions)
    }

    /// Matches an instruction pattern, and the patterns that define its operands.
    fn match_instruction(
        &mut self,
        making: &mut Making,
        instruction: u32,
        at: usize,
        scope: &mut Scope,
    ) -> Result<(), Stop> {
        let combine = self.combine;
        let pattern: &Pattern = match scope {
            Scope::Rule => &combine.matches[at],
            Scope::Fragment { alternative, .. } => &alternative.patterns[at],
        };
        let seen = match scope {
            Scope::Rule => &mut making.seen,
            Scope::Fragment { state, .. } => &mut state.seen,
        };
        if !seen.insert(at) {
            return Ok(());
        }
        let Some(shape) = pattern.instruction() else {
            return Ok(());
        };
        let What::Instruction {
            opcode,
            intrinsic,
            flags,
        } = &shape.what
        else {
            return Ok(());
        };
        let check = Check::Opcode(smallvec![*opcode]);
        making.rule.check(instruction, check);
        declare_instruction(self.expansions_in(scope), instruction, pattern.name);
        if let Some(intrinsic) = intrinsic {
            let number = shape.defs() as u32;
            let operand = self.add_operand(making, instruction, number, "$intrinsic_id");
            let check = Check::Intrinsic(intrinsic.enum_name);
            making.rule.check_operand(operand, check);
        }
        if let Some(flags) = flags {
            for (flags, lacks) in [(&flags.set, false), (&flags.unset, true)] {
                if !flags.is_empty() {
                    let mut flags: Vec<Sym> = flags.iter().copied().collect();
                    flags.sort_by_key(|it| it.as_str());
                    let flags = flags.into();
                    let check = Check::Flags { flags, lacks };
                    making.rule.check(instruction, check);
                }
            }
        }
        for (number, operand) in shape.operands.iter().enumerate() {
            // The intrinsic's id is an operand that precedes the arguments.
            let is_argument = intrinsic.is_some() && !operand.is_def;
            let real = number as u32 + u32::from(is_argument);
            self.match_operand(making, (instruction, real), number, shape, operand, scope)?;
        }
        Ok(())
    }

    fn match_operand(
        &mut self,
        making: &mut Making,
        (instruction, real): (u32, u32),
        number: usize,
        pattern: &InstructionPattern,
        original: &Operand,
        scope: &mut Scope,
    ) -> Result<(), Stop> {
        let operand = self.mapped(original, scope);
        let pack = match operand.ty {
            PatternType::Pack { min, max } => Some((min, max)),
            _ => None,
        };
        if pack.is_some() && making.rule.has_operand(operand.name) {
            return Err(self.repeated_pack(operand.name));
        }
        let at = self.add_operand(making, instruction, real, operand.name.as_str());
        if operand.is_named() {
            let expansion = match pack {
                Some(_) => format!("getRemainingOperands(*State.MIs[{instruction}], {real})"),
                None => format!("State.MIs[{instruction}]->getOperand({real})"),
            };
            self.expansions_in(scope).declare(original.name, expansion);
        }
        if let Some((min, max)) = pack {
            making.rule.set_variadic(at);
            let bounds = [(min, true), (max, false)];
            for (count, is_least) in bounds.into_iter().filter(|(count, _)| *count != 0) {
                let count = real.saturating_add(count);
                let check = Check::NumOperandsBound { count, is_least };
                making.rule.check(instruction, check);
            }
            return Ok(());
        }
        if let Some(value) = operand.value {
            let check = if is_literal(&pattern.of, number) {
                Check::Literal(value)
            } else {
                Check::Constant(value)
            };
            making.rule.check_operand(at, check);
        }
        self.check_type(making, at, &operand)?;
        if original.is_def || !original.is_named() {
            return Ok(());
        }
        let definition = match scope {
            Scope::Rule => self.combine.match_table.definition(original.name),
            Scope::Fragment { alternative, .. } => alternative.operands.definition(original.name),
        };
        match definition {
            Some(definition) => {
                self.match_definition(making, at, original, operand.name, definition, scope)
            }
            None => Ok(()),
        }
    }

    fn repeated_pack(&self, name: Sym) -> Stop {
        let stop = self.reporter().error(
            "each instance of a GIVariadic operand must have a unique name within the match patterns",
        );
        self.reporter()
            .note(format!("'{name}' is used multiple times"));
        stop
    }

    /// Matches the pattern with the index `definition`, which defines the operand `original`.
    fn match_definition(
        &mut self,
        making: &mut Making,
        at: OperandAt,
        original: &Operand,
        name: Sym,
        definition: usize,
        scope: &mut Scope,
    ) -> Result<(), Stop> {
        let reporter = self.reporter();
        let definition_name = match scope {
            Scope::Rule => self.combine.matches[definition].name,
            Scope::Fragment { alternative, .. } => alternative.patterns[definition].name,
        };
        if original.value.is_some() {
            let stop = reporter.error(format!(
                "'{name}' is a named immediate, it cannot be defined by another instruction"
            ));
            reporter.note(format!("'{name}' is defined by '{definition_name}'"));
            return Err(stop);
        }
        let Some(instruction) = making.rule.define_operand(at, definition_name, true) else {
            let operand = original.name;
            return Err(reporter.error(format!(
                "Nested instruction '{definition_name}' cannot be the same as another operand '{operand}'"
            )));
        };
        let is_fragment = |pattern: &Pattern| {
            let pattern = pattern.instruction();
            pattern.is_some_and(|it| it.fragment().is_some())
        };
        match scope {
            Scope::Rule if is_fragment(&self.combine.matches[definition]) => {
                self.match_fragment(making, Some(instruction), definition)
            }
            _ => self.match_instruction(making, instruction, definition, scope),
        }
    }

    /// Converts an operand of a pattern to an operand of the rule. In a fragment, a parameter is replaced by its
    /// argument, and any other named operand gets a unique name.
    fn mapped(&mut self, operand: &Operand, scope: &mut Scope) -> Operand {
        let reporter = self.reporter();
        let Scope::Fragment {
            name,
            arguments,
            fragment,
            state,
            ..
        } = scope
        else {
            return *operand;
        };
        if !operand.is_named() {
            return *operand;
        }
        let param = operand.name;
        let Some(number) = fragment.params.iter().position(|it| it.name == param) else {
            return Operand {
                name: Sym::new(&format!("{name}.{param}")),
                ..*operand
            };
        };
        let argument = arguments[number];
        if argument.is_named() {
            state.to_import.push((argument.name, param));
        }
        let (wanted, given) = (operand.ty, argument.ty);
        if !wanted.is_none() && !given.is_none() && wanted != given {
            let (records, fragment) = (reporter.cx.records, fragment.name);
            let (given, wanted) = (given.text(records), wanted.text(records));
            reporter.warning(format!(
                "impossible type constraints: operand {number} of '{name}' has type '{given}', but '{fragment}' constrains it to '{wanted}'"
            ));
            if argument.is_named() {
                let argument = argument.name;
                reporter.note(format!("operand {number} of '{name}' is '{argument}'"));
            }
            reporter.note(format!("argument {number} of '{fragment}' is '{param}'"));
        }
        argument
    }

    fn expansions_in<'s>(&'s mut self, scope: &'s mut Scope) -> &'s mut Expansions {
        match scope {
            Scope::Rule => &mut self.expansions,
            Scope::Fragment { state, .. } => &mut state.expansions,
        }
    }

    fn add_operand(
        &mut self,
        making: &mut Making,
        instruction: u32,
        number: u32,
        name: &str,
    ) -> OperandAt {
        let renderer = self.renderers;
        self.renderers += 1;
        let name = Sym::new(name);
        making.rule.add_operand(instruction, number, name, renderer)
    }
}

/// The C++ enumerator of the predicate that holds if the combine rule with the id `id` is enabled.
pub(super) fn is_enabled(id: usize) -> String {
    format!("GICXXPred_Simple_IsRule{id}Enabled")
}

fn declare_instruction(expansions: &mut Expansions, number: u32, name: Sym) {
    expansions.declare(name, format!("State.MIs[{number}]"));
}

/// Whether the operand with the index `operand` is an immediate of the instruction, and not a register that holds a
/// constant.
fn is_literal(instruction: &Sym, operand: usize) -> bool {
    operand == 1 && matches!(instruction.as_str(), "G_CONSTANT" | "G_FCONSTANT")
}
