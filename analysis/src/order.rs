//! The orders in which the reference lists records.

use std::borrow::Cow;
use std::cmp::Ordering;

use syntax::text::encode;

/// By name, with numbers inside by length and then by digits, so that `R2` comes before `R10` and `R9` before `R09`.
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

/// How many bytes are the same at the start.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn compare_after(same: usize, a: &[u8], b: &[u8]) -> Ordering {
    let (rest_a, rest_b) = (&a[same..], &b[same..]);
    let digits = |text: &[u8]| text.iter().take_while(|it| it.is_ascii_digit()).count();
    let (digits_a, digits_b) = (digits(rest_a), digits(rest_b));
    // They differ in a number if that began before, or begins here in both.
    let in_number = a[..same].last().is_some_and(u8::is_ascii_digit);
    let by_length = match in_number || (digits_a > 0 && digits_b > 0) {
        true => digits_a.cmp(&digits_b),
        false => Ordering::Equal,
    };
    by_length.then_with(|| rest_a.cmp(rest_b))
}

/// The indices of names in byte order; of equal names the first comes first.
pub fn sorted_by_bytes(names: &[Cow<str>]) -> impl Iterator<Item = usize> + use<> {
    // Nearly all differ within the first bytes, which stand beside the index: the names need not be looked at.
    let mut keys: Vec<([u64; 2], u32)> = names.iter().map(|it| first_bytes(it)).zip(0..).collect();
    let is_ascii = names.iter().all(|it| it.is_ascii());
    let compare = |a: &str, b: &str| match is_ascii {
        true => a.cmp(b),
        false => encode(a).cmp(&encode(b)),
    };
    keys.sort_unstable_by(|(bytes_a, a), (bytes_b, b)| {
        let by_name = || compare(&names[*a as usize], &names[*b as usize]);
        bytes_a.cmp(bytes_b).then_with(by_name).then(a.cmp(b))
    });
    keys.into_iter().map(|(_, index)| index as usize)
}

/// The first bytes of a name as numbers that compare as they do.
fn first_bytes(name: &str) -> [u64; 2] {
    let name = encode(name);
    let mut bytes = [0; 16];
    let len = name.len().min(bytes.len());
    bytes[..len].copy_from_slice(&name[..len]);
    let [first, second] = [0, 8].map(|at| bytes[at..at + 8].try_into().unwrap_or_default());
    [u64::from_be_bytes(first), u64::from_be_bytes(second)]
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
        let names = names.map(Cow::Borrowed);
        let order: Vec<usize> = sorted_by_bytes(&names).collect();
        assert_eq!(order, [5, 3, 7, 2, 0, 1, 6, 4]);
    }

    #[test]
    fn bytes_that_are_no_utf_8_order_as_they_are() {
        let names = [&b"n\xff"[..], b"n\xc3\xa9", b"n\x80"].map(syntax::text::decode);
        let by_bytes = sorted_by_bytes(&names.each_ref().map(|it| it.as_str().into()));
        assert_eq!(by_bytes.collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(compare_numeric(&names[1], &names[2]), Ordering::Greater);
    }
}
