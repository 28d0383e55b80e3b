//! What inference needs to know of records, found out once.

use std::sync::{PoisonError, RwLock};

use backend::{Fatal, Rec, RecordId, Records, record_kind};
use rustc_hash::FxHashMap;
use target_model::hw_modes::TypeByHwMode;
use target_model::instructions::{Instruction, InstructionId, Instructions};
use target_model::value_types::ValueType;

use crate::patterns::Patterns;
use crate::tree::LeafKind;
use crate::types::TypeSets;

/// What inference needs to know of records.
#[derive(Default)]
pub(crate) struct Facts {
    /// The node of the selection graph that changes nothing but the type.
    pub bitconvert: Option<RecordId>,
    /// The types of records that stand for values, once somebody asked.
    types: RwLock<FxHashMap<RecordId, TypeSets>>,
    /// The classes of operands, and those of their parts.
    pub operands: FxHashMap<RecordId, OperandClass>,
}

/// A class of operands.
pub(crate) struct OperandClass {
    pub kind: OperandType,
    /// The classes of its parts. None if it has none but itself.
    pub parts: Vec<RecordId>,
}

/// Where the type of an operand comes from.
#[derive(Clone, Copy)]
pub(crate) enum OperandType {
    /// What is around it.
    Context,
    Pointer,
    Record(LeafKind),
}

record_kind! {
    enum OperandKind {
        Unknown = "unknown_class",
        Operand = "Operand",
        Pointer = "PointerLikeRegClass",
        RegisterClass = "RegisterClass",
        RegisterOperand = "RegisterOperand",
    }
}

impl OperandClass {
    fn read(rec: Rec) -> Result<OperandClass, Fatal> {
        let kind = OperandKind::of(rec);
        let parts = match kind {
            Some(OperandKind::Operand) => {
                let parts = rec.dag("MIOperandInfo")?.args();
                let parts = parts.filter_map(|(v, _)| rec.records().def_of(v));
                parts.map(|it| it.id()).collect()
            }
            _ => Vec::new(),
        };
        let kind = match kind {
            Some(OperandKind::Unknown) | None => OperandType::Context,
            Some(OperandKind::Pointer) => OperandType::Pointer,
            Some(OperandKind::Operand) => OperandType::Record(LeafKind::Operand),
            Some(OperandKind::RegisterClass) => OperandType::Record(LeafKind::RegisterClass),
            Some(OperandKind::RegisterOperand) => OperandType::Record(LeafKind::RegisterOperand),
        };
        Ok(OperandClass { kind, parts })
    }
}

impl Facts {
    /// Reads the classes of all operands.
    pub fn read_operands(
        &mut self,
        records: &Records,
        instructions: &Instructions,
    ) -> Result<(), Fatal> {
        let mut todo = Vec::new();
        for (_, instruction) in instructions.iter() {
            todo.extend(instruction.operands.iter().map(|it| it.rec));
            while let Some(rec) = todo.pop() {
                if !self.operands.contains_key(&rec) {
                    let class = OperandClass::read(records.rec(rec))?;
                    todo.extend_from_slice(&class.parts);
                    self.operands.insert(rec, class);
                }
            }
        }
        Ok(())
    }
}

impl Patterns {
    /// The types that a record stands for, as a leaf of this kind: those of a register class, say.
    pub(crate) fn types_of(
        &self,
        records: &Records,
        rec: RecordId,
        kind: LeafKind,
    ) -> Result<TypeSets, Fatal> {
        let known = &self.facts.types;
        if let Some(types) = known
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&rec)
        {
            return Ok(types.clone());
        }
        let types = self.read_types(records.rec(rec), kind)?;
        let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(rec, types.clone());
        Ok(types)
    }

    fn read_types(&self, rec: Rec, kind: LeafKind) -> Result<TypeSets, Fatal> {
        let modes = &self.instructions.target.modes;
        let of_type = |rec| Ok(TypeSets::by_mode(&TypeByHwMode::read(rec, modes)?));
        match kind {
            LeafKind::RegisterOperand => self.types_of_class(rec.def("RegClass")?),
            LeafKind::RegisterClass => self.types_of_class(rec),
            LeafKind::Register => Ok(TypeSets::any_of(self.register_types(rec)?)),
            LeafKind::ComplexPattern => of_type(rec.def("Ty")?),
            LeafKind::Operand => of_type(rec.def("Type")?),
            _ => of_type(rec),
        }
    }

    fn types_of_class(&self, rec: Rec) -> Result<TypeSets, Fatal> {
        let class = self.registers.class_of(rec)?;
        Ok(TypeSets::any_of(&self.registers.classes[class].types))
    }

    /// The types of all classes that have a register, each once.
    fn register_types(&self, rec: Rec) -> Result<Vec<&TypeByHwMode>, Fatal> {
        let register = self.registers.of(rec)?;
        let classes = self.registers.classes.iter();
        let of_register = classes.filter(|it| it.member_set.contains(register));
        let mut types: Vec<_> = of_register.flat_map(|it| &it.types).collect();
        types.sort_by(|a, b| a.types.cmp(&b.types));
        types.dedup();
        Ok(types)
    }

    /// The type of the first register that an instruction sets besides its operands, if it can only have one.
    pub(crate) fn implicit_type(
        &self,
        records: &Records,
        instruction: &Instruction,
    ) -> Result<Option<ValueType>, Fatal> {
        let Some(register) = instruction.implicit_defs.first() else {
            return Ok(None);
        };
        let types = self.types_of(records, *register, LeafKind::Register)?;
        Ok(types.machine_type())
    }

    /// How many results an instruction has in a tree: what it sets unless that has a default, and the first register
    /// that it sets besides if that has a known type.
    pub(crate) fn instruction_results(
        &self,
        records: &Records,
        id: InstructionId,
    ) -> Result<usize, Fatal> {
        let instruction = self.instructions.get(id);
        let defs = instruction.operands.iter().take(instruction.operands.defs);
        let explicit = defs.filter(|it| !self.has_default(it.rec)).count();
        let implicit = self.implicit_type(records, instruction)?.is_some();
        Ok(explicit + usize::from(implicit))
    }
}
