//! The predicates of fragments: built-in ones and C++.

mod built_in;

use backend::{Fatal, Rec, RecordId, Records, bail};
use elaborate::value::ValueId;

/// What a fragment demands of the node that it matches.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The fragment.
    pub rec: RecordId,
    pub flags: PredicateFlags,
    /// The record of the type of what is read or written.
    pub memory_type: Option<RecordId>,
    /// The same for the elements, if it is a vector.
    pub scalar_memory_type: Option<RecordId>,
    /// The list of address spaces of what is read or written.
    pub address_spaces: Option<ValueId>,
    /// 0 if any alignment will do.
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
    Integer,
    ApInt,
    ApFloat,
}

impl ImmediateKind {
    pub fn cpp_type(self) -> &'static str {
        match self {
            ImmediateKind::Integer => "int64_t",
            ImmediateKind::ApInt => "const APInt &",
            ImmediateKind::ApFloat => "const APFloat &",
        }
    }

    /// The same as a part of names.
    pub fn name(self) -> &'static str {
        match self {
            ImmediateKind::Integer => "I64",
            ImmediateKind::ApInt => "APInt",
            ImmediateKind::ApFloat => "APFloat",
        }
    }
}

macro_rules! flags {
    ($($flag:ident = $field:literal $value:literal,)*) => {
        bitflags::bitflags! {
            /// Built-in predicates, and what else a fragment says in bits.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct PredicateFlags: u32 {
                $(const $flag = 1 << Number::$flag as u32;)*
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($flag,)* }

        /// Each with the field that says it, and the value that the field then has.
        const FLAGS: &[(PredicateFlags, &str, bool)] = &[$((PredicateFlags::$flag, $field, $value)),*];
    };
}

flags! {
    // The C++ uses the arguments of the fragment.
    USES_OPERANDS = "PredicateCodeUsesOperands" true,
    HAS_NO_USE = "HasNoUse" true,
    HAS_ONE_USE = "HasOneUse" true,
    IS_LOAD = "IsLoad" true,
    IS_STORE = "IsStore" true,
    IS_ATOMIC = "IsAtomic" true,
    IS_UNINDEXED = "IsUnindexed" true,
    IS_NON_EXT_LOAD = "IsNonExtLoad" true,
    IS_ANY_EXT_LOAD = "IsAnyExtLoad" true,
    IS_SIGN_EXT_LOAD = "IsSignExtLoad" true,
    IS_ZERO_EXT_LOAD = "IsZeroExtLoad" true,
    IS_TRUNC_STORE = "IsTruncStore" true,
    IS_NON_TRUNC_STORE = "IsTruncStore" false,
    IS_MONOTONIC = "IsAtomicOrderingMonotonic" true,
    IS_ACQUIRE = "IsAtomicOrderingAcquire" true,
    IS_RELEASE = "IsAtomicOrderingRelease" true,
    IS_ACQUIRE_RELEASE = "IsAtomicOrderingAcquireRelease" true,
    IS_SEQUENTIALLY_CONSISTENT = "IsAtomicOrderingSequentiallyConsistent" true,
    IS_ACQUIRE_OR_STRONGER = "IsAtomicOrderingAcquireOrStronger" true,
    IS_WEAKER_THAN_ACQUIRE = "IsAtomicOrderingAcquireOrStronger" false,
    IS_RELEASE_OR_STRONGER = "IsAtomicOrderingReleaseOrStronger" true,
    IS_WEAKER_THAN_RELEASE = "IsAtomicOrderingReleaseOrStronger" false,
    IS_AP_INT = "IsAPInt" true,
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

    pub fn uses_operands(&self) -> bool {
        self.has(PredicateFlags::USES_OPERANDS)
    }

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
