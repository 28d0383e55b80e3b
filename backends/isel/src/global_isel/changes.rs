//! Differences between releases in match tables.

use std::fmt::Write as _;

use backend::number;
use elaborate::records::Release;

/// Whether each line of a table begins with its offset: since LLVM 21.
pub(super) fn tells_offsets(release: Release) -> bool {
    release >= Release::V21
}

/// Whether C++ functions may check operands: since LLVM 21.
pub(super) fn checks_operands(release: Release) -> bool {
    release >= Release::V21
}

/// Writes a number that takes `bytes` bytes in the table. Since LLVM 22 it is written as an unsigned number, so that
/// compilers do not warn of truncation.
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

/// The expression for one byte in the macro that splits its argument into `bytes` bytes: the byte `at`, counted from
/// the lowest. Since LLVM 22 the argument is only cast if a shift needs a wider type.
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

/// Whether a check that calls a C++ function may be moved before the checks that record the function's operands: only
/// before LLVM 22.
pub(super) fn checks_functions_early(release: Release) -> bool {
    release < Release::V22
}
