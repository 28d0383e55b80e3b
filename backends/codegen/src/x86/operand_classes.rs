//! The kinds of operands of X86 instructions.

use backend::{Fatal, Rec, RecordId};
use rustc_hash::FxHashMap;

/// The class of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandClass {
    /// The size is the alignment of the register class, in bits.
    Register {
        /// Their size, as far as it distinguishes them.
        size: Option<u32>,
        /// None of its registers needs a REX prefix.
        is_without_rex: bool,
    },
    /// The size in bits, if the class gives it.
    Memory {
        /// The number of bits that are read or written.
        size: Option<u32>,
    },
    /// A number in the instruction.
    Immediate {
        /// The record of its type.
        ty: Option<RecordId>,
    },
    /// Anything else.
    Other,
}

impl OperandClass {
    /// Whether it is a register.
    pub fn is_register(self) -> bool {
        matches!(self, OperandClass::Register { .. })
    }

    /// Whether it is in memory.
    pub fn is_memory(self) -> bool {
        matches!(self, OperandClass::Memory { .. })
    }

    /// The number of bits, if it is known.
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

/// Classes of operands, each read once.
#[derive(Default)]
pub struct OperandClasses(FxHashMap<RecordId, OperandClass>);

impl OperandClasses {
    /// The operand class for the record that the source gives. It is an error if the record lacks a field of its kind.
    pub fn get(&mut self, class: Rec) -> Result<OperandClass, Fatal> {
        if let Some(known) = self.0.get(&class.id()) {
            return Ok(*known);
        }
        let read = OperandClass::read(class)?;
        self.0.insert(class.id(), read);
        Ok(read)
    }
}
