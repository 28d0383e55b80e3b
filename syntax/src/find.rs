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

/// The offset of the first line break.
pub(crate) fn line_break(text: &[u8]) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = sse2::memchr::Two::new(b'\n', b'\r') {
        return vectors.find(text);
    }
    all::memchr::Two::new(b'\n', b'\r').find(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_one_counts() {
        for len in 0..70 {
            let text = [&vec![b'x'; len][..], b"}y}\r\n"].concat();
            assert_eq!(byte(b'}', &text), Some(len));
            assert_eq!(line_break(&text), Some(len + 3));
            assert_eq!(byte(b'{', &text), None);
            assert_eq!(line_break(&text[..len]), None);
        }
    }
}
