//! Interned strings: identifiers, string literals, names of records.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::{LazyLock, Mutex};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// An interned string. Equality is identity; the order is that of interning, not of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(u32);

struct Table {
    strings: boxcar::Vec<Box<str>>,
    shards: [Mutex<HashTable<u32>>; SHARDS],
}

const SHARDS: usize = 16;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    strings: boxcar::Vec::new(),
    shards: std::array::from_fn(|_| Mutex::new(HashTable::new())),
});

impl Sym {
    pub fn new(text: &str) -> Sym {
        let table = &*TABLE;
        let hash = FxBuildHasher.hash_one(text);
        let mut shard = lock(&table.shards[(hash >> 57) as usize % SHARDS]);
        if let Some(&id) = shard.find(hash, |&id| &*table.strings[id as usize] == text) {
            return Sym(id);
        }
        let id = table.strings.push(text.into()) as u32;
        shard.insert_unique(hash, id, |&id| {
            FxBuildHasher.hash_one(&*table.strings[id as usize])
        });
        Sym(id)
    }

    pub fn as_str(self) -> &'static str {
        &TABLE.strings[self.0 as usize]
    }

    /// A bit for this name in the masks that say which names a value mentions.
    pub fn mask(self) -> u64 {
        1 << (self.0.wrapping_mul(0x9E37_79B1) >> 26)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
