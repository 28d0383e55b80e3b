//! The flags and effects of an instruction.

use std::sync::LazyLock;

use backend::{Fatal, Rec};
use elaborate::sym;
use elaborate::symbol::Sym;

/// A group of flags, each with the field that sets it.
type Group = LazyLock<Vec<(Flags, Sym)>>;

/// Declares groups of flags, each with the field that sets it.
macro_rules! flags {
    ($($group:ident: [$($(#[doc = $doc:literal])* $flag:ident = $field:literal,)*])*) => {
        bitflags::bitflags! {
            /// The flags of an instruction, from the fields of its record.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct Flags: u64 {
                $($($(#[doc = $doc])* const $flag = 1 << Number::$flag as u64;)*)*
                /// A predicate can disable the instruction: the record sets `isPredicable` or has a predicate operand,
                /// and it does not set `isUnpredicable`.
                const IS_PREDICABLE = 1 << Number::IS_PREDICABLE as u64;
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($($flag,)*)* IS_PREDICABLE }

        $(static $group: Group = LazyLock::new(|| vec![$((Flags::$flag, Sym::new($field))),*]);)*
    };
}

// The flags are in groups because other fields are read between the groups, and the first invalid field is reported.
flags! {
    FIRST: [
        /// The instruction exists only before instruction selection, like generic instructions.
        IS_PRE_ISEL = "isPreISelOpcode",
        /// The instruction returns from the function.
        IS_RETURN = "isReturn",
        /// The instruction ends the scope of an exception handler.
        IS_EH_SCOPE_RETURN = "isEHScopeReturn",
        /// The instruction is a branch.
        IS_BRANCH = "isBranch",
        /// The instruction is a branch to an address that it reads.
        IS_INDIRECT_BRANCH = "isIndirectBranch",
        /// The instruction is a comparison.
        IS_COMPARE = "isCompare",
        /// The instruction sets a register to a constant.
        IS_MOVE_IMM = "isMoveImm",
        /// The instruction copies a register.
        IS_MOVE_REG = "isMoveReg",
        /// The instruction changes the type of a value and nothing else. Patterns may imply this, too.
        IS_BITCAST = "isBitcast",
        /// The instruction chooses one of two values.
        IS_SELECT = "isSelect",
        /// Control flow never continues with the next instruction.
        IS_BARRIER = "isBarrier",
        /// The instruction calls a function.
        IS_CALL = "isCall",
        /// The instruction is an addition.
        IS_ADD = "isAdd",
        /// The instruction is a trap, which stops the program.
        IS_TRAP = "isTrap",
        /// The instruction is a load that can be folded into an instruction that uses its result.
        CAN_FOLD_AS_LOAD = "canFoldAsLoad",
    ]
    AFTER_PREDICABLE: [
        /// The instruction writes a register that it also reads. It can be converted to a form with separate registers.
        IS_CONVERTIBLE_TO_3_ADDRESS = "isConvertibleToThreeAddress",
        /// Two operands may be swapped.
        IS_COMMUTABLE = "isCommutable",
        /// The instruction ends a basic block.
        IS_TERMINATOR = "isTerminator",
        /// The result may be recomputed instead of being kept in a register.
        IS_REMATERIALIZABLE = "isReMaterializable",
        /// The instruction has a delay slot: it takes effect only after the next instruction.
        HAS_DELAY_SLOT = "hasDelaySlot",
        /// C++ code of the target expands the instruction after instruction selection.
        USES_CUSTOM_INSERTER = "usesCustomInserter",
        /// C++ code of the target adjusts the instruction after instruction selection.
        HAS_POST_ISEL_HOOK = "hasPostISelHook",
        /// The instruction reads or writes chains of control flow.
        HAS_CTRL_DEP = "hasCtrlDep",
        /// The instruction must not be duplicated.
        IS_NOT_DUPLICABLE = "isNotDuplicable",
        /// The instruction combines registers into a larger register, like `REG_SEQUENCE`.
        IS_REG_SEQUENCE = "isRegSequence",
        /// The instruction extracts a sub-register, like `EXTRACT_SUBREG`.
        IS_EXTRACT_SUBREG = "isExtractSubreg",
        /// The instruction inserts a sub-register, like `INSERT_SUBREG`.
        IS_INSERT_SUBREG = "isInsertSubreg",
        /// The instruction must not be made dependent on additional control flow.
        IS_CONVERGENT = "isConvergent",
        /// Scheduling models need not describe the instruction.
        HAS_NO_SCHEDULING_INFO = "hasNoSchedulingInfo",
        /// FastISel does not select the instruction.
        FAST_ISEL_IGNORES = "FastISelShouldIgnore",
        /// The variable operands are results.
        VARIADIC_OPERANDS_ARE_DEFS = "variadicOpsAreDefs",
        /// The instruction authenticates a pointer.
        IS_AUTHENTICATED = "isAuthenticated",
    ]
    AFTER_STORES: [
        /// The instruction may raise a floating-point exception.
        MAY_RAISE_FP_EXCEPTION = "mayRaiseFPException",
    ]
    LAST: [
        /// The instruction costs no more than a copy of a register.
        IS_AS_CHEAP_AS_A_MOVE = "isAsCheapAsAMove",
        /// The allocation of source registers is more restricted than their classes say.
        HAS_EXTRA_SRC_REG_ALLOC_REQ = "hasExtraSrcRegAllocReq",
        /// The allocation of result registers is more restricted than their classes say.
        HAS_EXTRA_DEF_REG_ALLOC_REQ = "hasExtraDefRegAllocReq",
        /// The instruction is only for code generation, and neither parsed nor decoded.
        IS_CODE_GEN_ONLY = "isCodeGenOnly",
        /// A pseudo instruction, which the machine does not have. It has no encoding.
        IS_PSEUDO = "isPseudo",
        /// The instruction emits no machine code.
        IS_META = "isMeta",
    ]
}

/// Effects of an instruction. An effect is `None` if the record leaves it unset. It is then inferred from the patterns
/// of the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Whether the instruction may read memory.
    pub may_load: Option<bool>,
    /// Whether the instruction may write memory.
    pub may_store: Option<bool>,
    /// Whether the instruction may have effects beyond its operands and memory.
    pub has_side_effects: Option<bool>,
}

/// Reads all flags and effects of an instruction. `has_predicate` is true if one of its operands is a predicate.
pub(super) fn read(rec: Rec, has_predicate: bool) -> Result<(Flags, Effects), Fatal> {
    let mut flags = Flags::empty();
    let mut add = |group: &Group| {
        group.iter().try_for_each(|(flag, field)| {
            flags.set(*flag, rec.bit(*field)?);
            Ok::<_, Fatal>(())
        })
    };
    add(&FIRST)?;
    let is_predicable =
        !rec.bit(sym!("isUnpredicable"))? && (has_predicate || rec.bit(sym!("isPredicable"))?);
    add(&AFTER_PREDICABLE)?;
    let (may_load, may_store) = (
        rec.bit_or_unset(sym!("mayLoad"))?,
        rec.bit_or_unset(sym!("mayStore"))?,
    );
    add(&AFTER_STORES)?;
    let has_side_effects = rec.bit_or_unset(sym!("hasSideEffects"))?;
    add(&LAST)?;
    flags.set(Flags::IS_PREDICABLE, is_predicable);
    let effects = Effects {
        may_load,
        may_store,
        has_side_effects,
    };
    Ok((flags, effects))
}
