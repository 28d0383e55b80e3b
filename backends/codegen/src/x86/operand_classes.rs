//! The kinds of operands of X86 instructions, and their sizes.
//!
//! Every function reads only the fields that it needs, as the reference does: a record without a field is an error only
//! where the field decides something.

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

/// The alignment of a register operand's class in bits, which is used as its size.
pub fn register_size(class: Rec) -> Result<u32, Fatal> {
    let registers = if class.is_a("RegisterClass") {
        class
    } else {
        class.def("RegClass")?
    };
    Ok(registers.int("Alignment")? as u32)
}

/// The number of bits that an operand in memory has.
pub fn memory_size(class: Rec) -> Result<u32, Fatal> {
    Ok(class.int("Size")? as u32)
}

/// Whether two operands of one kind are equally large, or, for immediate values, of the same type. `None` if the
/// operands are of different kinds or of no kind that has a size.
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
