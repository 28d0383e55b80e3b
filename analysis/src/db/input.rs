//! What the database is told, and how little of it is told again after an edit.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;
use salsa::{Durability, Setter};

use super::around::{self, Around};
use super::{Db, Index};
use crate::eval::Compat;
use crate::hir::Stmt;
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
    elaborated: Arc<Mutex<FxHashSet<Item>>>,
    unit: Arc<Unit>,
    input: Option<UnitInput>,
    /// By item.
    stmts: Arc<Vec<StmtInput>>,
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn values(&self) -> &Arc<Values> {
        &self.values
    }

    fn note_elaborated(&self, item: Item) {
        self.elaborations.fetch_add(1, Ordering::Relaxed);
        self.lock_elaborated().insert(item);
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
            elaborated: Arc::default(),
            unit,
            input: None,
            stmts: Arc::default(),
        };
        let arounds = around::all(&db.unit);
        let index = Arc::new(Index::new(&db.unit, &arounds));
        let input = UnitInput::builder(index, db.unit.sources.order.as_slice().into(), compat)
            .durability(Durability::MEDIUM)
            .new(&db);
        db.input = Some(input);
        db.add_statements(&arounds);
        db
    }

    /// How often a statement was elaborated so far.
    pub fn elaborations(&self) -> usize {
        self.elaborations.load(Ordering::Relaxed)
    }

    fn lock_elaborated(&self) -> MutexGuard<'_, FxHashSet<Item>> {
        let elaborated = self.elaborated.lock();
        elaborated.unwrap_or_else(PoisonError::into_inner)
    }

    /// The statements that were elaborated so far, in their order.
    pub fn elaborated(&self) -> Vec<Item> {
        let mut items: Vec<Item> = self.lock_elaborated().iter().copied().collect();
        items.sort_unstable_by_key(|item| self.unit.sources.place(*item));
        items
    }

    /// Makes inputs of the statements that have none yet. Most of them will never change.
    fn add_statements(&mut self, arounds: &[Arc<Around>]) {
        let mut stmts = Arc::unwrap_or_clone(std::mem::take(&mut self.stmts));
        let added = self.unit.stmts.iter().zip(arounds).enumerate();
        for (item, (stmt, around)) in added.skip(stmts.len()) {
            let input = StmtInput::builder(Item(item as u32), stmt.clone(), around.clone())
                .durability(Durability::HIGH)
                .new(self);
            stmts.push(input);
        }
        self.stmts = Arc::new(stmts);
    }

    /// Goes on with the unit as it is after an edit, which was read with the present one as the earlier.
    pub fn set_unit(&mut self, unit: Arc<Unit>) {
        let old = std::mem::replace(&mut self.unit, unit.clone());
        let input = self.input();
        let arounds = around::all(&unit);
        let mut keeps_index = old.sources.order == unit.sources.order;
        for (item, old) in old.stmts.iter().enumerate() {
            let (stmt, around) = (&unit.stmts[item], &arounds[item]);
            let known = self.stmts[item];
            if !Arc::ptr_eq(old, stmt) && old != stmt {
                let index = input.index(self);
                keeps_index = keeps_index && index.is_same(old, stmt, &unit, around);
                known
                    .set_stmt(self)
                    .with_durability(Durability::LOW)
                    .to(stmt.clone());
            }
            if known.around(self) != around {
                keeps_index = false;
                known
                    .set_around(self)
                    .with_durability(Durability::LOW)
                    .to(around.clone());
            }
        }
        self.add_statements(&arounds);
        if !keeps_index {
            let index = Arc::new(Index::new(&unit, &arounds));
            input
                .set_index(self)
                .with_durability(Durability::MEDIUM)
                .to(index);
        }
        if old.sources.order != unit.sources.order {
            let order: Arc<[Item]> = unit.sources.order.as_slice().into();
            input
                .set_order(self)
                .with_durability(Durability::MEDIUM)
                .to(order);
        }
    }
}
