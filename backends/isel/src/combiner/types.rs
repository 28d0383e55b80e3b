//! The types of operands: consistency checks and inference.

use std::collections::BTreeMap;
use std::fmt::Write;

use elaborate::symbol::Sym;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use target_model::instructions::Instruction;

use super::Unit;
use super::pattern::{InstructionPattern, OperandTable, Pattern, PatternType};
use super::reporter::{Reporter, Stop};

/// Checks that operands with the same name have the same type.
pub(super) struct TypeChecker<'a> {
    reporter: Reporter<'a>,
    /// The type of each operand name, with the name of the pattern in which the type was found first.
    known: FxHashMap<Sym, (PatternType, Sym)>,
}

impl<'a> TypeChecker<'a> {
    pub(super) fn new(reporter: Reporter<'a>) -> TypeChecker<'a> {
        TypeChecker {
            reporter,
            known: FxHashMap::default(),
        }
    }

    /// Checks the types in a pattern. `verify` checks references to types of other operands.
    pub(super) fn check(
        &mut self,
        name: Sym,
        pattern: &InstructionPattern,
        verify: impl Fn(PatternType) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for operand in &pattern.operands {
            let ty = operand.ty;
            if ty.is_none() {
                continue;
            }
            if let PatternType::TypeOf(_) = ty {
                verify(ty)?;
            }
            if !operand.is_named() {
                continue;
            }
            let (known, seen_in) = *self.known.entry(operand.name).or_insert((ty, name));
            if known != ty {
                return Err(self.conflict(operand.name, (known, seen_in), (ty, name)));
            }
        }
        Ok(())
    }

    fn conflict(
        &self,
        operand: Sym,
        first: (PatternType, Sym),
        second: (PatternType, Sym),
    ) -> Stop {
        let text = |ty: PatternType| ty.text(self.reporter.cx.records);
        let (known, ty) = (text(first.0), text(second.0));
        let stop = self.reporter.error(format!(
            "conflicting types for operand '{operand}': '{known}' vs '{ty}'"
        ));
        for (ty, pattern) in [second, first] {
            let ty = text(ty);
            self.reporter
                .note(format!("'{operand}' seen with type '{ty}' in '{pattern}'"));
        }
        stop
    }

    /// Sets the type of each named operand to the known type of its name, if any.
    pub(super) fn propagate<'p>(&self, patterns: impl Iterator<Item = &'p mut InstructionPattern>) {
        for operand in patterns.flat_map(|it| &mut it.operands) {
            if let Some((ty, _)) = self.known.get(&operand.name)
                && operand.is_named()
            {
                operand.ty = *ty;
            }
        }
    }
}

/// Classes of operands that must have the same type.
#[derive(Default)]
struct Classes {
    /// The operands of each class. A class that was merged into another class is empty.
    classes: Vec<Vec<Sym>>,
    class_of: BTreeMap<&'static str, usize>,
}

impl Classes {
    fn class(&mut self, operand: Sym) -> usize {
        let next = self.classes.len();
        let class = *self.class_of.entry(operand.as_str()).or_insert(next);
        if class == next {
            self.classes.push(vec![operand]);
        }
        class
    }

    /// Merges the classes of two operands that must have the same type.
    fn join(&mut self, a: Sym, b: Sym) {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return;
        }
        let members = std::mem::take(&mut self.classes[b]);
        for member in &members {
            self.class_of.insert(member.as_str(), a);
        }
        self.classes[a].extend(members);
    }

    fn members(&self, operand: Sym) -> &[Sym] {
        let class = self.class_of.get(operand.as_str());
        class.map_or(&[], |class| &self.classes[*class])
    }
}

/// Infers the types of results and immediates in `apply` patterns. Operands of a generic instruction have the same type
/// if they share a type variable in its definition. An inferred type is always that of a matched operand.
pub(super) struct Inference<'u, 'a> {
    pub unit: &'u mut Unit<'a>,
    pub reporter: Reporter<'a>,
    pub match_table: &'u OperandTable,
}

impl Inference<'_, '_> {
    /// Infers types of operands in `applies`. If any type was inferred, checks all types in `applies` again and copies
    /// each type to the operands with the same name.
    pub(super) fn run(
        &mut self,
        matches: &IndexMap<Sym, Pattern>,
        applies: &mut IndexMap<Sym, Pattern>,
    ) -> Result<(), Stop> {
        let classes = self.classes(matches, applies);
        let mut any = false;
        for pattern in applies.values_mut() {
            let Some(pattern) = pattern.instruction_mut() else {
                continue;
            };
            for number in 0..pattern.operands.len() {
                let ty = self.infer(pattern, number, &classes);
                if ty.is_none() {
                    continue;
                }
                let operand = &mut pattern.operands[number];
                if self.unit.debug.types {
                    let (operand, ty) = (operand.describe(), ty.text(self.unit.cx.records));
                    self.unit.cx.dump(format!("INFER: {operand} -> {ty}\n"));
                }
                operand.ty = ty;
                any = true;
            }
        }
        if any {
            self.propagate(applies)?;
        }
        Ok(())
    }

    /// Checks the types in `applies` after inference, and copies each type to the operands with the same name.
    fn propagate(&mut self, applies: &mut IndexMap<Sym, Pattern>) -> Result<(), Stop> {
        let mut checker = TypeChecker::new(self.reporter);
        for pattern in applies.values() {
            let Some(instruction) = pattern.instruction() else {
                continue;
            };
            let is_fine = checker.check(pattern.name, instruction, |_| Ok(()));
            if is_fine.is_err() {
                let message = format!(
                    "OperandTypeChecker unexpectedly failed on '{}' during Type Inference",
                    pattern.name
                );
                return Err(self.reporter.rec.fatal(message).into());
            }
        }
        checker.propagate(applies.values_mut().filter_map(Pattern::instruction_mut));
        if self.unit.debug.types {
            let rule = self.reporter.rec.name();
            let mut text = format!("Apply patterns for rule {rule} after inference:\n");
            for pattern in applies.values().filter(|it| it.instruction().is_some()) {
                let _ = writeln!(text, "  {}", self.unit.pattern_text(pattern, true));
            }
            text.push('\n');
            self.unit.cx.dump(text);
        }
        Ok(())
    }

    fn infer(
        &mut self,
        pattern: &InstructionPattern,
        number: usize,
        classes: &Classes,
    ) -> PatternType {
        let operand = &pattern.operands[number];
        if !(operand.is_def || operand.value.is_some()) || !operand.ty.is_none() {
            return PatternType::None;
        }
        if operand.is_def || operand.is_named_immediate() {
            // A matched operand is copied, so its type need not be inferred.
            return if self.match_table.has(operand.name) {
                PatternType::None
            } else {
                self.infer_named(operand.name, classes, false)
            };
        }
        self.infer_immediate(pattern, number, classes)
    }

    /// The type of the immediate operand `number`: the first type that can be inferred for another named operand to
    /// which the instruction's definition gives the same type. `PatternType::None` if there is no such type.
    fn infer_immediate(
        &mut self,
        pattern: &InstructionPattern,
        number: usize,
        classes: &Classes,
    ) -> PatternType {
        let Some(kinds) = self.unit.operand_kinds(pattern) else {
            return PatternType::None;
        };
        let Some(wanted) = kinds.get(number) else {
            return PatternType::None;
        };
        let others = kinds.iter().zip(&pattern.operands).enumerate();
        let same = others.filter(|(at, (kind, _))| *at != number && kind == &wanted);
        let named = same.filter(|(_, (_, operand))| operand.is_named());
        let mut types = named.map(|(_, (_, it))| self.infer_named(it.name, classes, true));
        types.find(|it| !it.is_none()).unwrap_or(PatternType::None)
    }

    /// A reference to the type of a matched operand in the same class as `operand`. Operands that a matched pattern
    /// defines are preferred. If `allow_self` is not set, the matched operand is not `operand` itself.
    /// `PatternType::None` if there is no such operand.
    fn infer_named(&self, operand: Sym, classes: &Classes, allow_self: bool) -> PatternType {
        let members = classes.members(operand).iter();
        let others = members.filter(|it| allow_self || **it != operand);
        let mut good = PatternType::None;
        for other in others {
            if self.match_table.definition(*other).is_some() {
                return PatternType::TypeOf(*other);
            }
            if good.is_none() && self.match_table.has(*other) {
                good = PatternType::TypeOf(*other);
            }
        }
        good
    }

    fn classes(
        &mut self,
        matches: &IndexMap<Sym, Pattern>,
        applies: &IndexMap<Sym, Pattern>,
    ) -> Classes {
        let mut classes = Classes::default();
        let mut text = format!(
            "Rule Operand Type Equivalence Classes for {}:\n",
            self.reporter.rec.name()
        );
        for pattern in matches.values().chain(applies.values()) {
            self.join_operands(pattern, &mut classes, &mut text);
        }
        if self.unit.debug.types {
            text += "Final Type Equivalence Classes: ";
            let names = classes.class_of.iter();
            for (name, class) in names {
                let members = &classes.classes[*class];
                if members.first().map(|it| it.as_str()) == Some(name) {
                    push_group(&mut text, members);
                }
            }
            text.push('\n');
            self.unit.cx.dump(text);
        }
        classes
    }

    /// Merges the classes of a pattern's named register operands if the definition of the generic instruction gives
    /// these operands the same type.
    fn join_operands(&mut self, pattern: &Pattern, classes: &mut Classes, text: &mut String) {
        let Some(instruction) = pattern.instruction() else {
            return;
        };
        let Some(kinds) = self.unit.operand_kinds(instruction) else {
            return;
        };
        let mut groups: IndexMap<String, Vec<Sym>> = IndexMap::new();
        for (kind, operand) in kinds.into_iter().zip(&instruction.operands) {
            let group = groups.entry(kind).or_default();
            group.extend(operand.is_named().then_some(operand.name));
        }
        let _ = write!(text, "\tGroups for {}:\t", pattern.name);
        for (kind, group) in groups {
            if !is_register(&kind) {
                continue;
            }
            if let Some(first) = group.first() {
                classes.class(*first);
            }
            for other in group.iter().skip(1) {
                classes.join(group[0], *other);
            }
            push_group(text, &group);
        }
        text.push('\n');
    }
}

fn push_group(text: &mut String, group: &[Sym]) {
    let names: Vec<&str> = group.iter().map(|it| it.as_str()).collect();
    let _ = write!(text, "[{}] ", names.join(", "));
}

/// Whether operands of a kind may be registers: kinds whose names end with `OPERAND_GENERIC_` and one more character.
fn is_register(kind: &str) -> bool {
    let mut chars = kind.chars();
    chars.next_back();
    chars.as_str().ends_with("OPERAND_GENERIC_")
}

impl Unit<'_> {
    /// The kinds of the operands of an ordinary instruction, from its definition; `None` for other patterns.
    fn operand_kinds(&mut self, pattern: &InstructionPattern) -> Option<Vec<String>> {
        let opcode = pattern.plain_opcode()?;
        let instructions = self.instructions.clone();
        let instruction = instructions.get(opcode);
        let variadic = self.variadic_kind(instruction);
        let kind = |number: usize| instruction.operands.get(number).operand_type.to_string();
        let (fixed, fixed_defs) = (instruction.operands.len(), instruction.operands.defs);
        let defs = pattern.defs().max(fixed_defs);
        let mut kinds: Vec<String> = (0..fixed_defs.min(fixed)).map(kind).collect();
        kinds.resize(defs, variadic.clone());
        for number in defs..pattern.expected_operands() {
            // Variable results come before the other operands, so the indices of the other operands are larger than in
            // the definition.
            let number = number - (defs - fixed_defs);
            kinds.push(if number < fixed {
                kind(number)
            } else {
                variadic.clone()
            });
        }
        Some(kinds)
    }

    /// The kind of an instruction's variable operands. If its definition gives no kind, the result is a new kind that
    /// equals no other kind.
    fn variadic_kind(&mut self, instruction: &Instruction) -> String {
        let rec = self.cx.records.rec(instruction.rec);
        let ty = if rec.is_a("GenericInstruction") {
            rec.optional_def("variadicOpsType").ok().flatten()
        } else {
            None
        };
        if let Some(kind) = ty.and_then(|it| it.string("OperandType").ok()) {
            return format!("MCOI::{kind}");
        }
        self.unknown_types += 1;
        format!("unknown_type_{}", self.unknown_types - 1)
    }
}
