//! Class instances: records made from a class and arguments within an expression.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::anonymous_numbers::{Event, InstancePlace};
use crate::budget::Held;
use crate::diagnostic::{InstanceArgs, Literal};
use crate::hir::{Code, Stmt, StmtKind};
use crate::ids::{Loc, StmtId};
use crate::record::{Record, RecordKind};
use crate::symbol::Sym;
use crate::value::{AnonKey, ArgKey, Flags, Node, ValueId, ValueStore};

use super::args::ArgValues;
use super::check_record::WrongFields;
use super::direct_eval::Known;
use super::resolver::Fields;
use super::{
    ClassProto, Context, Cx, InstanceResult, RecordScope, Result, Scratch, Stopped, World,
};
use syntax::Release;

/// Makes a class instance outside of any statement. The class must not look anything up by name, so that the result is
/// the same everywhere. `None` if the instance cannot be made.
pub fn make_pure_instance(
    values: &ValueStore,
    world: &dyn World,
    release: Release,
    instance: ValueId,
    scratch: &mut Scratch,
) -> Option<Arc<InstanceResult>> {
    let nothing = Stmt {
        kind: StmtKind::Error,
        code: Code::default(),
    };
    let context = Context::default();
    let mut cx = Cx::new(
        values,
        world,
        release,
        StmtId(u32::MAX),
        &nothing,
        &context,
        scratch,
    );
    cx.scratch.instances.making = Some(instance);
    let _ = cx.instantiate(instance);
    let made = cx.scratch.instances.known.remove(&instance);
    cx.finish();
    made
}

impl Cx<'_> {
    /// The record of a class instance whose arguments are free of variables: an existing one, or a new one.
    pub(super) fn instantiate(&mut self, instance: ValueId) -> Result<ValueId> {
        let values = self.values;
        let Node::Instance(class, args) = values.node(instance) else {
            return Ok(instance);
        };
        // While only unknown names are reported, no instance is made: its result would lack all other diagnostics.
        if self.reading.only_names {
            return Ok(instance);
        }
        if let Some(made) = self.scratch.instances.known.get(&instance) {
            return Ok(made.def);
        }
        let known = self.known_instance(instance, *class, args);
        // While all statements are elaborated in order, an instance that an earlier statement made already has its
        // number, so this statement records no event for it.
        if let Some(made) = &known
            && self.scratch.run_cache.is_kept()
            && !made.is_stopped
            && made.diagnostics.is_empty()
        {
            return Ok(made.def);
        }
        self.out.events.push(Event::Instance(instance));
        if let Some(made) = known {
            let (def, is_stopped) = (made.def, made.is_stopped);
            self.use_instance(instance, made);
            return if is_stopped { Err(Stopped) } else { Ok(def) };
        }
        self.enter()?;
        let result = self.make_instance(instance, *class, args);
        self.leave();
        result
    }

    fn make_instance(
        &mut self,
        instance: ValueId,
        class: Sym,
        args: &[(ArgKey, ValueId)],
    ) -> Result<ValueId> {
        let values = self.values;
        let Some(proto) = self.class(class) else {
            return Err(Stopped);
        };
        let from = &proto.record;
        self.count_record(from)?;
        let anon = values.anon(AnonKey::Instance(instance));
        let place = self.instance_place(instance);
        let place = place.filter(|_| self.release >= Release::V21);
        let prototype = |name| {
            let mut record = Record::new(RecordKind::Anonymous, name, from.locs[0]);
            match place {
                Some(place) => record.locs[0] = place,
                None => record.locs = from.locs.clone(),
            }
            record.inherit(from, proto.own_shape(), &proto.own_locs());
            record.checks = from.checks.clone();
            record
        };

        let map = given(from, args);

        // Events from here on belong to the instance, not to the statement that uses it first.
        self.begin_events(instance);
        let outer_diagnostics = std::mem::take(&mut self.out.diagnostics);
        let final_name = values.anon_text(anon);
        let try_direct = if proto.is_made_directly(values) {
            self.put_together_direct(prototype(final_name), &proto, &map)
        } else {
            None
        };
        let (mut record, result) = match try_direct {
            Some(record) => (record, Ok(())),
            None => {
                let mut record = prototype(values.anon_name(anon));
                let result = self.finish_instance(&mut record, &from.supers, class, map);
                (record, result)
            }
        };
        let result = result.and_then(|()| self.check_kept_by(&record));
        let events = self.end_events();
        let mut diagnostics = std::mem::replace(&mut self.out.diagnostics, outer_diagnostics);
        let unnamed = diagnostics.iter_mut().filter_map(|it| it.value.as_mut());
        for value in unnamed.filter(|it| it.instance.is_none()) {
            value.instance = Some(self.instance_args(class, args));
        }
        self.out.diagnostics.extend(diagnostics.iter().cloned());
        record.name = final_name;
        let ty = proto.ty(values);
        let def = values.def(final_name, ty);
        record.ty = Some(ty);
        let record = Arc::new(record);
        let bytes = record.bytes() + size_of_val(&events[..]);
        let made = Arc::new(InstanceResult {
            def,
            record,
            events: shared(events),
            diagnostics,
            is_stopped: result.is_err(),
            is_cut: self.is_cut(),
            _held: Held::new(values.budget(), bytes),
        });
        self.use_instance(instance, made.clone());
        self.out.instances.push((instance, made));
        result.map(|()| def)
    }

    /// Describes an instance by what is visible in its source text: the class and the literal arguments.
    fn instance_args(&self, class: Sym, args: &[(ArgKey, ValueId)]) -> InstanceArgs {
        let literal = |v: ValueId| match self.values.node(v) {
            Node::Int(number) => Some(Literal::Int(*number)),
            Node::Bit(bit) => Some(Literal::Int(i64::from(*bit))),
            Node::Str(text) | Node::Code(text) => Some(Literal::Str(*text)),
            _ => None,
        };
        let args = args
            .iter()
            .filter_map(|(key, v)| Some((*key, literal(*v)?)));
        InstanceArgs {
            class,
            args: args.collect(),
        }
    }

    fn use_instance(&mut self, instance: ValueId, made: Arc<InstanceResult>) {
        self.scratch.instances.known.insert(instance, made);
        self.scratch.instances.used.push(instance);
    }

    /// Substitutes arguments and fields in one step. `None` if that is not possible.
    fn put_together_direct(
        &mut self,
        mut record: Record,
        class: &ClassProto,
        args: &[(Sym, ValueId)],
    ) -> Option<Record> {
        let before = self.begin_attempt()?;
        let supers = &class.record.supers;
        record.supers = supers.iter().copied().chain([class.name]).collect();
        let done = self.fields_direct(&mut record, args);
        self.end_attempt(before, done.is_some());
        done.map(|()| record)
    }

    fn fields_direct(&mut self, record: &mut Record, args: &[(Sym, ValueId)]) -> Option<()> {
        let mut fields = Fields::default();
        let mut next = record.open.next(0);
        while let Some(index) = next {
            next = record.open.next(index + 1);
            let value = record.values[index]?;
            let mut known = Known::fields(&mut fields, args);
            let found = self.eval_direct(value, &mut known, RecordScope::Record(record))?;
            let ty = record.shape.types[index];
            if self.changes_as_field(value, found, ty) {
                return None;
            }
            let found = self.field_value(found, ty)?;
            record.set(self.values, index, Some(found));
        }
        Some(())
    }

    fn finish_instance(
        &mut self,
        record: &mut Record,
        supers: &[Sym],
        class: Sym,
        map: ArgValues,
    ) -> Result<()> {
        let mut r = self.map_resolver(map);
        self.resolve_record(record, &mut r)?;
        record.supers.extend_from_slice(supers);
        record.supers.push(class);
        let mut r = self.field_resolver(None);
        self.resolve_record(record, &mut r)?;
        // The assertions of an instance are checked when the record is finished, so they see the final values of its
        // fields.
        self.check_assertions(record, &WrongFields::default())
    }

    /// The result of an instance that is shared with other statements, if there is one. Instances of the class under
    /// definition, and those whose arguments contain records of this statement, are not shared.
    fn known_instance(
        &self,
        instance: ValueId,
        class: Sym,
        args: &[(ArgKey, ValueId)],
    ) -> Option<Arc<InstanceResult>> {
        let open = self
            .open
            .class
            .as_ref()
            .is_some_and(|open| open.name == class);
        if open
            || self.scratch.instances.making == Some(instance)
            || args.iter().any(|(_, v)| self.holds_own_record(*v))
        {
            return None;
        }
        self.world.instance(instance)
    }

    fn holds_own_record(&self, v: ValueId) -> bool {
        !self.scratch.made.is_empty() && self.finds_own_record(v, &mut FxHashSet::default())
    }

    /// Whether a value contains a record of this statement. `seen` holds shared parts that were examined already.
    fn finds_own_record(&self, v: ValueId, seen: &mut FxHashSet<ValueId>) -> bool {
        if !self.values.flags(v).contains(Flags::RECORD) {
            return false;
        }
        let node = self.values.node(v);
        if let Node::Def(name) = node {
            return match self.values.as_anonymous(*name) {
                Some(AnonKey::Instance(instance)) => self.finds_own_record(instance, seen),
                _ => self.scratch.made.contains_key(name),
            };
        }
        if !seen.insert(v) {
            return false;
        }
        let mut found = false;
        node.for_each_child(|child| found = found || self.finds_own_record(child, seen));
        found
    }

    /// Makes a class instance of an earlier statement again, and returns its record. The result is the same as before.
    /// The events and diagnostics are discarded, since they belong to the earlier statement.
    pub(super) fn remake(&mut self, instance: ValueId) -> Option<Arc<Record>> {
        // An instance cannot be used during its own construction.
        if !self.scratch.instances.remaking.insert(instance) {
            return None;
        }
        let (events, reports) = (self.out.events.len(), self.out.diagnostics.len());
        let made = self.out.instances.len();
        let _ = self.instantiate(instance);
        self.shorten_events(events);
        self.out.diagnostics.truncate(reports);
        self.out.instances.truncate(made);
        self.scratch.instances.remaking.remove(&instance);
        self.scratch
            .instances
            .known
            .get(&instance)
            .map(|made| made.record.clone())
    }

    /// The location that an instance has under the rules of LLVM 21 and later, if it is known: where the expression
    /// that became the instance was parsed.
    fn instance_place(&self, instance: ValueId) -> Option<Loc> {
        let earlier = self.world.instance_place(instance);
        earlier.or_else(|| self.scratch.instances.places.get(&instance).copied()?)
    }

    /// Records the location of an instance, unless it already has one.
    pub(super) fn place_instance(&mut self, instance: ValueId, place: InstancePlace) {
        let is_new = self.world.instance_place(instance).is_none()
            && !self.scratch.instances.places.contains_key(&instance);
        if is_new {
            let known = match place {
                InstancePlace::At(place) => Some(place),
                InstancePlace::Of(other) => self.instance_place(other),
            };
            self.scratch.instances.places.insert(instance, known);
            self.scratch.instances.noted.push(instance);
            self.out.events.push(Event::Place(instance, place));
        }
    }
}

fn shared(events: Vec<Event>) -> Arc<[Event]> {
    // Most instances have no events. An empty list takes no allocation.
    if events.is_empty() {
        Arc::default()
    } else {
        events.into()
    }
}

/// The values of a class's template arguments: the given ones, or else the defaults.
fn given(class: &Record, args: &[(ArgKey, ValueId)]) -> ArgValues {
    let mut map: ArgValues = class
        .template_args()
        .map(|arg| (arg.name, arg.value.unwrap_or(ValueId::UNSET)))
        .collect();
    for (key, value) in args {
        let slot = match key {
            ArgKey::Positional(index) => map.get_mut(*index as usize),
            ArgKey::Named(name) => map.iter_mut().find(|(it, _)| it == name),
        };
        match (slot, key) {
            (Some(slot), _) => slot.1 = *value,
            (None, ArgKey::Named(name)) => map.push((*name, *value)),
            (None, ArgKey::Positional(_)) => {}
        }
    }
    map
}
