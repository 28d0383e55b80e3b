//! Searching a text for bytes.
//!
//! `memchr` and `memchr2` are not used where files are read, because their first call queries the processor's features.
//! Under a hypervisor, the dozen queries take 4 microseconds each, together a twentieth of the run time on a small
//! input. The vector instructions that every x86-64 processor has are known to be there without a query.

use memchr::arch::all;
#[cfg(target_arch = "x86_64")]
use memchr::arch::x86_64::sse2;

/// The offset of the first `byte`.
pub fn byte(byte: u8, text: &[u8]) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = sse2::memchr::One::new(byte) {
        return vectors.find(text);
    }
    all::memchr::One::new(byte).find(text)
}

/// The offset of the first `a` or `b`.
pub(crate) fn either(a: u8, b: u8, text: &[u8]) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = sse2::memchr::Two::new(a, b) {
        return vectors.find(text);
    }
    all::memchr::Two::new(a, b).find(text)
}

/// The offset of the first quote, backslash or line break.
pub(crate) fn string_stop(text: &[u8]) -> Option<usize> {
    let [quote, backslash, line_feed] = *b"\"\\\n";
    let or_return = |stop: Option<usize>| {
        let before = &text[..stop.unwrap_or(text.len())];
        byte(b'\r', before).or(stop)
    };
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = sse2::memchr::Three::new(quote, backslash, line_feed) {
        return or_return(vectors.find(text));
    }
    or_return(all::memchr::Three::new(quote, backslash, line_feed).find(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_one_counts() {
        for len in 0..70 {
            let text = [&vec![b'x'; len][..], b"}y}\r\n"].concat();
            assert_eq!(byte(b'}', &text), Some(len));
            assert_eq!(either(b'\n', b'\r', &text), Some(len + 3));
            assert_eq!(byte(b'{', &text), None);
            assert_eq!(either(b'\n', b'\r', &text[..len]), None);
            assert_eq!(string_stop(&text), Some(len + 3));
            assert_eq!(string_stop(&text[..len]), None);
            for stop in b"\"\\\r\n" {
                let text = [&vec![b'x'; len][..], &[*stop], b"x\"\\\r\n"].concat();
                assert_eq!(string_stop(&text), Some(len));
            }
        }
    }
}
