//! The predicates of fragments: built-in ones and C++.

mod built_in;
mod changes;

use std::borrow::Cow;

use backend::{Fatal, Rec, RecordId, Records, bail};
use elaborate::value::ValueId;

/// The demands of a fragment on the matched node.
///
/// The reference reads a field only when it needs it: a fragment that nothing uses may lack them all, and the first
/// needed field that is invalid is the error. So methods fail where the reference does, in its order, and the fields
/// here hold the results of reading.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The fragment that demands it.
    pub rec: RecordId,
    /// The demands that are flags.
    pub flags: PredicateFlags,
    /// The record of the type in memory.
    pub memory_type: Option<RecordId>,
    /// The same for the elements, if it is a vector.
    pub scalar_memory_type: Option<RecordId>,
    /// The list of admissible address spaces.
    pub address_spaces: Option<ValueId>,
    /// The least alignment of the memory access, in bytes. Any will do if it is not positive.
    pub min_alignment: i64,
    /// C++ about a node; may be empty.
    pub code: String,
    /// C++ about the value of a constant; may be empty.
    pub immediate_code: String,
    /// C++ about a generic instruction; may be empty.
    pub gisel_code: String,
    /// C++ about an operand of a generic instruction. It counts even if it is empty.
    gisel_leaf_code: Option<String>,
    /// The fields that cannot be read. Hardly any fragment has one.
    faults: Vec<(&'static str, Fatal)>,
}

/// The C++ type of the constant that [`Predicate::immediate_code`] is about.
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
    /// The type of the parameter that C++ code gets the value as.
    pub(crate) fn cpp_type(self) -> &'static str {
        match self {
            ImmediateKind::Integer => "int64_t",
            ImmediateKind::ApInt => "const APInt &",
            ImmediateKind::ApFloat => "const APFloat &",
        }
    }

    /// Its name in C++ functions and steps of match tables.
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
            /// Built-in predicates, and other boolean demands of a fragment.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct PredicateFlags: u32 {
                $($(#[doc = $doc])* const $flag = 1 << Number::$flag as u32;)*
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($flag,)* }

        /// Each flag with its field, and the field's value for the flag.
        const FLAGS: &[(PredicateFlags, &str, bool)] = &[$((PredicateFlags::$flag, $field, $value)),*];
    };
}

flags! {
    /// The C++ uses the arguments of the fragment.
    USES_OPERANDS = "PredicateCodeUsesOperands" true,
    /// The node's first result is not used.
    HAS_NO_USE = "HasNoUse" true,
    /// The node's first result is used exactly once.
    HAS_ONE_USE = "HasOneUse" true,
    /// It is a load that is not atomic. A further demand is required.
    IS_LOAD = "IsLoad" true,
    /// It is a store that is not atomic. A further demand is required.
    IS_STORE = "IsStore" true,
    /// It is an atomic operation. A further demand is required.
    IS_ATOMIC = "IsAtomic" true,
    /// A load or store does not change its pointer.
    IS_UNINDEXED = "IsUnindexed" true,
    /// A load that does not extend its value.
    IS_NON_EXT_LOAD = "IsNonExtLoad" true,
    /// A load that extends its value with undefined bits.
    IS_ANY_EXT_LOAD = "IsAnyExtLoad" true,
    /// A load that sign-extends its value.
    IS_SIGN_EXT_LOAD = "IsSignExtLoad" true,
    /// A load that zero-extends its value.
    IS_ZERO_EXT_LOAD = "IsZeroExtLoad" true,
    /// A store writes fewer bits than its value has.
    IS_TRUNC_STORE = "IsTruncStore" true,
    /// A store writes all bits of its value.
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
    /// The ordering of an atomic operation is weaker than `acquire`: neither that nor `acq_rel` or `seq_cst`.
    IS_WEAKER_THAN_ACQUIRE = "IsAtomicOrderingAcquireOrStronger" false,
    /// The ordering of an atomic operation is at least `release`.
    IS_RELEASE_OR_STRONGER = "IsAtomicOrderingReleaseOrStronger" true,
    /// The ordering of an atomic operation is weaker than `release`: neither that nor `acq_rel` or `seq_cst`.
    IS_WEAKER_THAN_RELEASE = "IsAtomicOrderingReleaseOrStronger" false,
    /// The C++ about a constant gets an `APInt`.
    IS_AP_INT = "IsAPInt" true,
    /// The C++ about a constant gets an `APFloat`.
    IS_AP_FLOAT = "IsAPFloat" true,
}

impl Predicate {
    pub(crate) fn read(def: Rec) -> Predicate {
        let mut reader = Reader {
            def,
            faults: Vec::new(),
        };
        let mut flags = PredicateFlags::default();
        for (flag, field, value) in FLAGS {
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
            immediate_code: reader.text("ImmediateCode"),
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

    /// Fails if a field cannot be read.
    fn ask(&self, field: &str) -> Result<(), Fatal> {
        match self.faults.iter().find(|it| it.0 == field) {
            Some((_, fault)) => Err(fault.clone()),
            None => Ok(()),
        }
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: PredicateFlags) -> Result<bool, Fatal> {
        if !self.faults.is_empty()
            && let Some((_, field, _)) = FLAGS.iter().find(|it| it.0 == flag)
        {
            self.ask(field)?;
        }
        Ok(self.flags.contains(flag))
    }

    /// Whether one of some flags is set. Those after the first one that is set are not read.
    pub fn has_one_of(&self, flags: &[PredicateFlags]) -> Result<bool, Fatal> {
        for flag in flags {
            if self.has(*flag)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The record of the type in memory.
    pub fn memory_type(&self) -> Result<Option<RecordId>, Fatal> {
        self.ask("MemoryVT")?;
        Ok(self.memory_type)
    }

    /// The same for the elements, if it is a vector.
    pub fn scalar_memory_type(&self) -> Result<Option<RecordId>, Fatal> {
        self.ask("ScalarMemoryVT")?;
        Ok(self.scalar_memory_type)
    }

    /// The list of address spaces.
    pub fn address_spaces(&self) -> Result<Option<ValueId>, Fatal> {
        self.ask("AddressSpaces")?;
        Ok(self.address_spaces)
    }

    /// The least alignment of the memory access.
    pub fn min_alignment(&self) -> Result<i64, Fatal> {
        self.ask("MinAlignment")?;
        Ok(self.min_alignment)
    }

    /// C++ about a generic instruction; may be empty.
    pub fn gisel_code(&self) -> Result<&str, Fatal> {
        self.ask("GISelPredicateCode")?;
        Ok(&self.gisel_code)
    }

    /// Whether C++ checks an operand of a generic instruction.
    pub fn has_gisel_leaf_code(&self) -> Result<bool, Fatal> {
        self.ask("GISelLeafPredicateCode")?;
        Ok(self.gisel_leaf_code.is_some())
    }

    /// Fails if C++ is about an instruction and about an operand at once.
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

    /// Whether it is about a node.
    pub fn has_code(&self) -> Result<bool, Fatal> {
        if self.has_one_of(&PredicateFlags::OF_CODE)? {
            return Ok(true);
        }
        self.ask("PredicateCode")?;
        Ok(!self.code.is_empty())
    }

    /// Whether it is about the value of a constant.
    pub fn is_immediate(&self) -> Result<bool, Fatal> {
        self.ask("ImmediateCode")?;
        Ok(!self.immediate_code.is_empty())
    }

    /// Whether it demands nothing.
    pub fn is_always_true(&self) -> Result<bool, Fatal> {
        Ok(!self.has_code()? && !self.is_immediate()?)
    }

    /// [`Predicate::uses_operands`] of a fragment that a pattern uses, which has been read before.
    pub fn takes_operands(&self) -> bool {
        self.flags.contains(PredicateFlags::USES_OPERANDS)
    }

    /// Whether the C++ uses the arguments of the fragment, so that they must be kept for it.
    pub fn uses_operands(&self) -> Result<bool, Fatal> {
        self.has(PredicateFlags::USES_OPERANDS)
    }

    /// The form in which the C++ about a constant gets its value: an integer by default.
    pub fn immediate_kind(&self) -> Result<ImmediateKind, Fatal> {
        Ok(if self.has(PredicateFlags::IS_AP_INT)? {
            ImmediateKind::ApInt
        } else if self.has(PredicateFlags::IS_AP_FLOAT)? {
            ImmediateKind::ApFloat
        } else {
            ImmediateKind::Integer
        })
    }

    /// The name of the function that checks it.
    pub fn function_name(&self, records: &Records) -> String {
        format!("Predicate_{}", records.rec(self.rec).name())
    }

    /// The body of the C++ function that checks it for a node of class `class`.
    ///
    /// Contradictory built-in predicates, and those that do not fit the kind of fragment, are errors.
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

/// Reads fields and keeps the errors.
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

    /// The value of a field that is not `?`.
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
    /// The flags each of which makes it a predicate about a node, in the order in which the reference reads them.
    const OF_CODE: [PredicateFlags; 5] = [
        PredicateFlags::IS_LOAD,
        PredicateFlags::IS_STORE,
        PredicateFlags::IS_ATOMIC,
        PredicateFlags::HAS_NO_USE,
        PredicateFlags::HAS_ONE_USE,
    ];
}
