//! Patterns of combine rules.

use std::collections::BTreeMap;
use std::fmt;

use backend::{RecordId, Records, id};
use elaborate::symbol::Sym;
use indexmap::IndexSet;
use target_model::instructions::InstructionId;

use super::intrinsic::Intrinsic;
use super::reporter::{Reporter, Stop};

id! {
    /// The index of a fragment in the arena of all fragments.
    pub struct FragmentId;
}

/// A pattern of a rule's `match` or `apply` part, or of an alternative of a fragment.
#[derive(Debug)]
pub(super) struct Pattern {
    pub name: Sym,
    pub kind: PatternKind,
}

#[derive(Debug)]
pub(super) enum PatternKind {
    /// Matches an instruction with any of these opcodes and any operands.
    AnyOpcode(Vec<InstructionId>),
    /// C++ code.
    Code(String),
    Instruction(InstructionPattern),
}

/// A pattern with operands.
#[derive(Debug)]
pub(super) struct InstructionPattern {
    pub what: What,
    /// The name of the instruction, fragment or builtin. For an intrinsic, the generic instruction that calls it.
    pub of: Sym,
    pub operands: Vec<Operand>,
    shape: Shape,
}

/// The instruction, fragment or builtin that a pattern with operands matches or builds.
#[derive(Debug)]
pub(super) enum What {
    Instruction {
        opcode: InstructionId,
        intrinsic: Option<Intrinsic>,
        flags: Option<Box<Flags>>,
    },
    Fragment(FragmentId),
    Builtin(Builtin),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    ReplaceReg,
    EraseRoot,
}

/// The numbers of operands that a pattern may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub defs: usize,
    /// The number of fixed operands, results included.
    pub operands: usize,
    /// Whether any number of operands may follow the fixed operands.
    pub is_variadic: bool,
    /// Whether the variable operands are results.
    pub has_variadic_defs: bool,
}

/// Flags of machine instructions. A `match` pattern requires that the flags `set` are set and that the flags `unset`
/// are not. An `apply` pattern sets the flags `set`, clears the flags `unset`, and copies the flags of the instructions
/// that the patterns `copied` matched.
#[derive(Default, Debug)]
pub(super) struct Flags {
    pub set: IndexSet<Sym>,
    pub unset: IndexSet<Sym>,
    /// The names of patterns whose flags are copied.
    pub copied: IndexSet<Sym>,
}

/// An operand: a name, an immediate value, or both, with an optional type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub value: Option<i64>,
    /// The name; empty if the operand has none.
    pub name: Sym,
    pub ty: PatternType,
    pub is_def: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PatternType {
    None,
    /// A record of class `ValueType`.
    Value(RecordId),
    /// The type of another operand.
    TypeOf(Sym),
    /// A variable number of operands of any types: at least `min` and, unless `max` is 0, at most `max`.
    Pack {
        min: u32,
        max: u32,
    },
}

impl PatternType {
    pub(super) fn is_none(self) -> bool {
        self == PatternType::None
    }

    /// Whether the type is defined as the type of another operand, or is a pack.
    pub(super) fn is_special(self) -> bool {
        matches!(self, PatternType::TypeOf(_) | PatternType::Pack { .. })
    }

    /// The type in the syntax of TableGen.
    pub(super) fn text(self, records: &Records) -> String {
        match self {
            PatternType::None => String::new(),
            PatternType::Value(rec) => records.rec(rec).name().to_owned(),
            PatternType::TypeOf(name) => format!("GITypeOf<${name}>"),
            PatternType::Pack { min, max } => format!("GIVariadic<{min},{max}>"),
        }
    }
}

impl Operand {
    pub(super) fn is_named(&self) -> bool {
        self.name != Sym::EMPTY
    }

    pub(super) fn is_named_immediate(&self) -> bool {
        self.is_named() && self.value.is_some()
    }

    /// A description for debugging output.
    pub(super) fn describe(&self) -> String {
        match self.value {
            None => format!("MachineOperand ${}", self.name),
            Some(value) if self.is_named() => format!("imm {value}:${}", self.name),
            Some(value) => format!("imm {value}"),
        }
    }
}

impl Pattern {
    pub(super) fn instruction(&self) -> Option<&InstructionPattern> {
        match &self.kind {
            PatternKind::Instruction(pattern) => Some(pattern),
            _ => None,
        }
    }

    pub(super) fn instruction_mut(&mut self) -> Option<&mut InstructionPattern> {
        match &mut self.kind {
            PatternKind::Instruction(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// The C++ code, if the pattern is code.
    pub(super) fn code(&self) -> Option<&str> {
        match &self.kind {
            PatternKind::Code(code) => Some(code),
            _ => None,
        }
    }

    /// Reports that the pattern is not reachable from the root of the rule.
    pub(super) fn unreachable(&self, of: Sym, reporter: Reporter) -> Stop {
        let name = self.name;
        reporter.error(format!(
            "pattern '{name}' ('{of}') is unreachable from the pattern root!"
        ))
    }
}

impl InstructionPattern {
    pub(super) fn new(what: What, of: Sym, shape: Shape) -> InstructionPattern {
        InstructionPattern {
            what,
            of,
            operands: Vec::new(),
            shape,
        }
    }

    pub(super) fn intrinsic(&self) -> Option<&Intrinsic> {
        match &self.what {
            What::Instruction { intrinsic, .. } => intrinsic.as_ref(),
            _ => None,
        }
    }

    pub(super) fn flags(&self) -> Option<&Flags> {
        match &self.what {
            What::Instruction { flags, .. } => flags.as_deref(),
            _ => None,
        }
    }

    /// The opcode, if the pattern is an instruction that calls no intrinsic.
    pub(super) fn plain_opcode(&self) -> Option<InstructionId> {
        match self.what {
            What::Instruction {
                opcode,
                intrinsic: None,
                ..
            } => Some(opcode),
            _ => None,
        }
    }

    pub(super) fn fragment(&self) -> Option<FragmentId> {
        match self.what {
            What::Fragment(fragment) => Some(fragment),
            _ => None,
        }
    }

    pub(super) fn builtin(&self) -> Option<Builtin> {
        match self.what {
            What::Builtin(builtin) => Some(builtin),
            _ => None,
        }
    }

    /// Whether any number of operands may follow the fixed operands.
    pub(super) fn is_variadic(&self) -> bool {
        self.shape.is_variadic
    }

    pub(super) fn has_variadic_defs(&self) -> bool {
        self.shape.is_variadic && self.shape.has_variadic_defs
    }

    /// The number of results; `None` if the pattern has too few operands to determine it.
    fn known_defs(&self) -> Option<usize> {
        let Shape { defs, operands, .. } = self.shape;
        if self.has_variadic_defs() {
            let uses = operands.saturating_sub(defs);
            let defs_here = self.operands.len().checked_sub(uses)?;
            Some(defs_here.max(defs))
        } else {
            Some(defs)
        }
    }

    /// The number of results. If the pattern has too few operands to determine it, all operands count as results.
    pub(super) fn defs(&self) -> usize {
        self.known_defs().unwrap_or(self.operands.len())
    }

    /// Whether the operands that were read so far include all results.
    pub(super) fn has_all_defs(&self) -> bool {
        self.known_defs()
            .is_some_and(|it| self.operands.len() >= it)
    }

    /// The expected number of operands: the number of fixed operands. If the pattern is variadic and has more operands
    /// than that, the number of operands that it has.
    pub(super) fn expected_operands(&self) -> usize {
        if self.shape.is_variadic {
            self.shape.operands.max(self.operands.len())
        } else {
            self.shape.operands
        }
    }

    pub(super) fn named_operands(&self) -> impl Iterator<Item = &Operand> {
        self.operands.iter().filter(|it| it.is_named())
    }

    /// The operands that are results.
    pub(super) fn results(&self) -> &[Operand] {
        &self.operands[..self.defs().min(self.operands.len())]
    }

    /// Checks the number and kinds of operands, and marks the results.
    pub(super) fn check(&mut self, reporter: Reporter) -> Result<(), Stop> {
        let (of, expected, found) = (self.of, self.expected_operands(), self.operands.len());
        if self.is_variadic() && found < expected {
            return Err(reporter.error(format!(
                "'{of}' expected at least {expected} operands, got {found}"
            )));
        }
        if !self.is_variadic() && found != expected {
            return Err(reporter.error(format!("'{of}' expected {expected} operands, got {found}")));
        }
        let defs = self.defs();
        for (number, operand) in self.operands.iter_mut().enumerate() {
            operand.is_def = number < defs;
        }
        if self.builtin().is_some() {
            for (number, operand) in self.operands.iter().enumerate() {
                if !operand.is_named() || operand.is_named_immediate() {
                    return Err(
                        reporter.error(format!("expected operand {number} of '{of}' to be a name"))
                    );
                }
            }
        }
        Ok(())
    }

    /// Reports an error with the message `reason` for each operand with a special type. Returns whether there is such
    /// an operand.
    pub(super) fn refuse_special_types(&self, name: Sym, reason: &str, reporter: Reporter) -> bool {
        self.refuse_types(name, reason, PatternType::is_special, reporter)
    }

    /// Checks packs of operands: they must be last in a matched pattern, must not be results, and require a variadic
    /// instruction.
    pub(super) fn check_packs(&self, is_match: bool, reporter: Reporter) -> Result<(), Stop> {
        let of = self.of;
        let mut has_pack = false;
        for (number, operand) in self.operands.iter().enumerate() {
            if !matches!(operand.ty, PatternType::Pack { .. }) {
                continue;
            }
            has_pack = true;
            if is_match && number + 1 != self.operands.len() {
                return Err(reporter.error(format!(
                    "'{of}': GIVariadic can only be used on the last operand"
                )));
            }
            if operand.is_def {
                return Err(reporter.error(format!("'{of}': GIVariadic cannot be used on defs")));
            }
        }
        if has_pack && !self.is_variadic() {
            return Err(reporter.error(format!(
                "cannot use a GIVariadic operand on non-variadic instruction '{of}'"
            )));
        }
        Ok(())
    }

    /// Reports an error with the message `reason` for each operand whose type `is_refused` refuses. Returns whether
    /// there is such an operand.
    pub(super) fn refuse_types(
        &self,
        name: Sym,
        reason: &str,
        is_refused: impl Fn(PatternType) -> bool,
        reporter: Reporter,
    ) -> bool {
        let mut any = false;
        for (number, operand) in self.operands.iter().enumerate() {
            if is_refused(operand.ty) {
                reporter.error(reason);
                let ty = operand.ty.text(reporter.cx.records);
                reporter.note(format!("operand {number} of '{name}' has type '{ty}'"));
                any = true;
            }
        }
        any
    }
}

/// For each operand name in a list of patterns, the index of the pattern that defines the operand; `None` if the
/// operand is only used.
#[derive(Default, Debug)]
pub(super) struct OperandTable(BTreeMap<&'static str, Option<usize>>);

impl OperandTable {
    /// Adds the named operands of the pattern with the index `number`. The error is the name of an operand that is
    /// defined twice.
    pub(super) fn add(&mut self, number: usize, pattern: &InstructionPattern) -> Result<(), Sym> {
        for operand in pattern.named_operands() {
            let definition = self.0.entry(operand.name.as_str()).or_default();
            if !operand.is_def {
                continue;
            }
            if definition.is_some() {
                return Err(operand.name);
            }
            *definition = Some(number);
        }
        Ok(())
    }

    pub(super) fn has(&self, operand: Sym) -> bool {
        self.0.contains_key(operand.as_str())
    }

    /// The index of the pattern that defines `operand`, if there is one.
    pub(super) fn definition(&self, operand: Sym) -> Option<usize> {
        self.0.get(operand.as_str()).copied().flatten()
    }

    /// The operands with the patterns that define them, in byte order of their names.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, Option<usize>)> + '_ {
        self.0.iter().map(|(name, definition)| (*name, *definition))
    }
}

/// The names in insertion order, separated by commas.
pub(super) fn joined(names: &IndexSet<Sym>) -> String {
    let names: Vec<&str> = names.iter().map(|it| it.as_str()).collect();
    names.join(", ")
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Builtin::ReplaceReg => "GIReplaceReg",
            Builtin::EraseRoot => "GIEraseRoot",
        })
    }
}
