//! The records of a unit, elaborated when backends request them.

use std::sync::{Arc, OnceLock};

use elaborate::anonymous_numbers::{Event, Numbers, spelt_name};
use elaborate::eval::Outcome;
use elaborate::ids::StmtId;
use elaborate::record::Record;
use elaborate::records::{Demand, Records};
use elaborate::sequential::with_grown_supers;
use elaborate::symbol::Sym;
use elaborate::value::{AnonKey, ValueId};
use indexmap::IndexMap;
use parking_lot::{Mutex, MutexGuard};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use syntax::Release;

use super::candidates::Uses;
use super::index::Space;
use super::lookup;
use super::world::Before;
use super::{Database, Db, all, numbers, outcome_of, pure_instance};

/// The classes and records of a unit, each elaborated when it is first requested.
pub fn on_demand(db: Database) -> Records {
    let (values, sources) = (db.values().clone(), db.unit().sources.clone());
    let release = db.input().release(&db);
    let source = OnDemand {
        db: Mutex::new(db),
        uses: OnceLock::new(),
        instances: Mutex::default(),
    };
    Records::on_demand(values, sources, release, Box::new(source))
}

struct OnDemand {
    db: Mutex<Database>,
    uses: OnceLock<Uses>,
    /// The class instances whose result depends on where they are used, keyed by the name of the instance's record.
    /// They come from the statements that have been elaborated so far.
    instances: Mutex<Instances>,
}

#[derive(Default)]
struct Instances {
    found: FxHashMap<ValueId, Arc<Record>>,
    searched: FxHashSet<StmtId>,
}

impl OnDemand {
    fn db(&self) -> MutexGuard<'_, Database> {
        self.db.lock()
    }

    fn instance(&self, db: &Database, name: ValueId, instance: ValueId) -> Option<Arc<Record>> {
        if let Some(made) = pure_instance(db, db.input(), instance) {
            return Some(made.record.clone());
        }
        let mut instances = self.instances.lock();
        if let Some(record) = instances.found.get(&name) {
            return Some(record.clone());
        }
        for item in db.elaborated() {
            if instances.searched.insert(item) {
                for (_, made) in &outcome_of(db, item).instances {
                    let record = || made.record.clone();
                    instances
                        .found
                        .entry(made.record.name)
                        .or_insert_with(record);
                }
            }
        }
        instances.found.get(&name).cloned()
    }
}

impl Demand for OnDemand {
    fn class(&self, name: Sym) -> Option<Arc<Record>> {
        let db = self.db();
        let items = lookup::declaring(&*db, Space::Class, name);
        let mut protos = items.iter().rev();
        let proto = protos.find_map(|item| outcome_of(&*db, *item).class.as_ref())?;
        Some(proto.record.clone())
    }

    fn def(&self, name: ValueId) -> Option<Arc<Record>> {
        let db = self.db();
        let record = match db.values().as_anonymous(name) {
            Some(AnonKey::Instance(instance)) => self.instance(&db, name, instance),
            _ => Before::all(&*db).def_named(name),
        };
        record.map(|it| finished(&db, &it))
    }

    fn derived(&self, class: Sym) -> Vec<Arc<Record>> {
        let db = self.db();
        let unit = db.unit().clone();
        let uses = self.uses.get_or_init(|| {
            let around = |item| db.stmt(item).around(&*db).clone();
            Uses::new(&unit, around)
        });
        let mut items: Vec<StmtId> = uses.candidates(&unit, class).into_iter().collect();
        items.sort_unstable_by_key(|item| unit.sources.layout.place(*item));
        let mut found = DefinedRecords::default();
        for item in items {
            found.add_outcome(&db, outcome_of(&*db, item));
        }
        if *lookup::has_borrowed_name(&*db) {
            found.leave_out_dropped(&db);
        }
        let records = found.records.values().map(|it| finished(&db, it));
        records.filter(|it| it.is_subclass_of(class)).collect()
    }

    fn order(&self, record: &Record) -> u64 {
        let db = self.db();
        let Some(item) = record.locs.last().map(|loc| loc.item) else {
            return u64::MAX;
        };
        let outcome = outcome_of(&*db, item);
        let index = outcome.records.iter().position(|it| it.name == record.name);
        match (index, db.unit().sources.layout.place(item)) {
            (Some(index), Some(place)) => u64::from(place) << 32 | index as u64,
            _ => u64::MAX,
        }
    }

    fn numbers(&self) -> Numbers {
        let db = self.db();
        numbers(&*db)
    }

    fn all(&self) -> Records {
        all(&*self.db()).records
    }
}

/// A record as it is after the whole unit has been elaborated.
fn finished(db: &Database, record: &Arc<Record>) -> Arc<Record> {
    // Before LLVM 21, records do not change after they are created.
    if db.input().release(db) >= Release::V21 {
        with_grown_supers(record, |class| late_supers(db, class))
    } else {
        record.clone()
    }
}

/// The superclasses that a class gets after its first declaration; `None` if it gets none.
fn late_supers(db: &Database, class: Sym) -> Option<&[Sym]> {
    let [_, later @ ..] = &lookup::declaring(db, Space::Class, class)[..] else {
        return None;
    };
    let supers = |item: &StmtId| Some(&outcome_of(db, *item).class.as_ref()?.record.supers[..]);
    let supers = later.iter().rev().find_map(supers)?;
    (!supers.is_empty()).then_some(supers)
}

/// The records of some statements, in source order. Of several records with the same name, the first is kept.
#[derive(Default)]
struct DefinedRecords {
    records: IndexMap<ValueId, Arc<Record>, FxBuildHasher>,
    instances: FxHashSet<ValueId>,
}

impl DefinedRecords {
    fn add(&mut self, record: &Arc<Record>) {
        let record = || record.clone();
        self.records.entry(record().name).or_insert_with(record);
    }

    /// Removes the anonymous records whose names are also the explicit names of other records.
    fn leave_out_dropped(&mut self, db: &Database) {
        let numbers = numbers(db);
        let is_taken = |name: ValueId| {
            let number = numbers.number_in(db.values(), name)?;
            Before::all(db).def_named(db.values().string(&spelt_name(number)))
        };
        self.records.retain(|name, _| is_taken(*name).is_none());
    }

    fn add_outcome(&mut self, db: &Database, outcome: &Outcome) {
        for record in &outcome.records {
            self.add(record);
        }
        for (instance, made) in &outcome.instances {
            if self.instances.insert(*instance) {
                self.add(&made.record);
            }
        }
        for (_, made) in &outcome.instances {
            self.add_used(db, &made.events);
        }
        self.add_used(db, &outcome.events);
    }

    /// Adds the instances that are used in `events` and that no statement evaluated.
    fn add_used(&mut self, db: &Database, events: &[Event]) {
        for event in events {
            if let Event::Instance(instance) = event
                && self.instances.insert(*instance)
                && let Some(made) = pure_instance(db, db.input(), *instance)
            {
                self.add(&made.record);
                self.add_used(db, &made.events);
            }
        }
    }
}
