//! The C++ of built-in predicates.

use std::fmt::Write;

use backend::{Fatal, Rec, RecordId, bail};
use elaborate::value::Node;

use super::{Predicate, PredicateFlags as Flag};

/// The flags of how a load extends its value. Only one can hold.
const EXTENSIONS: [(Flag, &str, &str); 4] = [
    (Flag::IS_NON_EXT_LOAD, "IsNonExtLoad", "NON_EXTLOAD"),
    (Flag::IS_ANY_EXT_LOAD, "IsAnyExtLoad", "EXTLOAD"),
    (Flag::IS_SIGN_EXT_LOAD, "IsSignExtLoad", "SEXTLOAD"),
    (Flag::IS_ZERO_EXT_LOAD, "IsZeroExtLoad", "ZEXTLOAD"),
];

/// The orderings of atomic operations, each with its field, which is its name in C++ with something before it.
const ORDERINGS: [(Flag, &str, &str); 5] = [
    (Flag::IS_MONOTONIC, "IsAtomicOrderingMonotonic", "Monotonic"),
    (Flag::IS_ACQUIRE, "IsAtomicOrderingAcquire", "Acquire"),
    (Flag::IS_RELEASE, "IsAtomicOrderingRelease", "Release"),
    (
        Flag::IS_ACQUIRE_RELEASE,
        "IsAtomicOrderingAcquireRelease",
        "AcquireRelease",
    ),
    (
        Flag::IS_SEQUENTIALLY_CONSISTENT,
        "IsAtomicOrderingSequentiallyConsistent",
        "SequentiallyConsistent",
    ),
];

/// Lower bounds of orderings, each with its field and how a C++ condition says that it does not hold.
const BOUNDS: [(Flag, &str, &str); 4] = [
    (
        Flag::IS_ACQUIRE_OR_STRONGER,
        "IsAtomicOrderingAcquireOrStronger",
        "!isAcquireOrStronger",
    ),
    (
        Flag::IS_WEAKER_THAN_ACQUIRE,
        "IsAtomicOrderingWeakerThanAcquire",
        "isAcquireOrStronger",
    ),
    (
        Flag::IS_RELEASE_OR_STRONGER,
        "IsAtomicOrderingReleaseOrStronger",
        "!isReleaseOrStronger",
    ),
    (
        Flag::IS_WEAKER_THAN_RELEASE,
        "IsAtomicOrderingWeakerThanRelease",
        "isReleaseOrStronger",
    ),
];

impl Predicate {
    /// C++ that leaves with false where the predicate does not hold, and the fragment's own behind it.
    pub(super) fn built_in_code(&self, def: Rec) -> Result<String, Fatal> {
        self.check(def)?;
        let mut code = String::new();
        if self.is_memory() {
            self.push_memory(def, &mut code)?;
        }
        if self.has(Flag::IS_ATOMIC) {
            self.push_atomic(&mut code);
        }
        if self.has(Flag::IS_LOAD) || self.has(Flag::IS_STORE) {
            self.push_load_or_store(def, &mut code)?;
        }
        if self.has(Flag::HAS_NO_USE) {
            code.push_str("if (!SDValue(N, 0).use_empty()) return false;\n");
        }
        if self.has(Flag::HAS_ONE_USE) {
            code.push_str("if (!SDValue(N, 0).hasOneUse()) return false;\n");
        }
        if self.code.is_empty() && !code.is_empty() {
            code.push_str("return true;\n");
        }
        code.push_str(&self.code);
        Ok(code)
    }

    fn is_memory(&self) -> bool {
        self.flags
            .intersects(Flag::IS_LOAD | Flag::IS_STORE | Flag::IS_ATOMIC)
    }

    /// Whether something is said of the memory besides what kind of access it is.
    fn narrows_memory(&self) -> bool {
        self.memory_type.is_some() || self.address_spaces.is_some()
    }

    /// The first thing that does not go with the rest is the error.
    fn check(&self, def: Rec) -> Result<(), Fatal> {
        let [load, store, atomic] =
            [Flag::IS_LOAD, Flag::IS_STORE, Flag::IS_ATOMIC].map(|it| self.has(it));
        if !load && !store && !atomic && self.memory_type.is_some() {
            bail!(def, "MemoryVT requires IsLoad or IsStore");
        }
        if !load && !store {
            if self.has(Flag::IS_UNINDEXED) {
                bail!(def, "IsUnindexed requires IsLoad or IsStore");
            }
            if self.scalar_memory_type.is_some() {
                bail!(def, "ScalarMemoryVT requires IsLoad or IsStore");
            }
        }
        if u8::from(load) + u8::from(store) + u8::from(atomic) > 1 {
            bail!(def, "IsLoad, IsStore, and IsAtomic are mutually exclusive");
        }
        let narrows_access = self.has(Flag::IS_UNINDEXED)
            || self.narrows_memory()
            || self.scalar_memory_type.is_some()
            || self.min_alignment >= 1;
        if load {
            let extends = EXTENSIONS.iter().any(|(flag, ..)| self.has(*flag));
            if !extends && !narrows_access {
                bail!(def, "IsLoad cannot be used by itself");
            }
        } else {
            for (flag, name, _) in &EXTENSIONS {
                let of_atomics = Flag::IS_SIGN_EXT_LOAD | Flag::IS_ZERO_EXT_LOAD;
                let wanted = match of_atomics.contains(*flag) {
                    false => "IsLoad",
                    true if atomic => continue,
                    true => "IsLoad or IsAtomic",
                };
                if self.has(*flag) {
                    bail!(def, "{name} requires {wanted}");
                }
            }
        }
        let truncates = Flag::IS_TRUNC_STORE | Flag::IS_NON_TRUNC_STORE;
        if store {
            if !self.flags.intersects(truncates) && !narrows_access {
                bail!(def, "IsStore cannot be used by itself");
            }
        } else if self.has(Flag::IS_NON_TRUNC_STORE) {
            bail!(def, "IsNonTruncStore requires IsStore");
        } else if self.has(Flag::IS_TRUNC_STORE) {
            bail!(def, "IsTruncStore requires IsStore");
        }
        if atomic {
            let extends = Flag::IS_SIGN_EXT_LOAD | Flag::IS_ZERO_EXT_LOAD;
            let mut orders = ORDERINGS.iter().chain(&BOUNDS);
            let orders = orders.any(|(flag, ..)| self.has(*flag));
            if !orders && !self.narrows_memory() && !self.flags.intersects(extends) {
                bail!(def, "IsAtomic cannot be used by itself");
            }
            return Ok(());
        }
        // The reference looks for these in this order, and not for the last.
        let [acquire, weaker_than_acquire, release, _] = &BOUNDS;
        let bounds = [acquire, release, weaker_than_acquire];
        let mut of_atomics = ORDERINGS.iter().chain(bounds);
        match of_atomics.find(|(flag, ..)| self.has(*flag)) {
            Some((_, name, _)) => bail!(def, "{name} requires IsAtomic"),
            None => Ok(()),
        }
    }

    fn push_memory(&self, def: Rec, code: &mut String) -> Result<(), Fatal> {
        if let Some(spaces) = self.address_spaces {
            let records = def.records();
            code.push_str("unsigned AddrSpace = cast<MemSDNode>(N)->getAddressSpace();\n if (");
            let spaces = records.values.as_list(spaces).unwrap_or_default();
            for (index, space) in spaces.iter().enumerate() {
                let Node::Int(space) = records.node(*space) else {
                    bail!(def, "AddressSpaces element must be integer");
                };
                let and = if index == 0 { "" } else { " && " };
                _ = write!(code, "{and}AddrSpace != {}", *space as u64);
            }
            code.push_str(")\nreturn false;\n");
        }
        if self.min_alignment > 0 {
            _ = write!(
                code,
                "if (cast<MemSDNode>(N)->getAlign() < Align({}))\nreturn false;\n",
                self.min_alignment
            );
        }
        if let Some(ty) = self.memory_type {
            let ty = name(def, ty);
            _ = writeln!(
                code,
                "if (cast<MemSDNode>(N)->getMemoryVT() != MVT::{ty}) return false;"
            );
        }
        Ok(())
    }

    fn push_atomic(&self, code: &mut String) {
        const ORDERING: &str = "cast<AtomicSDNode>(N)->getMergedOrdering()";
        for (flag, _, ordering) in &ORDERINGS {
            if self.has(*flag) {
                _ = writeln!(
                    code,
                    "if ({ORDERING} != AtomicOrdering::{ordering}) return false;"
                );
            }
        }
        for (flag, _, test) in &BOUNDS {
            if self.has(*flag) {
                _ = writeln!(code, "if ({test}({ORDERING})) return false;");
            }
        }
        if self
            .flags
            .intersects(Flag::IS_SIGN_EXT_LOAD | Flag::IS_ZERO_EXT_LOAD)
        {
            code.push_str("return false;\n");
        }
    }

    fn push_load_or_store(&self, def: Rec, code: &mut String) -> Result<(), Fatal> {
        let is_load = self.has(Flag::IS_LOAD);
        let class = if is_load { "LoadSDNode" } else { "StoreSDNode" };
        if self.has(Flag::IS_UNINDEXED) {
            _ = writeln!(
                code,
                "if (cast<{class}>(N)->getAddressingMode() != ISD::UNINDEXED) return false;"
            );
        }
        if is_load {
            let extensions = EXTENSIONS.iter().filter(|(flag, ..)| self.has(*flag));
            if extensions.clone().count() > 1 {
                bail!(
                    def,
                    "IsNonExtLoad, IsAnyExtLoad, IsSignExtLoad, and IsZeroExtLoad are mutually exclusive"
                );
            }
            for (_, _, extension) in extensions {
                _ = writeln!(
                    code,
                    "if (cast<LoadSDNode>(N)->getExtensionType() != ISD::{extension}) return false;"
                );
            }
        } else {
            for (flag, not) in [(Flag::IS_NON_TRUNC_STORE, ""), (Flag::IS_TRUNC_STORE, "!")] {
                if self.has(flag) {
                    _ = writeln!(
                        code,
                        " if ({not}cast<StoreSDNode>(N)->isTruncatingStore()) return false;"
                    );
                }
            }
        }
        if let Some(ty) = self.scalar_memory_type {
            let ty = name(def, ty);
            _ = writeln!(
                code,
                "if (cast<{class}>(N)->getMemoryVT().getScalarType() != MVT::{ty}) return false;"
            );
        }
        Ok(())
    }
}

/// The name of a value type.
fn name<'a>(def: Rec<'a>, ty: RecordId) -> &'a str {
    def.records().rec(ty).name()
}
