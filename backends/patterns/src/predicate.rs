//! The predicates of fragments: built-in predicates and C++ code.

mod built_in;
mod changes;

use std::borrow::Cow;

use backend::{Fatal, Rec, RecordId, Records, bail};
use elaborate::value::ValueId;

/// The conditions that a fragment imposes on the matched node.
///
/// The reference reads a field only when it needs the field: an unused fragment may have invalid fields, and the first
/// invalid field that is needed is reported. So reading the record never fails. The methods that use an invalid field
/// return its error, and they use the fields in the order of the reference.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The fragment's record.
    pub rec: RecordId,
    /// The built-in predicates and other flags.
    pub flags: PredicateFlags,
    /// The record of the value type in memory (`MemoryVT`), if the fragment gives one.
    pub memory_type: Option<RecordId>,
    /// The record of the value type in memory or, if the value is a vector, of its elements (`ScalarMemoryVT`).
    pub scalar_memory_type: Option<RecordId>,
    /// The list of admissible address spaces, if the fragment gives one.
    pub address_spaces: Option<ValueId>,
    /// The minimum alignment of the memory access, in bytes. If the value is not positive, there is no minimum.
    pub min_alignment: i64,
    /// C++ code that tests a node; may be empty.
    pub code: String,
    /// C++ code that tests the value of a constant; may be empty.
    pub immediate_code: String,
    /// C++ code that tests a generic instruction; may be empty.
    pub gisel_code: String,
    /// C++ code that tests an operand of a generic instruction. An empty text counts as code; `None` means that the
    /// fragment has no such code.
    gisel_leaf_code: Option<String>,
    /// The fields that cannot be read, with their errors. The list is empty for nearly all fragments.
    faults: Vec<(&'static str, Fatal)>,
}

/// The C++ type of the constant that [`Predicate::immediate_code`] tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImmediateKind {
    /// An `int64_t`.
    Integer,
    /// An integer of any width: the fragment sets `IsAPInt`.
    ApInt,
    /// A floating-point number: the fragment sets `IsAPFloat`.
    ApFloat,
}

impl ImmediateKind {
    /// The type of the value in the fragment's C++ code.
    pub(crate) fn cpp_type(self) -> &'static str {
        match self {
            ImmediateKind::Integer => "int64_t",
            ImmediateKind::ApInt => "const APInt &",
            ImmediateKind::ApFloat => "const APFloat &",
        }
    }

    /// The name of the kind in C++ functions and in the opcodes of match tables.
    pub fn name(self) -> &'static str {
        match self {
            ImmediateKind::Integer => "I64",
            ImmediateKind::ApInt => "APInt",
            ImmediateKind::ApFloat => "APFloat",
        }
    }
}

macro_rules! flags {
    ($($(#[doc = $doc:literal])* $flag:ident = $field:literal $value:literal,)*) => {
        bitflags::bitflags! {
            /// Built-in predicates, and other boolean fields of a fragment.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct PredicateFlags: u32 {
                $($(#[doc = $doc])* const $flag = 1 << Number::$flag as u32;)*
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($flag,)* }

        /// Each flag with its field, and the value of the field that sets the flag.
        const FLAGS: &[(PredicateFlags, &str, bool)] = &[$((PredicateFlags::$flag, $field, $value)),*];
    };
}

flags! {
    /// The C++ code uses the arguments of the fragment.
    USES_OPERANDS = "PredicateCodeUsesOperands" true,
    /// The node's first result is not used.
    HAS_NO_USE = "HasNoUse" true,
    /// The node's first result is used exactly once.
    HAS_ONE_USE = "HasOneUse" true,
    /// The node is a load that is not atomic. The fragment must have a further built-in predicate.
    IS_LOAD = "IsLoad" true,
    /// The node is a store that is not atomic. The fragment must have a further built-in predicate.
    IS_STORE = "IsStore" true,
    /// The node is an atomic operation. The fragment must have a further built-in predicate.
    IS_ATOMIC = "IsAtomic" true,
    /// The load or store is unindexed: it does not change its pointer.
    IS_UNINDEXED = "IsUnindexed" true,
    /// The load does not extend its value.
    IS_NON_EXT_LOAD = "IsNonExtLoad" true,
    /// The load extends its value with undefined bits.
    IS_ANY_EXT_LOAD = "IsAnyExtLoad" true,
    /// The load sign-extends its value.
    IS_SIGN_EXT_LOAD = "IsSignExtLoad" true,
    /// The load zero-extends its value.
    IS_ZERO_EXT_LOAD = "IsZeroExtLoad" true,
    /// The store writes fewer bits than its value has.
    IS_TRUNC_STORE = "IsTruncStore" true,
    /// The store writes all bits of its value.
    IS_NON_TRUNC_STORE = "IsTruncStore" false,
    /// The ordering of an atomic operation is `monotonic`.
    IS_MONOTONIC = "IsAtomicOrderingMonotonic" true,
    /// The ordering of an atomic operation is `acquire`.
    IS_ACQUIRE = "IsAtomicOrderingAcquire" true,
    /// The ordering of an atomic operation is `release`.
    IS_RELEASE = "IsAtomicOrderingRelease" true,
    /// The ordering of an atomic operation is `acq_rel`.
    IS_ACQUIRE_RELEASE = "IsAtomicOrderingAcquireRelease" true,
    /// The ordering of an atomic operation is `seq_cst`.
    IS_SEQUENTIALLY_CONSISTENT = "IsAtomicOrderingSequentiallyConsistent" true,
    /// The ordering of an atomic operation is at least `acquire`.
    IS_ACQUIRE_OR_STRONGER = "IsAtomicOrderingAcquireOrStronger" true,
    /// The ordering of an atomic operation is not `acquire`, `acq_rel` or `seq_cst`.
    IS_WEAKER_THAN_ACQUIRE = "IsAtomicOrderingAcquireOrStronger" false,
    /// The ordering of an atomic operation is at least `release`.
    IS_RELEASE_OR_STRONGER = "IsAtomicOrderingReleaseOrStronger" true,
    /// The ordering of an atomic operation is not `release`, `acq_rel` or `seq_cst`.
    IS_WEAKER_THAN_RELEASE = "IsAtomicOrderingReleaseOrStronger" false,
    /// The C++ code gets the value of the constant as an `APInt`.
    IS_AP_INT = "IsAPInt" true,
    /// The C++ code gets the value of the constant as an `APFloat`.
    IS_AP_FLOAT = "IsAPFloat" true,
}

impl Predicate {
    pub(crate) fn read(def: Rec) -> Predicate {
        let mut reader = Reader {
            def,
            faults: Vec::new(),
        };
        let mut flags = PredicateFlags::default();
        let immediate_code = reader.text("ImmediateCode");
        let is_of_immediate = PredicateFlags::IS_AP_INT | PredicateFlags::IS_AP_FLOAT;
        for (flag, field, value) in FLAGS {
            // Only fragments for constants have these fields.
            if immediate_code.is_empty() && is_of_immediate.contains(*flag) {
                continue;
            }
            let read = match *flag {
                PredicateFlags::IS_AP_INT => |def: Rec, field| def.bit(field).map(Some),
                _ => |def: Rec, field| def.bit_or_unset(field),
            };
            flags.set(*flag, reader.read(field, read) == Some(Some(*value)));
        }
        Predicate {
            rec: def.id(),
            flags,
            memory_type: reader.given("MemoryVT", |def, field| Ok(def.def(field)?.id())),
            scalar_memory_type: reader
                .given("ScalarMemoryVT", |def, field| Ok(def.def(field)?.id())),
            address_spaces: reader.given("AddressSpaces", |def, field| {
                def.list(field)?;
                def.value(field)
            }),
            min_alignment: reader
                .given("MinAlignment", |def, field| def.int(field))
                .unwrap_or(0),
            code: reader.text("PredicateCode"),
            immediate_code,
            gisel_code: reader.text("GISelPredicateCode"),
            gisel_leaf_code: if changes::has_leaf_predicates(def.records().release()) {
                reader
                    .read("GISelLeafPredicateCode", |def, field| {
                        def.optional_string(field)
                    })
                    .flatten()
                    .map(Cow::into_owned)
            } else {
                None
            },
            faults: reader.faults,
        }
    }

    /// Returns the error that occurred when `field` was read, if there was one.
    fn ask(&self, field: &str) -> Result<(), Fatal> {
        match self.faults.iter().find(|it| it.0 == field) {
            Some((_, fault)) => Err(fault.clone()),
            None => Ok(()),
        }
    }

    /// Whether a flag is set. An error if its field cannot be read.
    pub fn has(&self, flag: PredicateFlags) -> Result<bool, Fatal> {
        if !self.faults.is_empty()
            && let Some((_, field, _)) = FLAGS.iter().find(|it| it.0 == flag)
        {
            self.ask(field)?;
        }
        Ok(self.flags.contains(flag))
    }

    /// Whether one of `flags` is set. Flags after the first set flag are not read, so errors in their fields are
    /// ignored.
    pub fn has_one_of(&self, flags: &[PredicateFlags]) -> Result<bool, Fatal> {
        for flag in flags {
            if self.has(*flag)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The record of the value type in memory, if the fragment gives one. An error if the field cannot be read.
    pub fn memory_type(&self) -> Result<Option<RecordId>, Fatal> {
        self.ask("MemoryVT")?;
        Ok(self.memory_type)
    }

    /// The record of the value type in memory or, if the value is a vector, of its elements. An error if the field
    /// cannot be read.
    pub fn scalar_memory_type(&self) -> Result<Option<RecordId>, Fatal> {
        self.ask("ScalarMemoryVT")?;
        Ok(self.scalar_memory_type)
    }

    /// The list of admissible address spaces, if the fragment gives one. An error if the field cannot be read.
    pub fn address_spaces(&self) -> Result<Option<ValueId>, Fatal> {
        self.ask("AddressSpaces")?;
        Ok(self.address_spaces)
    }

    /// The minimum alignment of the memory access, in bytes. An error if the field cannot be read.
    pub fn min_alignment(&self) -> Result<i64, Fatal> {
        self.ask("MinAlignment")?;
        Ok(self.min_alignment)
    }

    /// C++ code that tests a generic instruction; may be empty. An error if the field cannot be read.
    pub fn gisel_code(&self) -> Result<&str, Fatal> {
        self.ask("GISelPredicateCode")?;
        Ok(&self.gisel_code)
    }

    /// Whether the fragment has C++ code that tests an operand of a generic instruction. An error if the field cannot
    /// be read.
    pub fn has_gisel_leaf_code(&self) -> Result<bool, Fatal> {
        self.ask("GISelLeafPredicateCode")?;
        Ok(self.gisel_leaf_code.is_some())
    }

    /// Since LLVM 21, an error if the fragment has C++ code both for a generic instruction and for an operand.
    pub(crate) fn check_gisel_code(&self, def: Rec) -> Result<(), Fatal> {
        if !changes::has_leaf_predicates(def.records().release()) {
            return Ok(());
        }
        if !self.gisel_code()?.is_empty() && self.has_gisel_leaf_code()? {
            bail!(
                def,
                ".td file corrupt: can't have GISelPredicateCode *and* GISelLeafPredicateCode"
            );
        }
        Ok(())
    }

    /// Whether the predicate tests a node, by C++ code or built-in predicates.
    pub fn has_code(&self) -> Result<bool, Fatal> {
        if self.has_one_of(&PredicateFlags::OF_CODE)? {
            return Ok(true);
        }
        self.ask("PredicateCode")?;
        Ok(!self.code.is_empty())
    }

    /// Whether the predicate is C++ code that tests the value of a constant.
    pub fn is_immediate(&self) -> Result<bool, Fatal> {
        self.ask("ImmediateCode")?;
        Ok(!self.immediate_code.is_empty())
    }

    /// Whether the predicate accepts every node.
    pub fn is_always_true(&self) -> Result<bool, Fatal> {
        Ok(!self.has_code()? && !self.is_immediate()?)
    }

    /// Whether the C++ code uses the arguments of the fragment. Only to be called for fragments of finished patterns:
    /// for these, [`Predicate::uses_operands`] returned no error.
    pub fn takes_operands(&self) -> bool {
        self.flags.contains(PredicateFlags::USES_OPERANDS)
    }

    /// Whether the C++ code uses the arguments of the fragment, so that expanding the fragment must keep them.
    pub fn uses_operands(&self) -> Result<bool, Fatal> {
        self.has(PredicateFlags::USES_OPERANDS)
    }

    /// The C++ type of the constant that the C++ code tests, `int64_t` by default.
    pub fn immediate_kind(&self) -> Result<ImmediateKind, Fatal> {
        Ok(if self.has(PredicateFlags::IS_AP_INT)? {
            ImmediateKind::ApInt
        } else if self.has(PredicateFlags::IS_AP_FLOAT)? {
            ImmediateKind::ApFloat
        } else {
            ImmediateKind::Integer
        })
    }

    /// The name of the C++ function that checks the predicate.
    pub fn function_name(&self, records: &Records) -> String {
        format!("Predicate_{}", records.rec(self.rec).name())
    }

    /// The body of the C++ function that checks the predicate for a node of the C++ class `class`.
    ///
    /// Contradictory built-in predicates, and built-in predicates that do not fit the kind of fragment, are errors.
    pub fn code_for_node(&self, records: &Records, class: &str) -> Result<String, Fatal> {
        let def = records.rec(self.rec);
        let node = changes::node(records.release());
        if self.is_immediate()? {
            self.check_immediate(def)?;
            let kind = self.immediate_kind()?;
            self.has(PredicateFlags::IS_AP_FLOAT)?;
            let get = match kind {
                ImmediateKind::ApFloat => {
                    format!("cast<ConstantFPSDNode>({node})->getValueAPF();")
                }
                ImmediateKind::ApInt => {
                    format!("{}->getAsAPIntVal();", changes::value(records.release()))
                }
                ImmediateKind::Integer => format!("cast<ConstantSDNode>({node})->getSExtValue();"),
            };
            let (ty, code) = (kind.cpp_type(), &self.immediate_code);
            return Ok(format!("    {ty} Imm = {get}\n{code}"));
        }
        let cast = match class {
            "SDNode" => format!("    SDNode *N = {node};\n"),
            class => format!("    auto *N = cast<{class}>({node});\n"),
        };
        let code = self.built_in_code(def)?;
        Ok(format!("{cast}    (void)N;\n{code}"))
    }

    fn check_immediate(&self, def: Rec) -> Result<(), Fatal> {
        let flags = [
            (PredicateFlags::IS_LOAD, "IsLoad"),
            (PredicateFlags::IS_STORE, "IsStore"),
            (PredicateFlags::IS_UNINDEXED, "IsUnindexed"),
            (PredicateFlags::IS_NON_EXT_LOAD, "IsNonExtLoad"),
            (PredicateFlags::IS_ANY_EXT_LOAD, "IsAnyExtLoad"),
            (PredicateFlags::IS_SIGN_EXT_LOAD, "IsSignExtLoad"),
            (PredicateFlags::IS_ZERO_EXT_LOAD, "IsZeroExtLoad"),
            (PredicateFlags::IS_NON_TRUNC_STORE, "IsNonTruncStore"),
            (PredicateFlags::IS_TRUNC_STORE, "IsTruncStore"),
        ];
        let fail = |name| bail!(def, "{name} cannot be used with ImmLeaf or its subclasses");
        for (flag, name) in flags {
            if self.has(flag)? {
                return fail(name);
            }
        }
        if self.memory_type()?.is_some() {
            return fail("MemoryVT");
        }
        if self.scalar_memory_type()?.is_some() {
            return fail("ScalarMemoryVT");
        }
        Ok(())
    }
}

/// Reads the fields of a record, and collects the errors.
struct Reader<'a> {
    def: Rec<'a>,
    faults: Vec<(&'static str, Fatal)>,
}

impl<'a> Reader<'a> {
    fn read<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(Rec<'a>, &'static str) -> Result<T, Fatal>,
    ) -> Option<T> {
        match read(self.def, field) {
            Ok(value) => Some(value),
            Err(fault) => {
                self.faults.push((field, fault));
                None
            }
        }
    }

    /// The value of a field; `None` if it is `?` or cannot be read.
    fn given<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(Rec<'a>, &'static str) -> Result<T, Fatal>,
    ) -> Option<T> {
        if self.def.is_unset(field) {
            None
        } else {
            self.read(field, read)
        }
    }

    fn text(&mut self, field: &'static str) -> String {
        let text = self.read(field, |def, field| def.string(field));
        text.unwrap_or_default().into_owned()
    }
}

impl PredicateFlags {
    /// Each of these flags alone makes the predicate a test of a node. They are in the order in which the reference
    /// reads them.
    const OF_CODE: [PredicateFlags; 5] = [
        PredicateFlags::IS_LOAD,
        PredicateFlags::IS_STORE,
        PredicateFlags::IS_ATOMIC,
        PredicateFlags::HAS_NO_USE,
        PredicateFlags::HAS_ONE_USE,
    ];
}
