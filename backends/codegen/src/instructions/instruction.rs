//! One instruction.

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

    /// Whether an instruction has a field for operands that are not part of its encoding. 22 has none.
    pub(super) fn names_what_is_not_encoded(release: Release) -> bool {
        release < Release::V22
    }
}

/// An instruction as code generation sees it.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// Its record, of class `Instruction`.
    pub rec: RecordId,
    /// The name of its record.
    pub name: Box<str>,
    /// The namespace of its number in C++, the target's name by custom.
    pub namespace: Box<str>,
    /// Its operands, the results first.
    pub operands: Operands,
    /// The flags of its record.
    pub flags: Flags,
    /// As given by the record; patterns may decide open ones.
    pub effects: Effects,
    /// Registers that it writes in addition to its operands.
    pub implicit_defs: Vec<RecordId>,
    /// Registers that it reads in addition to its operands.
    pub implicit_uses: Vec<RecordId>,
    /// The condition of its deprecation.
    pub deprecation: Deprecation,
    /// Whether its encoding is a [`VariableEncoding`](super::VariableEncoding).
    pub(crate) has_variable_length: bool,
}

/// The condition under which an instruction is deprecated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deprecation {
    /// It is not deprecated.
    Never,
    /// With a feature, which is named by its record.
    Feature(Sym),
    /// A C++ function says it.
    Predicate(Sym),
}

impl Instruction {
    /// Reads one record, for callers that need no others.
    pub fn read_alone(def: InstructionDef) -> Result<Instruction, Fatal> {
        Instruction::read(def, &mut OperandClasses::default())
    }

    /// Reads a record. All properties of an instruction are checked here, since an invalid one is an error of each run
    /// that needs instructions.
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

    /// Its text in assembly, in all variants: see [`asm_variant`](super::asm_variant). It is not part of the model, so
    /// that a change of text does not change the model.
    pub fn asm_string<'a>(&self, records: &'a Records) -> Cow<'a, str> {
        let text = records.rec(self.rec).string(sym!("AsmString"));
        text.unwrap_or_default()
    }

    /// Whether its record gives it a flag.
    pub fn is(&self, flag: Flags) -> bool {
        self.flags.contains(flag)
    }

    /// Whether it is no instruction of the machine.
    pub fn is_pseudo(&self) -> bool {
        self.is(Flags::IS_PSEUDO)
    }

    /// Whether all targets have it.
    pub fn is_generic(&self) -> bool {
        &*self.namespace == GENERIC_NAMESPACE
    }

    /// Pseudo instructions come first.
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
