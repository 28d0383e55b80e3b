//! Predicates of fragments, as checks of generic instructions.

use backend::{Fatal, RecordId};
use elaborate::symbol::Sym;
use pattern_model::{Predicate, PredicateCall, PredicateFlags as Flag, Tree};
use target_model::instructions::InstructionId;
use target_model::value_types;

use super::{Equivalent, Importer, Stop, changes, skip};
use crate::global_isel::predicate::{Immediate, Size, Strength};
use crate::global_isel::{Check, LowLevelType, Rule};

type Done = Result<(), Stop>;

/// The flags of predicates that require exactly one ordering of an atomic operation, each with the ordering.
const ORDERS: [(Flag, &str); 5] = [
    (Flag::IS_MONOTONIC, "Monotonic"),
    (Flag::IS_ACQUIRE, "Acquire"),
    (Flag::IS_RELEASE, "Release"),
    (Flag::IS_ACQUIRE_RELEASE, "AcquireRelease"),
    (Flag::IS_SEQUENTIALLY_CONSISTENT, "SequentiallyConsistent"),
];

/// The flags of predicates that compare the ordering of an atomic operation with a bound, each with the bound and the
/// kind of comparison.
const BOUNDS: [(Flag, &str, Strength); 4] = [
    (
        Flag::IS_ACQUIRE_OR_STRONGER,
        "Acquire",
        Strength::OrStronger,
    ),
    (
        Flag::IS_WEAKER_THAN_ACQUIRE,
        "Acquire",
        Strength::WeakerThan,
    ),
    (
        Flag::IS_RELEASE_OR_STRONGER,
        "Release",
        Strength::OrStronger,
    ),
    (
        Flag::IS_WEAKER_THAN_RELEASE,
        "Release",
        Strength::WeakerThan,
    ),
];

impl Importer<'_> {
    pub(super) fn match_predicate(
        &mut self,
        rule: &mut Rule,
        instruction: u32,
        operator: Option<RecordId>,
        call: &PredicateCall,
        tree: Tree,
    ) -> Done {
        let patterns = self.patterns.clone();
        let fragment = &patterns.fragments[call.fragment];
        let predicate = &fragment.predicate;
        if predicate.is_always_true()? {
            return Ok(());
        }
        if predicate.is_immediate()? {
            let check = Check::Immediate(self.immediate(predicate));
            rule.check(instruction, check);
            return Ok(());
        }
        let mut is_known = self.match_built_in(rule, instruction, operator, predicate)?;
        for (flag, check) in [
            (Flag::HAS_NO_USE, Check::HasNoUse),
            (Flag::HAS_ONE_USE, Check::HasOneUse),
        ] {
            if predicate.has(flag)? {
                rule.check(instruction, check);
                is_known = true;
            }
        }
        if !predicate.gisel_code()?.is_empty() {
            if predicate.uses_operands()? {
                self.waiting = fragment.arguments.len() as u32;
                for (number, argument) in (0..).zip(&fragment.arguments) {
                    self.stored.insert((call.scope, *argument), number);
                }
            }
            let function = self.function("MI", predicate);
            let check = Check::Function {
                name: function,
                uses_operands: predicate.uses_operands()?,
            };
            rule.check(instruction, check);
        } else if !is_known {
            let predicates = self.predicates_text(tree)?;
            skip!(self, "Src pattern child has predicate ({predicates})");
        }
        Ok(())
    }

    /// The enumerator of the function that checks a predicate.
    pub(super) fn function(&self, kind: &str, predicate: &Predicate) -> Sym {
        let name = predicate.function_name(self.cx.records);
        Sym::new(&format!("GICXXPred_{kind}_{name}"))
    }

    pub(super) fn immediate(&self, predicate: &Predicate) -> Immediate {
        // The reference only reads the fields when it writes the table, so an error in them is reported after all
        // patterns are imported.
        let names = predicate.gisel_code().and_then(|code| {
            let ty = predicate.immediate_kind()?.name();
            let kind = match (code.is_empty(), predicate.has_gisel_leaf_code()?) {
                (false, _) => "MI",
                (true, true) => "MO",
                (true, false) => ty,
            };
            Ok((ty, kind))
        });
        let (ty, kind) = names.unwrap_or_else(|error| {
            _ = self.of_names.set(error);
            ("", "")
        });
        Immediate {
            ty: Sym::new(ty),
            function: self.function(kind, predicate),
            fragment: predicate.rec,
        }
    }

    /// Adds the check of a built-in predicate. Returns whether the predicate is built-in. At most one check is added,
    /// for the first built-in property that applies.
    fn match_built_in(
        &self,
        rule: &mut Rule,
        instruction: u32,
        operator: Option<RecordId>,
        predicate: &Predicate,
    ) -> Result<bool, Stop> {
        let has = |flag| predicate.has(flag);
        let extends_atomics = changes::extends_atomics(self.cx.release());
        let is_load =
            || Ok::<_, Fatal>(has(Flag::IS_LOAD)? || extends_atomics && has(Flag::IS_ATOMIC)?);
        let is_access = || predicate.has_one_of(&[Flag::IS_LOAD, Flag::IS_STORE]);
        let is_memory = || predicate.has_one_of(&[Flag::IS_LOAD, Flag::IS_STORE, Flag::IS_ATOMIC]);
        let mut check = |check: Check| {
            rule.check(instruction, check);
            Ok(true)
        };
        if is_memory()? {
            predicate.address_spaces()?;
            let spaces = self.address_spaces(predicate);
            if !spaces.is_empty() {
                let spaces: Option<Vec<i64>> = spaces.into_iter().collect();
                let Some(spaces) = spaces else {
                    skip!(self, "Address space is not an integer");
                };
                let spaces = spaces.into_iter().map(|it| it as u32).collect();
                return check(Check::MemoryAddressSpace(spaces));
            }
            let alignment = predicate.min_alignment()?;
            if alignment > 0 {
                return check(Check::MemoryAlignment(alignment));
            }
        }
        let size_is = |size| Check::MemorySizeVsType { size, operand: 0 };
        if is_load()? && has(Flag::IS_NON_EXT_LOAD)? {
            return check(size_is(Size::Equal));
        }
        if is_load()? && has(Flag::IS_ANY_EXT_LOAD)? {
            return check(size_is(Size::Less));
        }
        if has(Flag::IS_STORE)? {
            if has(Flag::IS_TRUNC_STORE)? {
                return match predicate.memory_type()? {
                    Some(ty) => check(self.memory_size(ty)?),
                    None => check(size_is(Size::Less)),
                };
            }
            if has(Flag::IS_NON_TRUNC_STORE)? {
                check(size_is(Size::Equal))?;
            }
        }
        // The opcode, or the check of the size above, already implies the predicate.
        let equivalent = operator.and_then(|it| self.equivalents.get(&it));
        let has_opcode = |opcode: fn(&Equivalent) -> Option<InstructionId>| {
            equivalent.is_some_and(|it| opcode(it).is_some())
        };
        if has_opcode(|it| it.if_sign_extend) && has(Flag::IS_SIGN_EXT_LOAD)?
            || has_opcode(|it| it.if_zero_extend) && has(Flag::IS_ZERO_EXT_LOAD)?
            || has(Flag::IS_NON_TRUNC_STORE)?
        {
            return Ok(true);
        }
        if is_memory()?
            && let Some(ty) = predicate.memory_type()?
        {
            return check(self.memory_size(ty)?);
        }
        if is_access()? && has(Flag::IS_UNINDEXED)? {
            return Ok(true);
        }
        if has(Flag::IS_ATOMIC)? {
            for (flag, order) in ORDERS {
                if has(flag)? {
                    return check(Check::AtomicOrdering(order, Strength::Exactly));
                }
            }
        }
        for (flag, order, strength) in BOUNDS {
            if has(flag)? {
                return check(Check::AtomicOrdering(order, strength));
            }
        }
        Ok(false)
    }

    /// The check that the memory access has the size of a type.
    fn memory_size(&self, ty: RecordId) -> Result<Check, Stop> {
        let ty = value_types::known(self.cx.records.rec(ty))?;
        match LowLevelType::new(ty) {
            Some(ty) => Ok(Check::MemorySize {
                bytes: ty.size_in_bits().div_ceil(8).into(),
            }),
            None => skip!(self, "MemVT could not be converted to LLT"),
        }
    }
}
