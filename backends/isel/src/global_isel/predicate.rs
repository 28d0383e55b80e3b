//! Checks of instructions and operands.

use backend::RecordId;
use elaborate::symbol::Sym;
use smallvec::SmallVec;
use target_model::instructions::InstructionId;

use super::{Emission, LowLevelType, Table};

/// A check of an instruction or of one of its operands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Predicate {
    /// The index of the instruction in its rule.
    pub instruction: u32,
    /// The index of the operand; `None` if the check is about the instruction as a whole.
    pub operand: Option<u32>,
    pub check: Check,
}

/// A check. The variants are in the order in which the interpreter should evaluate them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Check {
    /// The instruction has one of these opcodes. Rules are sorted by the first of these opcodes.
    Opcode(SmallVec<[InstructionId; 2]>),
    NumOperands(u32),
    /// The minimum (`is_least`) or maximum number of operands.
    NumOperandsBound {
        count: u32,
        is_least: bool,
    },
    /// A C++ function accepts the immediate operand or, in a check of the instruction, the constant that the
    /// instruction defines.
    Immediate(Immediate),
    IsImmediate,
    AtomicOrdering(&'static str, Strength),
    MemorySize {
        bytes: u64,
    },
    /// The size of the memory access is equal to the size of an operand or, for [`Size::Less`], less than this size.
    MemorySizeVsType {
        size: Size,
        operand: u32,
    },
    MemoryAddressSpace(Box<[u32]>),
    MemoryAlignment(i64),
    VectorOfAll(Bits),
    HasNoUse,
    HasOneUse,
    /// A C++ function accepts the instruction.
    Function {
        name: Sym,
        /// Whether the function reads recorded operands.
        uses_operands: bool,
    },
    /// The instruction has all of these flags, or none of them if `lacks` is true.
    Flags {
        flags: Box<[Sym]>,
        lacks: bool,
    },
    /// A C++ function accepts the operand.
    LeafFunction(Sym),
    /// The operand is the same as another operand.
    SameOperand {
        name: Sym,
        instruction: u32,
        operand: u32,
        ignores_copies: bool,
    },
    ComplexPattern {
        name: Sym,
        /// The index of the operand's renderer.
        renderer: u32,
    },
    Intrinsic(Sym),
    Comparison(Sym),
    /// The operand is defined by another instruction of the rule.
    Instruction {
        instruction: u32,
        ignores_copies: bool,
    },
    /// The operand is a register that a constant with this value defines.
    Constant(i64),
    /// The operand is an immediate with this value.
    Literal(i64),
    Type(LowLevelType),
    /// The operand is a pointer of `size` bits; 0 means the pointer size of the target.
    Pointer {
        size: u32,
    },
    /// The operand is in the register bank of a register class. `def` is the record of the class.
    RegisterBank {
        class: Sym,
        def: Option<RecordId>,
    },
    BasicBlock,
    /// Records the operand for a function that is called later.
    RecordOperand {
        index: u32,
        name: Sym,
    },
    /// Records the type of the operand under an id.
    RecordType(i64),
}

/// A C++ function that checks an immediate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Immediate {
    /// The type of the function's parameter.
    pub ty: Sym,
    /// The enumerator of the function.
    pub function: Sym,
    /// The fragment that the function comes from.
    pub fragment: RecordId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    Exactly,
    OrStronger,
    WeakerThan,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    Equal,
    Less,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bits {
    Zeros,
    Ones,
}

impl Check {
    /// The rank of the check's kind in the order of evaluation.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Check::Opcode(_) => 0,
            Check::NumOperands(_) | Check::NumOperandsBound { .. } => 1,
            Check::Immediate(_) => 2,
            Check::IsImmediate => 3,
            Check::AtomicOrdering(..) => 4,
            Check::MemorySize { .. } => 5,
            Check::MemorySizeVsType { .. } => 6,
            Check::MemoryAddressSpace(_) => 7,
            Check::MemoryAlignment(_) => 8,
            Check::VectorOfAll(_) => 9,
            Check::HasNoUse => 10,
            Check::HasOneUse => 11,
            Check::Function { .. } => 12,
            Check::Flags { .. } => 13,
            Check::LeafFunction(_) => 14,
            Check::SameOperand { .. } => 15,
            Check::ComplexPattern { .. } => 16,
            Check::Intrinsic(_) => 17,
            Check::Comparison(_) => 18,
            Check::Instruction { .. } => 19,
            Check::Constant(_) => 20,
            Check::Literal(_) => 21,
            Check::Type(_) => 22,
            Check::Pointer { .. } => 23,
            Check::RegisterBank { .. } => 24,
            Check::BasicBlock => 25,
            Check::RecordOperand { .. } => 26,
            Check::RecordType(_) => 27,
        }
    }
}

impl Predicate {
    /// Whether one check can replace both checks, so that rules can share it.
    ///
    /// Register classes that no record describes count as equal, as in the reference.
    pub(crate) fn is_identical(&self, other: &Predicate) -> bool {
        if (self.instruction, self.operand) != (other.instruction, other.operand) {
            return false;
        }
        match (&self.check, &other.check) {
            (Check::ComplexPattern { .. }, _) => false,
            (
                Check::SameOperand { name, operand, .. },
                Check::SameOperand {
                    name: other_name,
                    operand: other_operand,
                    ..
                },
            ) => (name, operand) == (other_name, other_operand),
            (Check::RegisterBank { def, .. }, Check::RegisterBank { def: other, .. }) => {
                def == other
            }
            (Check::Immediate(it), Check::Immediate(other)) => it.fragment == other.fragment,
            (it, other) => it == other,
        }
    }

    /// Whether the check is a function that reads recorded operands.
    pub(crate) fn uses_operands(&self) -> bool {
        matches!(
            self.check,
            Check::Function {
                uses_operands: true,
                ..
            }
        )
    }

    pub(crate) fn records_operand(&self) -> bool {
        matches!(self.check, Check::RecordOperand { .. })
    }

    /// Writes the check. If it refers to another instruction, the checks of that instruction are not written.
    pub(crate) fn emit(&self, table: &mut Table, cx: &Emission) {
        let at = At {
            instruction: self.instruction.into(),
            operand: self.operand.unwrap_or(u32::MAX).into(),
        };
        self.emit_at(at, table, cx);
        table.end();
    }

    fn emit_at(&self, at: At, table: &mut Table, cx: &Emission) {
        match &self.check {
            Check::Opcode(opcodes) => {
                at.instruction(
                    table,
                    match opcodes.len() {
                        1 => "GIM_CheckOpcode",
                        _ => "GIM_CheckOpcodeIsEither",
                    },
                );
                for opcode in opcodes {
                    table.named(2, cx.opcode(*opcode));
                }
            }
            Check::NumOperands(count) => {
                at.instruction(table, "GIM_CheckNumOperands");
                table.comment("Expected").uleb((*count).into());
            }
            Check::NumOperandsBound { count, is_least } => {
                at.instruction(
                    table,
                    if *is_least {
                        "GIM_CheckNumOperandsGE"
                    } else {
                        "GIM_CheckNumOperandsLE"
                    },
                );
                table.comment("Expected").uleb((*count).into());
            }
            Check::Immediate(immediate) if self.operand.is_some() => {
                at.instruction(table, "GIM_CheckImmOperandPredicate");
                table.comment("MO").uleb(at.operand);
                table.comment("Predicate").named(2, immediate.function);
            }
            Check::Immediate(immediate) => {
                let op = format!("GIM_Check{}ImmPredicate", immediate.ty);
                at.instruction(table, &op);
                table.comment("Predicate").named(2, immediate.function);
            }
            Check::IsImmediate => {
                at.operand(table, "GIM_CheckIsImm");
            }
            Check::AtomicOrdering(order, strength) => {
                at.instruction(
                    table,
                    match strength {
                        Strength::Exactly => "GIM_CheckAtomicOrdering",
                        Strength::OrStronger => "GIM_CheckAtomicOrderingOrStrongerThan",
                        Strength::WeakerThan => "GIM_CheckAtomicOrderingWeakerThan",
                    },
                );
                let order = format_args!("(uint8_t)AtomicOrdering::{order}");
                table.comment("Order").named(1, order);
            }
            Check::MemorySize { bytes } => {
                at.memory(table, "GIM_CheckMemorySizeEqualTo");
                table.comment("Size").int(4, *bytes as i64);
            }
            Check::MemorySizeVsType { size, operand } => {
                at.memory(
                    table,
                    match size {
                        Size::Equal => "GIM_CheckMemorySizeEqualToLLT",
                        Size::Less => "GIM_CheckMemorySizeLessThanLLT",
                    },
                );
                table.comment("OpIdx").uleb((*operand).into());
            }
            Check::MemoryAddressSpace(spaces) => {
                at.memory(table, "GIM_CheckMemoryAddressSpace");
                table.comment("NumAddrSpace").int(1, spaces.len() as i64);
                for space in spaces {
                    table.comment("AddrSpace").uleb((*space).into());
                }
            }
            Check::MemoryAlignment(align) => {
                at.memory(table, "GIM_CheckMemoryAlignment");
                table.comment("MinAlign").int(1, *align);
            }
            Check::VectorOfAll(Bits::Ones) => {
                at.instruction(table, "GIM_CheckIsBuildVectorAllOnes");
            }
            Check::VectorOfAll(Bits::Zeros) => {
                at.instruction(table, "GIM_CheckIsBuildVectorAllZeros");
            }
            Check::HasNoUse => {
                at.instruction(table, "GIM_CheckHasNoUse");
            }
            Check::HasOneUse => {
                at.instruction(table, "GIM_CheckHasOneUse");
            }
            Check::Function { name, .. } => {
                at.instruction(table, "GIM_CheckCxxInsnPredicate");
                table.comment("FnId").named(2, name);
            }
            Check::Flags { flags, lacks } => {
                at.instruction(
                    table,
                    if *lacks {
                        "GIM_MIFlagsNot"
                    } else {
                        "GIM_MIFlags"
                    },
                );
                table.named(4, joined(flags));
            }
            Check::LeafFunction(function) => {
                at.instruction(table, "GIM_CheckLeafOperandPredicate");
                table.comment("MO").uleb(at.operand);
                table.comment("Predicate").named(2, function);
            }
            Check::SameOperand {
                instruction,
                operand,
                ignores_copies,
                ..
            } => {
                at.instruction(
                    table,
                    if *ignores_copies {
                        "GIM_CheckIsSameOperandIgnoreCopies"
                    } else {
                        "GIM_CheckIsSameOperand"
                    },
                );
                table.comment("OpIdx").uleb(at.operand);
                table.comment("OtherMI").uleb((*instruction).into());
                table.comment("OtherOpIdx").uleb((*operand).into());
            }
            Check::ComplexPattern { name, renderer } => {
                at.operand(table, "GIM_CheckComplexPattern");
                table.comment("Renderer").int(2, (*renderer).into());
                table.named(2, format_args!("GICP_{name}"));
            }
            Check::Intrinsic(name) => {
                at.operand(table, "GIM_CheckIntrinsicID");
                table.named(2, format_args!("Intrinsic::{name}"));
            }
            Check::Comparison(predicate) => {
                at.operand(table, "GIM_CheckCmpPredicate");
                let predicate = format_args!("CmpInst::{predicate}");
                table.comment("Predicate").named(2, predicate);
            }
            Check::Instruction {
                instruction,
                ignores_copies,
            } => {
                table.op(if *ignores_copies {
                    "GIM_RecordInsnIgnoreCopies"
                } else {
                    "GIM_RecordInsn"
                });
                table.comment("DefineMI").uleb((*instruction).into());
                table.comment("MI").uleb(at.instruction);
                table.comment("OpIdx").uleb(at.operand);
                table.comment_fmt(format_args!("MIs[{instruction}]"));
            }
            Check::Constant(value) => {
                let bytes = if i8::try_from(*value).is_ok() { 1 } else { 8 };
                at.operand(
                    table,
                    match bytes {
                        1 => "GIM_CheckConstantInt8",
                        _ => "GIM_CheckConstantInt",
                    },
                );
                table.int(bytes, *value);
            }
            Check::Literal(value) => {
                at.operand(table, "GIM_CheckLiteralInt");
                table.int(8, *value);
            }
            Check::Type(ty) => {
                at.root_or_operand(table, "GIM_RootCheckType", "GIM_CheckType");
                table.comment("Type").named(1, ty);
            }
            Check::Pointer { size } => {
                at.operand(table, "GIM_CheckPointerToAny");
                table.comment("SizeInBits").uleb((*size).into());
            }
            Check::RegisterBank { class, .. } => {
                let (root, other) = ("GIM_RootCheckRegBankForClass", "GIM_CheckRegBankForClass");
                at.root_or_operand(table, root, other);
                table.comment("RC").named(2, class);
            }
            Check::BasicBlock => {
                at.operand(table, "GIM_CheckIsMBB");
            }
            Check::RecordOperand { index, name } => {
                at.operand(table, "GIM_RecordNamedOperand");
                table.comment("StoreIdx").uleb((*index).into());
                table.comment_fmt(format_args!("Name : {name}"));
            }
            Check::RecordType(number) => {
                at.operand(table, "GIM_RecordRegType");
                table.comment("TempTypeIdx").int(1, *number);
            }
        }
    }
}

/// The instruction and the operand that a check is about.
#[derive(Clone, Copy)]
struct At {
    instruction: u64,
    operand: u64,
}

impl At {
    fn instruction(self, table: &mut Table, op: &str) {
        table.op(op).comment("MI").uleb(self.instruction);
    }

    fn operand(self, table: &mut Table, op: &str) {
        self.instruction(table, op);
        table.comment("Op").uleb(self.operand);
    }

    /// Writes the start of a check of the instruction's first memory operand.
    fn memory(self, table: &mut Table, op: &str) {
        self.instruction(table, op);
        table.comment("MMO").uleb(0);
    }

    /// Writes the start of a check of an operand. For operands of the root, this is the operation `root`, which has no
    /// argument for the instruction. For other operands, it is the operation `other`.
    fn root_or_operand(self, table: &mut Table, root: &str, other: &str) {
        if self.instruction == 0 {
            table.op(root);
        } else {
            self.instruction(table, other);
        }
        table.comment("Op").uleb(self.operand);
    }
}

/// The flags as a C++ expression, joined by `|`.
pub(crate) fn joined(flags: &[Sym]) -> String {
    let flags: Vec<&str> = flags.iter().map(|it| it.as_str()).collect();
    flags.join(" | ")
}
