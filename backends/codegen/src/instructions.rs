//! The instructions of a target and their numbers.
//!
//! `instruction` reads the record of an instruction, and `operands`, `constraints`, `flags` and `asm_string` read parts
//! of it. `encoding` and `variable_encoding` read the bits of encodings, and `aliases` reads alternative assembly
//! texts. `crate::releases` lists the instructions that all targets have.

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
pub(crate) use asm_string::no_operand;
pub use asm_string::{AsmOperand, AsmPart, variant as asm_variant};
pub use encoding::{BitOrder, BitRun, EncodingBit, encoding_bits, runs_of};
pub use flags::{Effects, Flags};
pub use instruction::{Deprecation, Instruction};
pub use operands::{Constraint, Operand, OperandPart, Operands, Part, WholeOperand};
pub(crate) use variable_encoding::description as variable_description;
pub use variable_encoding::{OperandSegment, Segment, VariableEncoding};

record_class! {
    /// The record of an instruction.
    pub struct InstructionDef("Instruction") {
        /// The C++ namespace of the instruction's enumerator.
        namespace: string("Namespace"),
        /// The assembly text of all variants.
        asm_string: string("AsmString"),
        /// The results, as a dag with the operator `outs`.
        outs: dag("OutOperandList"),
        /// The operands, as a dag with the operator `ins`.
        ins: dag("InOperandList"),
        /// Registers that the instruction writes implicitly.
        defs: list_of_defs("Defs"),
        /// Registers that the instruction reads implicitly.
        uses: list_of_defs("Uses"),
        /// The constraints on the operands' registers, separated by commas: `$dst = $src`, `@earlyclobber $dst`.
        constraints: string("Constraints"),
        /// The operands that are not part of the encoding, separated by commas and blanks.
        disabled_encoding: string("DisableEncoding"),
        /// The C++ function that decides whether the instruction is deprecated.
        deprecation_predicate: string("ComplexDeprecationPredicate"),
    }
}

/// The number of an instruction: its value in the target's C++ enumeration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InstructionId(pub u32);

impl InstructionId {
    /// The number as an index into lists of all instructions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All instructions of a target, in the order of their numbers. The generic instructions, which all targets have, come
/// first, in LLVM's order. The target's own pseudo instructions follow, then its real instructions, both in byte order
/// of their names.
///
/// Instructions are read in natural order of their names, and the first invalid instruction is reported as an error. It
/// is also an error if there are no instructions, or if a generic instruction is missing.
pub struct Instructions {
    /// The target of the instructions.
    pub target: Arc<Target>,
    by_number: Vec<Instruction>,
    numbers: FxHashMap<RecordId, InstructionId>,
    /// The number of generic instructions, which all targets have.
    generics: usize,
    pseudos: usize,
}

mod changes {
    use backend::{Rec, Release};

    /// Whether a record overrides a generic instruction, which is possible since LLVM 22. Such a record has no number.
    pub(super) fn is_override(rec: Rec) -> bool {
        rec.records().release() >= Release::V22
            && rec.is_a("TargetSpecializedStandardPseudoInstruction")
    }
}

/// The namespace of generic instructions, which all targets have.
const GENERIC_NAMESPACE: &str = "TargetOpcode";

/// If there are at most this many records of class `Instruction`, the reference reports that no instructions are
/// defined.
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

/// The generic instructions, in LLVM's order. An error if a generic instruction is missing.
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

/// Sorts instructions by [`Instruction::sort_key`]. Instructions are large, so their indices are sorted first and each
/// instruction is moved only once.
fn sort(instructions: &mut [Instruction]) {
    let mut order: Vec<usize> = (0..instructions.len()).collect();
    order.sort_by_key(|it| instructions[*it].sort_key());
    std_sort::permute(instructions, &mut order);
}

impl Instructions {
    /// All instructions in the order of their numbers.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (InstructionId, &Instruction)> + ExactSizeIterator {
        let with_id = |(number, it)| (InstructionId(number as u32), it);
        self.by_number.iter().enumerate().map(with_id)
    }

    /// The number of instructions, including the generic instructions.
    pub fn len(&self) -> usize {
        self.by_number.len()
    }

    /// Whether there are no instructions. Always false, because all targets have the generic instructions.
    pub fn is_empty(&self) -> bool {
        self.by_number.is_empty()
    }

    /// The instruction with this id. Panics if it does not exist.
    pub fn get(&self, id: InstructionId) -> &Instruction {
        &self.by_number[id.index()]
    }

    /// The id of an instruction. `None` for a record in the generic namespace that is not a generic instruction, and
    /// for a record that overrides a generic instruction.
    pub fn number(&self, instruction: Rec) -> Option<InstructionId> {
        self.number_of(instruction.id())
    }

    /// The id of an instruction that is given by the id of its record; see [`Self::number`].
    pub fn number_of(&self, instruction: RecordId) -> Option<InstructionId> {
        self.numbers.get(&instruction).copied()
    }

    /// The generic instructions, which come first.
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

    /// Whether some instruction of the target has an encoding of variable length.
    pub fn have_variable_length(&self) -> bool {
        self.by_number.iter().any(|it| it.has_variable_length)
    }

    /// The namespace of the first instruction that is not in the generic namespace. Empty if there is no such
    /// instruction.
    pub fn namespace(&self) -> &str {
        let mut namespaces = self.by_number.iter().map(|it| &*it.namespace);
        let own = namespaces.find(|it| *it != GENERIC_NAMESPACE);
        own.unwrap_or_default()
    }
}
