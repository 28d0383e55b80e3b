//! A multimap from names to values that iterates in the order of libstdc++'s `std::unordered_multimap`, which the
//! reference uses.
//!
//! The order matters for the output: a pattern's variables are declared in this order.

/// The numbers of buckets that a growing table has, one after the other.
const BUCKETS: [usize; 20] = [
    13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061,
    712697, 1447153, 2938679, 5967347, 12117689,
];

/// The largest number of entries for which libstdc++ searches for a name from the front, without hashing.
const SMALL: usize = 20;

/// The multimap. A name may have several entries.
#[derive(Clone, Debug)]
pub(super) struct NameTable<T> {
    entries: Vec<Entry<T>>,
    /// The index in `BUCKETS` of the current number of buckets; `None` before the first entry.
    size: Option<usize>,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    hash: u64,
    name: String,
    value: T,
}

impl<T> Default for NameTable<T> {
    fn default() -> Self {
        NameTable {
            entries: Vec::new(),
            size: None,
        }
    }
}

impl<T> NameTable<T> {
    /// All entries, in the order of libstdc++.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.entries.iter().map(|it| (&*it.name, &it.value))
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The values of all entries with a name.
    pub(super) fn named<'t>(&'t self, name: &'t str) -> impl Iterator<Item = &'t T> {
        let entries = self.entries.iter().filter(move |it| it.name == name);
        entries.map(|it| &it.value)
    }

    /// Whether there is an entry with a name.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.entries.iter().any(|it| it.name == name)
    }

    /// The names and mutable values of all entries.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut T)> {
        let entries = self.entries.iter_mut();
        entries.map(|it| (&*it.name, &mut it.value))
    }

    /// Adds an entry. It is adjacent to the entries with the same name.
    pub(super) fn insert(&mut self, name: &str, value: T) {
        backend::spend(1 + self.entries.len());
        let equal = self.entries.iter().position(|it| it.name == name);
        let was_small = self.entries.len() <= SMALL;
        self.grow();
        // In a small table, libstdc++ inserts the entry after the equal entry that it found before the table grew. In a
        // larger table, it inserts the entry before all equal entries.
        let hash = hash(name.as_bytes());
        let at = match equal.and_then(|_| self.entries.iter().position(|it| it.name == name)) {
            Some(first) if was_small => first + 1,
            Some(first) => first,
            None => self.bucket_start(hash),
        };
        let entry = Entry {
            hash,
            name: name.to_owned(),
            value,
        };
        self.entries.insert(at, entry);
    }

    /// The index of the first entry in the bucket of a hash; 0 if the bucket is empty.
    fn bucket_start(&self, hash: u64) -> usize {
        let bucket = self.bucket(hash);
        let start = self
            .entries
            .iter()
            .position(|it| self.bucket(it.hash) == bucket);
        start.unwrap_or(0)
    }

    fn bucket(&self, hash: u64) -> u64 {
        hash % self.buckets()
    }

    fn buckets(&self) -> u64 {
        let size = self.size.and_then(|it| BUCKETS.get(it));
        size.map_or(1, |it| *it as u64)
    }

    /// Grows the table if it has no room for another entry.
    fn grow(&mut self) {
        let size = match self.size {
            None => 0,
            Some(size) if self.entries.len() as u64 + 1 > self.buckets() => size + 1,
            Some(_) => return,
        };
        self.size = Some(size.min(BUCKETS.len() - 1));
        let mut last: Option<(u64, usize)> = None;
        for entry in std::mem::take(&mut self.entries) {
            backend::spend(1 + self.entries.len());
            let bucket = self.bucket(entry.hash);
            // Adjacent entries of one bucket keep their order. Any other entry is moved to the front of its bucket.
            let at = match last {
                Some((last_bucket, at)) if last_bucket == bucket => at + 1,
                _ => self.bucket_start(entry.hash),
            };
            self.entries.insert(at, entry);
            last = Some((bucket, at));
        }
    }
}

/// The hash of a name as libstdc++'s `std::hash` computes it, with a variant of MurmurHash64A.
fn hash(name: &[u8]) -> u64 {
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    const SEED: u64 = 0xc70f_6907;
    let mix = |it: u64| it ^ (it >> 47);
    let mut hash = SEED ^ (name.len() as u64).wrapping_mul(FACTOR);
    let (words, rest) = name.as_chunks::<8>();
    for word in words {
        let data = mix(u64::from_le_bytes(*word).wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
        hash = (hash ^ data).wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        let bytes = rest.iter().rev();
        let data = bytes.fold(0, |data, byte| (data << 8) | u64::from(*byte));
        hash = (hash ^ data).wrapping_mul(FACTOR);
    }
    mix(mix(hash).wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::NameTable;

    #[track_caller]
    fn check(names: &str, want: Expect) {
        let mut table = NameTable::default();
        for (number, name) in names.split(' ').enumerate() {
            table.insert(name, number);
        }
        let listed: Vec<_> = table
            .iter()
            .map(|(name, number)| format!("{name}:{number}"))
            .collect();
        want.assert_eq(&listed.join(" "));
    }

    #[test]
    fn names_by_their_hashes() {
        check(
            "a b c d lhs rhs operand_segment_sizes",
            expect!["rhs:5 c:2 operand_segment_sizes:6 lhs:4 b:1 d:3 a:0"],
        );
    }

    #[test]
    fn equal_names_stand_together_with_the_last_one_second() {
        check("x y x z x x", expect!["z:3 y:1 x:0 x:5 x:4 x:2"]);
    }

    #[test]
    fn growth_moves_names() {
        let names: Vec<_> = (0..16).map(|it| format!("n{it}")).collect();
        check(
            &names.join(" "),
            expect![
                "n0:0 n1:1 n14:14 n12:12 n3:3 n4:4 n8:8 n5:5 n2:2 n6:6 n7:7 n11:11 n9:9 n15:15 n13:13 n10:10"
            ],
        );
    }
}
