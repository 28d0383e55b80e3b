//! The features of a target's processors.

use backend::{Context, Fatal, Model, RecordId, bail, record_class};
use rustc_hash::{FxHashMap, FxHashSet};

record_class! {
    /// A feature, as the source defines it.
    pub struct FeatureDef("SubtargetFeature") {
        /// On a command line; empty if it cannot be given there.
        name_on_command_line: string("Name"),
        /// The member of the target's class that says whether a processor has it.
        member: string("FieldName"),
        /// What that member is then.
        value: string("Value"),
        description: string("Desc"),
        implies: list_of_defs("Implies"),
    }
}

/// The number of a feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FeatureId(pub u32);

/// The features of a target, numbered in the order of their names with numbers by their size. More than LLVM has room
/// for are an error.
pub struct Features {
    pub list: Vec<RecordId>,
    ids: FxHashMap<RecordId, FeatureId>,
}

/// How many words of 64 features LLVM has room for.
pub const WORDS: usize = 5;

impl Model for Features {
    fn build(cx: &Context) -> Result<Features, Fatal> {
        let defs = FeatureDef::all(cx.records)?;
        if defs.len() + 1 > WORDS * 64 {
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
    /// The number of a feature; that of the first for what is none.
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
