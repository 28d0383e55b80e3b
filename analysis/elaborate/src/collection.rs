//! All records of a unit, updated after edits that change few of them.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::eval::{InstanceResult, Outcome};
use crate::ids::StmtId;
use crate::record::Record;
use crate::records::Records;
use crate::sequential::{Elaborated, Maker, Makers, placed, with_grown_supers};
use crate::statement_order::{Layout, Step};
use crate::unit::Unit;
use crate::value::ValueId;

/// The records of a unit, together with the outcomes that they come from: comparing outcomes shows what an edit
/// changed.
pub struct Collection {
    records: Arc<Records>,
    layout: Arc<Layout>,
    /// The outcomes of all statements, in the order of the unit.
    outcomes: Vec<Arc<Outcome>>,
    /// The class instances that were created independently of any statement. Each entry consists of the index of the
    /// instance's record, the instance, and the result of the instance.
    known: Vec<(u32, ValueId, Arc<InstanceResult>)>,
    makers: Makers,
}

/// The changed classes and records, each with its index.
#[derive(Default)]
struct Patch {
    classes: Vec<(u32, Arc<Record>)>,
    defs: Vec<(u32, Arc<Record>)>,
}

/// The statements of a unit, in order.
pub fn statements(unit: &Unit) -> impl Iterator<Item = StmtId> {
    statements_of(&unit.sources.layout)
}

fn statements_of(layout: &Layout) -> impl Iterator<Item = StmtId> {
    layout.steps.iter().filter_map(|it| match *it {
        Step::Stmt(item) | Step::Enter(item) => Some(item),
        Step::Source(_) | Step::EndSource(_) | Step::Leave(_) => None,
    })
}

impl Collection {
    /// Collects the records of an elaboration. `before` are the records before the last edit, and `outcomes` the outcomes
    /// of all statements, in order. `known` returns the result of a class instance that was created independently of any
    /// statement. If the records cannot be updated after edits, they are returned as the error.
    pub fn new(
        unit: &Unit,
        elaborated: Elaborated,
        before: Option<&Records>,
        outcomes: Vec<Arc<Outcome>>,
        known: &dyn Fn(ValueId) -> Option<Arc<InstanceResult>>,
    ) -> Result<Collection, Arc<Records>> {
        let Elaborated {
            mut records,
            makers,
            ..
        } = elaborated;
        if let Some(before) = before {
            records.continue_from(before);
        }
        let records = Arc::new(records);
        let layout = unit.sources.layout.clone();
        let is_whole = statements_of(&layout).count() == outcomes.len();
        if !is_whole || outcomes.iter().any(|it| it.is_cut) {
            return Err(records);
        }
        let instances = makers.defs.iter().zip(0..);
        let instances = instances.filter_map(|(maker, index)| match maker {
            Maker::Known(instance) => Some((index, *instance)),
            Maker::Stmt(_) => None,
        });
        let mut all_known = Vec::new();
        for (index, instance) in instances {
            match known(instance) {
                Some(made) if !made.is_cut => all_known.push((index, instance, made)),
                _ => return Err(records),
            }
        }
        Ok(Collection {
            records,
            layout,
            outcomes,
            known: all_known,
            makers,
        })
    }

    /// The records as of the last update.
    pub fn records(&self) -> &Arc<Records> {
        &self.records
    }

    /// The records as of the last update, without the outcomes that they come from.
    pub fn into_records(self) -> Arc<Records> {
        self.records
    }

    /// Whether the records can be updated to this unit. They cannot if statements were added or removed.
    pub fn may_follow(&self, unit: &Unit) -> bool {
        Arc::ptr_eq(&self.layout, &unit.sources.layout)
    }

    /// Brings the records up to date with the unit. `outcomes` are the outcomes of all statements, in order; they are
    /// returned as the error if the records must be collected again.
    pub fn update(
        &mut self,
        unit: &Unit,
        outcomes: Vec<Arc<Outcome>>,
        known: &dyn Fn(ValueId) -> Option<Arc<InstanceResult>>,
    ) -> Result<(), Vec<Arc<Outcome>>> {
        if !self.may_follow(unit) {
            return Err(outcomes);
        }
        // `known` may unwind (cancellation), so all changes come after it.
        let known: Vec<_> = self.known.iter().map(|it| known(it.1)).collect();
        let Some(patch) = self.patch(&outcomes, &known) else {
            return Err(outcomes);
        };
        let sources = unit.sources.clone();
        let records = self
            .records
            .after_edit(sources, &patch.classes, &patch.defs);
        self.records = Arc::new(records);
        self.outcomes = outcomes;
        for ((_, _, before), now) in self.known.iter_mut().zip(known) {
            *before = now.unwrap_or_else(|| before.clone());
        }
        Ok(())
    }

    /// The changed classes and records. `None` if an edit changed more than their fields, or if a class instance in
    /// `known` has no result any more.
    fn patch(
        &self,
        outcomes: &[Arc<Outcome>],
        known: &[Option<Arc<InstanceResult>>],
    ) -> Option<Patch> {
        let mut patch = Patch::default();
        for ((before, now), number) in self.outcomes.iter().zip(outcomes).zip(0..) {
            if !Arc::ptr_eq(before, now) {
                self.follow(number, before, now, &mut patch)?;
            }
        }
        for ((index, instance, before), now) in self.known.iter().zip(known) {
            let now = now.as_ref()?;
            if !Arc::ptr_eq(before, now) {
                is_alike(before, now).then_some(())?;
                self.replace(*index, *instance, now, &mut patch);
            }
        }
        Some(patch)
    }

    /// Adds the changed classes and records of one statement to `patch`. `None` if the outcome changed in anything but
    /// the fields of its classes and records, or if a limit cut it short.
    fn follow(
        &self,
        number: u32,
        before: &Outcome,
        now: &Outcome,
        patch: &mut Patch,
    ) -> Option<()> {
        let is_same = !now.is_cut
            && before.variable == now.variable
            && before.defset == now.defset
            && before.defsets == now.defsets
            && before.defset_elems == now.defset_elems
            && before.events == now.events
            && before.records.len() == now.records.len()
            && before.instances.len() == now.instances.len();
        is_same.then_some(())?;
        match (&before.class, &now.class) {
            (None, None) => {}
            (Some(before), Some(now)) => {
                let is_same = before.name == now.name && before.record.supers == now.record.supers;
                is_same.then_some(())?;
                let index = self.records.class_index(now.name)?;
                if self.makers.classes.get(index as usize) == Some(&number)
                    && before.record != now.record
                {
                    patch.classes.push((index, now.record.clone()));
                }
            }
            _ => return None,
        }
        // If several records have the same name, the first one counts.
        let mut seen = FxHashSet::default();
        let mut own = |name: ValueId| {
            let index = self.records.def_index(name)?;
            let maker = self.makers.defs.get(index as usize)?;
            (*maker == Maker::Stmt(number) && seen.insert(index)).then_some(index)
        };
        for (before, now) in before.records.iter().zip(&now.records) {
            is_alike_record(before, now).then_some(())?;
            if let Some(index) = own(now.name)
                && before != now
            {
                patch.defs.push((index, self.grown(now)));
            }
        }
        for ((instance, before), (other, now)) in before.instances.iter().zip(&now.instances) {
            (instance == other && is_alike(before, now)).then_some(())?;
            if let Some(index) = own(now.record.name) {
                self.replace(index, *instance, now, patch);
            }
        }
        Some(())
    }

    /// The record with updated superclasses: the superclasses that it has so far, together with the superclasses that
    /// these classes have at the end of the unit.
    fn grown(&self, record: &Arc<Record>) -> Arc<Record> {
        with_grown_supers(record, |class| {
            let is_grown = self.makers.grown.contains(&class);
            let class = is_grown.then(|| self.records.class_of(class))??;
            Some(&class.record().supers)
        })
    }

    /// Adds the record of a class instance to `patch` if it has changed.
    fn replace(&self, index: u32, instance: ValueId, now: &InstanceResult, patch: &mut Patch) {
        let record = placed(self.makers.places.get(&instance), &now.record);
        let record = self.grown(&record);
        if *self.records.def_at(index) != record {
            patch.defs.push((index, record));
        }
    }
}

fn is_alike(before: &InstanceResult, now: &InstanceResult) -> bool {
    !now.is_cut && before.events == now.events && is_alike_record(&before.record, &now.record)
}

/// Whether `now` may replace `before`: both have the same name and the same superclasses.
fn is_alike_record(before: &Record, now: &Record) -> bool {
    before.name == now.name && before.supers == now.supers
}
