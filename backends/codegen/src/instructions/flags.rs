//! The flags and effects of an instruction.

use std::sync::LazyLock;

use backend::{Fatal, Rec};
use elaborate::sym;
use elaborate::symbol::Sym;

/// Flags with their fields.
type Group = LazyLock<Vec<(Flags, Sym)>>;

/// Declares the flags, each with its field.
macro_rules! flags {
    ($($group:ident: [$($(#[doc = $doc:literal])* $flag:ident = $field:literal,)*])*) => {
        bitflags::bitflags! {
            /// The flags from the fields of an instruction's record.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct Flags: u64 {
                $($($(#[doc = $doc])* const $flag = 1 << Number::$flag as u64;)*)*
                /// A predicate can disable it: it is marked `isPredicable` or has an operand that is a predicate, and
                /// is not marked `isUnpredicable`.
                const IS_PREDICABLE = 1 << Number::IS_PREDICABLE as u64;
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($($flag,)*)* IS_PREDICABLE }

        $(static $group: Group = LazyLock::new(|| vec![$((Flags::$flag, Sym::new($field))),*]);)*
    };
}

// In groups, since other fields are read between them: the first invalid field is the error.
flags! {
    FIRST: [
        /// It is an operation before instruction selection, such as the generic ones.
        IS_PRE_ISEL = "isPreISelOpcode",
        /// It returns from the function.
        IS_RETURN = "isReturn",
        /// It ends the scope of an exception handler.
        IS_EH_SCOPE_RETURN = "isEHScopeReturn",
        /// It is a branch.
        IS_BRANCH = "isBranch",
        /// It is a branch to an address that it reads.
        IS_INDIRECT_BRANCH = "isIndirectBranch",
        /// It compares.
        IS_COMPARE = "isCompare",
        /// It sets a register to a constant.
        IS_MOVE_IMM = "isMoveImm",
        /// It copies a register.
        IS_MOVE_REG = "isMoveReg",
        /// It changes the type of a value and nothing else. Patterns may imply this, too.
        IS_BITCAST = "isBitcast",
        /// It chooses one of two values.
        IS_SELECT = "isSelect",
        /// Control flow never continues with the next instruction.
        IS_BARRIER = "isBarrier",
        /// It calls a function.
        IS_CALL = "isCall",
        /// It adds.
        IS_ADD = "isAdd",
        /// It is a trap, which stops the program.
        IS_TRAP = "isTrap",
        /// A user of the loaded value may load it itself.
        CAN_FOLD_AS_LOAD = "canFoldAsLoad",
    ]
    AFTER_PREDICABLE: [
        /// It writes a register that it also reads, and there is a form with separate registers.
        IS_CONVERTIBLE_TO_3_ADDRESS = "isConvertibleToThreeAddress",
        /// Two of its operands may be swapped.
        IS_COMMUTABLE = "isCommutable",
        /// It stands at the end of a basic block.
        IS_TERMINATOR = "isTerminator",
        /// It may be executed again instead of keeping its result.
        IS_REMATERIALIZABLE = "isReMaterializable",
        /// The next instruction is executed before it takes effect.
        HAS_DELAY_SLOT = "hasDelaySlot",
        /// C++ code of the target replaces it once it is selected.
        USES_CUSTOM_INSERTER = "usesCustomInserter",
        /// C++ of the target changes it once it is selected.
        HAS_POST_ISEL_HOOK = "hasPostISelHook",
        /// It has a chain that orders it among jumps.
        HAS_CTRL_DEP = "hasCtrlDep",
        /// It may not be copied.
        IS_NOT_DUPLICABLE = "isNotDuplicable",
        /// It composes registers into a larger one, as `REG_SEQUENCE` does.
        IS_REG_SEQUENCE = "isRegSequence",
        /// It takes a sub-register, as `EXTRACT_SUBREG` does.
        IS_EXTRACT_SUBREG = "isExtractSubreg",
        /// It replaces a sub-register, as `INSERT_SUBREG` does.
        IS_INSERT_SUBREG = "isInsertSubreg",
        /// It must not be made dependent on additional control flow.
        IS_CONVERGENT = "isConvergent",
        /// Processors need not describe its scheduling.
        HAS_NO_SCHEDULING_INFO = "hasNoSchedulingInfo",
        /// FastISel does not use it.
        FAST_ISEL_IGNORES = "FastISelShouldIgnore",
        /// The variable operands are results.
        VARIADIC_OPERANDS_ARE_DEFS = "variadicOpsAreDefs",
        /// It checks that a pointer is genuine.
        IS_AUTHENTICATED = "isAuthenticated",
    ]
    AFTER_STORES: [
        /// It may raise a floating-point exception.
        MAY_RAISE_FP_EXCEPTION = "mayRaiseFPException",
    ]
    LAST: [
        /// It costs no more than a copy of a register.
        IS_AS_CHEAP_AS_A_MOVE = "isAsCheapAsAMove",
        /// The registers that it reads are more restricted than their classes.
        HAS_EXTRA_SRC_REG_ALLOC_REQ = "hasExtraSrcRegAllocReq",
        /// The registers that it writes are more restricted than their classes.
        HAS_EXTRA_DEF_REG_ALLOC_REQ = "hasExtraDefRegAllocReq",
        /// It is only for code generation, and neither parsed nor decoded.
        IS_CODE_GEN_ONLY = "isCodeGenOnly",
        /// It is no instruction of the machine and has no encoding.
        IS_PSEUDO = "isPseudo",
        /// It becomes no code at all.
        IS_META = "isMeta",
    ]
}

/// Effects that a record may leave open, to be inferred from the instruction's patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Whether it may read memory.
    pub may_load: Option<bool>,
    /// Whether it may write memory.
    pub may_store: Option<bool>,
    /// Whether it may have effects beyond its operands and memory.
    pub has_side_effects: Option<bool>,
}

/// Reads all flags of an instruction. One of its operands may make it predicable.
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
