//! Caches of facts that hold from their discovery to the end of the unit.
//!
//! Operators are applied to the same elements again and again: the intrinsics of all targets apply the same operators
//! to a few hundred types, in as many lists as there are intrinsics. Only a run over all statements in order uses these
//! caches, since cached answers do not record their dependencies.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::stage_sensitivity::Mention;
use super::{ClassProto, Cx};
use crate::anonymous_numbers::Event;
use crate::record::{FieldLocs, Record, Shape};
use crate::symbol::Sym;
use crate::value::ValueId;

#[derive(Default)]
pub(super) struct RunCache(Option<Box<CachedRuns>>);

#[derive(Default)]
struct CachedRuns {
    applied: FxHashMap<Application, ValueId>,
    /// The entries that were added in this statement.
    applied_in_statement: Vec<Application>,
    /// Keyed by the names of the record and the field.
    fields: FxHashMap<(ValueId, Sym), ValueId>,
    /// Whether bodies of operators can be evaluated without stages, by the names that the operators bind.
    need_no_stages: FxHashMap<(ValueId, Sym, Sym), bool>,
    /// The names that bodies of operators mention, by the same key.
    mentions: FxHashMap<(ValueId, Sym, Sym), Arc<[Mention]>>,
    /// References to records, by their names in the text.
    globals: FxHashMap<Sym, ValueId>,
    /// By the addresses of the declarations of the record and their places, and those of the class.
    joined: FxHashMap<[usize; 4], Joined>,
}

/// The shape of a record with a further superclass.
struct Joined {
    /// Keeps the values alive whose addresses are the key.
    _of: [(Arc<Shape>, FieldLocs); 2],
    /// `None` if both declare a field of one name.
    both: Option<(Arc<Shape>, FieldLocs)>,
}

/// The body of a `!foreach` or `!filter`, its variable, and the variable's value.
pub(super) type Application = (ValueId, Sym, ValueId);

/// The number of cached answers of a kind, after which all are dropped.
const MAX_FOUND: usize = 1 << 18;
/// The limit for joined declarations, each of which takes a few KiB.
const MAX_JOINED: usize = 1 << 14;
/// Records with more fields do not share declarations. Otherwise a record with many superclasses would leave behind a
/// joined shape for each prefix of their list.
const MAX_JOINED_FIELDS: usize = 256;

impl RunCache {
    /// A cache that stores entries; the default stores none.
    pub(super) fn kept() -> RunCache {
        RunCache(Some(Box::default()))
    }

    /// Whether it stores entries.
    pub(super) fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Drops everything after a change that invalidates the caches.
    pub(super) fn forget(&mut self) {
        if let Some(found) = &mut self.0 {
            **found = CachedRuns::default();
        }
    }

    /// The result of an operator for an element.
    pub(super) fn applied(&self, application: Application) -> Option<ValueId> {
        self.0.as_ref()?.applied.get(&application).copied()
    }

    pub(super) fn set_applied(&mut self, application: Application, result: ValueId) {
        let Some(found) = &mut self.0 else { return };
        if found.applied.len() >= MAX_FOUND {
            found.applied.clear();
        }
        found.applied.insert(application, result);
        found.applied_in_statement.push(application);
    }

    pub(super) fn begin_statement(&mut self) {
        if let Some(found) = &mut self.0 {
            found.applied_in_statement.clear();
        }
    }

    /// The number of answers that this statement added.
    pub(super) fn applied_in_statement(&self) -> usize {
        let found = self.0.as_ref();
        found.map_or(0, |found| found.applied_in_statement.len())
    }

    /// Drops all but the first of them: the class instances in the others have not been made.
    pub(super) fn take_back_applied(&mut self, but: usize) {
        let Some(found) = &mut self.0 else { return };
        let added = found.applied_in_statement.len();
        for application in found.applied_in_statement.drain(but.min(added)..) {
            found.applied.remove(&application);
        }
    }

    /// The concrete value of a field of a finished record.
    pub(super) fn field(&self, record: ValueId, name: Sym) -> Option<ValueId> {
        self.0.as_ref()?.fields.get(&(record, name)).copied()
    }

    pub(super) fn set_field(&mut self, record: ValueId, name: Sym, value: ValueId) {
        let Some(found) = &mut self.0 else { return };
        if found.fields.len() >= MAX_FOUND {
            found.fields.clear();
        }
        found.fields.insert((record, name), value);
    }

    /// See [`super::stage_sensitivity`].
    pub(super) fn needs_no_stages(&self, body: ValueId, names: &[Sym]) -> Option<bool> {
        let known = &self.0.as_ref()?.need_no_stages;
        known.get(&body_key(body, names)).copied()
    }

    pub(super) fn set_needs_no_stages(&mut self, body: ValueId, names: &[Sym], answer: bool) {
        let Some(found) = &mut self.0 else { return };
        if found.need_no_stages.len() >= MAX_FOUND {
            found.need_no_stages.clear();
        }
        let key = body_key(body, names);
        found.need_no_stages.insert(key, answer);
    }

    /// See [`super::stage_sensitivity`].
    pub(super) fn mentions(&self, body: ValueId, names: &[Sym]) -> Option<Arc<[Mention]>> {
        let known = &self.0.as_ref()?.mentions;
        known.get(&body_key(body, names)).cloned()
    }

    pub(super) fn set_mentions(&mut self, body: ValueId, names: &[Sym], mentions: Arc<[Mention]>) {
        let Some(found) = &mut self.0 else { return };
        if found.mentions.len() >= MAX_FOUND {
            found.mentions.clear();
        }
        found.mentions.insert(body_key(body, names), mentions);
    }

    /// The record that a name refers to.
    pub(super) fn global(&self, name: Sym) -> Option<ValueId> {
        self.0.as_ref()?.globals.get(&name).copied()
    }

    pub(super) fn set_global(&mut self, name: Sym, record: ValueId) {
        if let Some(found) = &mut self.0 {
            found.globals.insert(name, record);
        }
    }

    /// The declarations of a record with those of a further superclass, and their places: many records have the same
    /// superclasses, and share them. `None` if both declare a field of the same name.
    pub(super) fn joined(
        &mut self,
        record: &Record,
        class: &ClassProto,
    ) -> Option<(Arc<Shape>, FieldLocs)> {
        let found = self.0.as_mut()?;
        let (shape, locs) = (&record.shape, record.field_locs.inherited());
        let (added, added_locs) = (class.own_shape(), class.own_locs());
        if added.names.is_empty() {
            return Some((shape.clone(), locs));
        }
        if shape.names.len() + added.names.len() > MAX_JOINED_FIELDS {
            return None;
        }
        if found.joined.len() >= MAX_JOINED {
            found.joined.clear();
        }
        let place = |shape: &Arc<Shape>| Arc::as_ptr(shape).addr();
        let key = [
            place(shape),
            locs.address(),
            place(&added),
            added_locs.address(),
        ];
        let joined = found.joined.entry(key).or_insert_with(|| {
            let both = shape.and(&added);
            Joined {
                both: both.map(|shape| (Arc::new(shape), locs.and(&added_locs))),
                _of: [(shape.clone(), locs), (added, added_locs)],
            }
        });
        joined.both.clone()
    }
}

/// Operators bind one name or two.
fn body_key(body: ValueId, names: &[Sym]) -> (ValueId, Sym, Sym) {
    let name = |at: usize| names.get(at).copied().unwrap_or(Sym::EMPTY);
    (body, name(0), name(1))
}

/// A state of the elaboration of a statement.
pub(super) struct Mark {
    events: usize,
    diagnostics: usize,
    time_bound: usize,
}

impl Cx<'_> {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            events: self.out.events.len(),
            diagnostics: self.out.diagnostics.len(),
            time_bound: self.time_bound,
        }
    }

    /// Whether everything that was evaluated since the mark is the same for every later statement and had no effects
    /// that a later statement must repeat. Class instances were counted where they were used first.
    pub(super) fn lasts_since(&self, mark: Mark) -> bool {
        let events = self.out.events.get(mark.events..);
        let is_of_instance = |it: &Event| matches!(it, Event::Instance(_) | Event::Place(..));
        let only_instances = events.is_some_and(|it| it.iter().all(is_of_instance));
        only_instances
            && self.instances.remaking.is_empty()
            && self.out.diagnostics.len() == mark.diagnostics
            && self.time_bound == mark.time_bound
            && !self.is_at_limit()
    }
}
