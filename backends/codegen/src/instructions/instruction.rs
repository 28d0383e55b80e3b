//! Reading one instruction.

use std::borrow::Cow;

use backend::{Fatal, Rec, RecordId, Records};
use elaborate::sym;
use elaborate::symbol::Sym;
use elaborate::value::print::value;

use super::GENERIC_NAMESPACE;
use super::InstructionDef;
use super::flags::{self, Effects, Flags};
use super::operands::{OperandClasses, Operands};

mod changes {
    use backend::Release;

    /// Whether `DisableEncoding` lists the operands that are not part of the encoding. LLVM 22 does not have this
    /// field.
    pub(super) fn names_what_is_not_encoded(release: Release) -> bool {
        release < Release::V22
    }
}

/// An instruction of the code generator.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The record of class `Instruction`.
    pub rec: RecordId,
    /// The name of the record.
    pub name: Box<str>,
    /// The C++ namespace of the enumerator, by convention the name of the target.
    pub namespace: Box<str>,
    /// The operands, the results first.
    pub operands: Operands,
    /// The flags that the fields of the record set, such as `isBranch`.
    pub flags: Flags,
    /// The effects that the record specifies. Patterns may determine unset effects.
    pub effects: Effects,
    /// Registers that the instruction writes implicitly.
    pub implicit_defs: Vec<RecordId>,
    /// Registers that the instruction reads implicitly.
    pub implicit_uses: Vec<RecordId>,
    /// The condition under which the instruction is deprecated.
    pub deprecation: Deprecation,
    /// Whether the encoding is a [`VariableEncoding`](super::VariableEncoding).
    pub(crate) has_variable_length: bool,
}

/// The condition under which an instruction is deprecated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deprecation {
    /// The instruction is not deprecated.
    Never,
    /// The instruction is deprecated if a feature is enabled. The symbol is the name of the feature's record.
    Feature(Sym),
    /// A C++ function with this name decides.
    Predicate(Sym),
}

impl Instruction {
    /// Reads a single record. Reading all instructions is cheaper with [`Instructions`](super::Instructions), which
    /// shares operand classes.
    pub fn read_alone(def: InstructionDef) -> Result<Instruction, Fatal> {
        Instruction::read(def, &mut OperandClasses::default())
    }

    /// Reads a record. All properties of an instruction are checked here, since an invalid property is an error in
    /// every backend that needs instructions.
    pub(super) fn read(
        def: InstructionDef,
        classes: &mut OperandClasses,
    ) -> Result<Instruction, Fatal> {
        let mut operands = Operands::read(def, classes)?;
        let namespace = def.namespace()?;
        def.check_string(sym!("AsmString"))?;
        let (flags, effects) = flags::read(*def, operands.is_predicable)?;
        let ids = |recs: Vec<Rec>| recs.into_iter().map(Rec::id).collect();
        let (implicit_defs, implicit_uses) = (ids(def.defs()?), ids(def.uses()?));
        operands.constrain(def, &def.constraints()?)?;
        if changes::names_what_is_not_encoded(def.records().release()) {
            operands.disable_encoding(def, &def.disabled_encoding()?)?;
        }
        Ok(Instruction {
            rec: def.id(),
            name: def.name().into(),
            namespace: namespace.into(),
            operands,
            flags,
            effects,
            implicit_defs,
            implicit_uses,
            deprecation: Deprecation::read(def)?,
            has_variable_length: def.is_dag(sym!("Inst")),
        })
    }

    /// The assembly text of all variants; see [`asm_variant`](super::asm_variant). It is read from the record, so that
    /// a changed text does not change the model.
    pub fn asm_string<'a>(&self, records: &'a Records) -> Cow<'a, str> {
        let text = records.rec(self.rec).string(sym!("AsmString"));
        text.unwrap_or_default()
    }

    /// Whether all flags in `flag` are set.
    pub fn is(&self, flag: Flags) -> bool {
        self.flags.contains(flag)
    }

    /// Whether this is a pseudo instruction, which the machine does not have.
    pub fn is_pseudo(&self) -> bool {
        self.is(Flags::IS_PSEUDO)
    }

    /// Whether this is a generic instruction: it is in the namespace of the instructions that all targets have.
    pub fn is_generic(&self) -> bool {
        &*self.namespace == GENERIC_NAMESPACE
    }

    /// The key by which a target's own instructions are sorted. Pseudo instructions come first.
    pub(super) fn sort_key(&self) -> (bool, &str) {
        (!self.is_pseudo(), &self.name)
    }
}

impl Deprecation {
    fn read(def: InstructionDef) -> Result<Deprecation, Fatal> {
        if def.field(sym!("ComplexDeprecationPredicate")).is_some() {
            let predicate = Sym::new(&def.deprecation_predicate()?);
            return Ok(Deprecation::Predicate(predicate));
        }
        let mask = def
            .field(sym!("DeprecatedFeatureMask"))
            .and_then(|it| it.value);
        Ok(match mask {
            Some(mask) => {
                let text = value(&def.records().names(), mask);
                Deprecation::Feature(Sym::new(&text))
            }
            None => Deprecation::Never,
        })
    }
}
