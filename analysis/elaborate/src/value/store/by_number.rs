//! Values that are found by a number instead of a hash.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::value::ValueId;
use parking_lot::Mutex;

/// Values by consecutive numbers, of symbols or anonymous names. Values that are used together were mostly numbered
/// together, so they are near each other in memory, unlike those of a hash table; and an existing one is found without
/// a lock.
#[derive(Default)]
pub(super) struct ByNumber {
    chunks: boxcar::Vec<[AtomicU32; CHUNK]>,
    making: [Mutex<()>; LOCKS],
}

const CHUNK: usize = 64;
/// Threads that make values of different numbers seldom wait for each other.
const LOCKS: usize = 16;

impl ByNumber {
    /// The value of this number, made if it is new.
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
        // Another thread may have made it meanwhile.
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
