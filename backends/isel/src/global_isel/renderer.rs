//! The renderers of new instructions' operands.

use backend::RecordId;
use elaborate::symbol::Sym;

use super::RegisterType;

/// The renderer of a new instruction's operand. Names are those of matched operands and instructions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Renderer {
    /// The same as an operand.
    Copy(Sym),
    /// The operand that is this register of the machine.
    CopyRegister(RecordId),
    /// The same as an operand, or a register that is always zero where that is zero.
    CopyOrZero {
        name: Sym,
        zero: RecordId,
    },
    /// The constant that an instruction makes.
    CopyConstant(Sym),
    /// The same for floating point.
    CopyFloat(Sym),
    /// Part of a register that is an operand. `index` is the number of the sub-register index.
    CopySubRegister {
        name: Sym,
        index: u32,
    },
    /// A register of the machine.
    Register {
        register: RecordId,
        role: Role,
    },
    /// A register that the rule made.
    Made {
        register: u32,
        role: Role,
    },
    /// A part of such a register; the index as C++ names it.
    MadePart {
        register: u32,
        index: Sym,
    },
    Immediate(i64),
    TypedImmediate(i64, RegisterType),
    /// The number of a sub-register index.
    SubRegisterIndex(u32),
    /// The result of a complex pattern.
    ComplexPattern {
        name: Sym,
        renderer: u32,
        part: Option<u32>,
        sub_register: Option<u32>,
    },
    Intrinsic(Sym),
    /// The result of a function for the constant that an instruction defines.
    Custom {
        function: Sym,
        name: Sym,
    },
    /// The result of a function for an operand.
    CustomOperand {
        function: Sym,
        name: Sym,
    },
}

/// The role of a register in a new instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Uses,
    Defines,
    /// It defines it, and the result is dead.
    DefinesDead,
}
