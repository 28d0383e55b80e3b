//! What an instruction is and does, in bits.

use backend::{Fatal, Rec};

/// Declares the flags, each with the field that says it.
macro_rules! flags {
    ($($group:ident: [$($flag:ident = $field:literal,)*])*) => {
        bitflags::bitflags! {
            /// What the fields of an instruction's record say of it. `IS_PREDICABLE` also takes its operands into account.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct Flags: u64 {
                $($(const $flag = 1 << Number::$flag as u64;)*)*
                const IS_PREDICABLE = 1 << Number::IS_PREDICABLE as u64;
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($($flag,)*)* IS_PREDICABLE }

        $(const $group: &[(Flags, &str)] = &[$((Flags::$flag, $field)),*];)*
    };
}

// In groups, since what stands between them is read between them: the first field that is wrong is the error.
flags! {
    FIRST: [
        IS_PRE_ISEL = "isPreISelOpcode",
        IS_RETURN = "isReturn",
        IS_EH_SCOPE_RETURN = "isEHScopeReturn",
        IS_BRANCH = "isBranch",
        IS_INDIRECT_BRANCH = "isIndirectBranch",
        IS_COMPARE = "isCompare",
        IS_MOVE_IMM = "isMoveImm",
        IS_MOVE_REG = "isMoveReg",
        IS_BITCAST = "isBitcast",
        IS_SELECT = "isSelect",
        IS_BARRIER = "isBarrier",
        IS_CALL = "isCall",
        IS_ADD = "isAdd",
        IS_TRAP = "isTrap",
        CAN_FOLD_AS_LOAD = "canFoldAsLoad",
    ]
    AFTER_PREDICABLE: [
        IS_CONVERTIBLE_TO_3_ADDRESS = "isConvertibleToThreeAddress",
        IS_COMMUTABLE = "isCommutable",
        IS_TERMINATOR = "isTerminator",
        IS_REMATERIALIZABLE = "isReMaterializable",
        HAS_DELAY_SLOT = "hasDelaySlot",
        USES_CUSTOM_INSERTER = "usesCustomInserter",
        HAS_POST_ISEL_HOOK = "hasPostISelHook",
        HAS_CTRL_DEP = "hasCtrlDep",
        IS_NOT_DUPLICABLE = "isNotDuplicable",
        IS_REG_SEQUENCE = "isRegSequence",
        IS_EXTRACT_SUBREG = "isExtractSubreg",
        IS_INSERT_SUBREG = "isInsertSubreg",
        IS_CONVERGENT = "isConvergent",
        HAS_NO_SCHEDULING_INFO = "hasNoSchedulingInfo",
        FAST_ISEL_IGNORES = "FastISelShouldIgnore",
        VARIADIC_OPERANDS_ARE_DEFS = "variadicOpsAreDefs",
        IS_AUTHENTICATED = "isAuthenticated",
    ]
    AFTER_STORES: [
        MAY_RAISE_FP_EXCEPTION = "mayRaiseFPException",
    ]
    LAST: [
        IS_AS_CHEAP_AS_A_MOVE = "isAsCheapAsAMove",
        HAS_EXTRA_SRC_REG_ALLOC_REQ = "hasExtraSrcRegAllocReq",
        HAS_EXTRA_DEF_REG_ALLOC_REQ = "hasExtraDefRegAllocReq",
        IS_CODE_GEN_ONLY = "isCodeGenOnly",
        IS_PSEUDO = "isPseudo",
        IS_META = "isMeta",
    ]
}

/// What may be left open, to be found out from the patterns of the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    pub may_load: Option<bool>,
    pub may_store: Option<bool>,
    pub has_side_effects: Option<bool>,
}

/// Reads all flags of an instruction. One of its operands may make it predicable.
pub(super) fn read(rec: Rec, has_predicate: bool) -> Result<(Flags, Effects), Fatal> {
    let mut flags = Flags::empty();
    let mut add = |group: &[(Flags, &str)]| {
        group.iter().try_for_each(|(flag, field)| {
            flags.set(*flag, rec.bit(field)?);
            Ok::<_, Fatal>(())
        })
    };
    add(FIRST)?;
    let is_predicable =
        !rec.bit("isUnpredicable")? && (has_predicate || rec.bit("isPredicable")?);
    add(AFTER_PREDICABLE)?;
    let (may_load, may_store) = (rec.bit_or_unset("mayLoad")?, rec.bit_or_unset("mayStore")?);
    add(AFTER_STORES)?;
    let has_side_effects = rec.bit_or_unset("hasSideEffects")?;
    add(LAST)?;
    flags.set(Flags::IS_PREDICABLE, is_predicable);
    let effects = Effects {
        may_load,
        may_store,
        has_side_effects,
    };
    Ok((flags, effects))
}
