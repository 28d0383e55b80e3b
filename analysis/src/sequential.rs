//! Elaboration of a whole unit, one statement after the other.

use std::cell::RefCell;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::eval::{
    ClassProto, Compat, Context, InstanceResult, LocalVars, MulticlassProto, Outcome, Scratch,
    World, elaborate,
};
use crate::hir::StmtKind;
use crate::numbering::{AnonKey, Event, Numbers};
use crate::record::{Item, Loc, Record};
use crate::records::Records;
use crate::symbol::Sym;
use crate::unit::{Step, Unit};
use crate::value::print::{Numbered, value_unquoted};
use crate::value::{Anon, Part, Ty, V, Values};

/// A unit wholly elaborated.
pub struct Elaborated {
    pub records: Records,
    /// By statement, in the order of the unit.
    pub diagnostics: Vec<(Item, Diagnostic)>,
}

/// What the statements so far made.
#[derive(Default)]
struct SoFar {
    classes: FxHashMap<Sym, Arc<ClassProto>>,
    multiclasses: FxHashMap<Sym, Arc<MulticlassProto>>,
    aliases: FxHashMap<Sym, Ty>,
    defs: FxHashMap<V, Arc<Record>>,
    globals: FxHashMap<Sym, V>,
    instances: FxHashMap<V, Arc<InstanceResult>>,
    instance_names: FxHashMap<V, V>,
    instance_places: FxHashMap<V, Loc>,
    used_prototypes: FxHashSet<Anon>,
    anons: RefCell<IndexSet<AnonKey, FxBuildHasher>>,
    numbers: Numbers,
}

impl World for SoFar {
    fn class(&self, name: Sym) -> Option<&Arc<ClassProto>> {
        self.classes.get(&name)
    }

    fn multiclass(&self, name: Sym) -> Option<Arc<MulticlassProto>> {
        self.multiclasses.get(&name).cloned()
    }

    fn type_alias(&self, name: Sym) -> Option<Ty> {
        self.aliases.get(&name).copied()
    }

    fn def(&self, name: V) -> Option<Arc<Record>> {
        if let Some(record) = self.defs.get(&name) {
            return Some(record.clone());
        }
        let instance = self.instance_names.get(&name)?;
        self.instances.get(instance).map(|made| made.record.clone())
    }

    fn global(&self, name: Sym) -> Option<V> {
        self.globals.get(&name).copied()
    }

    fn instance(&self, instance: V) -> Option<Arc<InstanceResult>> {
        self.instances.get(&instance).cloned()
    }

    fn instance_place(&self, instance: V) -> Option<Loc> {
        self.instance_places.get(&instance).copied()
    }

    fn prototype_used(&self, prototype: Anon) -> bool {
        self.used_prototypes.contains(&prototype)
    }

    fn all_defs(&self) -> Vec<Arc<Record>> {
        let instances = self.instances.values().map(|made| made.record.clone());
        self.defs.values().cloned().chain(instances).collect()
    }

    fn intern_anon(&self, key: AnonKey) -> Anon {
        Anon(self.anons.borrow_mut().insert_full(key).0 as u32)
    }

    fn number(&self, anon: Anon, events: &[Event]) -> Option<u32> {
        if let Some(number) = self.numbers.get(anon) {
            return Some(number);
        }
        let mut numbers = self.numbers.clone();
        self.replay(&mut numbers, events, &FxHashMap::default());
        numbers.get(anon)
    }
}

impl SoFar {
    /// Gives numbers to what `events` drew. Instances are those of earlier statements and of `new`.
    fn replay(
        &self,
        numbers: &mut Numbers,
        events: &[Event],
        new: &FxHashMap<V, Arc<InstanceResult>>,
    ) {
        for event in events {
            match event {
                Event::Draw(anon) => {
                    numbers.draw(*anon);
                }
                Event::UsePrototype(_) => {}
                Event::Instance(instance) => {
                    let anon = self.intern_anon(AnonKey::Instance(*instance));
                    if numbers.draw(anon)
                        && let Some(made) =
                            new.get(instance).or_else(|| self.instances.get(instance))
                    {
                        self.replay(numbers, &made.events, new);
                    }
                }
            }
        }
    }

    /// Takes over what a statement made.
    fn absorb(&mut self, values: &Values, outcome: &mut Outcome, scopes: &mut [LocalVars]) {
        if let Some(class) = outcome.class.take() {
            self.classes.insert(class.name, class);
        }
        if let Some(multiclass) = outcome.multiclass.take() {
            self.multiclasses.insert(multiclass.name, multiclass);
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
        for record in outcome.records.drain(..) {
            self.defs.insert(record.name, record);
        }
        let instances = std::mem::take(&mut outcome.instances);
        for (instance, made) in instances {
            let anon = self.intern_anon(AnonKey::Instance(instance));
            let name = values.text(&[Part::Anonymous(anon)]);
            self.instance_names.insert(name, instance);
            self.instances.insert(instance, made);
        }
        self.instance_places
            .extend(outcome.instance_places.drain(..));
        for event in &outcome.events {
            if let Event::UsePrototype(anon) = event {
                self.used_prototypes.insert(*anon);
            }
        }
        let mut numbers = std::mem::take(&mut self.numbers);
        self.replay(&mut numbers, &outcome.events, &FxHashMap::default());
        self.numbers = numbers;
    }
}

/// Elaborates every statement of a unit in order.
pub fn run(values: Arc<Values>, unit: &Unit, compat: Compat) -> Elaborated {
    let mut so_far = SoFar::default();
    let mut context = Context::default();
    let mut scratch = Scratch::default();
    let mut collected: Vec<Vec<V>> = Vec::new();
    let mut diagnostics = Vec::new();
    for step in &unit.steps {
        match *step {
            Step::Stmt(item) => {
                let mut outcome = elaborate(
                    &values,
                    &so_far,
                    compat,
                    item,
                    unit.stmt(item),
                    &context,
                    &mut scratch,
                );
                diagnostics.extend(outcome.diagnostics.drain(..).map(|it| (item, it)));
                for list in &mut collected {
                    list.extend_from_slice(&outcome.defset_elems);
                }
                so_far.absorb(&values, &mut outcome, &mut context.scopes);
            }
            Step::Enter(item) => {
                let stmt = unit.stmt(item);
                let mut outcome =
                    elaborate(&values, &so_far, compat, item, stmt, &context, &mut scratch);
                diagnostics.extend(outcome.diagnostics.drain(..).map(|it| (item, it)));
                so_far.absorb(&values, &mut outcome, &mut context.scopes);
                match &stmt.kind {
                    StmtKind::Let(it) => {
                        context.lets.push(Arc::new(outcome));
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
            Step::Leave(item) => match &unit.stmt(item).kind {
                StmtKind::Let(it) => {
                    context.lets.pop();
                    if it.braces {
                        context.scopes.pop();
                    }
                }
                StmtKind::Defset(it) => {
                    let elems = collected.pop().unwrap_or_default();
                    if let Some(defset) = context.defsets.pop() {
                        so_far
                            .globals
                            .insert(it.name, values.list(&elems, defset.elem));
                    }
                }
                _ => {}
            },
            Step::Source(_) | Step::EndSource(_) | Step::MissingInclude(..) => {}
        }
    }
    Elaborated {
        records: finish(values, unit, compat, so_far),
        diagnostics,
    }
}

fn finish(values: Arc<Values>, unit: &Unit, compat: Compat, so_far: SoFar) -> Records {
    let names = Numbered {
        values: &values,
        numbers: &so_far.numbers,
        compat,
    };
    let classes = so_far
        .classes
        .iter()
        .map(|(name, class)| (name.as_str().to_owned(), Arc::new(class.record.clone())))
        .collect();
    let instances = so_far.instances.values().map(|made| &made.record);
    let defs = so_far
        .defs
        .values()
        .chain(instances)
        .map(|record| (value_unquoted(&names, record.name), record.clone()))
        .collect();
    let globals = so_far
        .globals
        .iter()
        .map(|(name, v)| (name.as_str().to_owned(), *v))
        .collect();
    Records::new(
        values.clone(),
        so_far.numbers,
        unit.sources.clone(),
        compat,
        classes,
        defs,
        globals,
    )
}
