//! The features of a target's processors, and conditions on them.

use crate::releases::feature_words;
use backend::{Context, Fatal, Model, RecordId, bail, record_class};
use rustc_hash::{FxHashMap, FxHashSet};

record_class! {
    /// The record of a feature.
    pub struct FeatureDef("SubtargetFeature") {
        /// The name on the command line; empty if the command line cannot name the feature.
        name_on_command_line: string("Name"),
        /// The member of the target's subtarget class that a processor with this feature sets.
        member: string("FieldName"),
        /// The C++ value that the member is set to.
        value: string("Value"),
        /// The description in the output of `--help`.
        description: string("Desc"),
        /// The features that a processor with this feature also has.
        implies: list_of_defs("Implies"),
    }
}

/// The index of a feature in [`Features::list`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FeatureId(pub u32);

/// The features of a target, in natural order of their names (embedded numbers compare by value). An error if there are
/// more features than LLVM allows.
pub struct Features {
    /// The records of the features, indexed by [`FeatureId`].
    pub list: Vec<RecordId>,
    ids: FxHashMap<RecordId, FeatureId>,
}

record_class! {
    /// The record of a condition.
    pub struct PredicateDef("Predicate") {
        /// Whether an assembler can check the condition.
        is_for_assembler: bit("AssemblerMatcherPredicate"),
        /// The C++ condition; empty if it always holds.
        condition: string("CondString"),
    }
}

/// The index of a condition in [`AssemblerPredicates::list`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

/// The conditions that an assembler can check, numbered in natural order of their names (embedded numbers compare by
/// value). Conditions that always hold are left out.
pub struct AssemblerPredicates {
    /// The records of the conditions, indexed by [`PredicateId`].
    pub list: Vec<RecordId>,
    ids: FxHashMap<RecordId, PredicateId>,
    /// The ids in the order in which the records are defined.
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
    /// The id of a condition; `None` if an assembler cannot check it or it always holds.
    pub fn number(&self, predicate: RecordId) -> Option<PredicateId> {
        self.ids.get(&predicate).copied()
    }

    /// The record of a condition. Panics if no condition has this id.
    pub fn rec(&self, id: PredicateId) -> RecordId {
        self.list[id.0 as usize]
    }

    /// The ids of all conditions, in the order in which their records are defined.
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
    /// The id of a feature. A record that is not a feature yields the first id.
    pub fn number(&self, feature: RecordId) -> FeatureId {
        self.ids.get(&feature).copied().unwrap_or(FeatureId(0))
    }

    /// The ids of `features` and of all features that these imply, in ascending order.
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
