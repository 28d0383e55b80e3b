//! The order in which the reference's hash tables of strings list their keys.

use analysis::records::encode;
use xxhash_rust::xxh3::xxh3_64;

/// The texts, all different and in the order in which they were put into a table, in the order of its slots.
pub fn hash_order(texts: Vec<String>) -> Vec<String> {
    let mut table: Vec<Entry> = vec![None; 16];
    for (count, text) in (1..).zip(texts) {
        // The table keeps the low half of the hash.
        let hash = xxh3_64(&encode(&text)) as u32;
        let slot = free_slot(&table, hash);
        table[slot] = Some((hash, text));
        if let Some(size) = grown(count, table.len()) {
            table = resized(table, size);
        }
    }
    table.into_iter().flatten().map(|(_, text)| text).collect()
}

type Entry = Option<(u32, String)>;

/// The slot for a new text. One that is taken leads to the next ones in growing steps.
fn free_slot(table: &[Entry], hash: u32) -> usize {
    let mut slot = hash as usize % table.len();
    let mut step = 1;
    while table[slot].is_some() {
        slot = (slot + step) % table.len();
        step += 1;
    }
    slot
}

/// The size that a table of `size` slots gets once it holds so many texts, if not the one it has.
fn grown(count: usize, size: usize) -> Option<usize> {
    (count * 4 > size * 3).then_some(size * 2)
}

fn resized(table: Vec<Entry>, size: usize) -> Vec<Entry> {
    let mut new = vec![None; size];
    for (hash, text) in table.into_iter().flatten() {
        let slot = free_slot(&new, hash);
        new[slot] = Some((hash, text));
    }
    new
}
