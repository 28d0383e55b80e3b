//! The database: statements of a unit elaborate when something asks for what they make.
//!
//! * [`UnitInput`] is what is known from the start: a unit as it was read.
//! * [`outcome`] is what one statement elaborates to. It reads other statements only through [`outcome`] and only
//!   statements before its own, so the queries cannot form a cycle and each knows precisely what it depends on.
//! * Which statements might make a record of a certain name follows from the text alone ([`Index`]); only those are
//!   elaborated when the name is looked up.
//!
//! The evaluator is that of [`crate::sequential`]; what differs is who answers its questions.

mod index;
mod world;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::eval::{Compat, Context, LocalVars, Outcome, elaborate};
use crate::hir::StmtKind;
use crate::numbering::Numbers;
use crate::record::{Item, Record};
use crate::sequential::{Elaborated, collect};
use crate::symbol::Sym;
use crate::unit::Unit;
use crate::value::Values;

pub use index::Index;
use world::Before;

#[salsa::db]
pub trait Db: salsa::Database {
    /// The store of all values that queries make. Values never change, so reading them is no dependency.
    fn values(&self) -> &Arc<Values>;
}

#[salsa::db]
#[derive(Clone, Default)]
pub struct Database {
    storage: salsa::Storage<Self>,
    values: Arc<Values>,
}

impl Database {
    /// A database that tells what its queries do.
    pub fn with_log(log: impl Fn(salsa::Event) + Send + Sync + 'static) -> Database {
        Database {
            storage: salsa::Storage::new(Some(Box::new(log))),
            values: Arc::default(),
        }
    }
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn values(&self) -> &Arc<Values> {
        &self.values
    }
}

/// A unit as it was read.
#[salsa::input]
pub struct UnitInput {
    #[returns(ref)]
    pub unit: Arc<Unit>,
    #[returns(copy)]
    pub compat: Compat,
}

/// Which statements declare which names, and what stands around each statement.
#[salsa::tracked(returns(ref), no_eq)]
pub fn static_index(db: &dyn Db, unit: UnitInput) -> Index {
    Index::new(unit.unit(db))
}

/// What a statement elaborates to.
#[salsa::tracked(returns(ref), no_eq)]
pub fn outcome(db: &dyn Db, unit: UnitInput, item: Item) -> Arc<Outcome> {
    let world = Before { db, unit, item };
    let context = context(db, unit, item);
    let stmt = unit.unit(db).stmt(item);
    world::with_scratch(|scratch| {
        Arc::new(elaborate(
            db.values(),
            &world,
            unit.compat(db),
            item,
            stmt,
            &context,
            scratch,
        ))
    })
}

/// What encloses a statement: the values of `let`s, and the variables of braces defined before it.
fn context(db: &dyn Db, unit: UnitInput, item: Item) -> Context {
    let mut context = Context::default();
    for block in static_index(db, unit).enclosing(item) {
        match &unit.unit(db).stmt(block.head).kind {
            StmtKind::Let(it) => {
                context.lets.push(outcome(db, unit, block.head).clone());
                if it.braces {
                    let before = block.defvars.iter().take_while(|it| **it < item);
                    let vars = before.filter_map(|it| outcome(db, unit, *it).variable);
                    context.scopes.push(LocalVars(vars.collect()));
                }
            }
            StmtKind::Defset(_) => context.defsets.extend(outcome(db, unit, block.head).defset),
            _ => {}
        }
    }
    context
}

/// Statements that share a step of the numbering.
const STRIDE: usize = 512;

/// The numbers of anonymous records before a statement whose number is a multiple of [`STRIDE`].
#[salsa::tracked(returns(ref), no_eq)]
fn numbers_before(db: &dyn Db, unit: UnitInput, stride: usize) -> Numbers {
    let mut numbers = match stride {
        0 => return Numbers::default(),
        _ => numbers_before(db, unit, stride - 1).clone(),
    };
    let items = (stride - 1) * STRIDE..stride * STRIDE;
    for item in items.map(|item| Item(item as u32)) {
        replay(db, unit, item, &mut numbers);
    }
    numbers
}

fn replay(db: &dyn Db, unit: UnitInput, item: Item, numbers: &mut Numbers) {
    let outcome = outcome(db, unit, item);
    numbers.replay(db.values(), &outcome.events, &|v| {
        outcome.instance_events(v)
    });
}

/// The numbers of anonymous records before a statement.
fn numbers_at(db: &dyn Db, unit: UnitInput, item: Item) -> Numbers {
    let stride = item.0 as usize / STRIDE;
    let mut numbers = numbers_before(db, unit, stride).clone();
    for item in (stride * STRIDE) as u32..item.0 {
        replay(db, unit, Item(item), &mut numbers);
    }
    numbers
}

/// The record of this name, wherever in the unit it is made. Elaborates what might make it, and what that reads.
pub fn record(db: &dyn Db, unit: UnitInput, name: &str) -> Option<Arc<Record>> {
    let end = Item(unit.unit(db).stmts.len() as u32);
    let world = Before {
        db,
        unit,
        item: end,
    };
    world.def_named(db.values().str(Sym::new(name)))
}

/// All records of a unit.
pub fn all(db: &dyn Db, unit: UnitInput) -> Elaborated {
    let read = unit.unit(db);
    collect(db.values().clone(), read, unit.compat(db), |_, item, _| {
        outcome(db, unit, item).clone()
    })
}
