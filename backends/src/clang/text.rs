//! What generated C++ has in common.

use analysis::records::{byte_len, encode};

use crate::{Output, Records};

/// What the reference takes for white space at the ends of texts.
pub const SPACES: [char; 6] = [' ', '\t', '\n', '\x0B', '\x0C', '\r'];

/// The width of the comment at the top of a file.
const WIDTH: usize = 80;

/// Writes the comment at the top of a file, which says what it is and which root it comes from.
pub fn push_header(out: &mut Output, description: &str, records: &Records) {
    let input = records.input().rsplit('/').next().unwrap_or_default();
    push_comment(out, description, Some(input));
}

/// Writes the comment at the top of a file, without the root.
pub fn push_header_without_input(out: &mut Output, description: &str) {
    push_comment(out, description, None);
}

fn push_comment(out: &mut Output, description: &str, input: Option<&str>) {
    push_line(out, "/*===- TableGen'erated file ", '-', "*- C++ -*-===*\\");
    let mut text = |text: &str| push_line(out, &format!("|* {text}"), ' ', " *|");
    text("");
    text(description);
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
    out.text
        .extend(std::iter::repeat_n(fill, WIDTH.saturating_sub(used)));
    out.push(end);
    out.push("\n");
}

/// A C string literal.
pub fn quoted(text: &str) -> String {
    let mut literal = "\"".to_owned();
    push_escaped_bytes(&mut literal, &encode(text));
    literal + "\""
}

/// Appends bytes as they stand in a C string literal.
pub fn push_escaped_bytes(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            b'"' => out.push_str("\\\""),
            b' '..=b'~' => out.push(byte.into()),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
}

/// A text with a backslash before each of some characters, and before each backslash.
pub fn escape_rst(text: &str, special: &[char]) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c == '\\' || special.contains(&c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
