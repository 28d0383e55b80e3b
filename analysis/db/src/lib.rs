//! The database: statements of a unit are elaborated when their results are queried.
//!
//! * The inputs are the statements, one by one, with their enclosing blocks ([`StmtInput`]), and the index of declared
//!   names ([`UnitInput`]). An edit sets only the inputs that differ.
//! * [`outcome_of`] is the outcome of a statement. It reads other statements only through [`outcome_of`], and only
//!   earlier ones. So the queries cannot form a cycle, and each records its precise dependencies.
//! * The statements that may create a record with a certain name follow from the syntax ([`Index`]). Only these
//!   statements are elaborated when the name is looked up.
//! * An id denotes the same statement as long as the statement exists, and two statements never change their order. So
//!   comparing the places of statements is no dependency.
//!
//! The elaborator is that of [`elaborate::sequential`]. Only its interface to earlier statements is implemented
//! differently.

#![warn(clippy::print_stdout, missing_docs)]

mod candidates;
mod earliest;
mod enclosing;
pub mod host;
pub mod index;
mod input;
mod instance_diagnostics;
pub mod lookup;
mod name_prefixes;
mod numbers;
mod on_demand;
mod record_names;
mod world;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use elaborate::anonymous_numbers::Numbers;
use elaborate::collection::{self, Collection};
use elaborate::diagnostic::Diagnostic;
use elaborate::eval::{Context, InstanceResult, LocalVars, Outcome, elaborate, make_pure_instance};
use elaborate::hir::{Stmt, StmtKind};
use elaborate::ids::StmtId;
use elaborate::record::Record;
use elaborate::records::Records;
use elaborate::sequential::{Elaborated, collect};
use elaborate::stack;
use elaborate::symbol::Sym;
use elaborate::unit::Unit;
use elaborate::value::{AnonKey, Flags, Node, ValueId, ValueStore};
use rustc_hash::FxHashSet;

pub use index::Index;
use index::Space;
pub use input::{Database, StmtInput, UnitInput};
use instance_diagnostics::InstanceDiagnostics;
pub use on_demand::on_demand;
pub use record_names::{Families, RecordNames};
pub use world::Altered;
use world::{Before, Named};

/// The interface of the database for queries: the inputs, and the store of values.
#[salsa::db]
pub trait Db: salsa::Database {
    /// The store of all values that queries create. Values never change, so reading them is no dependency.
    fn values(&self) -> &Arc<ValueStore>;

    /// Updates the statistics after the elaboration of a statement.
    fn note_elaborated(&self, item: StmtId, outcome: &Outcome);

    /// The present unit. Reading it is not recorded as a dependency, so queries may use it only to compare the places
    /// of two statements.
    fn unit(&self) -> &Arc<Unit>;

    /// The input with the facts about the whole unit.
    fn input(&self) -> UnitInput;

    /// The input of the statement with this id.
    fn stmt(&self, item: StmtId) -> StmtInput;
}

/// The outcome of a statement.
#[salsa::tracked(returns(ref), no_eq)]
pub(crate) fn outcome(db: &dyn Db, stmt: StmtInput) -> Arc<Outcome> {
    let item = stmt.item(db);
    let world = Before::item(db, item);
    let context = context(db, stmt);
    let values = db.values();
    let outcome = world::with_scratch(values, |scratch| {
        let release = db.input().release(db);
        Arc::new(elaborate(
            values,
            &world,
            release,
            item,
            stmt.stmt(db),
            &context,
            scratch,
        ))
    });
    if outcome.is_cut {
        // With the budget that is left after an edit, the elaboration may get further, so it is run again then.
        db.report_untracked_read();
    }
    db.note_elaborated(item, &outcome);
    outcome
}

/// The statements that declare or define a class, in source order.
pub fn declaring_class(db: &dyn Db, class: Sym) -> &[StmtId] {
    lookup::declaring(db, Space::Class, class)
}

/// The outcome of the statement with this id.
pub fn outcome_of(db: &dyn Db, item: StmtId) -> &Arc<Outcome> {
    outcome(db, db.stmt(item))
}

/// Firewall query: the record with this name that a statement creates. A lookup depends on this record only, not on the
/// whole outcome of the statement.
#[salsa::tracked(returns(ref))]
fn made_record(db: &dyn Db, stmt: StmtInput, name: ValueId) -> Option<Arc<Record>> {
    outcome(db, stmt).record(name).cloned()
}

/// Whether instances of a class are the same everywhere. This holds if the class and the classes of the instances in it
/// look up no records by name and are declared once, and if no record has a name in the form of an instance's name.
#[salsa::tracked]
pub(crate) fn is_pure(db: &dyn Db, unit: UnitInput, class: Sym) -> bool {
    if *lookup::has_borrowed_name(db) {
        return false;
    }
    let [item] = lookup::declaring(db, Space::Class, class)[..] else {
        return false;
    };
    let Some(proto) = &outcome_of(db, item).class else {
        return false;
    };
    let record = &proto.record;
    let assertions = record
        .assertions()
        .iter()
        .flat_map(|it| [it.cond, it.message]);
    let dumps = record.dumps().iter().map(|it| it.message);
    let values = record.values.iter().flatten().copied();
    let mut seen = FxHashSet::default();
    let mut all = values.chain(assertions).chain(dumps);
    all.all(|v| is_pure_value(db, unit, class, v, &mut seen))
}

fn is_pure_value(
    db: &dyn Db,
    unit: UnitInput,
    class: Sym,
    v: ValueId,
    seen: &mut FxHashSet<ValueId>,
) -> bool {
    let data = db.values().get(v);
    if data.flags.contains(Flags::PENDING) {
        return false;
    }
    // With little stack left, the instance is elaborated where it is used. That elaboration reports that the instance
    // is nested too deeply.
    if stack::is_low() {
        return false;
    }
    // Of the remaining values, only those that contain instances can be impure. Each value is examined once.
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

/// The result of a class instance if it is known to be the same everywhere; `None` otherwise.
#[salsa::tracked(returns(ref), no_eq)]
pub(crate) fn pure_instance(
    db: &dyn Db,
    unit: UnitInput,
    instance: ValueId,
) -> Option<Arc<InstanceResult>> {
    let Node::Instance(class, args) = db.values().node(instance) else {
        return None;
    };
    let pending = |(_, v): &(_, ValueId)| db.values().flags(*v).contains(Flags::PENDING);
    if args.iter().any(pending) || !is_pure(db, unit, *class) {
        return None;
    }
    let world = Before::all(db);
    let made = world::with_scratch(db.values(), |scratch| {
        let release = unit.release(db);
        make_pure_instance(db.values(), &world, release, instance, scratch)
    });
    if made.as_ref().is_none_or(|it| it.is_cut) {
        db.report_untracked_read();
    }
    made.filter(|_| !world.asked_numbers())
}

/// The anonymous record to which `value` refers, if it is the record of a class instance, and the instance either is
/// the same everywhere or was created first by the statement `item`; `None` otherwise.
pub fn instance_record(db: &dyn Db, item: StmtId, value: ValueId) -> Option<Arc<Record>> {
    let Node::Def(name) = *db.values().node(value) else {
        return None;
    };
    let AnonKey::Instance(instance) = db.values().as_anonymous(name)? else {
        return None;
    };
    if let Some(known) = pure_instance(db, db.input(), instance) {
        return Some(known.record.clone());
    }
    let mut own = outcome_of(db, item).instances.iter().map(|(_, it)| it);
    own.find(|it| it.def == value).map(|it| it.record.clone())
}

/// The context of a statement from its enclosing blocks: the values of `let`s, the variables defined earlier in the
/// blocks, and the `defset`s.
fn context(db: &dyn Db, stmt: StmtInput) -> Context {
    let mut context = Context::default();
    for block in &stmt.around(db).blocks {
        let head = db.stmt(block.head);
        match &head.stmt(db).kind {
            StmtKind::Let(it) => {
                context.lets.push(outcome(db, head).clone());
                if it.braces {
                    let vars = block.defvars.iter();
                    let vars = vars.filter_map(|it| outcome_of(db, *it).variable);
                    context.scopes.push(LocalVars(vars.collect()));
                }
            }
            StmtKind::Defset(_) => context.defsets.extend(outcome(db, head).defset),
            _ => {}
        }
    }
    context
}

/// The outcome of elaborating `stmt` in place of the statement `item`.
pub fn elaborate_instead(db: &dyn Db, item: StmtId, stmt: &Stmt) -> Outcome {
    elaborate_copy(db, &Before::item(db, item), item, stmt)
}

/// Like [`elaborate_instead`], with some multiclasses replaced by those in `altered`.
pub fn elaborate_among(db: &dyn Db, item: StmtId, stmt: &Stmt, altered: &Altered) -> Outcome {
    elaborate_copy(db, &Before::item(db, item).with(altered), item, stmt)
}

fn elaborate_copy(db: &dyn Db, world: &Before<'_>, item: StmtId, stmt: &Stmt) -> Outcome {
    let context = Context {
        lenient_lets: true,
        ..context(db, db.stmt(item))
    };
    elaborate_within(db, world, &context, item, stmt)
}

fn elaborate_in(db: &dyn Db, world: &Before<'_>, item: StmtId, stmt: &Stmt) -> Outcome {
    let context = context(db, db.stmt(item));
    elaborate_within(db, world, &context, item, stmt)
}

fn elaborate_within(
    db: &dyn Db,
    world: &Before<'_>,
    context: &Context,
    item: StmtId,
    stmt: &Stmt,
) -> Outcome {
    let release = db.input().release(db);
    world::with_scratch(db.values(), |scratch| {
        elaborate(db.values(), world, release, item, stmt, context, scratch)
    })
}

/// The record with this name; `None` if no statement of the unit creates it. Elaborates the statements that may create
/// the record, and their dependencies.
pub fn record(db: &dyn Db, name: &str) -> Option<Arc<Record>> {
    Before::all(db).def_named(db.values().str(Sym::new(name)))
}

/// All classes and records of a unit, and all diagnostics.
pub fn all(db: &dyn Db) -> Elaborated {
    let pure = |instance| pure_instance(db, db.input(), instance).clone();
    collect(
        db.values().clone(),
        db.unit(),
        db.input().release(db),
        &pure,
        |_, item, _| Some(outcome_of(db, item).clone()),
    )
}

/// All classes and records of a unit in its present state. `kept` holds the classes and records from the previous call.
/// The unaffected parts of `kept` are reused, and `kept` is brought up to date.
pub fn all_after_edit(db: &dyn Db, kept: &mut Option<Collection>) -> Arc<Records> {
    let pure = |instance| pure_instance(db, db.input(), instance).clone();
    // This may unwind (cancellation), so all changes come after it.
    let outcomes = collection::statements(db.unit()).map(|it| outcome_of(db, it).clone());
    let mut outcomes: Vec<Arc<Outcome>> = outcomes.collect();
    if let Some(collection) = kept
        && Arc::ptr_eq(&collection.records().values, db.values())
    {
        match collection.update(db.unit(), outcomes, &pure) {
            Ok(()) => return collection.records().clone(),
            Err(unused) => outcomes = unused,
        }
    }
    let before = kept.take().map(Collection::into_records);
    let mut next = outcomes.iter();
    let elaborated = collect(
        db.values().clone(),
        db.unit(),
        db.input().release(db),
        &pure,
        |_, _, _| next.next().cloned(),
    );
    match Collection::new(db.unit(), elaborated, before.as_deref(), outcomes, &pure) {
        Ok(collection) => kept.insert(collection).records().clone(),
        Err(records) => records,
    }
}

/// The diagnostics of the statements `items`, which must be in source order. The diagnostics of a class instance are
/// reported for the first statement that uses it. A second record with the same name is an error.
pub fn diagnostics(db: &dyn Db, items: &[StmtId]) -> Vec<(StmtId, Diagnostic)> {
    let mut diagnostics = Vec::new();
    let mut instances = InstanceDiagnostics::new(db);
    let mut named = Named::default();
    for item in items {
        let mut outcome = outcome_of(db, *item).clone();
        let is_taken = |it: &Arc<Record>| {
            named.contains_key(&it.name) && !outcome.droppable.contains(&it.name)
        };
        if outcome.records.iter().any(is_taken) {
            // If an earlier record has the same name, the statement fails, so it is elaborated again in a world that
            // knows the earlier names.
            let world = Before::item(db, *item).among(&named);
            outcome = Arc::new(elaborate_in(db, &world, *item, db.stmt(*item).stmt(db)));
        }
        let said = instances.diagnostics(&outcome);
        diagnostics.extend(said.into_iter().map(|it| (*item, it)));
        for record in &outcome.records {
            let name = named.entry(record.name);
            name.or_insert_with(|| record.clone());
        }
    }
    diagnostics
}

/// The numbers of all anonymous records.
pub fn numbers(db: &dyn Db) -> Numbers {
    numbers::before(db, db.unit().order().len())
}
