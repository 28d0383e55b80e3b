//! What the database is told, and how little of it is told again after an edit.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use salsa::{Durability, Setter};

use super::around::{self, Around};
use super::{Db, Index};
use crate::eval::Compat;
use crate::hir::Stmt;
use crate::ide::symbols::RecordNames;
use crate::record::Item;
use crate::unit::Unit;
use crate::value::Values;

/// A statement.
#[salsa::input]
pub struct StmtInput {
    #[returns(copy)]
    pub item: Item,
    #[returns(ref)]
    pub stmt: Arc<Stmt>,
    #[returns(ref)]
    pub around: Arc<Around>,
}

/// What the text of a unit says before anything is elaborated.
#[salsa::input]
pub struct UnitInput {
    #[returns(ref)]
    pub index: Arc<Index>,
    /// The statements in their order.
    #[returns(ref)]
    pub order: Arc<[Item]>,
    #[returns(copy)]
    pub compat: Compat,
}

/// A unit, and what queries found out about it. Clones share what they find out, and one of them may change the unit
/// when the others are gone.
#[salsa::db]
#[derive(Clone)]
pub struct Database {
    storage: salsa::Storage<Self>,
    values: Arc<Values>,
    elaborations: Arc<AtomicUsize>,
    unit: Arc<Unit>,
    input: Option<UnitInput>,
    /// By item.
    stmts: Arc<Vec<StmtInput>>,
    /// See [`crate::ide::symbols::learn`].
    learned: Arc<RwLock<Option<Arc<RecordNames>>>>,
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn values(&self) -> &Arc<Values> {
        &self.values
    }

    fn count(&self) {
        self.elaborations.fetch_add(1, Ordering::Relaxed);
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

    fn stmt(&self, item: Item) -> StmtInput {
        self.stmts[item.0 as usize]
    }
}

impl Database {
    pub fn new(unit: Arc<Unit>, compat: Compat) -> Database {
        Database::with_storage(salsa::Storage::new(None), unit, compat)
    }

    /// A database that tells what its queries do.
    pub fn with_log(
        unit: Arc<Unit>,
        compat: Compat,
        log: impl Fn(salsa::Event) + Send + Sync + 'static,
    ) -> Database {
        Database::with_storage(salsa::Storage::new(Some(Box::new(log))), unit, compat)
    }

    fn with_storage(storage: salsa::Storage<Self>, unit: Arc<Unit>, compat: Compat) -> Database {
        let mut db = Database {
            storage,
            values: Arc::default(),
            elaborations: Arc::default(),
            unit,
            input: None,
            stmts: Arc::default(),
            learned: Arc::default(),
        };
        let arounds = around::all(&db.unit);
        let index = Arc::new(Index::new(&db.unit, &arounds));
        let input = UnitInput::builder(index, db.unit.order().into(), compat)
            .durability(Durability::MEDIUM)
            .new(&db);
        db.input = Some(input);
        db.add_statements(&arounds);
        db
    }

    /// The names of all records as they were when someone last looked.
    pub(crate) fn learned(&self) -> Option<Arc<RecordNames>> {
        let learned = self.learned.read();
        learned.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_learned(&self, names: Arc<RecordNames>) {
        let learned = self.learned.write();
        *learned.unwrap_or_else(PoisonError::into_inner) = Some(names);
    }

    /// How often a statement was elaborated so far.
    pub fn elaborations(&self) -> usize {
        self.elaborations.load(Ordering::Relaxed)
    }

    /// Makes inputs of the statements that have none yet. Most of them will never change.
    fn add_statements(&mut self, arounds: &[Arc<Around>]) {
        let mut stmts = Arc::unwrap_or_clone(std::mem::take(&mut self.stmts));
        for (index, around) in arounds.iter().enumerate().skip(stmts.len()) {
            let item = Item(index as u32);
            let input = StmtInput::builder(item, self.unit.stmt(item).clone(), around.clone())
                .durability(Durability::HIGH)
                .new(self);
            stmts.push(input);
        }
        self.stmts = Arc::new(stmts);
    }

    /// Goes on with the unit as it is after an edit, which was read with the present one as the earlier.
    pub fn set_unit(&mut self, unit: Arc<Unit>) {
        let old = std::mem::replace(&mut self.unit, unit.clone());
        if Arc::ptr_eq(&old.sources.layout, &unit.sources.layout) {
            self.set_texts(&old, &unit);
        } else {
            self.set_layout(&old, &unit);
        }
    }

    /// Only what statements say may differ.
    fn set_texts(&mut self, old: &Unit, unit: &Unit) {
        let (old_files, files) = (&old.sources.files, &unit.sources.files);
        let mut keeps_index = true;
        for (source, (old_file, file)) in old_files.iter().zip(files).enumerate() {
            if Arc::ptr_eq(&old_file.lowered, &file.lowered) {
                continue;
            }
            for item in unit.sources.layout.of_source(source).iter().flatten() {
                keeps_index &= self.set_stmt(*item, old, unit);
            }
        }
        if !keeps_index {
            self.set_index(unit, &around::all(unit));
        }
    }

    fn set_layout(&mut self, old: &Unit, unit: &Unit) {
        let arounds = around::all(unit);
        for (input, around) in self.stmts.clone().iter().zip(&arounds) {
            self.set_stmt(input.item(self), old, unit);
            if input.around(self) != around {
                input
                    .set_around(self)
                    .with_durability(Durability::LOW)
                    .to(around.clone());
            }
        }
        self.add_statements(&arounds);
        self.set_index(unit, &arounds);
        self.input()
            .set_order(self)
            .with_durability(Durability::MEDIUM)
            .to(unit.order().into());
    }

    /// Sets what a statement says. Returns whether that leaves the index as it is.
    fn set_stmt(&mut self, item: Item, old: &Unit, unit: &Unit) -> bool {
        let (old, new) = (old.stmt(item), unit.stmt(item));
        if Arc::ptr_eq(old, new) || old == new {
            return true;
        }
        let input = self.stmts[item.0 as usize];
        let index = self.input().index(self);
        let keeps_index = index.is_same(old, new, unit, input.around(self));
        input
            .set_stmt(self)
            .with_durability(Durability::LOW)
            .to(new.clone());
        keeps_index
    }

    fn set_index(&mut self, unit: &Unit, arounds: &[Arc<Around>]) {
        let index = Arc::new(Index::new(unit, arounds));
        self.input()
            .set_index(self)
            .with_durability(Durability::MEDIUM)
            .to(index);
    }
}
