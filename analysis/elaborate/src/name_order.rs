//! The orders in which the reference lists records.

use std::cmp::Ordering;

use syntax::text::encode;

/// Compares names in natural order: embedded numbers are compared by length and then by digits, so `R2` comes before
/// `R10` and `R9` before `R09`.
pub fn compare_numeric(a: &str, b: &str) -> Ordering {
    let (bytes_a, bytes_b) = (a.as_bytes(), b.as_bytes());
    let same = common(bytes_a, bytes_b);
    if [bytes_a, bytes_b]
        .iter()
        .all(|it| it.get(same).is_none_or(u8::is_ascii))
    {
        return compare_after(same, bytes_a, bytes_b);
    }
    let (a, b) = (encode(a), encode(b));
    compare_after(common(&a, &b), &a, &b)
}

/// The length in bytes of the common prefix.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn compare_after(same: usize, a: &[u8], b: &[u8]) -> Ordering {
    let (rest_a, rest_b) = (&a[same..], &b[same..]);
    let digits = |text: &[u8]| text.iter().take_while(|it| it.is_ascii_digit()).count();
    let (digits_a, digits_b) = (digits(rest_a), digits(rest_b));
    // The names differ within a number if a digit precedes the difference, or if both names continue with a digit.
    let in_number = a[..same].last().is_some_and(u8::is_ascii_digit);
    let by_length = if in_number || (digits_a > 0 && digits_b > 0) {
        digits_a.cmp(&digits_b)
    } else {
        Ordering::Equal
    };
    by_length.then_with(|| rest_a.cmp(rest_b))
}

/// The indices of the names, sorted by the bytes of the names. Equal names keep their order.
///
/// Many names have common prefixes, so the names are sorted by eight bytes at a time. The current eight bytes are
/// stored next to the index as an integer, so that comparisons do not access the names.
pub(crate) fn sorted_by_bytes(names: &[&str]) -> Vec<u32> {
    if names.iter().all(|it| it.is_ascii()) {
        return sorted(names);
    }
    sorted(&names.iter().map(|it| encode(it)).collect::<Vec<_>>())
}

fn sorted(names: &[impl AsRef<[u8]>]) -> Vec<u32> {
    let rest = |key: &Key, from| &names[key.index as usize].as_ref()[from..];
    let mut keys: Vec<Key> = (0..names.len() as u32).map(Key::new).collect();
    // Groups of names with a common prefix, as ranges of `keys`, each with the length of the prefix.
    let mut runs = vec![(0..keys.len(), 0)];
    while let Some((run, from)) = runs.pop() {
        let keys = &mut keys[run.clone()];
        if keys.len() <= FEW_NAMES {
            let compare = |a: &Key, b: &Key| rest(a, from).cmp(rest(b, from));
            keys.sort_unstable_by(|a, b| compare(a, b).then(a.index.cmp(&b.index)));
            continue;
        }
        for key in &mut *keys {
            key.look_at(rest(key, from));
        }
        keys.sort_unstable();
        let mut at = run.start;
        for same in keys.chunk_by(Key::is_same) {
            if same.len() > 1 && !same[0].ends() {
                runs.push((at..at + same.len(), from + BYTES));
            }
            at += same.len();
        }
    }
    keys.into_iter().map(|key| key.index).collect()
}

/// Groups of at most this number of names are sorted by comparing the names directly.
const FEW_NAMES: usize = 4;
/// The number of bytes that are compared in one step.
const BYTES: usize = 8;

/// The sort key of a name: its next eight bytes, and the number of its remaining bytes, where 9 means more than eight.
/// Bytes beyond the end of the name are zeros; the number distinguishes them from zeros in the name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    bytes: u64,
    len: u32,
    index: u32,
}

impl Key {
    fn new(index: u32) -> Key {
        Key {
            bytes: 0,
            len: 0,
            index,
        }
    }

    fn look_at(&mut self, rest: &[u8]) {
        self.bytes = match rest.first_chunk() {
            Some(bytes) => u64::from_be_bytes(*bytes),
            None => {
                let mut bytes = [0; BYTES];
                bytes[..rest.len()].copy_from_slice(rest);
                u64::from_be_bytes(bytes)
            }
        };
        self.len = rest.len().min(BYTES + 1) as u32;
    }

    fn is_same(&self, other: &Key) -> bool {
        (self.bytes, self.len) == (other.bytes, other.len)
    }

    /// Whether the name has no bytes after those in the key.
    fn ends(&self) -> bool {
        self.len as usize <= BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_order_by_size() {
        let mut names = [
            "R10", "R9", "R2_10", "R2", "R", "R2_9", "a", "R09", "Ra1", "R-1", "R2x", "R1x",
        ];
        names.sort_by(|a, b| compare_numeric(a, b));
        let want = [
            "R", "R-1", "R1x", "R2", "R2_9", "R2_10", "R2x", "R9", "R09", "R10", "Ra1", "a",
        ];
        assert_eq!(names, want);
        assert_eq!(compare_numeric("x1y", "x1y"), Ordering::Equal);
    }

    #[test]
    fn names_order_by_their_bytes() {
        let names = [
            "a_name_of_many_bytes_2",
            "b",
            "a_name_of_many_bytes_10",
            "a\0",
            "é",
            "a",
            "b",
            "a_name_of_many_b",
        ];
        assert_eq!(sorted_by_bytes(&names), [5, 3, 7, 2, 0, 1, 6, 4]);
    }

    #[test]
    fn many_names_that_begin_alike_order_by_their_bytes() {
        // All of up to six characters, some twice, behind some that all share or most.
        let mut names = vec![String::new()];
        for len in 0..6 {
            let longest = names.iter().filter(|it| it.len() == len);
            let longer = longest.flat_map(|it| ["a", "b", "\0"].map(|c| format!("{it}{c}")));
            names.extend(longer.collect::<Vec<_>>());
        }
        for prefix in ["", "seven_7", "eight__8", "nine____9", "a_name_of_18_bytes"] {
            let spelt = |it: &String| format!("{prefix}{it}");
            let names: Vec<String> = names.iter().chain(&names[..99]).map(spelt).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let mut want: Vec<u32> = (0..names.len() as u32).collect();
            want.sort_by_key(|index| names[*index as usize].as_bytes());
            assert_eq!(sorted_by_bytes(&names), want, "{prefix}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf_8_order_as_they_are() {
        let names = [&b"n\xff"[..], b"n\xc3\xa9", b"n\x80"].map(syntax::text::decode);
        let by_bytes = sorted_by_bytes(&names.each_ref().map(|it| it.as_str()));
        assert_eq!(by_bytes, [2, 1, 0]);
        assert_eq!(compare_numeric(&names[1], &names[2]), Ordering::Greater);
    }
}
