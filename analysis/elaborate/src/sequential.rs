//! Elaboration of a whole unit, one statement after another.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::anonymous_numbers::{Event, InstancePlace, Numbers, spelt_name, spelt_number};
use crate::diagnostic::{Diagnostic, again};
use crate::eval::{
    ClassProto, Context, InstanceResult, LocalVars, MulticlassProto, Outcome, Scratch, World,
    elaborate,
};
use crate::hir::StmtKind;
use crate::ids::{Loc, StmtId};
use crate::record::Record;
use crate::records::Records;
use crate::statement_order::Step;
use crate::symbol::Sym;
use crate::unit::Unit;
use crate::value::{Anon, AnonKey, Ty, ValueId, ValueStore};
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

/// The accumulated results of the preceding statements.
pub struct SoFar {
    values: Arc<ValueStore>,
    /// The classes, each with the position of the last statement that declares or defines it.
    classes: FxHashMap<Sym, (Arc<ClassProto>, u32)>,
    multiclasses: FxHashMap<Sym, Arc<MulticlassProto>>,
    aliases: FxHashMap<Sym, Ty>,
    /// The records, keyed by name, in the order of their definitions.
    defs: IndexMap<ValueId, Arc<Record>, FxBuildHasher>,
    /// For each record in `defs`, in the same order, what created it.
    def_makers: Vec<Maker>,
    globals: FxHashMap<Sym, ValueId>,
    instances: FxHashMap<ValueId, (Arc<InstanceResult>, Maker)>,
    instance_places: FxHashMap<ValueId, Loc>,
    numbers: Arc<Numbers>,
    has_borrowed_name: bool,
    /// Classes that got superclasses only after their first declaration. Records may have been derived from them before
    /// that.
    grown: Vec<Sym>,
    /// Diagnostics of class instances that were not evaluated by a statement.
    late: Vec<Diagnostic>,
    /// The position of the current statement: the number of statements before it.
    statement: u32,
}

impl World for SoFar {
    fn class(&self, name: Sym) -> Option<&Arc<ClassProto>> {
        Some(&self.classes.get(&name)?.0)
    }

    fn multiclass(&self, name: Sym) -> Option<Arc<MulticlassProto>> {
        self.multiclasses.get(&name).cloned()
    }

    fn type_alias(&self, name: Sym) -> Option<Ty> {
        self.aliases.get(&name).copied()
    }

    fn def(&self, name: ValueId) -> Option<Arc<Record>> {
        if let Some(record) = self.defs.get(&name) {
            return Some(record.clone());
        }
        match self.values.as_anonymous(name)? {
            AnonKey::Instance(instance) => Some(self.instances.get(&instance)?.0.record.clone()),
            AnonKey::Drawn(..) => None,
        }
    }

    fn holder(&self, name: ValueId) -> Option<Arc<Record>> {
        self.def(name)
    }

    fn global(&self, name: Sym) -> Option<ValueId> {
        self.globals.get(&name).copied()
    }

    fn instance(&self, instance: ValueId) -> Option<Arc<InstanceResult>> {
        Some(self.instances.get(&instance)?.0.clone())
    }

    fn instance_place(&self, instance: ValueId) -> Option<Loc> {
        self.instance_places.get(&instance).copied()
    }

    fn prototype_used(&self, prototype: Anon) -> bool {
        self.numbers.is_used(prototype)
    }

    fn has_borrowed_name(&self) -> bool {
        self.has_borrowed_name
    }

    fn visit_defs(&self, visit: &mut dyn FnMut(&Arc<Record>)) {
        let instances = self.instances.values().map(|it| &it.0.record);
        self.defs.values().chain(instances).for_each(visit);
    }

    fn numbers(&self) -> Option<Numbers> {
        Some(Numbers::after(self.numbers.clone()))
    }
}

impl SoFar {
    /// The state before the first statement, with room for `statements` records.
    fn new(values: Arc<ValueStore>, statements: usize) -> SoFar {
        SoFar {
            values,
            classes: FxHashMap::default(),
            multiclasses: FxHashMap::default(),
            aliases: FxHashMap::default(),
            defs: IndexMap::with_capacity_and_hasher(statements, FxBuildHasher),
            def_makers: Vec::with_capacity(statements),
            globals: FxHashMap::default(),
            instances: FxHashMap::default(),
            instance_places: FxHashMap::default(),
            numbers: Arc::default(),
            has_borrowed_name: false,
            grown: Vec::new(),
            late: Vec::new(),
            statement: 0,
        }
    }

    fn take_instance(&mut self, instance: ValueId, made: &Arc<InstanceResult>, maker: Maker) {
        let instance = self.instances.entry(instance);
        instance.or_insert_with(|| (made.clone(), maker));
    }

    /// Adds the class instances that the events use but that no statement evaluated.
    fn take_known(
        &mut self,
        events: &[Event],
        known: &dyn Fn(ValueId) -> Option<Arc<InstanceResult>>,
    ) {
        for event in events {
            if let Event::Instance(instance) = event
                && !self.instances.contains_key(instance)
                && let Some(made) = known(*instance)
            {
                self.take_instance(*instance, &made, Maker::Known(*instance));
                self.late.extend(made.diagnostics.iter().cloned());
                self.take_known(&made.events, known);
            }
        }
    }

    /// Errors in class instances that earlier statements evaluated and that this statement uses as well.
    fn failed_again(&self, outcome: &Outcome) -> Vec<Diagnostic> {
        let used = outcome.events.iter().filter_map(|it| match it {
            Event::Instance(instance) => Some(&self.instances.get(instance)?.0),
            _ => None,
        });
        used.flat_map(|it| again(&it.diagnostics)).collect()
    }

    /// The superclasses of a class, if it got them after its declaration.
    fn late_supers(&self, class: Sym) -> Option<&[Sym]> {
        let grown = self.grown.contains(&class);
        let (proto, _) = grown.then(|| self.classes.get(&class))??;
        Some(&proto.record.supers)
    }

    /// Adds the outcome of the current statement, and advances to the next one.
    fn absorb(
        &mut self,
        outcome: &Outcome,
        scopes: &mut [LocalVars],
        known: &dyn Fn(ValueId) -> Option<Arc<InstanceResult>>,
    ) {
        if let Some(class) = &outcome.class {
            if self.classes.contains_key(&class.name) && !class.record.supers.is_empty() {
                self.grown.push(class.name);
            }
            let said = (class.clone(), self.statement);
            self.classes.insert(class.name, said);
        }
        if let Some(multiclass) = &outcome.multiclass {
            self.multiclasses
                .insert(multiclass.name, multiclass.clone());
        }
        if let Some((name, ty)) = outcome.type_alias {
            self.aliases.insert(name, ty);
        }
        if let Some((name, v)) = outcome.variable {
            match scopes.last_mut() {
                Some(scope) => scope.0.push((name, v)),
                None => {
                    self.globals.insert(name, v);
                }
            }
        }
        self.globals.extend(outcome.defsets.iter().copied());
        for record in &outcome.records {
            let name = self.values.as_str(record.name);
            self.has_borrowed_name |= name.is_some_and(|it| spelt_number(it.as_str()).is_some());
            if let Entry::Vacant(entry) = self.defs.entry(record.name) {
                entry.insert(record.clone());
                self.def_makers.push(Maker::Stmt(self.statement));
            }
        }
        for (instance, made) in &outcome.instances {
            self.take_instance(*instance, made, Maker::Stmt(self.statement));
        }
        for (_, made) in &outcome.instances {
            self.take_known(&made.events, known);
        }
        self.take_known(&outcome.events, known);
        let places = &mut self.instance_places;
        let mut note_place = |instance, place| {
            let place = match place {
                InstancePlace::At(place) => Some(place),
                InstancePlace::Of(other) => places.get(&other).copied(),
            };
            if let Some(place) = place {
                places.entry(instance).or_insert(place);
            }
        };
        let instances = &self.instances;
        let events_of = |instance| Some(instances.get(&instance)?.0.events.clone());
        Arc::make_mut(&mut self.numbers).replay(
            &self.values,
            &outcome.events,
            &events_of,
            &mut note_place,
        );
        self.statement += 1;
    }
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
    let mut scratch = Scratch::for_a_run();
    let store = values.clone();
    let mut is_cut = false;
    collect(values, unit, release, &|_| None, |so_far, item, context| {
        if is_cut {
            return None;
        }
        let stmt = unit.stmt(item);
        let scratch = &mut scratch;
        let outcome = elaborate(&store, so_far, release, item, stmt, context, scratch);
        let is_spent = outcome.is_cut && store.budget().is_spent();
        is_cut = is_spent || !goes_on(item, &outcome);
        // The outcome is dropped, but its records stay in use.
        outcome.keep(&store);
        Some(Arc::new(outcome))
    })
}

/// Collects the outcomes of a unit's statements in order. `outcome_of` provides them; collecting stops if it returns
/// `None`. `known` returns the results of class instances that no statement evaluated.
pub fn collect(
    values: Arc<ValueStore>,
    unit: &Unit,
    release: Release,
    known: &dyn Fn(ValueId) -> Option<Arc<InstanceResult>>,
    mut outcome_of: impl FnMut(&SoFar, StmtId, &Context) -> Option<Arc<Outcome>>,
) -> Elaborated {
    let mut so_far = SoFar::new(values.clone(), unit.order().len());
    let mut context = Context::default();
    let mut collected: Vec<Vec<ValueId>> = Vec::new();
    let mut diagnostics = Vec::new();
    for step in &unit.sources.layout.steps {
        let item = match *step {
            Step::Stmt(item) | Step::Enter(item) => item,
            Step::Leave(item) => {
                leave(
                    &mut so_far,
                    &mut context,
                    &mut collected,
                    &unit.stmt(item).kind,
                );
                continue;
            }
            Step::Source(_) | Step::EndSource(_) => continue,
        };
        let Some(outcome) = outcome_of(&so_far, item, &context) else {
            break;
        };
        diagnostics.extend(outcome.diagnostics.iter().map(|it| (item, it.clone())));
        let again = so_far.failed_again(&outcome);
        diagnostics.extend(again.into_iter().map(|it| (item, it)));
        for list in &mut collected {
            list.extend_from_slice(&outcome.defset_elems);
        }
        so_far.absorb(&outcome, &mut context.scopes, known);
        for late in so_far.late.drain(..) {
            if !outcome.diagnostics.contains(&late) {
                diagnostics.push((item, late));
            }
        }
        if matches!(step, Step::Enter(_)) {
            match &unit.stmt(item).kind {
                StmtKind::Let(it) => {
                    context.lets.push(outcome);
                    if it.braces {
                        context.scopes.push(LocalVars::default());
                    }
                }
                StmtKind::Defset(_) => {
                    collected.push(Vec::new());
                    context.defsets.extend(outcome.defset);
                }
                _ => {}
            }
        }
    }
    let (records, makers) = finish(values, unit, release, so_far);
    Elaborated {
        records,
        diagnostics,
        makers,
    }
}

/// Ends the block of a `let` or `defset`.
fn leave(
    so_far: &mut SoFar,
    context: &mut Context,
    collected: &mut Vec<Vec<ValueId>>,
    head: &StmtKind,
) {
    match head {
        StmtKind::Let(it) => {
            context.lets.pop();
            if it.braces {
                context.scopes.pop();
            }
        }
        StmtKind::Defset(it) => {
            let elems = collected.pop().unwrap_or_default();
            if let Some(defset) = context.defsets.pop() {
                let list = so_far.values.list(&elems, defset.elem);
                so_far.globals.insert(it.name, list);
            }
        }
        _ => {}
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

fn into_record(class: Arc<ClassProto>) -> Record {
    match Arc::try_unwrap(class) {
        Ok(class) => class.record,
        Err(shared) => shared.record.clone(),
    }
}

fn finish(
    values: Arc<ValueStore>,
    unit: &Unit,
    release: Release,
    mut so_far: SoFar,
) -> (Records, Makers) {
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
        .map(|(class, maker)| (Arc::new(into_record(class)), maker))
        .unzip();
    let globals = so_far
        .globals
        .iter()
        .map(|(name, v)| (name.as_str().to_owned(), *v))
        .collect();
    let records = Records::new(
        values.clone(),
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
