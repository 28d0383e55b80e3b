//! Builds the records after an edit from the records before the edit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::{Cache, Entry, Records};
use crate::record::Record;
use crate::sources::Sources;
use crate::symbol::Sym;
use crate::value::ValueId;

/// The records that edits changed since the first of a sequence of versions of a unit's records.
#[derive(Clone)]
pub(super) struct History {
    /// The unique id of the history.
    beginning: u32,
    /// The number of edits in the history.
    edits: u32,
    /// The number of the last edit that added or removed records, or changed their order, their numbers or their
    /// superclasses.
    regrouped: u32,
    /// The changed records, each with the number of the edit that changed it, in the order of the edits.
    changes: Arc<Vec<(u32, Changed)>>,
}

/// A class or record that an edit changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Changed {
    Class(Sym),
    Def(ValueId),
}

/// The largest number of changes in a history. An edit that exceeds this number begins a new history.
const MANY: usize = 1 << 14;

impl History {
    pub(super) fn new() -> History {
        // 0 is reserved for `Moment::default`, which belongs to no history.
        static BEGINNINGS: AtomicU32 = AtomicU32::new(1);
        History {
            beginning: BEGINNINGS.fetch_add(1, Ordering::Relaxed),
            edits: 0,
            regrouped: 0,
            changes: Arc::default(),
        }
    }

    fn after(&self, changed: impl Iterator<Item = Changed>) -> History {
        let changed: Vec<Changed> = changed.collect();
        if self.changes.len() + changed.len() > MANY {
            return History::new();
        }
        let edits = self.edits + 1;
        let mut changes = Vec::clone(&self.changes);
        changes.extend(changed.into_iter().map(|it| (edits, it)));
        History {
            beginning: self.beginning,
            edits,
            regrouped: self.regrouped,
            changes: Arc::new(changes),
        }
    }

    /// Like [`History::after`], for an edit that may have changed more than fields.
    fn after_regrouping(&self, changed: impl Iterator<Item = Changed>) -> History {
        let after = self.after(changed);
        History {
            regrouped: after.edits,
            ..after
        }
    }

    fn moment(&self) -> u64 {
        (u64::from(self.beginning) << 32) | u64::from(self.edits)
    }

    /// The changes after a moment of this history. `None` if the moment belongs to another history or to a later edit.
    fn since(&self, moment: u64) -> Option<Changes<impl Iterator<Item = Changed>>> {
        let edits = moment as u32;
        let is_own = moment >> 32 == u64::from(self.beginning) && edits <= self.edits;
        let later = self.changes.partition_point(|it| it.0 <= edits);
        is_own.then(|| Changes {
            records: self.changes[later..].iter().map(|it| it.1),
            regrouped: edits < self.regrouped,
        })
    }
}

/// The changes of the records after some moment.
pub(super) struct Changes<I> {
    /// The changed records, including those that were added or removed.
    pub records: I,
    /// Whether more than fields may have changed: lists of records, their order, and the numbers of anonymous records.
    pub regrouped: bool,
}

/// The last edit after which the reads of a computation were known to hold.
#[derive(Default)]
pub(super) struct Moment(AtomicU64);

impl Moment {
    pub(super) fn set(&self, records: &Records) {
        self.0.store(records.history.moment(), Ordering::Relaxed);
    }

    /// The changes between this moment and `records`; `None` if they are not known.
    pub(super) fn changes(
        &self,
        records: &Records,
    ) -> Option<Changes<impl Iterator<Item = Changed>>> {
        records.history.since(self.0.load(Ordering::Relaxed))
    }
}

impl Records {
    /// The index of a class in the list of classes given to [`Records::new`].
    pub(crate) fn class_index(&self, name: Sym) -> Option<u32> {
        self.classes_by_name().get(&name).copied()
    }

    /// The index of a record in the list of records given to [`Records::new`].
    pub(crate) fn def_index(&self, name: ValueId) -> Option<u32> {
        self.defs_by_name().get(&name).copied()
    }

    pub(crate) fn def_at(&self, index: u32) -> &Arc<Record> {
        &self.defs.entry(index).record
    }

    /// The records after an edit. The edit may have changed source texts, and the contents of the given classes and
    /// records, but no names or superclasses. Each changed class or record is given with its index.
    pub(crate) fn after_edit(
        &self,
        sources: Arc<Sources>,
        classes: &[(u32, Arc<Record>)],
        defs: &[(u32, Arc<Record>)],
    ) -> Records {
        let names = |changed: &[(u32, Arc<Record>)]| -> Vec<ValueId> {
            changed.iter().map(|it| it.1.name).collect()
        };
        let class = |name| self.values.as_str(name).map(Changed::Class);
        let changed_classes = names(classes).into_iter().filter_map(class);
        let changed_defs = names(defs).into_iter().map(Changed::Def);
        let derived = self.cache.derived.lock();
        Records {
            values: self.values.clone(),
            numbers: self.numbers.clone(),
            sources,
            rules: self.rules,
            tables: self.tables.clone(),
            classes: self.classes.with(classes),
            defs: self.defs.with(defs),
            globals: self.globals.clone(),
            listing: self.listing,
            history: self.history.after(changed_classes.chain(changed_defs)),
            cache: Cache {
                classes: self.cache.classes.clone(),
                defs: self.cache.defs.clone(),
                derived: derived.clone().into(),
                ..Cache::default()
            },
            demand: None,
        }
    }

    /// Continues the history of `before`, the records before an edit. The edit may have changed anything. Reads that
    /// held before the edit are then only compared with what the edit changed.
    pub(crate) fn continue_from(&mut self, before: &Records) {
        if !Arc::ptr_eq(&self.values, &before.values) {
            return;
        }
        let is_same = |now: &Entry, old: Option<&Entry>| {
            let is_same =
                |old: &Entry| Arc::ptr_eq(&old.record, &now.record) || old.record == now.record;
            old.is_some_and(is_same)
        };
        let mut changed = Vec::new();
        let mut kept = 0;
        for (name, index) in self.classes_by_name() {
            let old = before.class_index(*name).map(|it| before.classes.entry(it));
            kept += usize::from(old.is_some());
            if !is_same(self.classes.entry(*index), old) {
                changed.push(Changed::Class(*name));
            }
        }
        for (name, index) in self.defs_by_name() {
            let old = before.def_index(*name).map(|it| before.defs.entry(it));
            kept += usize::from(old.is_some());
            if !is_same(self.defs.entry(*index), old) {
                changed.push(Changed::Def(*name));
            }
        }
        if kept < before.classes_by_name().len() + before.defs_by_name().len() {
            let classes = before.classes_by_name().keys();
            let removed = classes.filter(|it| self.class_index(**it).is_none());
            changed.extend(removed.map(|it| Changed::Class(*it)));
            let defs = before.defs_by_name().keys();
            let removed = defs.filter(|it| self.def_index(**it).is_none());
            changed.extend(removed.map(|it| Changed::Def(*it)));
        }
        self.history = before.history.after_regrouping(changed.into_iter());
    }
}
