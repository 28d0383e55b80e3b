//! What operands of new instructions are made of.

use backend::RecordId;
use elaborate::symbol::Sym;

use super::RegisterType;

/// What an operand of a new instruction is. Names are those of operands and instructions that were found.
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
    /// What a complex pattern makes.
    ComplexPattern {
        name: Sym,
        renderer: u32,
        part: Option<u32>,
        sub_register: Option<u32>,
    },
    Intrinsic(Sym),
    /// What a function makes of the constant that an instruction defines.
    Custom {
        function: Sym,
        name: Sym,
    },
    /// What a function makes of an operand.
    CustomOperand {
        function: Sym,
        name: Sym,
    },
}

/// What a new instruction does to a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Uses,
    Defines,
    /// It defines it, and the result is dead.
    DefinesDead,
}
