//! The world as a statement sees it when statements are elaborated on demand: those before it, asked one by one.

use std::cell::RefCell;
use std::sync::Arc;

use crate::eval::{ClassProto, InstanceResult, MulticlassProto, Outcome, Scratch, World};
use crate::hir::StmtKind;
use crate::numbering::{AnonKey, Event};
use crate::record::{Item, Loc, Record};
use crate::symbol::Sym;
use crate::value::{Anon, Ty, V};

use super::{
    Db, UnitInput, WILD_STRIDE, numbers_at, outcome, pure_instance, static_index, wild_records,
};

/// The statements before one.
pub(super) struct Before<'db> {
    pub db: &'db dyn Db,
    pub unit: UnitInput,
    pub item: Item,
}

impl<'db> Before<'db> {
    fn outcome(&self, item: Item) -> &'db Arc<Outcome> {
        outcome(self.db, self.unit, item)
    }

    /// The last of some statements, of those before this one, that gives something.
    fn last<T>(&self, items: &[Item], get: impl Fn(&'db Outcome) -> Option<T>) -> Option<T> {
        let before = items.partition_point(|item| *item < self.item);
        items[..before]
            .iter()
            .rev()
            .find_map(|item| get(self.outcome(*item)))
    }

    fn found_in(&self, item: Item, name: V) -> Option<Arc<Record>> {
        if item >= self.item {
            return None;
        }
        self.outcome(item).record(name).cloned()
    }

    /// The record of this name.
    pub fn def_named(&self, name: V) -> Option<Arc<Record>> {
        if let Some(item) = self.db.makers().get(name)
            && let Some(record) = self.found_in(item, name)
        {
            return Some(record);
        }
        let index = static_index(self.db, self.unit);
        match self.db.values().as_str(name) {
            Some(text) => index
                .makers(text.as_str())
                .find_map(|item| self.found_in(item, name))
                .or_else(|| self.made_by_anything(name)),
            // A name with numbers in it: most come from the statement that drew the number.
            None => match self.db.values().as_anonymous(name) {
                Some(AnonKey::Drawn(item, _)) => self.found_in(item, name),
                Some(AnonKey::Instance(_)) => None,
                None => (0..self.item.0).find_map(|item| self.found_in(Item(item), name)),
            },
        }
    }

    fn instance_events(&self, instance: V) -> Option<Arc<[Event]>> {
        let made = pure_instance(self.db, self.unit, instance).as_ref();
        made.map(|it| it.events.clone())
    }

    /// The record of this name if one of the statements makes it whose names only elaboration tells.
    fn made_by_anything(&self, name: V) -> Option<Arc<Record>> {
        let items = static_index(self.db, self.unit).anything();
        let before = items.partition_point(|item| *item < self.item);
        let whole = before / WILD_STRIDE;
        let in_strides =
            (0..whole).find_map(|stride| wild_records(self.db, self.unit, stride).get(&name));
        if let Some(item) = in_strides {
            return self.found_in(*item, name);
        }
        let rest = &items[whole * WILD_STRIDE..before];
        rest.iter().find_map(|item| self.found_in(*item, name))
    }

    /// The records that a `defset` collected.
    fn defset_value(&self, head: Item) -> Option<V> {
        let defset = self.outcome(head).defset?;
        let block = static_index(self.db, self.unit).block(head)?;
        let elems: Vec<V> = block
            .items
            .clone()
            .flat_map(|item| self.outcome(Item(item)).defset_elems.iter().copied())
            .collect();
        Some(self.db.values().list(&elems, defset.elem))
    }
}

impl World for Before<'_> {
    fn class(&self, name: Sym) -> Option<&Arc<ClassProto>> {
        self.last(static_index(self.db, self.unit).classes(name), |it| {
            it.class.as_ref()
        })
    }

    fn multiclass(&self, name: Sym) -> Option<Arc<MulticlassProto>> {
        self.last(static_index(self.db, self.unit).multiclasses(name), |it| {
            it.multiclass.clone()
        })
    }

    fn type_alias(&self, name: Sym) -> Option<Ty> {
        self.last(static_index(self.db, self.unit).types(name), |it| {
            it.type_alias.map(|(_, ty)| ty)
        })
    }

    fn def(&self, name: V) -> Option<Arc<Record>> {
        self.def_named(name)
    }

    fn global(&self, name: Sym) -> Option<V> {
        let items = static_index(self.db, self.unit).globals(name);
        let before = items.partition_point(|item| *item < self.item);
        items[..before].iter().rev().find_map(|item| {
            match &self.unit.unit(self.db).stmt(*item).kind {
                StmtKind::Defset(_) => {
                    // Inside its own braces it has no value yet.
                    let block = static_index(self.db, self.unit).block(*item)?;
                    if block.items.contains(&self.item.0) {
                        None
                    } else {
                        self.defset_value(*item)
                    }
                }
                _ => self
                    .outcome(*item)
                    .variable
                    .filter(|(it, _)| *it == name)
                    .map(|(_, v)| v),
            }
        })
    }

    fn instance(&self, instance: V) -> Option<Arc<InstanceResult>> {
        // One that looks records up by name is made again by each statement: what it sees depends on the place.
        pure_instance(self.db, self.unit, instance).clone()
    }

    fn instance_place(&self, _: V) -> Option<Loc> {
        None
    }

    fn prototype_used(&self, _: Anon) -> bool {
        false
    }

    fn numbered(&self, number: u32, events: &[Event]) -> Option<Anon> {
        let mut numbers = numbers_at(self.db, self.unit, self.item);
        numbers.replay(self.db.values(), events, &|v| self.instance_events(v));
        numbers.of(number)
    }

    fn has_borrowed_name(&self) -> bool {
        static_index(self.db, self.unit).has_borrowed_name()
    }

    fn all_defs(&self) -> Vec<Arc<Record>> {
        let outcomes = (0..self.item.0).map(|item| self.outcome(Item(item)));
        let records = outcomes.flat_map(|it| {
            let instances = it.instances.iter().map(|(_, made)| made.record.clone());
            it.records.iter().cloned().chain(instances)
        });
        records.collect()
    }

    fn number(&self, anon: Anon, events: &[Event]) -> Option<u32> {
        let mut numbers = numbers_at(self.db, self.unit, self.item);
        numbers.replay(self.db.values(), events, &|v| self.instance_events(v));
        numbers.get(anon)
    }
}

/// Runs `f` with space that is used again: statements elaborate inside statements, so there are several.
pub(super) fn with_scratch<T>(f: impl FnOnce(&mut Scratch) -> T) -> T {
    thread_local! {
        static FREE: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
    }
    let mut scratch = FREE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = f(&mut scratch);
    FREE.with_borrow_mut(|free| free.push(scratch));
    result
}
