//! Tables that forget.

use std::cell::Cell;

/// A direct-mapped cache of entries by their hashes. The table grows with the number of insertions, up to a size that
/// fits into a near cache of the processor: each new page of memory costs a small input more than it gains.
pub(crate) struct Slots<T> {
    slots: Vec<T>,
    empty: T,
    /// The number of insertions after which the table grows; larger than any count once it has its full size.
    left: usize,
    /// The most slots, a power of two.
    most: usize,
}

/// The number of slots of a table with its first entry.
const FEW: usize = 1 << 8;
/// The factor by which it grows.
const MORE: usize = 8;

impl<T: Copy> Slots<T> {
    pub(crate) const fn new(empty: T, most: usize) -> Self {
        assert!(most.is_power_of_two() && most >= FEW);
        Slots {
            slots: Vec::new(),
            empty,
            left: 0,
            most,
        }
    }

    /// The entry in the slot of this hash, of which only the low bits count.
    #[inline(always)]
    pub(crate) fn get(&self, hash: usize) -> &T {
        self.slots.get(self.place(hash)).unwrap_or(&self.empty)
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, hash: usize, entry: T) {
        if self.left == 0 {
            self.grow();
        }
        self.left -= 1;
        let place = self.place(hash);
        self.slots[place] = entry;
    }

    /// Beyond the end while there are no slots.
    #[inline(always)]
    fn place(&self, hash: usize) -> usize {
        hash & self.slots.len().wrapping_sub(1)
    }

    /// All entries are dropped.
    #[cold]
    fn grow(&mut self) {
        let len = (self.slots.len() * MORE).clamp(FEW, self.most);
        self.left = usize::MAX;
        if len < self.most {
            self.left = len * MORE;
        }
        self.slots.clear();
        self.slots.resize(len, self.empty);
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(self.empty);
    }
}

/// A cache in front of a large table, with parts of the hashes. Each thread has its own: threads that shared one would
/// contend for its cache lines. It is small, since all of it is written when a thread starts.
pub(crate) struct LossyCache<T, const LEN: usize>([Cell<(u32, Option<T>)>; LEN]);

impl<T: Copy, const LEN: usize> LossyCache<T, LEN> {
    pub(crate) const fn new() -> Self {
        LossyCache([const { Cell::new((0, None)) }; LEN])
    }

    pub(crate) fn clear(&self) {
        self.0.iter().for_each(|slot| slot.set((0, None)));
    }

    /// The entry of this hash, if `is` holds for it.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64, is: impl FnOnce(T) -> bool) -> Option<T> {
        let (kept, entry) = self.slot(hash).get();
        entry.filter(|it| kept == hash as u32 && is(*it))
    }

    #[inline(always)]
    pub(crate) fn put(&self, hash: u64, entry: T) {
        self.slot(hash).set((hash as u32, Some(entry)));
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> &Cell<(u32, Option<T>)> {
        &self.0[(hash >> 32) as usize % LEN]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_grows_with_what_is_put_in_and_forgets() {
        let most = FEW * MORE * 2;
        let mut slots = Slots::new(0, most);
        assert_eq!((slots.slots.len(), *slots.get(7)), (0, 0));
        let mut lens = Vec::new();
        for entry in 1..=most * MORE * 2 {
            slots.put(entry, entry);
            assert_eq!(*slots.get(entry), entry);
            lens.push(slots.slots.len());
        }
        lens.dedup();
        assert_eq!(lens, [FEW, FEW * MORE, most]);
        let last = most * MORE * 2;
        slots.put(last + most, 1);
        assert_eq!(*slots.get(last), 1);
        slots.clear();
        assert_eq!(*slots.get(last), 0);
    }
}
