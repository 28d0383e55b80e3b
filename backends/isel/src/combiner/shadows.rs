//! Finds combine rules that are never applied: where such a rule matches, an earlier rule of the combiner matches as
//! well, and the first rule that matches is applied.
//!
//! A rule only counts as never applied if it has all checks of the earlier rule. It is not known what C++ code accepts,
//! so two C++ checks are only equal if their code is the same.

mod covers;
#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Model, Output, Rec, RecordId};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Unit;
use super::emitter::{Gathered, sort};
use crate::global_isel::Rule;
use crate::shadows::Shadow;
use covers::covers;

/// The maximum number of pairs of rules that are compared for a unit.
const MAX_COMPARED: usize = 1 << 20;

/// The combine rules that no combiner of the unit applies.
#[derive(Default)]
pub struct ShadowedCombines {
    /// The rules of all combiners.
    pub all: Vec<RecordId>,
    /// The rules that are never applied, each with a rule that is applied instead.
    pub found: Vec<Shadow>,
}

impl Model for ShadowedCombines {
    /// Combiners with an error are left out.
    fn build(cx: &Context) -> Result<ShadowedCombines, Fatal> {
        let mut shadows = ShadowedCombines::default();
        let mut left = MAX_COMPARED;
        // For each rule, a rule that is applied instead; `None` if a combiner applies the rule itself.
        let mut by: IndexMap<RecordId, Option<RecordId>, FxBuildHasher> = IndexMap::default();
        for combiner in cx.records.derived_if_defined("GICombiner") {
            let Some(rules) = rules(cx, combiner) else {
                continue;
            };
            let sorted = Sorted::new(&rules);
            for (rec, own) in &sorted.by_record {
                let covering = sorted.covering(own, &mut left);
                let known = by.entry(*rec).or_insert(covering);
                *known = known.and(covering);
            }
        }
        for (rec, by) in by {
            shadows.all.push(rec);
            shadows.found.extend(by.map(|by| Shadow { rec, by }));
        }
        let order = |it: &Shadow| cx.records.rec(it.rec).order();
        shadows.found.sort_by_key(order);
        Ok(shadows)
    }
}

/// The rules of a combiner's match table, in the order in which they are tried. `None` if the combiner or one
/// of its rules has an error.
fn rules<'a>(cx: &'a Context<'a>, combiner: Rec<'a>) -> Option<Vec<Rule>> {
    let errors = cx.errors();
    let mut unit = Unit::new(cx).ok()?;
    let mut gathered = Gathered::default();
    let done = gathered.add(&mut unit, combiner, &mut Output::new());
    if done.is_err() || cx.errors() > errors {
        return None;
    }
    sort(&mut gathered.rules, &unit.instructions);
    Some(gathered.rules)
}

/// The rules of a match table, in the order in which they are tried.
struct Sorted<'r> {
    rules: &'r [Rule],
    /// For each opcode, the indices of the rules whose roots may have the opcode.
    by_opcode: FxHashMap<usize, Vec<usize>>,
    /// For each record, the indices of the rules that were created from it.
    by_record: IndexMap<RecordId, Vec<usize>, FxBuildHasher>,
}

impl<'r> Sorted<'r> {
    fn new(rules: &'r [Rule]) -> Sorted<'r> {
        let mut by_opcode: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut by_record: IndexMap<RecordId, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for (at, rule) in rules.iter().enumerate() {
            by_record.entry(rule.source).or_default().push(at);
            for opcode in rule.root().opcodes() {
                by_opcode.entry(opcode.index()).or_default().push(at);
            }
        }
        Sorted {
            rules,
            by_opcode,
            by_record,
        }
    }

    /// Finds, for each rule of one record, a rule of another record that is applied instead. `own` holds the indices of
    /// the record's rules. Returns the record of the rule that was found for the first of them; `None` unless a rule
    /// was found for each of them. The number of compared pairs is subtracted from the budget `left`.
    fn covering(&self, own: &[usize], left: &mut usize) -> Option<RecordId> {
        let mut found = own.iter().map(|at| {
            let later = &self.rules[*at];
            let opcode = later.root().opcodes().first()?;
            let earlier = self.by_opcode.get(&opcode.index())?.iter();
            let mut earlier = earlier.take_while(|it| *it < at).map(|it| &self.rules[*it]);
            let covering = earlier.find(|it| {
                let may_cover = it.source != later.source && *left > 0;
                *left = left.saturating_sub(1);
                may_cover && covers(it, later)
            });
            covering.map(|it| it.source)
        });
        let first = found.next()??;
        found.all(|it| it.is_some()).then_some(first)
    }
}
