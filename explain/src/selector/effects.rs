//! Instructions that claim to read memory although their own patterns do not.
//!
//! The reference reports an error if an instruction denies an effect of its pattern, or if it claims to write memory
//! that its pattern does not write. The reference accepts other additional effects. Additional side effects are mostly
//! intended: calls and processor-specific instructions have side effects that no node expresses. Additional reads are
//! not intended, unless there are side effects.

use backend::{Context, Fatal, Model, RecordId};
use pattern_model::{Pattern, Patterns, Properties};
use rustc_hash::FxHashMap;
use target_model::intrinsics::MemoryEffects;

/// The instructions that claim to read memory although their patterns do not.
pub(super) struct Contradicted {
    /// All instructions whose records have patterns.
    pub all: Vec<RecordId>,
    /// The instructions in `all` that claim to read memory although their patterns do not, and that have no side
    /// effects.
    pub found: Vec<RecordId>,
}

impl Model for Contradicted {
    fn build(cx: &Context) -> Result<Contradicted, Fatal> {
        let patterns = cx.model::<Patterns>()?;
        let mut does: FxHashMap<RecordId, Effects> = FxHashMap::default();
        let mut all = Vec::new();
        for pattern in patterns.list.iter() {
            let known = does.entry(pattern.rec).or_insert_with(|| {
                all.push(pattern.rec);
                Effects::default()
            });
            known.add(&patterns, pattern);
        }
        let mut found = Vec::new();
        all.retain(|rec| {
            let Some(id) = patterns.instructions.number(cx.records.rec(*rec)) else {
                return false;
            };
            let said = patterns.instructions.get(id).effects;
            let does = does[rec];
            let has_effects = does.more || said.has_side_effects == Some(true);
            if said.may_load == Some(true) && !does.load && !has_effects {
                found.push(*rec);
            }
            true
        });
        Ok(Contradicted { all, found })
    }
}

/// The effects of the patterns of a record: whether they read memory, and whether they have side effects.
#[derive(Clone, Copy, Default)]
struct Effects {
    load: bool,
    more: bool,
}

impl Effects {
    fn add(&mut self, patterns: &Patterns, pattern: &Pattern) {
        let src = patterns.src(pattern);
        let properties = patterns.tree_properties(src);
        self.load |= properties.contains(Properties::MAY_LOAD);
        self.more |= properties.contains(Properties::SIDE_EFFECT);
        src.for_each(&mut |tree| {
            if let Some(intrinsic) = patterns.intrinsic(tree) {
                self.load |= intrinsic.memory.reads();
                self.more |=
                    intrinsic.has_side_effects || intrinsic.memory == MemoryEffects::UNKNOWN;
            }
        });
    }
}
