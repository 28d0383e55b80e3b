//! The numbers in the names of anonymous records.
//!
//! The reference numbers anonymous records during elaboration. Here the name of an anonymous record contains an
//! [`Anon`], the identity of the record, in place of the number. The numbers are assigned afterwards: the events that
//! each statement recorded are replayed in the order of the unit.

use std::iter::successors;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use syntax::Release;

use crate::ids::Loc;

use crate::value::print::{PrintContext, push_numbered};
use crate::value::{Anon, AnonKey, ValueId, ValueStore};

/// An event in a statement that affects the numbers of anonymous records or the locations of class instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The statement drew a new name.
    Draw(Anon),
    /// The statement used a class instance. On replay, the first use assigns a number to the instance and replays the
    /// events of its construction.
    Instance(ValueId),
    /// The statement inserted a record under this name. It had drawn the name for the record or for the record's
    /// prototype.
    Use(Anon),
    /// The statement inserted a record made from a prototype of another statement. The first such record in the unit
    /// gets the name drawn for the prototype; the others get new names.
    Expand {
        /// The name drawn for the prototype.
        prototype: Anon,
        /// The name drawn for the record. It gets the number of the prototype if no record has that number yet, and
        /// otherwise the next number.
        record: Anon,
    },
    /// The statement parsed a class instance, or resolved an expression to one. Recorded only under the rules of LLVM
    /// 21 and later, where an instance has the location at which it was parsed first.
    Place(ValueId, InstancePlace),
}

/// How a class instance got its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstancePlace {
    /// The instance was parsed at this location.
    At(Loc),
    /// The instance results from resolving this other instance, and has its location.
    Of(ValueId),
}

/// The numbers assigned so far.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// The numbers assigned before some position in the unit, shared by all continuations from there.
    earlier: Option<Arc<Numbers>>,
    numbers: FxHashMap<Anon, u32>,
    /// The names that have the numbers before `next`, in order: the last one has the number `next - 1`. Names in
    /// `earlier` are not repeated.
    drawn: Vec<Anon>,
    /// The records that got the numbers of their prototypes, by number.
    expanded: FxHashMap<u32, Anon>,
    /// The prototypes whose names were given to a record.
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

    /// This part and all earlier ones, the latest first.
    fn parts(&self) -> impl Iterator<Item = &Numbers> {
        successors(Some(self), |it| it.earlier.as_deref())
    }

    /// The number of an anonymous record, if it has one.
    pub fn get(&self, anon: Anon) -> Option<u32> {
        self.parts().find_map(|it| it.numbers.get(&anon).copied())
    }

    /// The number of the anonymous record whose name is `name`. `None` if `name` contains other text or has no number.
    pub fn number_in(&self, values: &ValueStore, name: ValueId) -> Option<u32> {
        self.get(values.anon(values.as_anonymous(name)?))
    }

    /// Assigns the next number to `anon`. Returns false if `anon` already has a number.
    pub fn draw(&mut self, anon: Anon) -> bool {
        if self.get(anon).is_some() {
            return false;
        }
        self.numbers.insert(anon, self.next);
        self.drawn.push(anon);
        self.next += 1;
        true
    }

    /// Whether the name drawn for a prototype was given to a record.
    pub fn is_used(&self, prototype: Anon) -> bool {
        self.parts().any(|it| it.used.contains(&prototype))
    }

    /// Assigns numbers for the events of a statement. `instance` returns the events of making a class instance. `place`
    /// is called for each [`Event::Place`], in order.
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

    /// The count of assigned numbers, which is also the next number to be assigned.
    pub fn count(&self) -> u32 {
        self.next
    }

    /// The anonymous name that has the number `number`. If a record took the number of its prototype, the result is the
    /// name of the record.
    pub fn owner(&self, number: u32) -> Option<Anon> {
        self.parts().find_map(|it| {
            let back = it.next.checked_sub(number)? as usize;
            let drawn = || it.drawn.get(it.drawn.len().checked_sub(back)?);
            it.expanded.get(&number).or_else(drawn).copied()
        })
    }
}

/// Prints anonymous names with their numbers.
#[derive(Clone, Copy)]
pub struct Numbered<'a> {
    /// The store of the values to be printed.
    pub values: &'a ValueStore,
    /// The assigned numbers. A name without a number ends in `?`.
    pub numbers: &'a Numbers,
    /// The release whose syntax is used where releases differ.
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

/// The name of the anonymous record with this number.
pub fn spelt_name(number: u32) -> String {
    format!("anonymous_{number}")
}

/// The number in a text that has the form of an anonymous record's name; `None` for other texts.
pub fn spelt_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("anonymous_")?;
    let number: u32 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}
