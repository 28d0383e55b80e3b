//! What an instruction is and does, in bits.

use std::sync::LazyLock;

use backend::{Fatal, Rec};
use elaborate::sym;
use elaborate::symbol::Sym;

/// Flags with the fields that say them.
type Group = LazyLock<Vec<(Flags, Sym)>>;

/// Declares the flags, each with the field that says it.
macro_rules! flags {
    ($($group:ident: [$($(#[doc = $doc:literal])* $flag:ident = $field:literal,)*])*) => {
        bitflags::bitflags! {
            /// What the fields of an instruction's record say of it.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct Flags: u64 {
                $($($(#[doc = $doc])* const $flag = 1 << Number::$flag as u64;)*)*
                /// A predicate can make it do nothing: it is marked `isPredicable` or has an operand that is a predicate, and
                /// is not marked `isUnpredicable`.
                const IS_PREDICABLE = 1 << Number::IS_PREDICABLE as u64;
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($($flag,)*)* IS_PREDICABLE }

        $(static $group: Group = LazyLock::new(|| vec![$((Flags::$flag, Sym::new($field))),*]);)*
    };
}

// In groups, since what stands between them is read between them: the first field that is wrong is the error.
flags! {
    FIRST: [
        /// It stands for an operation before instructions are selected, as generic ones do.
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
        /// It changes the type of a value and nothing else. Patterns may say so, too.
        IS_BITCAST = "isBitcast",
        /// It chooses one of two values.
        IS_SELECT = "isSelect",
        /// What follows it is never reached from it.
        IS_BARRIER = "isBarrier",
        /// It calls a function.
        IS_CALL = "isCall",
        /// It adds.
        IS_ADD = "isAdd",
        /// It is a trap, which stops the program.
        IS_TRAP = "isTrap",
        /// What it loads may become an operand in memory of an instruction that uses it.
        CAN_FOLD_AS_LOAD = "canFoldAsLoad",
    ]
    AFTER_PREDICABLE: [
        /// It sets a register that it also reads, and there is one that need not.
        IS_CONVERTIBLE_TO_3_ADDRESS = "isConvertibleToThreeAddress",
        /// Two of its operands may be exchanged.
        IS_COMMUTABLE = "isCommutable",
        /// It stands at the end of a basic block.
        IS_TERMINATOR = "isTerminator",
        /// It may be repeated instead of keeping its result.
        IS_REMATERIALIZABLE = "isReMaterializable",
        /// The instruction behind it is executed before it takes effect.
        HAS_DELAY_SLOT = "hasDelaySlot",
        /// C++ of the target puts others in its place once it is selected.
        USES_CUSTOM_INSERTER = "usesCustomInserter",
        /// C++ of the target changes it once it is selected.
        HAS_POST_ISEL_HOOK = "hasPostISelHook",
        /// It has a chain that orders it among jumps.
        HAS_CTRL_DEP = "hasCtrlDep",
        /// It may not be copied.
        IS_NOT_DUPLICABLE = "isNotDuplicable",
        /// It puts registers together to a larger one, as `REG_SEQUENCE` does.
        IS_REG_SEQUENCE = "isRegSequence",
        /// It takes a sub-register, as `EXTRACT_SUBREG` does.
        IS_EXTRACT_SUBREG = "isExtractSubreg",
        /// It replaces a sub-register, as `INSERT_SUBREG` does.
        IS_INSERT_SUBREG = "isInsertSubreg",
        /// It may not be made to depend on more control flow than it does.
        IS_CONVERGENT = "isConvergent",
        /// No processor need say how it is scheduled.
        HAS_NO_SCHEDULING_INFO = "hasNoSchedulingInfo",
        /// FastISel does not use it.
        FAST_ISEL_IGNORES = "FastISelShouldIgnore",
        /// Those of any number of operands are results.
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
        /// Registers that it reads have to be more than their classes say.
        HAS_EXTRA_SRC_REG_ALLOC_REQ = "hasExtraSrcRegAllocReq",
        /// Registers that it sets have to be more than their classes say.
        HAS_EXTRA_DEF_REG_ALLOC_REQ = "hasExtraDefRegAllocReq",
        /// It is only for code generation, and neither parsed nor decoded.
        IS_CODE_GEN_ONLY = "isCodeGenOnly",
        /// It is no instruction of the machine and has no encoding.
        IS_PSEUDO = "isPseudo",
        /// It becomes no code at all.
        IS_META = "isMeta",
    ]
}

/// What may be left open, to be found out from the patterns of the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Whether it may read memory.
    pub may_load: Option<bool>,
    /// Whether it may write memory.
    pub may_store: Option<bool>,
    /// Whether it may do something that neither its operands nor memory show.
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
