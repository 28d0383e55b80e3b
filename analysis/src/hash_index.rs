//! Where things with known hashes are, for the tables of what is interned.

/// Things by a part of their hashes. Hash and thing stand side by side, so that most look-ups touch one cache line: the
/// tables are far larger than the near caches, and a table with its control bytes apart needs two.
pub(crate) struct HashIndex<T> {
    /// A power of two of them, at least a quarter empty. A thing is in the first that was free from the one on that
    /// its hash says.
    slots: Vec<(u32, Option<T>)>,
    len: usize,
}

impl<T: Copy> HashIndex<T> {
    /// An index with room for so many things, after which it grows.
    pub fn with_room(things: usize) -> HashIndex<T> {
        let len = (things + things / 2).next_power_of_two().max(16);
        HashIndex {
            slots: vec![(0, None); len],
            len: 0,
        }
    }

    /// The thing with this hash that is the right one.
    #[inline(always)]
    pub fn find(&self, hash: u32, is: impl Fn(T) -> bool) -> Option<T> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize;
        while let (its_hash, Some(thing)) = self.slots[at & mask] {
            if its_hash == hash && is(thing) {
                return Some(thing);
            }
            at += 1;
        }
        None
    }

    /// Adds a thing that is not there yet.
    #[inline(always)]
    pub fn insert(&mut self, hash: u32, thing: T) {
        if self.len + self.len / 3 >= self.slots.len() {
            self.grow();
        }
        self.len += 1;
        self.put(hash, thing);
    }

    fn put(&mut self, hash: u32, thing: T) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize;
        while self.slots[at & mask].1.is_some() {
            at += 1;
        }
        self.slots[at & mask] = (hash, Some(thing));
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![(0, None); self.slots.len() * 2];
        for (hash, thing) in std::mem::replace(&mut self.slots, twice) {
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
    fn things_of_one_hash_are_told_apart_and_survive_growth() {
        let mut index = HashIndex::with_room(0);
        let hash = |thing: u32| thing % 7 * 0x1000_0001;
        for thing in 0..1000 {
            assert_eq!(index.find(hash(thing), |it| it == thing), None);
            index.insert(hash(thing), thing);
        }
        for thing in 0..1000 {
            assert_eq!(index.find(hash(thing), |it| it == thing), Some(thing));
        }
        assert_eq!(index.find(hash(3), |it| it == 1000), None);
    }
}
