//! Elaboration of a whole unit, one statement after another.

mod so_far;

use std::borrow::Borrow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use self::so_far::SoFar;
use crate::anonymous_numbers::spelt_name;
use crate::diagnostic::Diagnostic;
use crate::eval::{Context, InstanceResult, LocalVars, Outcome, Scratch, elaborate};
use crate::hir::{Stmt, StmtKind};
use crate::ids::{Loc, StmtId};
use crate::record::Record;
use crate::records::Records;
use crate::statement_order::Step;
use crate::symbol::Sym;
use crate::unit::Unit;
use crate::value::{ValueId, ValueStore};
use syntax::Release;

/// The result of elaborating a whole unit.
pub struct Elaborated {
    /// The classes and records of the unit, without those that could not be elaborated.
    pub records: Records,
    /// The diagnostics, each with its statement, in the order of the unit.
    pub diagnostics: Vec<(StmtId, Diagnostic)>,
    pub(crate) makers: Makers,
}

/// The statement that created each class and record, in the order in which [`Records`] receives them. Statements are
/// given by their position in the unit.
pub(crate) struct Makers {
    pub classes: Vec<u32>,
    pub defs: Vec<Maker>,
    /// The locations at which class instances were parsed first. Recorded only under the rules of LLVM 21 and later.
    pub places: FxHashMap<ValueId, Loc>,
    /// Classes that got their superclasses after their declaration. Empty before LLVM 21, where records that exist
    /// already do not get these superclasses.
    pub grown: Vec<Sym>,
}

/// The origin of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Maker {
    Stmt(u32),
    /// A class instance that was evaluated independently of the statements that use it.
    Known(ValueId),
}

/// Elaborates the statements of a unit in order. Stops after the statement at which the unit exceeds its limits.
pub fn run(values: Arc<ValueStore>, unit: &Unit, release: Release) -> Elaborated {
    run_while(values, unit, release, |_, _| true)
}

/// Like [`run`], but also stops after the first statement for whose outcome `goes_on` returns false.
pub fn run_while(
    values: Arc<ValueStore>,
    unit: &Unit,
    release: Release,
    mut goes_on: impl FnMut(StmtId, &Outcome) -> bool,
) -> Elaborated {
    let mut elaborator = Elaborator::new(values.clone(), release);
    let mut ended = false;
    collect(values, unit, release, &|_| None, |so_far, item, context| {
        if ended {
            return None;
        }
        let outcome = elaborator.outcome(so_far, item, unit.stmt(item), context)?;
        ended = !goes_on(item, &outcome);
        Some(outcome)
    })
}

/// Elaborates single statements until the unit exceeds its limits.
pub(crate) struct Elaborator {
    values: Arc<ValueStore>,
    release: Release,
    scratch: Scratch,
    /// Whether the unit exceeded its limits.
    pub is_cut: bool,
}

impl Elaborator {
    pub(crate) fn new(values: Arc<ValueStore>, release: Release) -> Elaborator {
        Elaborator {
            values,
            release,
            scratch: Scratch::for_a_run(),
            is_cut: false,
        }
    }

    /// The outcome of a statement. `None` if the unit exceeded its limits at an earlier statement.
    pub(crate) fn outcome(
        &mut self,
        so_far: &SoFar,
        item: StmtId,
        stmt: &Arc<Stmt>,
        context: &Context,
    ) -> Option<Outcome> {
        if self.is_cut {
            return None;
        }
        let Elaborator {
            values,
            release,
            scratch,
            ..
        } = self;
        let outcome = elaborate(values, so_far, *release, item, stmt, context, scratch);
        self.is_cut = outcome.is_cut && values.budget().is_spent();
        // The outcome is dropped, but its records stay in use.
        outcome.keep(values);
        Some(outcome)
    }
}

/// Collects the outcomes of a unit's statements in order. `outcome_of` provides them; collecting stops if it returns
/// `None`. `known` returns the results of class instances that no statement evaluated.
pub fn collect<O: Borrow<Outcome> + Into<Arc<Outcome>>>(
    values: Arc<ValueStore>,
    unit: &Unit,
    release: Release,
    known: &dyn Fn(ValueId) -> Option<Arc<InstanceResult>>,
    mut outcome_of: impl FnMut(&SoFar, StmtId, &Context) -> Option<O>,
) -> Elaborated {
    let mut collector = Collector::new(values, unit.order().len());
    for step in &unit.sources.layout.steps {
        match *step {
            Step::Stmt(item) | Step::Enter(item) => {
                let Some(outcome) = outcome_of(&collector.so_far, item, &collector.context) else {
                    break;
                };
                collector.add(item, outcome.borrow(), known);
                if matches!(step, Step::Enter(_)) {
                    collector.enter(unit.stmt(item), outcome);
                }
            }
            Step::Leave(item) => collector.leave(unit.stmt(item)),
            Step::Source(_) | Step::EndSource(_) => {}
        }
    }
    collector.finish(unit, release)
}

/// Collects the outcomes of statements, in the order of the unit.
pub(crate) struct Collector {
    pub so_far: SoFar,
    /// The context of the next statement.
    pub context: Context,
    /// For each open `defset`, its records.
    collected: Vec<Vec<ValueId>>,
    diagnostics: Vec<(StmtId, Diagnostic)>,
}

impl Collector {
    /// A collector with room for the records of `statements` statements.
    pub(crate) fn new(values: Arc<ValueStore>, statements: usize) -> Collector {
        Collector {
            so_far: SoFar::new(values, statements),
            context: Context::default(),
            collected: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Adds the outcome of a statement. See [`collect`] for `known`.
    pub(crate) fn add(
        &mut self,
        item: StmtId,
        outcome: &Outcome,
        known: &dyn Fn(ValueId) -> Option<Arc<InstanceResult>>,
    ) {
        let diagnostics = &mut self.diagnostics;
        diagnostics.extend(outcome.diagnostics.iter().map(|it| (item, it.clone())));
        let again = self.so_far.failed_again(outcome);
        diagnostics.extend(again.into_iter().map(|it| (item, it)));
        for list in &mut self.collected {
            list.extend_from_slice(&outcome.defset_elems);
        }
        let scopes = &mut self.context.scopes;
        self.so_far.absorb(outcome, scopes, known);
        for late in self.so_far.late.drain(..) {
            if !outcome.diagnostics.contains(&late) {
                diagnostics.push((item, late));
            }
        }
    }

    /// Enters the block whose head is `head`, a statement that was just added.
    pub(crate) fn enter(&mut self, head: &Stmt, outcome: impl Into<Arc<Outcome>>) {
        let outcome: Arc<Outcome> = outcome.into();
        match &head.kind {
            StmtKind::Let(it) => {
                self.context.lets.push(outcome);
                if it.braces {
                    self.context.scopes.push(LocalVars::default());
                }
            }
            StmtKind::Defset(_) => {
                self.collected.push(Vec::new());
                self.context.defsets.extend(outcome.defset);
            }
            _ => {}
        }
    }

    /// Ends the block of a `let` or `defset`.
    pub(crate) fn leave(&mut self, head: &Stmt) {
        let so_far = &mut self.so_far;
        let context = &mut self.context;
        match &head.kind {
            StmtKind::Let(it) => {
                context.lets.pop();
                if it.braces {
                    context.scopes.pop();
                }
            }
            StmtKind::Defset(it) => {
                let elems = self.collected.pop().unwrap_or_default();
                if let Some(defset) = context.defsets.pop() {
                    let list = so_far.values.list(&elems, defset.elem);
                    so_far.globals.insert(it.name, list);
                }
            }
            _ => {}
        }
    }

    /// The result. `unit` is the unit of the statements.
    pub(crate) fn finish(self, unit: &Unit, release: Release) -> Elaborated {
        let (records, makers) = finish(unit, release, self.so_far);
        Elaborated {
            records,
            diagnostics: self.diagnostics,
            makers,
        }
    }
}

/// The record with the final superclasses of its classes. A class may be declared, used, and only then defined with
/// superclasses; `late` returns the superclasses of such a class.
pub fn with_grown_supers<'a>(
    record: &Arc<Record>,
    late: impl Fn(Sym) -> Option<&'a [Sym]>,
) -> Arc<Record> {
    if record.supers.iter().all(|class| late(*class).is_none()) {
        return record.clone();
    }
    let mut supers: Vec<Sym> = Vec::new();
    for class in &record.supers {
        if let Some(above) = late(*class)
            && !supers.ends_with(above)
        {
            supers.extend_from_slice(above);
        }
        supers.push(*class);
    }
    Arc::new(Record {
        supers,
        ..Record::clone(record)
    })
}

/// The record of a class instance, with the location `place` at which the instance was parsed first, if it is known. An
/// instance that was evaluated independently of statements has no location otherwise.
pub(crate) fn placed(place: Option<&Loc>, record: &Arc<Record>) -> Arc<Record> {
    match place {
        Some(place) if record.locs[..] != [*place] => {
            let mut record = Record::clone(record);
            record.locs = std::iter::once(*place).collect();
            Arc::new(record)
        }
        _ => record.clone(),
    }
}

fn finish(unit: &Unit, release: Release, mut so_far: SoFar) -> (Records, Makers) {
    let values = so_far.values.clone();
    let is_listed = |made: &InstanceResult| {
        let number = if so_far.has_borrowed_name {
            so_far.numbers.number_in(&values, made.record.name)
        } else {
            None
        };
        number.is_none_or(|it| !so_far.defs.contains_key(&values.string(&spelt_name(it))))
    };
    let instances = so_far.instances.iter().filter(|(_, it)| is_listed(&it.0));
    let (instances, instance_makers): (Vec<_>, Vec<_>) = instances
        .map(|(instance, (made, maker))| {
            let place = so_far.instance_places.get(instance);
            (placed(place, &made.record), *maker)
        })
        .unzip();
    // The records are moved: cloning each `Arc` would cost a cache miss for its reference count.
    let defs = std::mem::take(&mut so_far.defs).into_values();
    let defs = defs
        .chain(instances)
        .map(|record| {
            // Before LLVM 21, records keep the superclasses that they had when they were created.
            if release >= Release::V21 {
                with_grown_supers(&record, |class| so_far.late_supers(class))
            } else {
                record
            }
        })
        .collect();
    let classes = std::mem::take(&mut so_far.classes).into_values();
    let (classes, class_makers) = classes
        .map(|(class, maker)| (class.record.clone(), maker))
        .unzip();
    let globals = so_far
        .globals
        .iter()
        .map(|(name, v)| (name.as_str().to_owned(), *v))
        .collect();
    let records = Records::new(
        values,
        so_far.numbers,
        unit.sources.clone(),
        release,
        classes,
        defs,
        globals,
    );
    let mut def_makers = so_far.def_makers;
    def_makers.extend(instance_makers);
    let makers = Makers {
        classes: class_makers,
        defs: def_makers,
        places: so_far.instance_places,
        grown: if release >= Release::V21 {
            so_far.grown
        } else {
            Vec::new()
        },
    };
    (records, makers)
}
