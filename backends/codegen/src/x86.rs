//! The parts of X86's instructions that differ from those of other targets.
//!
//! `instruction` reads the fields of an instruction's encoding, `operands` those of its operands, `contexts` the
//! prefixes. `decoding` builds the decoder's tables from these, in which `code` looks up machine code.

mod attributes;
mod code;
mod context_table;
mod contexts;
mod decoding;
mod instruction;
mod operand_classes;
mod operands;

pub use attributes::Attributes;
pub use code::{Code, CodeMode, Decoded};
pub use decoding::{
    Decision, DecisionKind, DecoderTables, MAPS, OPCODES, OpcodeDecisions, Specifier,
};
pub use instruction::{Form, X86Instruction, byte, encoding, map};
pub use operand_classes::{OperandClass, OperandClasses};
pub use operands::{ENCODINGS, MAX_OPERANDS, OperandSet, TYPES};
