//! Writes bytes and ULEB128 numbers into decoder tables.

use backend::Output;

/// Writes a byte, a comma and a blank.
pub(super) fn push_byte(out: &mut Output, byte: u8) {
    out.push_number(byte);
    out.push(", ");
}

/// Writes the bytes of a number in ULEB128.
pub(super) fn push_leb(out: &mut Output, mut number: u64) {
    while number >= 128 {
        push_byte(out, number as u8 | 128);
        number >>= 7;
    }
    push_byte(out, number as u8);
}
