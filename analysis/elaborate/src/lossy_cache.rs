//! Direct-mapped caches: a new entry evicts the one in its slot.

use std::cell::Cell;

/// A direct-mapped cache of entries, keyed by their hashes. It grows with the number of insertions, up to a size that
/// fits into a fast cache of the CPU. It starts small because for a small input each additional page of memory costs
/// more than it saves.
pub(crate) struct Slots<T> {
    slots: Vec<T>,
    empty: T,
    /// The number of insertions left before the cache grows. Practically unlimited once the cache has its full size.
    left: usize,
    /// The largest number of slots, a power of two.
    most: usize,
}

/// The number of slots after the first insertion.
const FEW: usize = 1 << 8;
/// The factor by which the number of slots grows.
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

    /// The entry in the slot of this hash. Only the low bits of the hash select the slot, so the caller must check the
    /// entry.
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

    /// The index of the slot for a hash. Out of bounds while there are no slots.
    #[inline(always)]
    fn place(&self, hash: usize) -> usize {
        hash & self.slots.len().wrapping_sub(1)
    }

    /// Grows the cache and drops all entries.
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

/// A direct-mapped cache of recent entries of a large table, keyed by hash. Each thread has its own cache, since
/// threads that share a cache would contend for its cache lines. The cache is small because all of its slots are
/// initialized when a thread starts.
pub(crate) struct LossyCache<T, const LEN: usize>([Cell<(u32, Option<T>)>; LEN]);

impl<T: Copy, const LEN: usize> LossyCache<T, LEN> {
    pub(crate) const fn new() -> Self {
        LossyCache([const { Cell::new((0, None)) }; LEN])
    }

    pub(crate) fn clear(&self) {
        self.0.iter().for_each(|slot| slot.set((0, None)));
    }

    /// The entry with this hash, if `is` returns true for it.
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
