//! The features of a target's processors.

use crate::releases::feature_words;
use backend::{Context, Fatal, Model, RecordId, bail, record_class};
use rustc_hash::{FxHashMap, FxHashSet};

record_class! {
    /// A feature, as the source defines it.
    pub struct FeatureDef("SubtargetFeature") {
        /// Its name on a command line; empty if a command line cannot name it.
        name_on_command_line: string("Name"),
        /// The member of the target's class that says whether a processor has it.
        member: string("FieldName"),
        /// The value of that member.
        value: string("Value"),
        /// Its text for `--help`.
        description: string("Desc"),
        /// The features that a processor with this one has, too: themselves of this class.
        implies: list_of_defs("Implies"),
    }
}

/// The number of a feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FeatureId(pub u32);

/// The features of a target, numbered in the order of their names with numbers by their size. More than LLVM has room
/// for are an error.
pub struct Features {
    /// Their records, by their numbers.
    pub list: Vec<RecordId>,
    ids: FxHashMap<RecordId, FeatureId>,
}

record_class! {
    /// A condition, as the source defines it.
    pub struct PredicateDef("Predicate") {
        /// Whether an assembler can check it.
        is_for_assembler: bit("AssemblerMatcherPredicate"),
        /// The condition in C++; empty if it always holds.
        condition: string("CondString"),
    }
}

/// The number of a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

/// The conditions that an assembler can check, numbered in natural order of their names (embedded numbers compare by
/// value). Conditions that always hold are left out.
pub struct AssemblerPredicates {
    /// Their records, by their numbers.
    pub list: Vec<RecordId>,
    ids: FxHashMap<RecordId, PredicateId>,
    /// In the order of their definitions.
    defined: Vec<PredicateId>,
}

impl Model for AssemblerPredicates {
    fn build(cx: &Context) -> Result<AssemblerPredicates, Fatal> {
        let mut list = Vec::new();
        for def in PredicateDef::all(cx.records)? {
            if def.is_for_assembler()? && !def.condition()?.is_empty() {
                list.push(def.id());
            }
        }
        let numbered = list.iter().copied().zip((0..).map(PredicateId));
        let mut defined: Vec<_> = numbered.clone().collect();
        defined.sort_by_key(|(id, _)| cx.records.rec(*id).order());
        Ok(AssemblerPredicates {
            ids: numbered.collect(),
            defined: defined.into_iter().map(|(_, number)| number).collect(),
            list,
        })
    }
}

impl AssemblerPredicates {
    /// The number of a condition, if it is one of them.
    pub fn number(&self, predicate: RecordId) -> Option<PredicateId> {
        self.ids.get(&predicate).copied()
    }

    /// The record of a number.
    pub fn rec(&self, id: PredicateId) -> RecordId {
        self.list[id.0 as usize]
    }

    /// All in the order of their definitions.
    pub fn defined(&self) -> &[PredicateId] {
        &self.defined
    }
}

impl Model for Features {
    fn build(cx: &Context) -> Result<Features, Fatal> {
        let defs = FeatureDef::all(cx.records)?;
        if defs.len() + 1 > feature_words(cx.release()) * 64 {
            bail!(
                cx.records,
                "Too many subtarget features! Bump MAX_SUBTARGET_FEATURES."
            );
        }
        let list: Vec<RecordId> = defs.iter().map(|it| it.id()).collect();
        let ids = list.iter().copied().zip((0..).map(FeatureId)).collect();
        Ok(Features { list, ids })
    }
}

impl Features {
    /// The number of a feature; for a record that is not a feature, that of the first.
    pub fn number(&self, feature: RecordId) -> FeatureId {
        self.ids.get(&feature).copied().unwrap_or(FeatureId(0))
    }

    /// Some features and all that they imply, in the order of their numbers.
    pub fn with_implied(
        &self,
        cx: &Context,
        features: impl IntoIterator<Item = RecordId>,
    ) -> Result<Vec<FeatureId>, Fatal> {
        let mut rest: Vec<RecordId> = features.into_iter().collect();
        let mut all = FxHashSet::default();
        while let Some(feature) = rest.pop() {
            if all.insert(feature) {
                let implied = FeatureDef(cx.records.rec(feature)).implies()?;
                rest.extend(implied.iter().map(|it| it.id()));
            }
        }
        let mut all: Vec<FeatureId> = all.into_iter().map(|it| self.number(it)).collect();
        all.sort_unstable();
        Ok(all)
    }
}
