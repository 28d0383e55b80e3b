//! Converts records of LLVM 5 to the form of later releases.
//!
//! Models read the classes and fields of LLVM 19. This module adds classes, fields and instructions that LLVM 5 does
//! not have. It also changes the numbers of value types and the order in which records are listed.

use backend::{Rec, Records};
use elaborate::ids::Loc;
use elaborate::record::{FieldKind, FieldRef, Record, RecordKind};
use elaborate::records::{Listing, Revised};
use elaborate::symbol::Sym;
use elaborate::value::{Ty, ValueId, ValueStore};
use target_model::instructions::GENERIC;
use target_model::value_types::{ValueType, ValueTypes};

use super::names::LegacyNames;

/// A class that all later releases have and LLVM 5 does not have.
const LATER_CLASS: &str = "HwMode";

/// Classes that models require. They are added if they are missing.
const CLASSES: &[&str] = &[
    LATER_CLASS,
    "HwModeSelect",
    "RegisterCategory",
    "Fusion",
    FRAGMENTS,
];

const FRAGMENTS: &str = "PatFrags";

/// The value of a field that is added to a record.
enum Given {
    Unset,
    Bit(bool),
    Zero,
    EmptyList,
    NoText,
    /// This number of zero bits.
    Bits(usize),
}

/// Fields that were added to classes since LLVM 5, by class.
const FIELDS: &[(&str, &[(&str, Given)])] = &[
    (
        "Register",
        &[
            ("isArtificial", Given::Bit(false)),
            ("isConstant", Given::Bit(false)),
            ("PositionOrder", Given::Zero),
        ],
    ),
    (
        "RegisterClass",
        &[
            ("RegInfos", Given::Unset),
            ("GlobalPriority", Given::Bit(false)),
            ("GeneratePressureSet", Given::Bit(true)),
            ("Weight", Given::Unset),
            ("TSFlags", Given::Bits(8)),
        ],
    ),
    (
        "RegisterTuples",
        &[
            ("RegAsmNames", Given::EmptyList),
            ("PositionOrder", Given::Zero),
        ],
    ),
    ("SubRegIndex", &[("SubRegRanges", Given::Unset)]),
    (
        "Instruction",
        &[
            ("isPreISelOpcode", Given::Bit(false)),
            ("isEHScopeReturn", Given::Bit(false)),
            ("isMoveReg", Given::Bit(false)),
            ("isTrap", Given::Bit(false)),
            ("mayRaiseFPException", Given::Bit(false)),
            ("isUnpredicable", Given::Bit(false)),
            ("isAuthenticated", Given::Bit(false)),
            ("isMeta", Given::Bit(false)),
            ("variadicOpsAreDefs", Given::Bit(false)),
            ("FastISelShouldIgnore", Given::Bit(false)),
        ],
    ),
    (
        "PatFrag",
        &[
            ("GISelPredicateCode", Given::NoText),
            ("PredicateCodeUsesOperands", Given::Bit(false)),
            ("HasNoUse", Given::Unset),
            ("HasOneUse", Given::Unset),
            ("IsLoad", Given::Unset),
            ("IsStore", Given::Unset),
            ("IsAtomic", Given::Unset),
            ("IsUnindexed", Given::Unset),
            ("IsNonExtLoad", Given::Unset),
            ("IsAnyExtLoad", Given::Unset),
            ("IsSignExtLoad", Given::Unset),
            ("IsZeroExtLoad", Given::Unset),
            ("IsTruncStore", Given::Unset),
            ("AddressSpaces", Given::Unset),
            ("MinAlignment", Given::Unset),
            ("IsAtomicOrderingMonotonic", Given::Unset),
            ("IsAtomicOrderingAcquire", Given::Unset),
            ("IsAtomicOrderingRelease", Given::Unset),
            ("IsAtomicOrderingAcquireRelease", Given::Unset),
            ("IsAtomicOrderingSequentiallyConsistent", Given::Unset),
            ("IsAtomicOrderingAcquireOrStronger", Given::Unset),
            ("IsAtomicOrderingReleaseOrStronger", Given::Unset),
            ("MemoryVT", Given::Unset),
            ("ScalarMemoryVT", Given::Unset),
            ("IsAPInt", Given::Bit(false)),
            ("IsAPFloat", Given::Bit(false)),
        ],
    ),
    ("IntrinsicProperty", &[("IsDefault", Given::Bit(false))]),
    (
        "Intrinsic",
        &[
            ("Properties", Given::EmptyList),
            ("DisableDefaultAttributes", Given::Bit(true)),
        ],
    ),
];

/// The records of value types whose names differ from the names of the types. Each record's name is followed by the
/// name of the type.
const TYPE_NAMES: &[(&str, &str)] = &[
    ("OtherVT", "Other"),
    ("FlagVT", "Glue"),
    ("untyped", "Untyped"),
    ("MetadataVT", "Metadata"),
];

/// The records in the form of later releases; `None` if the records are not in the form of LLVM 5.
pub(super) fn upgraded(records: &Records) -> Option<Records> {
    if records.class(LATER_CLASS).is_some() {
        return None;
    }
    let mut more = Vec::new();
    if let Some(target) = records.class("Target") {
        let values = &records.values;
        let class = |name: &&str| {
            let loc = target.record().locs[0];
            Record::new(RecordKind::Class, values.string(name), loc)
        };
        let missing = CLASSES.iter().filter(|it| records.class(it).is_none());
        more.extend(missing.map(class));
    }
    if let Some(like) = records.def("PHI") {
        let missing = GENERIC.iter().filter(|it| records.def(it).is_none());
        more.extend(missing.map(|name| {
            let mut record = like.record().clone();
            record.name = records.values.string(name);
            Upgrade::new(like, record).record
        }));
    }
    let mut names = LegacyNames::new(records);
    let revise = |rec: Rec<'_>| {
        let mut upgrade = Upgrade::new(rec, rec.record().clone());
        if rec.record().kind != RecordKind::Class {
            upgrade.set_anonymous(names.is_anonymous(rec));
        }
        Revised {
            record: upgrade.is_changed.then_some(upgrade.record),
            name: names.name(rec),
        }
    };
    Some(records.revised(Listing::Bytes, revise, more))
}

/// A record that is being converted.
struct Upgrade<'a> {
    rec: Rec<'a>,
    values: &'a ValueStore,
    record: Record,
    is_changed: bool,
}

impl<'a> Upgrade<'a> {
    /// Starts the conversion of `rec`, of which `record` is a copy.
    fn new(rec: Rec<'a>, record: Record) -> Upgrade<'a> {
        let mut upgrade = Upgrade {
            rec,
            values: &rec.records().values,
            record,
            is_changed: false,
        };
        for (class, fields) in FIELDS {
            if rec.is_a(class) {
                for (name, given) in *fields {
                    upgrade.add(name, given);
                }
            }
        }
        upgrade.change_cost();
        upgrade.change_type_number();
        upgrade.change_fragment();
        upgrade.add_intrinsic_types();
        upgrade
    }

    fn add(&mut self, name: &str, given: &Given) {
        let values = self.values;
        let (ty, value) = match given {
            Given::Unset => (Ty::RECORD, ValueId::UNSET),
            Given::Bit(bit) => (Ty::BIT, ValueId::bit(*bit)),
            Given::Zero => (Ty::INT, values.int(0)),
            Given::EmptyList => (values.list_ty(Ty::RECORD), values.list(&[], Ty::RECORD)),
            Given::NoText => (Ty::STRING, values.string("")),
            Given::Bits(count) => {
                let bits = vec![ValueId::FALSE; *count];
                (values.bits_ty(*count as u32), values.bits(&bits))
            }
        };
        self.set(name, ty, value, false);
    }

    /// Sets a field. If the field exists, it is only changed if `anew` is true.
    fn set(&mut self, name: &str, ty: Ty, value: ValueId, anew: bool) {
        let name = Sym::new(name);
        match self.record.shape.find(name) {
            Some(index) if anew => self.record.set(self.values, index, Some(value)),
            Some(_) => return,
            None => {
                let loc: Loc = self.record.locs[0];
                let field = FieldRef {
                    name,
                    ty,
                    kind: FieldKind::Normal,
                    value: Some(value),
                    loc,
                };
                self.record.push_field(self.values, field);
            }
        }
        self.is_changed = true;
    }

    fn set_anonymous(&mut self, is_anonymous: bool) {
        if self.record.is_anonymous() != is_anonymous {
            self.record.kind = if is_anonymous {
                RecordKind::Anonymous
            } else {
                RecordKind::Def
            };
            self.is_changed = true;
        }
    }

    /// Replaces the cost of a register by a list of one cost. In later releases, the list has one cost for each cost
    /// model of the target.
    fn change_cost(&mut self) {
        const COST: &str = "CostPerUse";
        if self.rec.is_a("Register")
            && let Ok(cost) = self.rec.int(COST)
        {
            let values = self.values;
            let costs = values.list(&[values.int(cost)], Ty::INT);
            self.set(COST, values.list_ty(Ty::INT), costs, true);
        }
    }

    /// Sets the number of a value type by its name, since numbers differ between releases. A type without a number gets
    /// the number 0. Also sets `LLVMName`, the name of the type.
    fn change_type_number(&mut self) {
        if self.rec.is_a("ValueType") {
            let name = self.rec.name();
            let other = TYPE_NAMES.iter().find(|(record, _)| *record == name);
            let name = other.map_or(name, |(_, name)| name);
            let types = ValueTypes::of(self.rec.records().release());
            let number = ValueType::named(name).and_then(|it| types.number(it));
            let number = self.values.int(number.unwrap_or_default().into());
            self.set("Value", Ty::INT, number, true);
            self.set("LLVMName", Ty::STRING, self.values.string(name), true);
        }
    }

    /// Adds the field `Fragments`, a list of the fragment's only tree, and the superclass `PatFrags`. In later
    /// releases, a fragment may have several trees.
    fn change_fragment(&mut self) {
        if self.rec.is_a("PatFrag")
            && let Ok(fragment) = self.rec.value("Fragment")
        {
            let values = self.values;
            let fragments = values.list(&[fragment], Ty::DAG);
            self.set("Fragments", values.list_ty(Ty::DAG), fragments, false);
            self.record.supers.insert(0, Sym::new(FRAGMENTS));
        }
    }

    /// Adds the fields `isOverloaded` and `Types` that later releases have. `Types` lists all types of an intrinsic. A
    /// type that must match an earlier overloaded type is replaced by that type.
    fn add_intrinsic_types(&mut self) {
        if !self.rec.is_a("Intrinsic") {
            return;
        }
        let values = self.values;
        let mut types = Vec::new();
        let mut overloaded = Vec::new();
        for field in ["RetTypes", "ParamTypes"] {
            for ty in self.rec.list_of_defs(field).unwrap_or_default() {
                let same_as = if ty.is_a("LLVMMatchType") {
                    ty.int("Number").ok()
                } else {
                    None
                };
                let same_as = same_as.and_then(|it| overloaded.get(it as usize).copied());
                let ty = same_as.unwrap_or(ty);
                let is_overloaded = ty.def("VT").is_ok_and(is_overloaded);
                if is_overloaded {
                    overloaded.push(ty);
                }
                types.push(values.def(ty.name_value(), Ty::RECORD));
            }
        }
        let is_overloaded = ValueId::bit(!overloaded.is_empty());
        self.set("isOverloaded", Ty::BIT, is_overloaded, false);
        let types = values.list(&types, Ty::RECORD);
        self.set("Types", values.list_ty(Ty::RECORD), types, false);
    }
}

fn is_overloaded(ty: Rec) -> bool {
    ValueType::named(ty.name()).is_some_and(ValueType::is_overloaded)
}
