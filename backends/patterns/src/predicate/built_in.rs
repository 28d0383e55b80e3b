//! C++ code for built-in predicates.

use std::fmt::Write;

use backend::{Fatal, Rec, RecordId, bail};
use elaborate::value::Node;

use super::{Predicate, PredicateFlags as Flag, changes};

/// The flags for the extensions of a load or an atomic operation, each with its field and its name in `ISD`. They are
/// mutually exclusive.
const EXTENSIONS: [(Flag, &str, &str); 4] = [
    (Flag::IS_NON_EXT_LOAD, "IsNonExtLoad", "NON_EXTLOAD"),
    (Flag::IS_ANY_EXT_LOAD, "IsAnyExtLoad", "EXTLOAD"),
    (Flag::IS_SIGN_EXT_LOAD, "IsSignExtLoad", "SEXTLOAD"),
    (Flag::IS_ZERO_EXT_LOAD, "IsZeroExtLoad", "ZEXTLOAD"),
];

/// The flags for the orderings of atomic operations, each with its field and its name in `AtomicOrdering`.
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

/// The flags for lower bounds of orderings and their negations, each with its name in messages and the C++ test that
/// rejects a node.
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

/// The flags of loads. A fragment for a load has to set at least one of these flags, or to restrict the memory access.
const LOADS: [Flag; 5] = [
    Flag::IS_UNINDEXED,
    Flag::IS_NON_EXT_LOAD,
    Flag::IS_ANY_EXT_LOAD,
    Flag::IS_SIGN_EXT_LOAD,
    Flag::IS_ZERO_EXT_LOAD,
];
/// The flags of stores. The rule for fragments is the same as for [`LOADS`].
const STORES: [Flag; 3] = [
    Flag::IS_UNINDEXED,
    Flag::IS_TRUNC_STORE,
    Flag::IS_NON_TRUNC_STORE,
];

impl Predicate {
    /// C++ code that returns false if a built-in predicate does not hold, followed by the C++ code of the fragment.
    pub(super) fn built_in_code(&self, def: Rec) -> Result<String, Fatal> {
        self.check(def)?;
        let release = def.records().release();
        let mut code = String::new();
        if self.has_one_of(&[Flag::IS_LOAD, Flag::IS_STORE, Flag::IS_ATOMIC])? {
            self.push_memory(def, &mut code)?;
        }
        if self.has(Flag::IS_ATOMIC)? {
            self.push_atomic(def, &mut code)?;
        }
        if self.has_one_of(&[Flag::IS_LOAD, Flag::IS_STORE])? {
            self.push_load_or_store(def, &mut code)?;
        }
        if self.has(Flag::HAS_NO_USE)? {
            let is_used = changes::is_used(release);
            _ = writeln!(code, "if ({is_used}) return false;");
        }
        if self.has(Flag::HAS_ONE_USE)? {
            let is_not_used_once = changes::is_not_used_once(release);
            _ = writeln!(code, "if ({is_not_used_once}) return false;");
        }
        self.ask("PredicateCode")?;
        if self.code.is_empty() && !code.is_empty() {
            code.push_str("return true;\n");
        }
        code.push_str(&self.code);
        Ok(code)
    }

    /// An error for the first contradiction. The fields are read in the order of the reference.
    fn check(&self, def: Rec) -> Result<(), Fatal> {
        let is_load = self.has(Flag::IS_LOAD)?;
        let is_store = !is_load && self.has(Flag::IS_STORE)?;
        let is_memory = is_load || is_store || self.has(Flag::IS_ATOMIC)?;
        if !is_memory && self.memory_type()?.is_some() {
            let extends = changes::has_extending_atomics(def.records().release());
            let atomics = if extends { " or IsAtomic" } else { "" };
            bail!(def, "MemoryVT requires IsLoad or IsStore{atomics}");
        }
        if !is_load && !is_store {
            if self.has(Flag::IS_UNINDEXED)? {
                bail!(def, "IsUnindexed requires IsLoad or IsStore");
            }
            if self.scalar_memory_type()?.is_some() {
                bail!(def, "ScalarMemoryVT requires IsLoad or IsStore");
            }
        }
        let mut kinds = 0;
        for kind in [Flag::IS_LOAD, Flag::IS_STORE, Flag::IS_ATOMIC] {
            kinds += u32::from(self.has(kind)?);
        }
        if kinds > 1 {
            bail!(def, "IsLoad, IsStore, and IsAtomic are mutually exclusive");
        }
        let is_atomic = self.has(Flag::IS_ATOMIC)?;
        if is_load {
            if !self.has_one_of(&LOADS)? && !self.narrows_access()? {
                bail!(def, "IsLoad cannot be used by itself");
            }
        } else {
            self.check_extensions(def, is_atomic)?;
        }
        if is_store {
            if !self.has_one_of(&STORES)? && !self.narrows_access()? {
                bail!(def, "IsStore cannot be used by itself");
            }
        } else if self.has(Flag::IS_NON_TRUNC_STORE)? {
            bail!(def, "IsNonTruncStore requires IsStore");
        } else if self.has(Flag::IS_TRUNC_STORE)? {
            bail!(def, "IsTruncStore requires IsStore");
        }
        if is_atomic {
            self.check_atomic(def)
        } else {
            self.check_orderings(def)
        }
    }

    /// Whether the fragment restricts the type, address space or alignment of a memory access.
    fn narrows_access(&self) -> Result<bool, Fatal> {
        Ok(self.memory_type()?.is_some()
            || self.scalar_memory_type()?.is_some()
            || self.address_spaces()?.is_some()
            || self.min_alignment()? >= 1)
    }

    /// Checks that only loads and atomic operations have the flags for extensions.
    fn check_extensions(&self, def: Rec, is_atomic: bool) -> Result<(), Fatal> {
        let of_atomics = extensions_of_atomics(def);
        for (flag, name, _) in &EXTENSIONS {
            let wanted = if !of_atomics.contains(flag) {
                "IsLoad"
            } else if is_atomic {
                continue;
            } else {
                "IsLoad or IsAtomic"
            };
            if self.has(*flag)? {
                bail!(def, "{name} requires {wanted}");
            }
        }
        Ok(())
    }

    fn check_atomic(&self, def: Rec) -> Result<(), Fatal> {
        let [monotonic, acquire, release, acquire_release, consistent] = ORDERINGS.map(|it| it.0);
        let narrows = self.memory_type()?.is_some()
            || self.has(monotonic)?
            || self.address_spaces()?.is_some()
            || self.has_one_of(extensions_of_atomics(def))?
            || self.has_one_of(&[acquire, release, acquire_release, consistent])?
            || self.has_one_of(&[
                Flag::IS_ACQUIRE_OR_STRONGER,
                Flag::IS_RELEASE_OR_STRONGER,
                Flag::IS_WEAKER_THAN_ACQUIRE,
                Flag::IS_WEAKER_THAN_RELEASE,
            ])?;
        if narrows {
            Ok(())
        } else {
            bail!(def, "IsAtomic cannot be used by itself")
        }
    }

    /// Checks that only atomic operations have orderings.
    fn check_orderings(&self, def: Rec) -> Result<(), Fatal> {
        // The reference checks the bounds in this order, and does not check the last bound in `BOUNDS`.
        let [acquire, weaker_than_acquire, release, _] = &BOUNDS;
        let bounds = [acquire, release, weaker_than_acquire];
        for (flag, name, _) in ORDERINGS.iter().chain(bounds) {
            if self.has(*flag)? {
                bail!(def, "{name} requires IsAtomic");
            }
        }
        Ok(())
    }

    fn push_memory(&self, def: Rec, code: &mut String) -> Result<(), Fatal> {
        if let Some(spaces) = self.address_spaces()? {
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
        if self.min_alignment()? > 0 {
            _ = write!(
                code,
                "if (cast<MemSDNode>(N)->getAlign() < Align({}))\nreturn false;\n",
                self.min_alignment
            );
        }
        if let Some(ty) = self.memory_type()? {
            let ty = name(def, ty);
            _ = writeln!(
                code,
                "if (cast<MemSDNode>(N)->getMemoryVT() != MVT::{ty}) return false;"
            );
        }
        Ok(())
    }

    fn push_atomic(&self, def: Rec, code: &mut String) -> Result<(), Fatal> {
        const ORDERING: &str = "cast<AtomicSDNode>(N)->getMergedOrdering()";
        for (flag, _, ordering) in &ORDERINGS {
            if self.has(*flag)? {
                _ = writeln!(
                    code,
                    "if ({ORDERING} != AtomicOrdering::{ordering}) return false;"
                );
            }
        }
        for (flag, _, test) in &BOUNDS {
            if self.has(*flag)? {
                _ = writeln!(code, "if ({test}({ORDERING})) return false;");
            }
        }
        if changes::has_extending_atomics(def.records().release()) {
            return self.push_extension(def, "AtomicSDNode", code);
        }
        if self.has_one_of(extensions_of_atomics(def))? {
            code.push_str("return false;\n");
        }
        Ok(())
    }

    fn push_extension(&self, def: Rec, class: &str, code: &mut String) -> Result<(), Fatal> {
        let mut extensions = Vec::new();
        for extension in &EXTENSIONS {
            if self.has(extension.0)? {
                extensions.push(extension);
            }
        }
        if extensions.len() > 1 {
            bail!(
                def,
                "IsNonExtLoad, IsAnyExtLoad, IsSignExtLoad, and IsZeroExtLoad are mutually exclusive"
            );
        }
        for (_, _, extension) in extensions {
            _ = writeln!(
                code,
                "if (cast<{class}>(N)->getExtensionType() != ISD::{extension}) return false;"
            );
        }
        Ok(())
    }

    fn push_load_or_store(&self, def: Rec, code: &mut String) -> Result<(), Fatal> {
        let is_load = self.has(Flag::IS_LOAD)?;
        let class = if is_load { "LoadSDNode" } else { "StoreSDNode" };
        if self.has(Flag::IS_UNINDEXED)? {
            _ = writeln!(
                code,
                "if (cast<{class}>(N)->getAddressingMode() != ISD::UNINDEXED) return false;"
            );
        }
        if is_load {
            self.push_extension(def, class, code)?;
        } else {
            for (flag, not) in [(Flag::IS_NON_TRUNC_STORE, ""), (Flag::IS_TRUNC_STORE, "!")] {
                if self.has(flag)? {
                    _ = writeln!(
                        code,
                        " if ({not}cast<StoreSDNode>(N)->isTruncatingStore()) return false;"
                    );
                }
            }
        }
        if let Some(ty) = self.scalar_memory_type()? {
            let ty = name(def, ty);
            _ = writeln!(
                code,
                "if (cast<{class}>(N)->getMemoryVT().getScalarType() != MVT::{ty}) return false;"
            );
        }
        Ok(())
    }
}

/// The flags for extensions that an atomic operation may have.
fn extensions_of_atomics(def: Rec) -> &'static [Flag] {
    const SIGN_AND_ZERO: [Flag; 2] = [Flag::IS_ZERO_EXT_LOAD, Flag::IS_SIGN_EXT_LOAD];
    const ALL: [Flag; 4] = [
        Flag::IS_NON_EXT_LOAD,
        Flag::IS_ANY_EXT_LOAD,
        Flag::IS_ZERO_EXT_LOAD,
        Flag::IS_SIGN_EXT_LOAD,
    ];
    if changes::has_extending_atomics(def.records().release()) {
        &ALL
    } else {
        &SIGN_AND_ZERO
    }
}

fn name<'a>(def: Rec<'a>, ty: RecordId) -> &'a str {
    def.records().rec(ty).name()
}
