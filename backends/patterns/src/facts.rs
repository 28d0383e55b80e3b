//! Facts about records for type inference, cached.

use std::collections::hash_map::Entry;

use backend::{Fatal, Rec, RecordId, Records, record_kind};
use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use target_model::instructions::Instructions;

use crate::tree::LeafKind;
use crate::types::TypeSets;

#[derive(Default)]
pub(crate) struct Facts {
    /// The record `bitconvert`, a node of the selection graph that only changes the type.
    pub bitconvert: Option<RecordId>,
    /// A cache of the types of records that are used as leaves. Nothing is added once the model is built.
    types: RwLock<FxHashMap<RecordId, TypeSets>>,
    /// The operand classes of all instructions and the classes of the operands' parts, by record.
    pub operands: FxHashMap<RecordId, OperandClass>,
    /// Whether the model is complete, so that the cache is no longer extended.
    pub is_built: bool,
}

/// A class of operands, which may consist of parts.
pub(crate) struct OperandClass {
    pub kind: OperandType,
    /// The classes of the parts. Empty if the operand does not consist of parts.
    pub parts: Vec<RecordId>,
}

/// The source of an operand's type.
#[derive(Clone, Copy)]
pub(crate) enum OperandType {
    /// The record gives no type: the operand has the type that its context expects.
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
        RegisterClassByMode = "RegClassByHwMode",
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
            Some(OperandKind::RegisterClassByMode) => {
                OperandType::Record(LeafKind::RegisterClassByMode)
            }
            Some(OperandKind::RegisterOperand) => OperandType::Record(LeafKind::RegisterOperand),
        };
        Ok(OperandClass { kind, parts })
    }
}

impl Facts {
    /// Reads the operand classes of all instructions.
    pub(crate) fn read_operands(
        &mut self,
        records: &Records,
        instructions: &Instructions,
    ) -> Result<(), Fatal> {
        let mut todo = Vec::new();
        for (_, instruction) in instructions.iter() {
            todo.extend(instruction.operands.iter().map(|it| it.rec));
            while let Some(rec) = todo.pop() {
                if let Entry::Vacant(new) = self.operands.entry(rec) {
                    let class = OperandClass::read(records.rec(rec))?;
                    todo.extend_from_slice(&class.parts);
                    new.insert(class);
                }
            }
        }
        Ok(())
    }

    /// The types of a record, if they are cached.
    pub(crate) fn types_of(&self, rec: RecordId) -> Option<TypeSets> {
        let known = self.types.read();
        known.get(&rec).cloned()
    }

    /// Caches the types of a record, unless the model is already built.
    pub(crate) fn keep_types(&self, rec: RecordId, types: TypeSets) {
        if self.is_built {
            return;
        }
        let mut known = self.types.write();
        known.insert(rec, types);
    }
}
