//! The instructions of a target and their numbers.
//!
//! This folder has a file for each part: `releases` lists the instructions that all targets have, `instruction` reads
//! one record, `operands`, `constraints`, `flags` and `asm_string` parts of it, `encoding` and `variable_encoding` its
//! bits, `aliases` alternative assembly texts.

mod aliases;
mod asm_string;
mod constraints;
mod encoding;
mod flags;
mod instruction;
mod operands;
#[cfg(test)]
mod tests;
mod variable_encoding;

use std::sync::Arc;

use backend::{Context, Fatal, Model, Rec, RecordId, bail, record_class, std_sort};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::releases::opcodes;
use crate::target::Target;
use operands::OperandClasses;

pub use crate::releases::GENERIC;
pub use aliases::{AliasOperand, Aliases, InstAlias, InstAliasDef, ResultPlace, is_implied};
pub use asm_string::{AsmOperand, AsmPart, variant as asm_variant};
pub use encoding::{BitOrder, BitRun, EncodingBit, encoding_bits, runs_of};
pub use flags::{Effects, Flags};
pub use instruction::{Deprecation, Instruction};
pub use operands::{Constraint, Operand, OperandPart, Operands, Part, WholeOperand};
pub(crate) use variable_encoding::description as variable_description;
pub use variable_encoding::{OperandSegment, Segment, VariableEncoding};

record_class! {
    /// An instruction, as the source defines it.
    pub struct InstructionDef("Instruction") {
        /// The namespace of its number in C++.
        namespace: string("Namespace"),
        /// Its text in assembly, in all variants.
        asm_string: string("AsmString"),
        /// Its results, with the operator `outs`.
        outs: dag("OutOperandList"),
        /// Its operands, with the operator `ins`.
        ins: dag("InOperandList"),
        /// Registers that it also writes.
        defs: list_of_defs("Defs"),
        /// Registers that it also reads.
        uses: list_of_defs("Uses"),
        /// Constraints on the registers of its operands: `$dst = $src`, `@earlyclobber $dst`, separated by commas.
        constraints: string("Constraints"),
        /// The operands that are not part of its encoding, separated by commas and blanks.
        disabled_encoding: string("DisableEncoding"),
        /// The C++ function that decides when it is deprecated.
        deprecation_predicate: string("ComplexDeprecationPredicate"),
    }
}

/// The number of an instruction, which is its value in the target's enum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InstructionId(pub u32);

impl InstructionId {
    /// The number as an index into lists of instructions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All instructions of a target by their numbers: those that all targets have, in LLVM's order, then the target's
/// pseudo instructions, then its real ones, both in byte order of their names.
///
/// Instructions are read in natural order of their names, and the first invalid one is the error. It is also an error
/// if there are no instructions, or if one that all targets have is missing.
pub struct Instructions {
    /// The target that they are of.
    pub target: Arc<Target>,
    by_number: Vec<Instruction>,
    numbers: FxHashMap<RecordId, InstructionId>,
    /// The number of instructions that all targets have.
    generics: usize,
    pseudos: usize,
}

mod changes {
    use backend::{Rec, Release};

    /// Whether a record overrides an instruction that all targets have. It has no number of its own.
    pub(super) fn is_override(rec: Rec) -> bool {
        rec.records().release() >= Release::V22
            && rec.is_a("TargetSpecializedStandardPseudoInstruction")
    }
}

/// The namespace of instructions that all targets have.
const GENERIC_NAMESPACE: &str = "TargetOpcode";

/// The number of records of the class up to which the reference sees no instructions.
const NONE: usize = 2;

impl Model for Instructions {
    fn build(cx: &Context) -> Result<Instructions, Fatal> {
        let target = cx.model::<Target>()?;
        let defs = InstructionDef::all(cx.records)?;
        if defs.len() <= NONE {
            bail!(cx.records, "No 'Instruction' subclasses defined!");
        }
        let mut classes = OperandClasses::default();
        let mut own = Vec::with_capacity(defs.len() + opcodes(cx.release()).len());
        for def in defs {
            own.push(Instruction::read(def, &mut classes)?);
        }
        let generic = generic(cx, &own)?;
        let generics = generic.len();
        own.retain(|it| !it.is_generic() && !changes::is_override(cx.records.rec(it.rec)));
        sort(&mut own);
        let pseudos = own.iter().filter(|it| it.is_pseudo()).count();
        let mut by_number = own;
        by_number.splice(0..0, generic);

        let ids = (0..).map(InstructionId);
        let numbers = by_number.iter().map(|it| it.rec).zip(ids).collect();
        Ok(Instructions {
            target,
            by_number,
            numbers,
            generics,
            pseudos,
        })
    }
}

/// The instructions that all targets have.
fn generic(cx: &Context, read: &[Instruction]) -> Result<Vec<Instruction>, Fatal> {
    let names = opcodes(cx.release());
    let wanted: FxHashSet<&str> = names.iter().copied().collect();
    let by_name = read.iter().map(|it| (&*it.name, it));
    let by_name = by_name.filter(|(name, _)| wanted.contains(name));
    let by_name: FxHashMap<&str, &Instruction> = by_name.collect();
    let find = |name: &&str| match by_name.get(name) {
        Some(instruction) => Ok(Instruction::clone(instruction)),
        None => bail!(cx.records, "Could not find '{name}' instruction!"),
    };
    names.iter().map(find).collect()
}

/// Sorts instructions by their numbers. They are large, and mostly in sorted runs.
fn sort(instructions: &mut [Instruction]) {
    let mut order: Vec<usize> = (0..instructions.len()).collect();
    order.sort_by_key(|it| instructions[*it].sort_key());
    std_sort::permute(instructions, &mut order);
}

impl Instructions {
    /// All instructions by their numbers.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (InstructionId, &Instruction)> + ExactSizeIterator {
        let with_id = |(number, it)| (InstructionId(number as u32), it);
        self.by_number.iter().enumerate().map(with_id)
    }

    /// The number of instructions, including those that all targets have.
    pub fn len(&self) -> usize {
        self.by_number.len()
    }

    /// Always false, since there are the instructions that all targets have.
    pub fn is_empty(&self) -> bool {
        self.by_number.is_empty()
    }

    /// The instruction of a number. Panics if it is no number of these instructions.
    pub fn get(&self, id: InstructionId) -> &Instruction {
        &self.by_number[id.index()]
    }

    /// The number of an instruction. An instruction of the generic namespace that is not a generic instruction has no
    /// number.
    pub fn number(&self, instruction: Rec) -> Option<InstructionId> {
        self.number_of(instruction.id())
    }

    /// The same for a record that is only known by its number.
    pub fn number_of(&self, instruction: RecordId) -> Option<InstructionId> {
        self.numbers.get(&instruction).copied()
    }

    /// The instructions that all targets have. The others follow.
    pub fn generic(&self) -> &[Instruction] {
        &self.by_number[..self.generics]
    }

    /// The target's own pseudo instructions, in byte order of their names.
    pub fn pseudo(&self) -> &[Instruction] {
        &self.by_number[self.generics..self.generics + self.pseudos]
    }

    /// The target's real instructions, in byte order of their names.
    pub fn real(&self) -> &[Instruction] {
        &self.by_number[self.generics + self.pseudos..]
    }

    /// Whether encodings of the target differ in length.
    pub fn have_variable_length(&self) -> bool {
        self.by_number.iter().any(|it| it.has_variable_length)
    }

    /// The namespace of the target's own instructions: that of the first. Empty if there are none.
    pub fn namespace(&self) -> &str {
        let mut namespaces = self.by_number.iter().map(|it| &*it.namespace);
        let own = namespaces.find(|it| *it != GENERIC_NAMESPACE);
        own.unwrap_or_default()
    }
}
