//! Hash tables of indices, for interned values.

/// A hash table that stores each entry next to the hash of the entry, so most lookups access one cache line. The tables
/// are far larger than the CPU's fast caches, and a table with separate control bytes would need two cache lines.
pub(crate) struct HashIndex<T> {
    /// The slots. At least a quarter of them are empty, unless there are no slots. An entry is in the first slot that
    /// was free when it was inserted, beginning with the slot for its hash (linear probing).
    slots: Vec<(u32, Option<T>)>,
    len: usize,
    /// The number of entries at which the table grows.
    most: usize,
    /// The share of used slots at which the table grows, in 256ths.
    full: usize,
}

/// Three quarters, in 256ths.
const FULL: usize = 192;

/// The smallest number of slots, except for a table without slots.
const FEW: usize = 16;
/// A table with fewer slots than this doubles its number of slots when it grows.
const SMALL: usize = 1 << 13;

impl<T: Copy> HashIndex<T> {
    /// A table that is one of `of` tables with about the same number of entries; `number` is its index. It has room for
    /// about `things` entries before it grows. The tables grow at different times, so that not all of them are rebuilt
    /// at once.
    pub(crate) fn sharing(things: usize, number: usize, of: usize) -> HashIndex<T> {
        let slots = (things + things / 2).next_multiple_of(FEW);
        // A large table grows by a quarter, which reduces its load by a fifth. The limits of the tables are distributed
        // over this range, so that they are reached at different times.
        let full = FULL - FULL / 5 * number / of;
        HashIndex {
            slots: vec![(0, None); slots],
            len: 0,
            most: slots * full / 256,
            full,
        }
    }

    /// The entry with this hash for which `is` returns true.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u32, is: impl Fn(T) -> bool) -> Option<T> {
        self.search(hash, is).ok()
    }

    /// The entry with this hash for which `is` returns true. If the table has no such entry, the error is the index of
    /// the slot at which the search ended.
    #[inline(always)]
    fn search(&self, hash: u32, is: impl Fn(T) -> bool) -> Result<T, usize> {
        let mut at = self.place(hash);
        while let Some((its_hash, Some(thing))) = self.slots.get(at) {
            if *its_hash == hash && is(*thing) {
                return Ok(*thing);
            }
            at = self.after(at);
        }
        Err(at)
    }

    /// Like [`Self::find`]. If the table has no such entry, the entry that `make` returns is added and returned.
    #[inline(always)]
    pub(crate) fn find_or_add(
        &mut self,
        hash: u32,
        is: impl Fn(T) -> bool,
        make: impl FnOnce() -> T,
    ) -> T {
        let at = match self.search(hash, is) {
            Ok(thing) => return thing,
            Err(at) => at,
        };
        let thing = make();
        if self.len < self.most {
            self.slots[at] = (hash, Some(thing));
        } else {
            self.grow();
            self.put(hash, thing);
        }
        self.len += 1;
        thing
    }

    fn put(&mut self, hash: u32, thing: T) {
        let mut at = self.place(hash);
        while self.slots[at].1.is_some() {
            at = self.after(at);
        }
        self.slots[at] = (hash, Some(thing));
    }

    /// The index of the first slot for a hash. The hash is mixed because the upper bits of hashes differ little. Slots
    /// are in the order of the mixed hashes, whatever the number of slots. So when a table grows, the old slots are
    /// read and the new slots are written in roughly the same order.
    #[inline(always)]
    fn place(&self, hash: u32) -> usize {
        let mixed = hash.wrapping_mul(0x9E37_79B1);
        ((u64::from(mixed) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline(always)]
    fn after(&self, at: usize) -> usize {
        if at + 1 < self.slots.len() { at + 1 } else { 0 }
    }

    /// Moves the entries to a larger table. A large table grows by a quarter only, so that the process does not need
    /// much more memory than for the new entries.
    #[cold]
    fn grow(&mut self) {
        let len = self.slots.len();
        let len = match len {
            ..SMALL => (len * 2).max(FEW),
            _ => len + len / 4,
        };
        self.most = len * self.full / 256;
        let more = vec![(0, None); len];
        for (hash, thing) in std::mem::replace(&mut self.slots, more) {
            if let Some(thing) = thing {
                self.put(hash, thing);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_any_room_ends_a_search() {
        for room in 0..40 {
            let mut index = HashIndex::sharing(room, room % 7, 7);
            for thing in 0..100_u32 {
                assert_eq!(index.find(thing, |_| false), None);
                assert_eq!(index.find_or_add(thing, |_| false, || thing), thing);
            }
        }
    }

    #[test]
    fn things_of_one_hash_are_told_apart_and_survive_growth() {
        let mut index = HashIndex::sharing(0, 0, 1);
        let hash = |thing: u32| thing % 7 * 0x1000_0001;
        for thing in 0..1000 {
            assert_eq!(index.find(hash(thing), |it| it == thing), None);
            assert_eq!(
                index.find_or_add(hash(thing), |it| it == thing, || thing),
                thing
            );
        }
        for thing in 0..1000 {
            assert_eq!(index.find(hash(thing), |it| it == thing), Some(thing));
        }
        assert_eq!(index.find(hash(3), |it| it == 1000), None);
    }
}
