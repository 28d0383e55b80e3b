//! The numbers in the names of anonymous records.
//!
//! The reference counts as it goes. Here a value holds an [`Anon`] instead, which says what the number is of; the
//! numbers themselves come from replaying, in the order of the unit, what each statement noted that it did.

use rustc_hash::FxHashMap;

use crate::value::Anon;

/// The numbers given so far.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    numbers: FxHashMap<Anon, u32>,
}

impl Numbers {
    pub fn get(&self, anon: Anon) -> Option<u32> {
        self.numbers.get(&anon).copied()
    }
}
