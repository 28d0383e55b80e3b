//! The predicates of fragments: built-in ones and C++.

mod built_in;

use backend::{Fatal, Rec, RecordId, Records, bail};
use elaborate::value::ValueId;

/// What a fragment demands of the node that it matches.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The fragment that demands it.
    pub rec: RecordId,
    /// What it demands in bits.
    pub flags: PredicateFlags,
    /// The record of the type in memory.
    pub memory_type: Option<RecordId>,
    /// The same for the elements, if it is a vector.
    pub scalar_memory_type: Option<RecordId>,
    /// The list of address spaces, any of which will do.
    pub address_spaces: Option<ValueId>,
    /// The least alignment of the memory access, in bytes. Any will do if it is not positive.
    pub min_alignment: i64,
    /// C++ about a node, or nothing.
    pub code: String,
    /// C++ about the value of a constant, or nothing.
    pub immediate_code: String,
    /// C++ about a generic instruction, or nothing.
    pub gisel_code: String,
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

    /// What it is called in the names of C++ functions and of steps of match tables.
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
            /// Built-in predicates, and what else a fragment says in bits.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct PredicateFlags: u32 {
                $($(#[doc = $doc])* const $flag = 1 << Number::$flag as u32;)*
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($flag,)* }

        /// Each with the field that says it, and the value that the field then has.
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
    /// It is a load that is not atomic. There has to be something more that it demands.
    IS_LOAD = "IsLoad" true,
    /// It is a store that is not atomic. There has to be something more that it demands.
    IS_STORE = "IsStore" true,
    /// It is an atomic operation. There has to be something more that it demands.
    IS_ATOMIC = "IsAtomic" true,
    /// A load or store does not change its pointer.
    IS_UNINDEXED = "IsUnindexed" true,
    /// A load gives what it reads as it is.
    IS_NON_EXT_LOAD = "IsNonExtLoad" true,
    /// A load gives more bits than it reads, whatever they are.
    IS_ANY_EXT_LOAD = "IsAnyExtLoad" true,
    /// A load repeats the sign in the bits that it gives beyond those that it reads. An atomic one that does never
    /// matches in the selection graph, which cannot say so.
    IS_SIGN_EXT_LOAD = "IsSignExtLoad" true,
    /// A load gives zeros beyond the bits that it reads. An atomic one that does never matches in the selection graph,
    /// which cannot say so.
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
    pub(crate) fn read(def: Rec) -> Result<Predicate, Fatal> {
        let mut flags = PredicateFlags::default();
        for (flag, field, value) in FLAGS {
            let has = def.field(field).is_some() && def.bit_or_unset(field)? == Some(*value);
            flags.set(*flag, has);
        }
        let is_given = |field| def.field(field).is_some() && !def.is_unset(field);
        let type_of = |field| match is_given(field) {
            true => def.def(field).map(|it| Some(it.id())),
            false => Ok(None),
        };
        let text = |field| {
            let text = def.optional_string(field)?;
            Ok::<_, Fatal>(text.unwrap_or_default().into_owned())
        };
        Ok(Predicate {
            rec: def.id(),
            flags,
            memory_type: type_of("MemoryVT")?,
            scalar_memory_type: type_of("ScalarMemoryVT")?,
            address_spaces: match is_given("AddressSpaces") {
                true => Some(def.value("AddressSpaces")?),
                false => None,
            },
            min_alignment: match is_given("MinAlignment") {
                true => def.int("MinAlignment")?,
                false => 0,
            },
            code: text("PredicateCode")?,
            immediate_code: text("ImmediateCode")?,
            gisel_code: text("GISelPredicateCode")?,
        })
    }

    /// Whether all of some flags are set.
    pub fn has(&self, flag: PredicateFlags) -> bool {
        self.flags.contains(flag)
    }

    /// Whether it is about a node.
    pub fn has_code(&self) -> bool {
        self.flags.intersects(PredicateFlags::IS_CODE) || !self.code.is_empty()
    }

    /// Whether it is about the value of a constant.
    pub fn is_immediate(&self) -> bool {
        !self.immediate_code.is_empty()
    }

    /// Whether it demands nothing.
    pub fn is_always_true(&self) -> bool {
        !self.has_code() && !self.is_immediate()
    }

    /// Whether the C++ uses the arguments of the fragment, so that they have to be kept for it.
    pub fn uses_operands(&self) -> bool {
        self.has(PredicateFlags::USES_OPERANDS)
    }

    /// As what the C++ about a constant gets its value. An integer unless the fragment says otherwise.
    pub fn immediate_kind(&self) -> ImmediateKind {
        if self.has(PredicateFlags::IS_AP_INT) {
            ImmediateKind::ApInt
        } else if self.has(PredicateFlags::IS_AP_FLOAT) {
            ImmediateKind::ApFloat
        } else {
            ImmediateKind::Integer
        }
    }

    /// The name of the function that checks it.
    pub fn function_name(&self, records: &Records) -> String {
        format!("Predicate_{}", records.rec(self.rec).name())
    }

    /// The body of the C++ function that checks it of `Node`, a node of class `class`.
    ///
    /// Built-in predicates that exclude each other, or that do not go with what else the fragment is, are errors.
    pub fn code_for_node(&self, records: &Records, class: &str) -> Result<String, Fatal> {
        let def = records.rec(self.rec);
        if self.is_immediate() {
            self.check_immediate(def)?;
            let kind = self.immediate_kind();
            let get = match kind {
                ImmediateKind::ApFloat => "cast<ConstantFPSDNode>(Node)->getValueAPF();",
                ImmediateKind::ApInt => "Node->getAsAPIntVal();",
                ImmediateKind::Integer => "cast<ConstantSDNode>(Node)->getSExtValue();",
            };
            let (ty, code) = (kind.cpp_type(), &self.immediate_code);
            return Ok(format!("    {ty} Imm = {get}\n{code}"));
        }
        let cast = match class {
            "SDNode" => "    SDNode *N = Node;\n".to_owned(),
            class => format!("    auto *N = cast<{class}>(Node);\n"),
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
        let flags = flags.map(|(flag, name)| (self.has(flag), name));
        let types = [
            (self.memory_type.is_some(), "MemoryVT"),
            (self.scalar_memory_type.is_some(), "ScalarMemoryVT"),
        ];
        for (is_set, name) in flags.into_iter().chain(types) {
            if is_set {
                bail!(def, "{name} cannot be used with ImmLeaf or its subclasses");
            }
        }
        Ok(())
    }
}

impl PredicateFlags {
    /// What alone makes it a predicate about a node.
    const IS_CODE: PredicateFlags = PredicateFlags::IS_LOAD
        .union(PredicateFlags::IS_STORE)
        .union(PredicateFlags::IS_ATOMIC)
        .union(PredicateFlags::HAS_NO_USE)
        .union(PredicateFlags::HAS_ONE_USE);
}
