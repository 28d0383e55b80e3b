//! Answers whether GlobalISel imports a single pattern.

use backend::ids::Id;
use backend::{Context, Fatal};
use pattern_model::{PatternId, Patterns};
use rustc_hash::FxHashMap;

use super::{Importer, Stop};
use crate::global_isel::Rule;

/// Imports patterns on demand, one at a time.
pub(crate) struct Imports<'a> {
    importer: Importer<'a>,
    known: FxHashMap<PatternId, Imported>,
}

enum Imported {
    Rule(Box<Rule>),
    Skipped,
    /// The pattern has an error.
    Unknown,
}

impl<'a> Imports<'a> {
    /// Prepares to import patterns. An error if the unit lacks the classes that GlobalISel needs.
    pub(crate) fn new(cx: &'a Context<'a>) -> Result<Imports<'a>, Fatal> {
        Ok(Imports {
            importer: Importer::new(cx)?,
            known: FxHashMap::default(),
        })
    }

    /// Whether GlobalISel may use the pattern `id`. If `other` is given, the pattern `other` must match everything that
    /// the pattern `id` matches. False if `id` cannot be imported, or if `other` is imported and tried first.
    pub(crate) fn uses_besides(&mut self, id: PatternId, other: Option<PatternId>) -> bool {
        let patterns = self.importer.patterns.clone();
        for id in other.into_iter().chain([id]) {
            self.import(&patterns, id);
        }
        let rule = match &self.known[&id] {
            Imported::Rule(rule) => rule,
            Imported::Skipped => return false,
            Imported::Unknown => return true,
        };
        let Some(other) = other else {
            return true;
        };
        let Imported::Rule(other_rule) = &self.known[&other] else {
            return true;
        };
        let complexity = |it: PatternId| patterns.complexity(&patterns.list[it]);
        let by_complexity = complexity(id).cmp(&complexity(other));
        let order = by_complexity
            .then_with(|| other_rule.compare(rule, &patterns.instructions))
            .then_with(|| other.index().cmp(&id.index()));
        order.is_gt()
    }

    fn import(&mut self, patterns: &Patterns, id: PatternId) {
        if self.known.contains_key(&id) {
            return;
        }
        let pattern = &patterns.list[id];
        let mut rule = Rule::new(id.index() as u64, pattern.rec);
        let imported = if self.importer.ignores(pattern) {
            Imported::Skipped
        } else {
            match self.importer.import(pattern, &mut rule) {
                Ok(()) => Imported::Rule(Box::new(rule)),
                Err(Stop::Skip(_)) => Imported::Skipped,
                Err(Stop::Fatal(_)) => Imported::Unknown,
            }
        };
        self.known.insert(id, imported);
    }
}
