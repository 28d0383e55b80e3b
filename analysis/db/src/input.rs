//! The inputs of the database. After an edit, only the inputs that differ are set again.

mod structs;

use std::sync::Arc;

use elaborate::eval::Outcome;
use elaborate::hir::StmtKind;
use elaborate::ids::StmtId;
use elaborate::unit::Unit;
use elaborate::value::ValueStore;
use parking_lot::{Mutex, MutexGuard, RwLock};
use rustc_hash::FxHashMap;
use salsa::{Database as _, Durability, Setter};
use syntax::Release;

use super::enclosing::{self, Enclosing};
use super::record_names::RecordNames;
use super::{Db, Index};
use elaborate::budget::Limits;

pub use structs::{StmtInput, UnitInput};

/// A unit, and the cached results of queries about it. Clones share the results. The unit can be changed only while a
/// single clone exists.
#[salsa::db]
#[derive(Clone)]
pub struct Database {
    storage: salsa::Storage<Self>,
    values: Arc<ValueStore>,
    work: Arc<Mutex<Work>>,
    unit: Arc<Unit>,
    input: Option<UnitInput>,
    /// The input of each statement, indexed by the id of the statement.
    stmts: Arc<Vec<StmtInput>>,
    /// The enclosing blocks of each statement, indexed by the id of the statement.
    enclosings: Arc<Vec<Arc<Enclosing>>>,
    /// The names of all records that [`Database::set_learned`] stored last.
    learned: Arc<RwLock<Option<Arc<RecordNames>>>>,
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn values(&self) -> &Arc<ValueStore> {
        &self.values
    }

    fn note_elaborated(&self, item: StmtId, outcome: &Outcome) {
        // Only the thread that computed the outcome calls this, so each outcome is counted once.
        let size = outcome.size();
        self.work().add(item, size);
    }

    fn unit(&self) -> &Arc<Unit> {
        &self.unit
    }

    fn input(&self) -> UnitInput {
        match self.input {
            Some(input) => input,
            None => unreachable!("a database is made with its unit"),
        }
    }

    fn stmt(&self, item: StmtId) -> StmtInput {
        self.stmts[item.0 as usize]
    }
}

/// Statistics about elaborated outcomes. Sizes are those that [`Outcome::size`] returns.
#[derive(Default)]
struct Work {
    elaborations: usize,
    /// The size of the last computed outcome of each statement.
    sizes: FxHashMap<StmtId, usize>,
    /// The sum of `sizes`.
    size: usize,
    /// The total size of superseded outcomes that have not been freed yet.
    superseded: usize,
}

impl Work {
    fn add(&mut self, item: StmtId, size: usize) {
        self.elaborations += 1;
        self.size += size;
        if let Some(before) = self.sizes.insert(item, size) {
            self.size -= before;
            self.superseded += before;
        }
    }
}

/// Superseded outcomes are freed when their size exceeds `1/SUPERSEDED` of the size of all outcomes.
const SUPERSEDED: usize = 64;
/// Superseded outcomes of a smaller total size are not freed, because freeing them would cancel the queries on
/// snapshots.
const FEW_SUPERSEDED: usize = 1 << 14;

impl Database {
    /// A database of a unit under the default limits. Nothing is elaborated yet.
    pub fn new(unit: Arc<Unit>, release: Release) -> Database {
        Database::within(Limits::default(), unit, release)
    }

    /// Like [`Database::new`], with the given limits. A statement that exceeds a limit is reported as an error.
    pub fn within(limits: Limits, unit: Arc<Unit>, release: Release) -> Database {
        let values = ValueStore::default().within(limits);
        Database::with_storage(salsa::Storage::new(None), values, unit, release)
    }

    /// Like [`Database::new`], with a function that is called for each event of a query.
    #[cfg(test)]
    pub(crate) fn with_log(
        unit: Arc<Unit>,
        release: Release,
        log: impl Fn(salsa::Event) + Send + Sync + 'static,
    ) -> Database {
        let storage = salsa::Storage::new(Some(Box::new(log)));
        Database::with_storage(storage, ValueStore::default(), unit, release)
    }

    fn with_storage(
        storage: salsa::Storage<Self>,
        values: ValueStore,
        unit: Arc<Unit>,
        release: Release,
    ) -> Database {
        let mut db = Database {
            storage,
            values: Arc::new(values),
            work: Arc::default(),
            unit,
            input: None,
            stmts: Arc::default(),
            enclosings: Arc::default(),
            learned: Arc::default(),
        };
        let enclosings = enclosing::all(&db.unit);
        let index = Arc::new(Index::new(&db.unit, &enclosings));
        let input = UnitInput::builder(index, db.unit.order().into(), release)
            .durability(Durability::MEDIUM)
            .order_durability(Durability::LOW)
            .new(&db);
        db.input = Some(input);
        db.add_statements(&enclosings, Durability::HIGH);
        db.enclosings = Arc::new(enclosings);
        db
    }

    /// The names of all records that [`Database::set_learned`] stored last, perhaps before the last edit. `None` before
    /// the first call of that function.
    pub fn learned(&self) -> Option<Arc<RecordNames>> {
        self.learned.read().clone()
    }

    /// Stores the names of all records for this database and its clones, replacing the previous ones.
    pub fn set_learned(&self, names: Arc<RecordNames>) {
        *self.learned.write() = Some(names);
    }

    /// The total number of elaborations of statements, repeated ones included.
    pub fn elaborations(&self) -> usize {
        self.work().elaborations
    }

    /// Whether superseded outcomes take up much memory. They are kept for snapshots that may still read them, until
    /// [`Database::give_back`].
    pub fn is_wasteful(&self) -> bool {
        let work = self.work();
        work.superseded > (work.size / SUPERSEDED).max(FEW_SUPERSEDED)
    }

    /// Cancels queries on clones, waits until the clones are dropped, and frees superseded results.
    pub fn give_back(&mut self) {
        self.trigger_lru_eviction();
        self.work().superseded = 0;
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock()
    }

    /// The statements that have been elaborated so far, in source order.
    pub fn elaborated(&self) -> Vec<StmtId> {
        let mut items: Vec<StmtId> = self.work().sizes.keys().copied().collect();
        items.sort_unstable_by_key(|item| self.unit.sources.layout.place(*item));
        items
    }

    /// Creates the inputs of new statements.
    fn add_statements(&mut self, enclosings: &[Arc<Enclosing>], durability: Durability) {
        let mut stmts = Arc::unwrap_or_clone(std::mem::take(&mut self.stmts));
        let known = stmts.len();
        for (index, around) in (known..).zip(&enclosings[known..]) {
            let item = StmtId(index as u32);
            let input = StmtInput::builder(item, self.unit.stmt(item).clone(), around.clone())
                .durability(durability)
                .new(self);
            stmts.push(input);
        }
        self.stmts = Arc::new(stmts);
    }

    /// Replaces the unit by the unit after an edit. `unit` must have been read with the present unit as the earlier
    /// one, so that the ids of statements agree.
    pub(crate) fn set_unit(&mut self, unit: Arc<Unit>) {
        self.values.budget().forget_steps();
        let old = std::mem::replace(&mut self.unit, unit.clone());
        let changed = if Arc::ptr_eq(&old.sources.layout, &unit.sources.layout) {
            self.set_texts(&old, &unit)
        } else {
            self.set_layout(&old, &unit)
        };
        self.update_index(&old, &unit, changed);
    }

    /// Sets the inputs for a unit that differs from the present one only in the contents of statements. Returns the
    /// changed statements.
    fn set_texts(&mut self, old: &Unit, unit: &Unit) -> Vec<Changed> {
        let mut changed = Vec::new();
        for (source, file) in unit.sources.files.iter().enumerate() {
            if Arc::ptr_eq(&old.sources.files[source].lowered, &file.lowered) {
                continue;
            }
            for item in unit.sources.layout.of_source(source).iter().flatten() {
                if self.set_stmt(*item, old, unit) {
                    let around = self.enclosings[item.0 as usize].clone();
                    changed.push(Changed {
                        item: *item,
                        around,
                    });
                }
            }
        }
        changed
    }

    fn set_layout(&mut self, old: &Unit, unit: &Unit) -> Vec<Changed> {
        let enclosings = enclosing::all(unit);
        let before = Arc::unwrap_or_clone(std::mem::take(&mut self.enclosings));
        let mut changed = Vec::new();
        for (index, (before, now)) in before.into_iter().zip(&enclosings).enumerate() {
            let item = StmtId(index as u32);
            // The inputs of a deleted statement are never read again.
            let is_gone = unit.sources.layout.stmt(item).is_none();
            let is_other = !is_gone && self.set_stmt(item, old, unit);
            let moved = before != *now;
            if moved && !is_gone {
                self.stmts[index]
                    .set_around(self)
                    .with_durability(Durability::LOW)
                    .to(now.clone());
            }
            let place = |unit: &Unit| unit.sources.layout.stmt(item).is_some();
            if is_other || moved || place(old) != place(unit) {
                changed.push(Changed {
                    item,
                    around: before,
                });
            }
        }
        changed.extend((self.stmts.len()..enclosings.len()).map(|index| Changed {
            item: StmtId(index as u32),
            around: Arc::default(),
        }));
        // A new statement will probably be edited again soon.
        self.add_statements(&enclosings, Durability::LOW);
        self.enclosings = Arc::new(enclosings);
        self.input()
            .set_order(self)
            .with_durability(Durability::LOW)
            .to(unit.order().into());
        changed
    }

    /// Sets the input of a statement if its content changed, and returns whether it did.
    fn set_stmt(&mut self, item: StmtId, old: &Unit, unit: &Unit) -> bool {
        let (old, new) = (old.stmt(item), unit.stmt(item));
        if Arc::ptr_eq(old, new) || old == new {
            return false;
        }
        self.stmts[item.0 as usize]
            .set_stmt(self)
            .with_durability(Durability::LOW)
            .to(new.clone());
        true
    }

    /// Updates the index if the changed statements have other entries than before.
    fn update_index(&mut self, old: &Unit, unit: &Unit, changed: Vec<Changed>) {
        let input = self.input();
        let index = input.index(self).clone();
        let is_multiclass =
            |unit: &Unit, item| matches!(unit.stmt(item).kind, StmtKind::Multiclass(_));
        let multiclasses = changed
            .iter()
            .any(|it| is_multiclass(old, it.item) || is_multiclass(unit, it.item));
        if multiclasses && !index.has_fronts_of(unit) {
            drop(index);
            let index = Arc::new(Index::new(unit, &self.enclosings));
            self.set_index(index);
            return;
        }
        let is_in = |unit: &Unit, item| unit.sources.layout.stmt(item).is_some();
        let mut moves = Vec::new();
        for Changed { item, around } in changed {
            let before = is_in(old, item).then(|| index.said(old, item, &around));
            let before = before.filter(|it| !it.is_nothing());
            let now = &self.enclosings[item.0 as usize];
            let now = is_in(unit, item).then(|| index.said(unit, item, now));
            let now = now.filter(|it| !it.is_nothing());
            if before != now {
                moves.push((item, before, now));
            }
        }
        drop(index);
        if moves.is_empty() {
            return;
        }
        let index = self.set_index(Arc::default());
        let mut index = Arc::unwrap_or_clone(index);
        for (item, before, _) in &moves {
            if let Some(said) = before {
                index.remove(*item, said);
            }
        }
        for (item, _, now) in &moves {
            if let Some(said) = now {
                index.insert(unit, *item, said);
            }
        }
        self.set_index(Arc::new(index));
    }

    /// Sets the index and returns the previous one.
    fn set_index(&mut self, index: Arc<Index>) -> Arc<Index> {
        self.input()
            .set_index(self)
            .with_durability(Durability::MEDIUM)
            .to(index)
    }
}

/// A statement that was changed, moved, added or deleted.
struct Changed {
    item: StmtId,
    /// Its enclosing blocks before the change.
    around: Arc<Enclosing>,
}
