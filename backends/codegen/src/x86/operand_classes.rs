//! The kinds of operands of X86 instructions.

use backend::{Fatal, Rec, RecordId};
use rustc_hash::FxHashMap;

/// The class of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandClass {
    /// A register.
    Register {
        /// The alignment of the register class in bits, which is used as its size.
        size: Option<u32>,
        /// Whether no register of the class needs a REX prefix.
        is_without_rex: bool,
    },
    /// Memory.
    Memory {
        /// The number of bits that are read or written; `None` if the record does not give it.
        size: Option<u32>,
    },
    /// An immediate value.
    Immediate {
        /// The record of the value's type, if there is one.
        ty: Option<RecordId>,
    },
    /// Anything else.
    Other,
}

impl OperandClass {
    /// Whether the operand is a register.
    pub fn is_register(self) -> bool {
        matches!(self, OperandClass::Register { .. })
    }

    /// Whether the operand is in memory.
    pub fn is_memory(self) -> bool {
        matches!(self, OperandClass::Memory { .. })
    }

    /// The size in bits, if it is known.
    pub fn size(self) -> Option<u32> {
        match self {
            OperandClass::Register { size, .. } | OperandClass::Memory { size } => size,
            _ => None,
        }
    }

    fn read(class: Rec) -> Result<OperandClass, Fatal> {
        let is_class = class.is_a("RegisterClass");
        if is_class || class.is_a("RegisterOperand") {
            let registers = if is_class {
                class
            } else {
                class.def("RegClass")?
            };
            return Ok(OperandClass::Register {
                size: Some(registers.int("Alignment")? as u32),
                is_without_rex: class.name().contains("_NOREX"),
            });
        }
        if !class.is_a("Operand") {
            return Ok(OperandClass::Other);
        }
        Ok(match &*class.string("OperandType")? {
            "OPERAND_MEMORY" => OperandClass::Memory {
                size: if class.is_a("X86MemOperand") {
                    Some(class.int("Size")? as u32)
                } else {
                    None
                },
            },
            "OPERAND_IMMEDIATE" => OperandClass::Immediate {
                ty: class.def("Type").ok().map(Rec::id),
            },
            _ => OperandClass::Other,
        })
    }
}

/// A cache of operand classes, each read once.
#[derive(Default)]
pub struct OperandClasses(FxHashMap<RecordId, OperandClass>);

impl OperandClasses {
    /// The operand class that the record `class` describes. An error if the record lacks a field that its kind of class
    /// requires.
    pub fn get(&mut self, class: Rec) -> Result<OperandClass, Fatal> {
        if let Some(known) = self.0.get(&class.id()) {
            return Ok(*known);
        }
        let read = OperandClass::read(class)?;
        self.0.insert(class.id(), read);
        Ok(read)
    }
}
