//! Caches of results that stay valid until the end of the unit or until a declared class is defined.
//!
//! The same operators are applied to the same elements again and again: the intrinsics of all targets apply the same
//! operators to a few hundred types, in separate lists for each intrinsic. The caches are used only if all statements
//! are elaborated in order, since cached results do not record their dependencies.

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
    /// The keys in `applied` that the current statement added.
    applied_in_statement: Vec<Application>,
    /// The values of fields, keyed by the names of the record and the field.
    fields: FxHashMap<(ValueId, Sym), ValueId>,
    /// Whether the body of an operator can be evaluated without stages. The key is the body and the names that the
    /// operator binds.
    need_no_stages: FxHashMap<(ValueId, Sym, Sym), bool>,
    /// The names that the body of an operator mentions. The key is the same as in `need_no_stages`.
    mentions: FxHashMap<(ValueId, Sym, Sym), Arc<[Mention]>>,
    /// References to records, keyed by the identifiers that name them.
    globals: FxHashMap<Sym, ValueId>,
    /// The combined fields of a record and a class. The key consists of the addresses of the record's shape and
    /// locations, and of the class's shape and locations.
    joined: FxHashMap<[usize; 4], Joined>,
}

/// The fields of a record after those of a superclass are added.
struct Joined {
    /// The shapes and locations whose addresses are the key. Owned so that the addresses stay unique.
    _of: [(Arc<Shape>, FieldLocs); 2],
    /// The shape and the locations of all fields. `None` if the record and the superclass have a field with the same
    /// name.
    both: Option<(Arc<Shape>, FieldLocs)>,
}

/// The body of a `!foreach` or `!filter`, its variable, and the value of the variable.
pub(super) type Application = (ValueId, Sym, ValueId);

/// The largest number of cached results of one kind. At this number, all results of the kind are dropped.
const MAX_FOUND: usize = 1 << 18;
/// The largest number of cached combinations of fields. A combination takes a few KiB.
const MAX_JOINED: usize = 1 << 14;
/// The largest number of fields in a combination that the cache stores. Without this limit, a record with many
/// superclasses would add a large shape to the cache for each prefix of the list of superclasses.
const MAX_JOINED_FIELDS: usize = 256;

impl RunCache {
    /// A cache that stores results. The default cache stores nothing.
    pub(super) fn kept() -> RunCache {
        RunCache(Some(Box::default()))
    }

    /// Whether the cache stores results.
    pub(super) fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Drops all results. Called when a declared class is defined, which may change results.
    pub(super) fn forget(&mut self) {
        if let Some(found) = &mut self.0 {
            **found = CachedRuns::default();
        }
    }

    /// The cached result of an operator's body for a value of its variable.
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

    pub(super) fn end_statement(&mut self) {
        if let Some(found) = &mut self.0 {
            found.applied_in_statement.clear();
        }
    }

    /// The number of entries of `applied` that the current statement added.
    pub(super) fn applied_in_statement(&self) -> usize {
        let found = self.0.as_ref();
        found.map_or(0, |found| found.applied_in_statement.len())
    }

    /// Removes the entries of `applied` that the current statement added, except the first `but`. Called when class
    /// instances are discarded to which the removed entries may refer.
    pub(super) fn take_back_applied(&mut self, but: usize) {
        let Some(found) = &mut self.0 else { return };
        let added = found.applied_in_statement.len();
        for application in found.applied_in_statement.drain(but.min(added)..) {
            found.applied.remove(&application);
        }
    }

    /// The cached value of a field of a finished record. Cached values are concrete.
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

    /// The cached result of `Cx::needs_no_stages`.
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

    /// The cached result of `Cx::mentions_in_body`.
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

    /// The cached reference to the record that an identifier names.
    pub(super) fn global(&self, name: Sym) -> Option<ValueId> {
        self.0.as_ref()?.globals.get(&name).copied()
    }

    pub(super) fn set_global(&mut self, name: Sym, record: ValueId) {
        if let Some(found) = &mut self.0 {
            found.globals.insert(name, record);
        }
    }

    /// The shape and the locations of a record's fields, followed by those of a superclass. Many records have the same
    /// superclasses, so they share the result. `None` if the record and the superclass have a field with the same name,
    /// if the number of fields exceeds [`MAX_JOINED_FIELDS`], or if the cache stores nothing.
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

/// The key for the body of an operator that binds one or two names.
fn body_key(body: ValueId, names: &[Sym]) -> (ValueId, Sym, Sym) {
    let name = |at: usize| names.get(at).copied().unwrap_or(Sym::EMPTY);
    (body, name(0), name(1))
}

/// A state in the elaboration of a statement, for comparison with a later state.
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

    /// Whether everything that was evaluated since the mark has the same result in each later statement, and has no
    /// effects that a later statement must repeat. The events of class instances need not be repeated, since only the
    /// first use of an instance counts.
    pub(super) fn lasts_since(&self, mark: Mark) -> bool {
        let events = self.out.events.get(mark.events..);
        let is_of_instance = |it: &Event| matches!(it, Event::Instance(_) | Event::Place(..));
        let only_instances = events.is_some_and(|it| it.iter().all(is_of_instance));
        only_instances
            && self.scratch.instances.remaking.is_empty()
            && self.out.diagnostics.len() == mark.diagnostics
            && self.time_bound == mark.time_bound
            && !self.is_at_limit()
    }
}
