//! The numbers in the names of anonymous records.
//!
//! The reference counts as it goes. Here a value holds an [`Anon`] instead, which says what the number is of; the
//! numbers themselves come from replaying, in the order of the unit, what each statement noted that it did.

use rustc_hash::FxHashMap;

use crate::record::Item;
use crate::value::{Anon, V};

/// What a number is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnonKey {
    /// A name that a statement drew: for an anonymous `def` or `defm`. The second is how many it drew before.
    Drawn(Item, u32),
    /// A class instance.
    Instance(V),
}

/// Something a statement did that moves the counter, or could.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Drew a new name.
    Draw(Anon),
    /// Needed a class instance: it is made, with all that making it does, unless it exists.
    Instance(V),
    /// Inserted a record under the name drawn for its prototype; others made from that prototype draw anew.
    UsePrototype(Anon),
}

/// The numbers given so far.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    numbers: FxHashMap<Anon, u32>,
    next: u32,
}

impl Numbers {
    pub fn get(&self, anon: Anon) -> Option<u32> {
        self.numbers.get(&anon).copied()
    }

    /// Gives the next number, unless this one has a number.
    pub fn draw(&mut self, anon: Anon) -> bool {
        if self.numbers.contains_key(&anon) {
            return false;
        }
        self.numbers.insert(anon, self.next);
        self.next += 1;
        true
    }

    /// How many numbers were given.
    pub fn count(&self) -> u32 {
        self.next
    }
}
