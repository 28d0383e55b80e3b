//! The order in which LLVM's hash table of strings lists its keys.
//!
//! Some tables of the reference come out in that order, so it is part of their format.

use elaborate::records::encode;
use xxhash_rust::xxh3::xxh3_64;

/// A set of strings that lists them as LLVM's `StringMap` does.
#[derive(Default)]
pub struct StringSet {
    keys: Vec<String>,
    /// For each bucket the hash and the index of its key. Their number is a power of two.
    buckets: Vec<Option<(u32, usize)>>,
}

const FIRST_SIZE: usize = 16;

impl StringSet {
    /// Adds a key; gives its index in the order of insertion and whether it is new.
    pub fn insert(&mut self, key: &str) -> (usize, bool) {
        if self.buckets.is_empty() {
            self.buckets = vec![None; FIRST_SIZE];
        }
        let hash = xxh3_64(&encode(key)) as u32;
        let bucket = find(&self.buckets, hash, |index| self.keys[index] == key);
        if let Some((_, index)) = self.buckets[bucket] {
            return (index, false);
        }
        let index = self.keys.len();
        self.keys.push(key.to_owned());
        self.buckets[bucket] = Some((hash, index));
        if self.keys.len() * 4 > self.buckets.len() * 3 {
            self.grow();
        }
        (index, true)
    }

    fn grow(&mut self) {
        let mut grown = vec![None; self.buckets.len() * 2];
        for &(hash, index) in self.buckets.iter().flatten() {
            let bucket = find(&grown, hash, |_| false);
            grown[bucket] = Some((hash, index));
        }
        self.buckets = grown;
    }

    /// The keys in the order of the table, each with the index of its insertion.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        let indices = self.buckets.iter().flatten().map(|(_, index)| *index);
        indices.map(|index| (self.keys[index].as_str(), index))
    }
}

/// The bucket of a key, or the free one where it would go. There is always a free one.
fn find(buckets: &[Option<(u32, usize)>], hash: u32, is_key: impl Fn(usize) -> bool) -> usize {
    let mask = buckets.len() - 1;
    let mut bucket = hash as usize & mask;
    for step in 1.. {
        match buckets[bucket] {
            None => break,
            Some((other, index)) if other == hash && is_key(index) => break,
            Some(_) => bucket = (bucket + step) & mask,
        }
    }
    bucket
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_in_the_order_of_their_hashes() {
        let mut set = StringSet::default();
        for number in 0..20 {
            assert_eq!(set.insert(&format!("k{number}")), (number, true));
        }
        assert_eq!(set.insert("k3"), (3, false));
        let mut indices: Vec<_> = set.iter().map(|(_, index)| index).collect();
        assert!(!indices.is_sorted());
        indices.sort_unstable();
        assert_eq!(indices, (0..20).collect::<Vec<_>>());
    }
}
