//! Common parts of generated C++.

use elaborate::records::{byte_len, decode, encode};

use crate::{Fatal, Output, Rec, Records};

/// The characters that the reference trims as white space.
pub const SPACES: [char; 6] = [' ', '\t', '\n', '\x0B', '\x0C', '\r'];

/// The width of the comment at the top of a file.
const WIDTH: usize = 80;

/// Writes the comment at the top of a file, with a description and the file name of the root file.
pub fn push_header(out: &mut Output, description: &str, records: &Records) {
    let input = records.input().rsplit('/').next().unwrap_or_default();
    push_comment(out, description, Some(input));
}

/// Writes the comment at the top of a file, without the name of the root file.
pub fn push_header_without_input(out: &mut Output, description: &str) {
    push_comment(out, description, None);
}

fn push_comment(out: &mut Output, description: &str, input: Option<&str>) {
    push_line(out, "/*===- TableGen'erated file ", '-', "*- C++ -*-===*\\");
    let mut text = |text: &str| push_line(out, &format!("|* {text}"), ' ', " *|");
    text("");
    for line in description.as_bytes().chunks(WIDTH - 6) {
        text(&decode(line));
    }
    text("");
    text("Automatically generated file, do not edit!");
    if let Some(input) = input {
        text(&format!("From: {input}"));
    }
    text("");
    push_line(out, "\\*===", '-', "===*/");
    out.push("\n");
}

fn push_line(out: &mut Output, start: &str, fill: char, end: &str) {
    let used = byte_len(start) + end.len();
    out.push(start);
    out.push_fill(fill, WIDTH.saturating_sub(used));
    out.push(end);
    out.push("\n");
}

/// The text escaped for a C string literal, without the quotes.
pub fn escaped(text: &str) -> String {
    // Most texts have nothing to escape.
    let is_plain = |byte| matches!(byte, b' '..=b'~') && byte != b'\\' && byte != b'"';
    if text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for &byte in encode(text).iter() {
        push_escaped_byte(&mut out, byte);
    }
    out
}

/// Appends a byte, escaped for a C string literal.
pub fn push_escaped_byte(out: &mut String, byte: u8) {
    match byte {
        b'\\' => out.push_str("\\\\"),
        b'\t' => out.push_str("\\t"),
        b'\n' => out.push_str("\\n"),
        b'"' => out.push_str("\\\""),
        b' '..=b'~' => out.push(byte.into()),
        _ => out.push_str(&format!("\\{byte:03o}")),
    }
}

/// Writes a section that an `#include` selects by defining the macro `guard`, in the layout of LLVM 22.
pub fn push_guarded<R>(out: &mut Output, guard: &str, push: impl FnOnce(&mut Output) -> R) -> R {
    write!(out, "#ifdef {guard}\n#undef {guard}\n\n");
    let result = push(out);
    write!(out, "\n#endif // {guard}\n\n");
    result
}

/// Writes a namespace around the text that `push` writes, in the layout of LLVM 22.
pub fn push_namespace<R>(out: &mut Output, name: &str, push: impl FnOnce(&mut Output) -> R) -> R {
    write!(out, "namespace {name} {{\n\n");
    let result = push(out);
    write!(out, "\n}} // namespace {name}\n");
    result
}

/// Appends `0x` and a number in lower-case hexadecimal, padded with zeros to `width` digits.
pub fn push_hex(out: &mut String, number: u64, width: usize) {
    out.push_str("0x");
    let needed = (u64::BITS - number.leading_zeros()).div_ceil(4) as usize;
    for at in (0..needed.max(width)).rev() {
        let digit = number.checked_shr(4 * at as u32).unwrap_or(0) & 0xF;
        out.push(char::from(b"0123456789abcdef"[digit as usize]));
    }
}

/// The smallest unsigned C++ type that holds numbers up to `largest`.
pub fn smallest_type(largest: u64) -> &'static str {
    match largest {
        0..=0xFF => "uint8_t",
        0x100..=0xFFFF => "uint16_t",
        0x1_0000..=0xFFFF_FFFF => "uint32_t",
        _ => "uint64_t",
    }
}

/// The name of a record, qualified by the C++ namespace in its field `Namespace`, if any.
pub fn qualified_name(rec: Rec) -> Result<String, Fatal> {
    let name = rec.name();
    if rec.field("Namespace").is_none() {
        return Ok(name.to_owned());
    }
    let namespace = rec.string("Namespace")?;
    if namespace.is_empty() {
        return Ok(name.to_owned());
    }
    Ok(format!("{namespace}::{name}"))
}

/// Calls `push` for each item, and writes `separator` between items.
pub fn push_joined<T>(
    out: &mut Output,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    mut push: impl FnMut(&mut Output, T),
) {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        push(out, item);
    }
}

/// Like [`push_joined`], for a `push` that may fail. Stops at the first error and returns it.
pub fn push_separated<T>(
    out: &mut Output,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    mut push: impl FnMut(&mut Output, T) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        push(out, item)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(escaped("a\"\\\t\n\r é"), "a\\\"\\\\\\t\\n\\015 \\303\\251");
    }

    #[test]
    fn hexadecimal_numbers_and_types() {
        let mut out = String::new();
        push_hex(&mut out, 0xAB, 4);
        push_hex(&mut out, 0, 2);
        push_hex(&mut out, 0x123, 0);
        assert_eq!(out, "0x00ab0x000x123");
        let types = [255, 256, 65536, 1 << 32].map(smallest_type);
        assert_eq!(types, ["uint8_t", "uint16_t", "uint32_t", "uint64_t"]);
    }
}
