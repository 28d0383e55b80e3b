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

use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::eval::{
    Compat, Context, InstanceResult, LocalVars, Outcome, elaborate, make_pure_instance,
};
use crate::hir::StmtKind;
use crate::numbering::Numbers;
use crate::record::{Item, Record};
use crate::sequential::{Elaborated, collect};
use crate::symbol::Sym;
use crate::unit::Unit;
use crate::value::{Flags, Node, V, Values};

pub use index::Index;
use world::Before;

#[salsa::db]
pub trait Db: salsa::Database {
    /// The store of all values that queries make. Values never change, so reading them is no dependency.
    fn values(&self) -> &Arc<Values>;

    /// Where records were found last. Hints only: who follows one asks the statement, which is the dependency.
    fn makers(&self) -> &Makers;
}

/// The statement that made the record of each name, when one was asked last.
#[derive(Clone, Default)]
pub struct Makers(Arc<Mutex<FxHashMap<V, Item>>>);

impl Makers {
    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<V, Item>> {
        self.0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn get(&self, name: V) -> Option<Item> {
        self.lock().get(&name).copied()
    }

    fn note(&self, outcome: &Outcome, item: Item) {
        let mut makers = self.lock();
        for record in &outcome.records {
            makers.insert(record.name, item);
        }
    }
}

#[salsa::db]
#[derive(Clone, Default)]
pub struct Database {
    storage: salsa::Storage<Self>,
    values: Arc<Values>,
    makers: Makers,
}

impl Database {
    /// A database that tells what its queries do.
    pub fn with_log(log: impl Fn(salsa::Event) + Send + Sync + 'static) -> Database {
        Database {
            storage: salsa::Storage::new(Some(Box::new(log))),
            values: Arc::default(),
            makers: Makers::default(),
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

    fn makers(&self) -> &Makers {
        &self.makers
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
    let outcome = world::with_scratch(|scratch| {
        let (values, compat) = (db.values(), unit.compat(db));
        Arc::new(elaborate(
            values, &world, compat, item, stmt, &context, scratch,
        ))
    });
    db.makers().note(&outcome, item);
    outcome
}

/// Whether instances of a class are the same wherever they are made: nothing in it looks records up by name, and it is
/// declared once.
#[salsa::tracked]
pub(crate) fn is_pure(db: &dyn Db, unit: UnitInput, class: Sym) -> bool {
    let [item] = static_index(db, unit).classes(class) else {
        return false;
    };
    let Some(proto) = &outcome(db, unit, *item).class else {
        return false;
    };
    let record = &proto.record;
    let assertions = record
        .assertions
        .iter()
        .flat_map(|it| [it.cond, it.message]);
    let dumps = record.dumps.iter().map(|it| it.message);
    let values = record.values.iter().flatten().copied();
    let mut seen = FxHashSet::default();
    let mut all = values.chain(assertions).chain(dumps);
    all.all(|v| is_pure_value(db, unit, class, v, &mut seen))
}

fn is_pure_value(db: &dyn Db, unit: UnitInput, class: Sym, v: V, seen: &mut FxHashSet<V>) -> bool {
    let data = db.values().get(v);
    if data.flags.contains(Flags::PENDING) {
        return false;
    }
    // Only what mentions instances can be impure now; each value is looked at once.
    if !data.flags.contains(Flags::RECORD) || !seen.insert(v) {
        return true;
    }
    if let Node::Instance(other, _) = &data.node
        && (*other == class || !is_pure(db, unit, *other))
    {
        return false;
    }
    let mut pure = true;
    data.node
        .for_each_child(|child| pure = pure && is_pure_value(db, unit, class, child, seen));
    pure
}

/// A class instance, if it is the same wherever it is made.
#[salsa::tracked(returns(ref), no_eq)]
pub(crate) fn pure_instance(
    db: &dyn Db,
    unit: UnitInput,
    instance: V,
) -> Option<Arc<InstanceResult>> {
    let Node::Instance(class, args) = db.values().node(instance) else {
        return None;
    };
    let pending = |(_, v): &(_, V)| db.values().flags(*v).contains(Flags::PENDING);
    if args.iter().any(pending) || !is_pure(db, unit, *class) {
        return None;
    }
    let item = Item(unit.unit(db).stmts.len() as u32);
    let world = Before { db, unit, item };
    world::with_scratch(|scratch| {
        make_pure_instance(db.values(), &world, unit.compat(db), instance, scratch)
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

/// Statements that share a table of [`wild_records`].
const WILD_STRIDE: usize = 128;

/// What a stretch of the statements makes whose names only elaboration tells: that a name is not among theirs must be
/// found out again and again, so it should not take asking each.
#[salsa::tracked(returns(ref), no_eq)]
fn wild_records(db: &dyn Db, unit: UnitInput, stride: usize) -> FxHashMap<V, Item> {
    let items = static_index(db, unit).anything();
    let stretch = &items[stride * WILD_STRIDE..(stride + 1) * WILD_STRIDE];
    let records = stretch.iter().flat_map(|item| {
        let made = outcome(db, unit, *item).records.iter();
        made.map(|record| (record.name, *item))
    });
    records.collect()
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
    let pure = |instance| pure_instance(db, unit, instance).clone();
    collect(
        db.values().clone(),
        read,
        unit.compat(db),
        &pure,
        |_, item, _| outcome(db, unit, item).clone(),
    )
}
