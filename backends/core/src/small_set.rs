//! The order in which LLVM's small sets of strings are iterated.

use elaborate::records::encode;

/// The first text for which `is_left` holds, in the iteration order of LLVM's `SmallDenseSet` with four inline buckets.
/// `texts` is in insertion order. `None` if there is no such text.
pub fn first_in_small_set<'a>(
    texts: &[&'a str],
    is_left: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    const SMALL: usize = 4;
    const LARGE: usize = 64;

    let mut buckets: Vec<Option<&str>> = vec![None; SMALL];
    for text in texts {
        if buckets.contains(&Some(text)) {
            continue;
        }
        let taken = buckets.iter().flatten().count();
        if (taken + 1) * 4 >= buckets.len() * 3 {
            let size = (buckets.len() * 2).max(LARGE);
            let before = std::mem::replace(&mut buckets, vec![None; size]);
            let before = before.into_iter().flatten();
            before.for_each(|it| put(&mut buckets, it));
        }
        put(&mut buckets, text);
    }
    buckets.into_iter().flatten().find(|it| is_left(it))
}

fn put<'a>(buckets: &mut [Option<&'a str>], text: &'a str) {
    let mask = buckets.len() - 1;
    let mut bucket = hash(&encode(text)) as usize & mask;
    let mut step = 1;
    while buckets[bucket].is_some() {
        bucket = (bucket + step) & mask;
        step += 1;
    }
    buckets[bucket] = Some(text);
}

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;
const K3: u64 = 0xc949_d7c7_509e_6557;
const SEED: u64 = 0xff51_afd7_ed55_8ccd;

/// LLVM's hash of a text of up to 32 bytes. The reference hashes longer texts differently; here, their first 32 bytes
/// are hashed.
fn hash(text: &[u8]) -> u32 {
    let text = &text[..text.len().min(32)];
    let len = text.len();
    let word = |at: usize| u64::from(u32::from_le_bytes(bytes(&text[at..])));
    let long = |at: usize| u64::from_le_bytes(bytes(&text[at..]));
    let hash = match len {
        0 => K2 ^ SEED,
        1..=3 => {
            let byte = |at: usize| u64::from(text[at]);
            let y = byte(0) + (byte(len >> 1) << 8);
            let z = len as u64 + (byte(len - 1) << 2);
            let mixed = y.wrapping_mul(K2) ^ z.wrapping_mul(K3) ^ SEED;
            (mixed ^ (mixed >> 47)).wrapping_mul(K2)
        }
        4..=8 => mix(len as u64 + (word(0) << 3), SEED ^ word(len - 4)),
        9..=16 => {
            let (a, b) = (long(0), long(len - 8));
            let rotated = b.wrapping_add(len as u64).rotate_right(len as u32);
            mix(SEED ^ a, rotated) ^ b
        }
        _ => {
            let a = long(0).wrapping_mul(K1);
            let b = long(8);
            let c = long(len - 8).wrapping_mul(K2);
            let d = long(len - 16).wrapping_mul(K0);
            let low = a.wrapping_sub(b).rotate_right(43);
            let low = low.wrapping_add((c ^ SEED).rotate_right(30));
            let high = a.wrapping_add((b ^ K3).rotate_right(20));
            let high = high.wrapping_sub(c).wrapping_add(len as u64);
            mix(low.wrapping_add(d), high.wrapping_add(SEED))
        }
    };
    hash as u32
}

fn bytes<const N: usize>(text: &[u8]) -> [u8; N] {
    std::array::from_fn(|at| text[at])
}

fn mix(low: u64, high: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9ddf_ea08_eb38_2d69;
    let a = (low ^ high).wrapping_mul(MULTIPLIER);
    let b = (high ^ a ^ (a >> 47)).wrapping_mul(MULTIPLIER);
    (b ^ (b >> 47)).wrapping_mul(MULTIPLIER)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expectation is the operand named by llvm-tblgen 19.
    #[test]
    fn the_first_is_that_of_the_reference() {
        let first = |texts: &[&'static str]| first_in_small_set(texts, |_| true).unwrap();
        assert_eq!(first(&["a", "b"]), "a");
        assert_eq!(first(&["a", "b", "cc", "dd"]), "b");
    }
}
