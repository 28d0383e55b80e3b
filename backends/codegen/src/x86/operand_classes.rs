//! The kinds of operands of X86 instructions, and their sizes.
//!
//! As in the reference, every function reads only the fields that it needs. A missing field is an error only in the
//! functions that read it.

use backend::{Fatal, Rec};

/// Whether an operand is a register.
pub fn is_register(class: Rec) -> bool {
    class.is_a("RegisterClass") || class.is_a("RegisterOperand")
}

/// Whether an operand is in memory.
pub fn is_memory(class: Rec) -> Result<bool, Fatal> {
    is_operand_of_type(class, "OPERAND_MEMORY")
}

fn is_immediate(class: Rec) -> Result<bool, Fatal> {
    is_operand_of_type(class, "OPERAND_IMMEDIATE")
}

fn is_operand_of_type(class: Rec, ty: &str) -> Result<bool, Fatal> {
    Ok(class.is_a("Operand") && class.string("OperandType")? == ty)
}

/// The size of a register operand in bits. As in the reference, this is the alignment of its register class.
pub fn register_size(class: Rec) -> Result<u32, Fatal> {
    let registers = if class.is_a("RegisterClass") {
        class
    } else {
        class.def("RegClass")?
    };
    Ok(registers.int("Alignment")? as u32)
}

/// The size of a memory operand in bits.
pub fn memory_size(class: Rec) -> Result<u32, Fatal> {
    Ok(class.int("Size")? as u32)
}

/// Whether two registers or two memory operands have the same size, or whether two immediate values have the same
/// type. `None` for any other pair of operands.
pub fn are_same_size(old: Rec, new: Rec) -> Result<Option<bool>, Fatal> {
    let is_equal = if is_register(old) && is_register(new) {
        register_size(old)? == register_size(new)?
    } else if is_memory(old)? && is_memory(new)? {
        memory_size(old)? == memory_size(new)?
    } else if is_immediate(old)? && is_immediate(new)? {
        old.def("Type")? == new.def("Type")?
    } else {
        return Ok(None);
    };
    Ok(Some(is_equal))
}
