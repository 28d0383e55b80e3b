//! Functions that the backends for vector intrinsics share.

use backend::{Fatal, Output};

/// The licence text that follows the first line of Clang's generated headers.
pub(crate) const LICENCE: &str = " *
 *
 * Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
 * See https://llvm.org/LICENSE.txt for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===
 */

";

/// Splits a text into type codes. A code ends with its first lower-case letter; a remainder without a lower-case letter
/// is dropped.
pub(crate) fn type_codes(text: &str) -> impl Iterator<Item = &str> {
    let codes = text.split_inclusive(|it: char| it.is_ascii_lowercase());
    codes.filter(|it| it.ends_with(|last: char| last.is_ascii_lowercase()))
}

/// The digits at the start of a text, and the rest.
pub(crate) fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|it: char| !it.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// Writes a section of a table between `#ifdef` with the macro `macro_name` and `#endif`.
pub(crate) fn push_part(
    out: &mut Output,
    macro_name: &str,
    push: impl FnOnce(&mut Output) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    writeln!(out, "#ifdef {macro_name}");
    push(out)?;
    out.no_source();
    out.push("#endif\n\n");
    Ok(())
}
