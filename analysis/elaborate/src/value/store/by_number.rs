//! An index from consecutive numbers to values, for values that need no hashing.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::value::ValueId;
use parking_lot::Mutex;

/// Values, indexed by numbers. The numbers are the consecutive ids of symbols or of anonymous names. Values that are
/// used together mostly have close numbers, so they share cache lines, unlike the entries of a hash table. A lookup of
/// an existing value takes no lock.
#[derive(Default)]
pub(super) struct ByNumber {
    chunks: boxcar::Vec<[AtomicU32; CHUNK]>,
    making: [Mutex<()>; LOCKS],
}

const CHUNK: usize = 64;
/// The number of locks for creating values. With several locks, threads seldom wait for each other.
const LOCKS: usize = 16;

impl ByNumber {
    /// Returns the value of `number`; `make` creates the value if it does not exist yet.
    #[inline(always)]
    pub(super) fn get_or_make(&self, number: u32, make: impl FnOnce() -> ValueId) -> ValueId {
        let number = number as usize;
        let chunk = self.chunks.get(number / CHUNK);
        let known = chunk.and_then(|chunk| known(&chunk[number % CHUNK]));
        known.unwrap_or_else(|| self.make(number, make))
    }

    #[inline(never)]
    fn make(&self, number: usize, make: impl FnOnce() -> ValueId) -> ValueId {
        let _making = self.making[number / CHUNK % LOCKS].lock();
        let chunk = loop {
            match self.chunks.get(number / CHUNK) {
                Some(chunk) => break chunk,
                None => self.chunks.push(std::array::from_fn(|_| AtomicU32::new(0))),
            };
        };
        let slot = &chunk[number % CHUNK];
        // Another thread may have created the value in the meantime.
        known(slot).unwrap_or_else(|| {
            let v = make();
            slot.store(v.number(), Ordering::Release);
            v
        })
    }
}

fn known(slot: &AtomicU32) -> Option<ValueId> {
    ValueId::of_number(slot.load(Ordering::Acquire))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_agree_on_values_whatever_their_order() {
        let values = ByNumber::default();
        let value = |number: u32| values.get_or_make(number, || ValueId::at(number, false));
        std::thread::scope(|scope| {
            for step in [1, 7, 13] {
                scope.spawn(move || {
                    for number in (0..1000).map(|it| it * step % 1009) {
                        assert_eq!(value(number), ValueId::at(number, false));
                    }
                });
            }
        });
        assert_eq!(values.get_or_make(5, || unreachable!()), value(5));
    }
}
