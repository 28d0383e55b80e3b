//! The iteration order of LLVM's hash table of strings.
//!
//! Some tables of the reference are written in that order, so it is part of their format.

use elaborate::records::encode;
use xxhash_rust::xxh3::xxh3_64;

/// A map with string keys that iterates over them in the order of LLVM's `StringMap`.
pub struct StringMap<T> {
    entries: Vec<(String, T)>,
    /// For each bucket, the hash of its key and the index of its entry; `None` if the bucket is free. The number of
    /// buckets is a power of two.
    buckets: Vec<Option<(u32, usize)>>,
}

const FIRST_SIZE: usize = 16;

impl<T> Default for StringMap<T> {
    fn default() -> StringMap<T> {
        StringMap {
            entries: Vec::new(),
            buckets: Vec::new(),
        }
    }
}

impl<T> StringMap<T> {
    /// The value of a key. If the map does not contain the key, it is inserted with the result of `value`.
    pub fn get_or_insert_with(&mut self, key: &str, value: impl FnOnce() -> T) -> &mut T {
        if self.buckets.is_empty() {
            self.buckets = vec![None; FIRST_SIZE];
        }
        let hash = hash(key);
        let bucket = find(&self.buckets, hash, |index| self.entries[index].0 == key);
        let index = match self.buckets[bucket] {
            Some((_, index)) => index,
            None => {
                let index = self.entries.len();
                self.entries.push((key.to_owned(), value()));
                self.buckets[bucket] = Some((hash, index));
                if self.entries.len() * 4 > self.buckets.len() * 3 {
                    self.grow();
                }
                index
            }
        };
        &mut self.entries[index].1
    }

    fn grow(&mut self) {
        self.buckets = grown(&self.buckets);
    }

    /// The value of a key; `None` if the map does not contain the key.
    pub fn get(&self, key: &str) -> Option<&T> {
        if self.buckets.is_empty() {
            return None;
        }
        let is_key = |index: usize| self.entries[index].0 == key;
        let (_, index) = self.buckets[find(&self.buckets, hash(key), is_key)]?;
        Some(&self.entries[index].1)
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The keys with their values, in the order of LLVM's `StringMap`.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        let indices = self.buckets.iter().flatten();
        indices.map(|(_, index)| {
            let (key, value) = &self.entries[*index];
            (key.as_str(), value)
        })
    }
}

/// The indices of keys in the order in which a [`StringMap`] lists the keys if they are inserted one after another. The
/// keys must be distinct.
pub fn listing_order<'a>(keys: impl Iterator<Item = &'a str>) -> impl Iterator<Item = usize> {
    let mut buckets = vec![None; FIRST_SIZE];
    for (index, key) in keys.enumerate() {
        let hash = hash(key);
        let bucket = find(&buckets, hash, |_| false);
        buckets[bucket] = Some((hash, index));
        if (index + 1) * 4 > buckets.len() * 3 {
            buckets = grown(&buckets);
        }
    }
    buckets.into_iter().flatten().map(|(_, index)| index)
}

fn grown(buckets: &[Option<(u32, usize)>]) -> Vec<Option<(u32, usize)>> {
    let mut grown = vec![None; buckets.len() * 2];
    for &(hash, index) in buckets.iter().flatten() {
        let bucket = find(&grown, hash, |_| false);
        grown[bucket] = Some((hash, index));
    }
    grown
}

/// LLVM's hash of a key.
pub fn hash(key: &str) -> u32 {
    xxh3_64(&encode(key)) as u32
}

/// The bucket of a key, or the free bucket where it would be inserted. There is always a free bucket.
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

    /// The expectations are the results of LLVM's table for the same keys.
    #[test]
    fn keys_come_in_the_order_of_their_hashes() {
        let mut map = StringMap::default();
        for number in 0..20 {
            map.get_or_insert_with(&format!("k{number}"), || number);
        }
        let numbers: Vec<_> = map.iter().map(|(_, number)| *number).collect();
        let keys: Vec<_> = (0..20).map(|number| format!("k{number}")).collect();
        let order: Vec<_> = listing_order(keys.iter().map(String::as_str)).collect();
        assert_eq!(numbers, order);
        assert_eq!(
            numbers,
            [
                6, 2, 8, 11, 18, 1, 13, 9, 15, 12, 5, 14, 19, 16, 17, 0, 10, 3, 4, 7
            ]
        );
    }

    #[test]
    fn values_stay_with_their_keys() {
        let mut map = StringMap::default();
        assert_eq!(map.get("k0"), None);
        for number in 0..40 {
            *map.get_or_insert_with(&format!("k{}", number % 20), || 0) += number;
        }
        assert_eq!(map.get("k3"), Some(&26));
        assert_eq!(map.get("k20"), None);
        assert!(
            map.iter()
                .all(|(key, sum)| key == format!("k{}", (sum - 20) / 2))
        );
    }
}
