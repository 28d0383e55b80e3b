//! Finds shadowed patterns. A pattern is shadowed, and never used, if an earlier pattern matches everything that the
//! shadowed pattern matches.
//!
//! A pattern only counts as shadowed if it has all checks of the earlier pattern: checks of nodes, types, predicates
//! and conditions. A pattern that SelectionDAG never uses is not reported if GlobalISel uses it.

mod covers;
#[cfg(test)]
mod tests;

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use backend::{Context, Fatal, Model, RecordId, Records, ValueId};
use elaborate::symbol::Sym;
use pattern_model::{Head, Pattern, PatternId, Patterns, Tree};
use rustc_hash::{FxHashMap, FxHasher};

use crate::dag_isel::Tried;
use crate::importer::Imports;
use covers::{Selector, covers, is_any};

/// The maximum number of a tree's children that are part of its key in the index of patterns.
const MAX_KEYED: usize = 8;

/// All records whose patterns are never used.
pub struct Shadows(pub Vec<Shadow>);

/// A pattern or combine rule that is never used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shadow {
    /// The record of the pattern or rule that is never used.
    pub rec: RecordId,
    /// The record of an earlier pattern or rule that matches everything that the unused pattern or rule matches.
    pub by: RecordId,
}

impl Model for Shadows {
    fn build(cx: &Context) -> Result<Shadows, Fatal> {
        let patterns = cx.model::<Patterns>()?;
        let tried = cx.model::<Tried>()?;
        let index = Index::new(cx.records, &patterns, &tried)?;
        let mut imports = Imports::new(cx).ok();
        let mut shadows = Vec::new();
        for (rec, own) in by_record(&patterns) {
            // This read of a record unwinds if the computation was cancelled.
            cx.records.rec(rec);
            let covering = own.iter().map(|id| index.covering(*id, Selector::Dag));
            let Some(covering) = covering.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let mut is_imported = |id: &PatternId| match &mut imports {
                Some(imports) => imports.uses_besides(*id, index.covering(*id, Selector::Global)),
                // If the unit has no definitions for GlobalISel, only the selector for selection graphs counts.
                None => false,
            };
            if let Some(by) = covering.first()
                && !own.iter().any(&mut is_imported)
            {
                let by = patterns.list[*by].rec;
                shadows.push(Shadow { rec, by });
            }
        }
        Ok(Shadows(shadows))
    }
}

/// The patterns of each record, in the order of their ids.
fn by_record(patterns: &Patterns) -> Vec<(RecordId, Vec<PatternId>)> {
    let mut known: FxHashMap<RecordId, usize> = FxHashMap::default();
    let mut all: Vec<(RecordId, Vec<PatternId>)> = Vec::new();
    for (id, pattern) in patterns.list.with_ids() {
        let at = *known.entry(pattern.rec).or_insert_with(|| {
            all.push((pattern.rec, Vec::new()));
            all.len() - 1
        });
        all[at].1.push(id);
    }
    all
}

/// An index of all patterns by their keys: see [`key`].
struct Index<'a> {
    patterns: &'a Patterns,
    tried: &'a Tried,
    /// The patterns with each key, in the order in which they are tried.
    by_key: FxHashMap<u64, Vec<PatternId>>,
    /// The C++ conditions of patterns, by their lists of predicates.
    conditions: FxHashMap<ValueId, Rc<[Sym]>>,
}

impl<'a> Index<'a> {
    fn new(
        records: &Records,
        patterns: &'a Patterns,
        tried: &'a Tried,
    ) -> Result<Index<'a>, Fatal> {
        let mut by_key: FxHashMap<u64, Vec<PatternId>> = FxHashMap::default();
        let mut conditions = FxHashMap::default();
        for id in &tried.order {
            let pattern = &patterns.list[*id];
            let src = patterns.src(pattern);
            let key = key(src, any_children(src));
            by_key.entry(key).or_default().push(*id);
            if let Entry::Vacant(new) = conditions.entry(pattern.predicates) {
                new.insert(conditions_of(records, pattern)?);
            }
        }
        Ok(Index {
            patterns,
            tried,
            by_key,
            conditions,
        })
    }

    /// The first pattern of another record that is tried before the pattern `id` and matches everything that `id`
    /// matches. `None` if there is no such pattern.
    fn covering(&self, id: PatternId, selector: Selector) -> Option<PatternId> {
        let pattern = &self.patterns.list[id];
        let src = self.patterns.src(pattern);
        let (place, any) = (self.tried.place(id), any_children(src));
        let keyed = src.children().len().min(MAX_KEYED);
        let masks = (0..1u32 << keyed).filter(|mask| mask & any == any);
        masks
            .filter_map(|mask| {
                let mut candidates = self.by_key.get(&key(src, mask))?.iter().copied();
                candidates
                    .by_ref()
                    .take_while(|it| self.tried.place(*it) < place)
                    .find(|it| self.covers(&self.patterns.list[*it], pattern, selector))
            })
            .min_by_key(|it| self.tried.place(*it))
    }

    fn covers(&self, earlier: &Pattern, later: &Pattern, selector: Selector) -> bool {
        let demanded = &self.conditions[&earlier.predicates];
        let given = &self.conditions[&later.predicates];
        let is_given = |it: &Sym| given.contains(it);
        earlier.rec != later.rec
            && (earlier.mode_check == Sym::EMPTY || earlier.mode_check == later.mode_check)
            && demanded.iter().all(is_given)
            && covers(self.patterns, earlier.src, later.src, selector)
    }
}

/// The C++ conditions of a pattern.
fn conditions_of(records: &Records, pattern: &Pattern) -> Result<Rc<[Sym]>, Fatal> {
    let mut conditions = Vec::new();
    for predicate in pattern.predicate_records(records) {
        let condition = predicate.string("CondString")?;
        if !condition.is_empty() {
            conditions.push(Sym::new(&condition));
        }
    }
    Ok(conditions.into())
}

/// The bit set of the children that match any value. Only the first [`MAX_KEYED`] children are looked at.
fn any_children(tree: Tree) -> u32 {
    let keyed = tree.children().take(MAX_KEYED).enumerate();
    let any = keyed.filter(|(_, child)| is_any(*child));
    any.map(|(number, _)| 1 << number).sum()
}

/// A hash of a tree's root, of the number of its children and of its first [`MAX_KEYED`] children. For a child in the
/// bit set `any`, only the types are hashed. For another child, the head is hashed too.
fn key(tree: Tree, any: u32) -> u64 {
    let mut hasher = FxHasher::default();
    push_head(tree, &mut hasher);
    tree.children().len().hash(&mut hasher);
    for (number, child) in tree.children().take(MAX_KEYED).enumerate() {
        match any >> number & 1 {
            1 => child.types.hash(&mut hasher),
            _ => push_head(child, &mut hasher),
        }
    }
    hasher.finish()
}

fn push_head(tree: Tree, hasher: &mut FxHasher) {
    match tree.head {
        Head::Leaf(_) => (tree.rec(), tree.int()).hash(hasher),
        Head::Operator(operator) => operator.rec.hash(hasher),
    }
    tree.types.hash(hasher);
}
