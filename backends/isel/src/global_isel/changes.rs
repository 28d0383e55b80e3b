//! Differences between releases in match tables.

use std::fmt::Write as _;

use backend::number;
use elaborate::records::Release;

/// 21 begins each line of a table with its offset.
pub(super) fn tells_offsets(release: Release) -> bool {
    release >= Release::V21
}

/// 21 lets functions check operands.
pub(super) fn checks_operands(release: Release) -> bool {
    release >= Release::V21
}

/// Writes a number of `bytes` bytes. 22 writes the bits without a sign, so that no compiler warns that some are lost.
pub(super) fn push_int(release: Release, bytes: usize, value: i64, text: &mut String) {
    if release < Release::V22 {
        if bytes == 1 && value < 0 {
            _ = write!(text, "uint8_t({value})")
        } else {
            number::push_number(text, value.into())
        }
        return;
    }
    let mask = u64::MAX >> (u64::BITS - 8 * bytes as u32);
    let value = value as u64 & mask;
    number::push_number(text, value.into());
    if i64::try_from(value).is_err() {
        text.push('u');
    }
}

/// A byte in the definition of a macro that splits its argument into `bytes` bytes, `at` bytes from the lowest. 22
/// casts only where a shift needs a wide number.
pub(super) fn byte_of_macro(release: Release, bytes: u32, at: u32) -> String {
    let shift = 8 * at;
    if at == 0 {
        "uint8_t(Val)".to_owned()
    } else if release < Release::V22 {
        format!("uint8_t((uint{}_t)Val >> {shift})", 8 * bytes)
    } else if at >= 4 {
        format!("uint8_t(uint64_t(Val) >> {shift})")
    } else {
        format!("uint8_t((Val) >> {shift})")
    }
}

/// 22 calls a function only after the operands that it reads are recorded.
pub(super) fn checks_functions_early(release: Release) -> bool {
    release < Release::V22
}
