//! Helpers for generated C++ code.

use backend::text::SPACES;
use backend::{Output, Records};
use elaborate::records::encode;

use crate::reindent::reindented;

/// Writes a namespace with its members. In `a::b`, each namespace is opened separately. If `name` is empty, only the
/// members are written.
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

/// A C++ comment with a summary and a description.
pub(crate) fn comment(summary: &str, description: &str) -> String {
    let texts = [summary, description].map(|it| it.trim_matches(SPACES));
    let texts = texts.iter().filter(|it| !it.is_empty());
    texts.map(|it| reindented(it, "/// ") + "\n").collect()
}

/// The name of the root file as part of C++ names. Bytes other than letters, digits and `_` are replaced by their
/// hexadecimal code.
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
