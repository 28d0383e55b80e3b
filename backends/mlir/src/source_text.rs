//! Helpers for generated C++.

use backend::text::SPACES;
use backend::{Output, Records};
use elaborate::records::encode;

use crate::reindent::reindented;

/// Writes the members of a namespace, whose parts are opened one by one. Without a namespace it is the members only.
pub(crate) fn namespace<R>(
    out: &mut Output,
    name: &str,
    write: impl FnOnce(&mut Output) -> R,
) -> R {
    let parts = || name.split(':').filter(|it| !it.is_empty());
    parts().for_each(|part| writeln!(out, "namespace {part} {{"));
    let result = write(out);
    let parts: Vec<&str> = parts().collect();
    let parts = parts.into_iter().rev();
    parts.for_each(|part| writeln!(out, "}} // namespace {part}"));
    result
}

/// A summary and a description as a comment.
pub(crate) fn comment(summary: &str, description: &str) -> String {
    let texts = [summary, description].map(|it| it.trim_matches(SPACES));
    let texts = texts.iter().filter(|it| !it.is_empty());
    texts.map(|it| reindented(it, "/// ") + "\n").collect()
}

/// The name of the root as a part of C++ names. Bytes other than letters, digits and
/// `_` become their hexadecimal code.
pub(crate) fn root_label(records: &Records) -> String {
    let name = records.input().rsplit('/').next().unwrap_or_default();
    let name = name.strip_suffix(".td").unwrap_or(name);
    let mut label = String::with_capacity(name.len());
    for &byte in encode(name).iter() {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            label.push(char::from(byte));
        } else {
            label += &format!("{byte:X}");
        }
    }
    label
}
