//! The numbers in the names of anonymous records.
//!
//! The reference counts them during elaboration. Here a value contains an [`Anon`] instead, which identifies what the
//! number belongs to; the numbers themselves come from replaying, in the order of the unit, the events that each
//! statement recorded.

use std::iter::successors;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use syntax::Release;

use crate::ids::Loc;

use crate::value::print::{PrintContext, push_numbered};
use crate::value::{Anon, AnonKey, ValueId, ValueStore};

/// An event of a statement that advances the counter, or could.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Drew a new name.
    Draw(Anon),
    /// Needed a class instance: it is made, with all that making it does, unless it exists.
    Instance(ValueId),
    /// Inserted a record under the name drawn for it, or for its prototype by this statement.
    Use(Anon),
    /// Inserted a record made from a prototype of another statement. The first such record of all gets the name drawn
    /// for the prototype, the others draw their own.
    Expand {
        /// The purpose for which the name of the prototype was drawn.
        prototype: Anon,
        /// The purpose for which the name of the record is drawn, unless it gets that of the prototype.
        record: Anon,
    },
    /// Read a class instance, or reached it by resolving. Recorded only for LLVM 22's form, in which an instance has
    /// the place where it was read first.
    Place(ValueId, InstancePlace),
}

/// The place where a class instance was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstancePlace {
    /// At this place in the text.
    At(Loc),
    /// The place of this other instance, from which it was resolved.
    Of(ValueId),
}

/// The numbers assigned so far.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// The numbers assigned before a place in the unit, shared by all continuations from there.
    earlier: Option<Arc<Numbers>>,
    numbers: FxHashMap<Anon, u32>,
    /// The events that drew the numbers before `next`.
    drawn: Vec<Anon>,
    /// The records that got the name of a prototype, by its number.
    expanded: FxHashMap<u32, Anon>,
    /// The prototypes whose names are taken.
    used: FxHashSet<Anon>,
    next: u32,
}

impl Numbers {
    /// Continues from numbers that were assigned earlier.
    pub fn after(earlier: Arc<Numbers>) -> Numbers {
        Numbers {
            next: earlier.next,
            earlier: Some(earlier),
            ..Numbers::default()
        }
    }

    /// The latest part first.
    fn parts(&self) -> impl Iterator<Item = &Numbers> {
        successors(Some(self), |it| it.earlier.as_deref())
    }

    /// The number of an anonymous record, if it has one.
    pub fn get(&self, anon: Anon) -> Option<u32> {
        self.parts().find_map(|it| it.numbers.get(&anon).copied())
    }

    /// The number of an anonymous record, given its name without further text.
    pub fn number_in(&self, values: &ValueStore, name: ValueId) -> Option<u32> {
        self.get(values.anon(values.as_anonymous(name)?))
    }

    /// Assigns the next number, unless this one has a number.
    pub fn draw(&mut self, anon: Anon) -> bool {
        if self.get(anon).is_some() {
            return false;
        }
        self.numbers.insert(anon, self.next);
        self.drawn.push(anon);
        self.next += 1;
        true
    }

    /// Whether the name drawn for a prototype is taken.
    pub fn is_used(&self, prototype: Anon) -> bool {
        self.parts().any(|it| it.used.contains(&prototype))
    }

    /// Assigns numbers for the events of a statement. `instance` returns the events of making a class instance. `place`
    /// is called where instances were read, in order.
    pub fn replay(
        &mut self,
        values: &ValueStore,
        events: &[Event],
        instance: &dyn Fn(ValueId) -> Option<Arc<[Event]>>,
        place: &mut dyn FnMut(ValueId, InstancePlace),
    ) {
        for event in events {
            match *event {
                Event::Draw(anon) => _ = self.draw(anon),
                Event::Use(anon) => _ = self.used.insert(anon),
                Event::Expand { prototype, record } => match self.get(prototype) {
                    Some(number) if !self.is_used(prototype) => {
                        self.used.insert(prototype);
                        self.numbers.insert(record, number);
                        self.expanded.insert(number, record);
                    }
                    _ => _ = self.draw(record),
                },
                Event::Instance(v) => {
                    if self.draw(values.anon(AnonKey::Instance(v)))
                        && let Some(events) = instance(v)
                    {
                        self.replay(values, &events, instance, place);
                    }
                }
                Event::Place(v, at) => place(v, at),
            }
        }
    }

    /// The number of assigned numbers, which is the next number.
    pub fn count(&self) -> u32 {
        self.next
    }

    /// The owner of a number. A prototype shares its own with the first record made from it, which has that name.
    pub fn owner(&self, number: u32) -> Option<Anon> {
        self.parts().find_map(|it| {
            let back = it.next.checked_sub(number)? as usize;
            let drawn = || it.drawn.get(it.drawn.len().checked_sub(back)?);
            it.expanded.get(&number).or_else(drawn).copied()
        })
    }
}

/// Anonymous names with their numbers.
#[derive(Clone, Copy)]
pub struct Numbered<'a> {
    /// The store that the values to be printed are in.
    pub values: &'a ValueStore,
    /// The assigned numbers. A name without a number ends in `?`.
    pub numbers: &'a Numbers,
    /// The release whose spelling is used where releases differ.
    pub release: Release,
}

impl PrintContext for Numbered<'_> {
    fn values(&self) -> &ValueStore {
        self.values
    }

    fn release(&self) -> Release {
        self.release
    }

    fn push_anonymous(&self, out: &mut String, anon: Anon) {
        push_numbered(out, self.numbers.get(anon));
    }
}

/// The name of an anonymous record of this number.
pub fn spelt_name(number: u32) -> String {
    format!("anonymous_{number}")
}

/// The number in a text that is spelt like the name of an anonymous record.
pub fn spelt_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("anonymous_")?;
    let number: u32 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}
