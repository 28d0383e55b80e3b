//! Renderers: how the operands of new instructions are created.

use backend::RecordId;
use elaborate::symbol::Sym;

use super::RegisterType;

/// The renderer of a new instruction's operand. `name` is the name of a matched operand or instruction.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Renderer {
    /// A copy of a matched operand.
    Copy(Sym),
    /// A copy of the matched operand that reads this physical register.
    CopyRegister(RecordId),
    /// A copy of a matched operand, or the zero register `zero` if the operand is zero.
    CopyOrZero {
        name: Sym,
        zero: RecordId,
    },
    /// The value of a matched constant.
    CopyConstant(Sym),
    /// The value of a matched floating-point constant.
    CopyFloat(Sym),
    /// A sub-register of a matched operand. `index` is the number of the sub-register index.
    CopySubRegister {
        name: Sym,
        index: u32,
    },
    /// A physical register.
    Register {
        register: RecordId,
        role: Role,
    },
    /// A register that the rule created.
    Made {
        register: u32,
        role: Role,
    },
    /// A sub-register of a register that the rule created. `index` is the C++ name of the sub-register index.
    MadePart {
        register: u32,
        index: Sym,
    },
    Immediate(i64),
    TypedImmediate(i64, RegisterType),
    /// The number of a sub-register index.
    SubRegisterIndex(u32),
    /// The result of a complex pattern, or only its part `part`.
    ComplexPattern {
        name: Sym,
        renderer: u32,
        part: Option<u32>,
        sub_register: Option<u32>,
    },
    Intrinsic(Sym),
    /// The result of a C++ function for a matched constant.
    Custom {
        function: Sym,
        name: Sym,
    },
    /// The result of a C++ function for a matched operand.
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
    /// The instruction defines the register, and the result is dead.
    DefinesDead,
}
