//! The accumulated results of the statements before the current one.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Maker;
use crate::anonymous_numbers::{Event, InstancePlace, Numbers, spelt_number};
use crate::diagnostic::{Diagnostic, again};
use crate::eval::{ClassProto, InstanceResult, LocalVars, MulticlassProto, Outcome, World};
use crate::ids::Loc;
use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{Anon, AnonKey, Ty, ValueId, ValueStore};

/// The accumulated results of the preceding statements.
pub struct SoFar {
    pub(super) values: Arc<ValueStore>,
    /// The classes in the order of their first declarations, each with the position of the last statement that declares
    /// or defines it.
    pub(super) classes: IndexMap<Sym, (Arc<ClassProto>, u32), FxBuildHasher>,
    pub(super) multiclasses: FxHashMap<Sym, Arc<MulticlassProto>>,
    pub(super) aliases: FxHashMap<Sym, Ty>,
    /// The records, keyed by name, in the order of their definitions.
    pub(super) defs: IndexMap<ValueId, Arc<Record>, FxBuildHasher>,
    /// For each record in `defs`, in the same order, what created it.
    pub(super) def_makers: Vec<Maker>,
    pub(super) globals: FxHashMap<Sym, ValueId>,
    pub(super) instances: FxHashMap<ValueId, (Arc<InstanceResult>, Maker)>,
    pub(super) instance_places: FxHashMap<ValueId, Loc>,
    pub(super) numbers: Arc<Numbers>,
    pub(super) has_borrowed_name: bool,
    /// Classes that got superclasses only after their first declaration. Records may have been derived from them before
    /// that.
    pub(super) grown: Vec<Sym>,
    /// Diagnostics of class instances that were not evaluated by a statement.
    pub(super) late: Vec<Diagnostic>,
    /// The position of the current statement: the number of statements before it.
    pub(super) statement: u32,
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
    pub(super) fn new(values: Arc<ValueStore>, statements: usize) -> SoFar {
        // Most small units have fewer classes and class instances than this, so these tables need not grow. The order
        // of the instances depends on the room, so the room does not depend on the number of statements.
        const ROOM: usize = 448;
        SoFar {
            values,
            classes: IndexMap::with_capacity_and_hasher(statements.min(ROOM), FxBuildHasher),
            multiclasses: FxHashMap::default(),
            aliases: FxHashMap::default(),
            defs: IndexMap::with_capacity_and_hasher(statements, FxBuildHasher),
            def_makers: Vec::with_capacity(statements),
            globals: FxHashMap::default(),
            instances: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
            instance_places: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
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
    pub(super) fn failed_again(&self, outcome: &Outcome) -> Vec<Diagnostic> {
        let used = outcome.events.iter().filter_map(|it| match it {
            Event::Instance(instance) => Some(&self.instances.get(instance)?.0),
            _ => None,
        });
        used.flat_map(|it| again(&it.diagnostics)).collect()
    }

    /// The superclasses of a class, if it got them after its declaration.
    pub(super) fn late_supers(&self, class: Sym) -> Option<&[Sym]> {
        let grown = self.grown.contains(&class);
        let (proto, _) = grown.then(|| self.classes.get(&class))??;
        Some(&proto.record.supers)
    }

    /// Adds the outcome of the current statement, and advances to the next one.
    pub(super) fn absorb(
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
