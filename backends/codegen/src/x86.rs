//! The encoding of X86's instructions, and the tables of X86's decoder.
//!
//! `instruction` reads the encoding of an instruction from its record. `operands` determines where the operands of an
//! instruction are encoded, and `contexts` determines the decoder contexts that match the prefixes of an instruction.
//! `decoding` builds the decoder's tables from this data, and `code` decodes machine code with the tables.

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
    Conflict, Decision, DecisionKind, DecoderTables, MAPS, OPCODES, OpcodeDecisions, Specifier,
};
pub use instruction::{Form, X86Instruction, byte, encoding, map};
pub use operand_classes::{are_same_size, is_memory, is_register, memory_size, register_size};
pub use operands::{ENCODINGS, MAX_OPERANDS, OperandSet, TYPES};
