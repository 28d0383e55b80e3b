//! Converting the bytes of a file to text and back.
//!
//! The reference reads bytes and never decodes them, but rowan needs UTF-8. The conversion is a bijection: valid UTF-8
//! is kept, and every other byte becomes one character of a reserved range. If a file contains reserved characters,
//! their bytes are treated as invalid UTF-8.

use std::borrow::Cow;

/// The reserved character for the byte 0. Only the characters for bytes from 0x80 on are used, since ASCII bytes are
/// valid UTF-8.
const RESERVED: u32 = 0x10F000;

/// Converts the bytes of a file to text.
pub fn decode(bytes: &[u8]) -> String {
    decoded(bytes).into_owned()
}

/// Like [`decode`], but borrows the bytes if they need no conversion.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    // Nearly all files need no conversion.
    if let Ok(text) = std::str::from_utf8(bytes)
        && !may_be_reserved(text)
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        // All reserved characters start with this byte.
        if !valid.as_bytes().contains(&0xF4) {
            text.push_str(valid);
        } else {
            for c in valid.chars() {
                if reserved_byte(c).is_some() {
                    c.encode_utf8(&mut [0; 4])
                        .bytes()
                        .for_each(|it| text.push(reserved_char(it)));
                } else {
                    text.push(c);
                }
            }
        }
        text.extend(chunk.invalid().iter().map(|&it| reserved_char(it)));
    }
    Cow::Owned(text)
}

/// Converts a text back to the bytes from which [`decode`] made it.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if !may_be_reserved(text) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match reserved_byte(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// The number of bytes that `text` has in its file. The column that the reference prints for an error is one more than
/// this number for the part of the line before the error.
pub fn byte_len(text: &str) -> usize {
    if !may_be_reserved(text) {
        return text.len();
    }
    text.chars()
        .map(|c| {
            if reserved_byte(c).is_some() {
                1
            } else {
                c.len_utf8()
            }
        })
        .sum()
}

/// Whether the text may contain reserved characters. All of them start with the same byte.
fn may_be_reserved(text: &str) -> bool {
    !text.is_ascii() && text.as_bytes().contains(&0xF4)
}

/// The byte that a reserved character represents; `None` for other characters.
pub fn reserved_byte(c: char) -> Option<u8> {
    u32::from(c)
        .checked_sub(RESERVED)
        .and_then(|it| u8::try_from(it).ok())
}

fn reserved_char(byte: u8) -> char {
    char::from_u32(RESERVED + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The start of the character that contains the byte at `offset`. If `offset` is at or after the end of the text, the
/// result is the end.
pub fn floor_char(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    let starts = (0..=offset).rev();
    starts
        .take(4)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// The length in bytes of the token at the start of a text. A token ends at the end of its line at the latest.
pub fn token_len(text: &str) -> usize {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let line = text.lines().next().unwrap_or("");
    let Some(first) = line.chars().next() else {
        return 0;
    };
    let word = |from: usize| {
        let rest = &line[from..];
        from + rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    };
    match first {
        '"' => line[1..].find('"').map_or(line.len(), |end| end + 2),
        '!' | '$' | '#' => word(1),
        _ if is_word(first) => word(0),
        _ => first.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        let text = decode(bytes);
        assert_eq!(text, expected);
        assert_eq!(encode(&text), bytes);
        assert_eq!(byte_len(&text), bytes.len());
    }

    #[test]
    fn every_file_comes_back() {
        check(b"def x;\r\n\0", "def x;\r\n\0");
        check("日本語 \u{feff}".as_bytes(), "日本語 \u{feff}");
        check(b"caf\xe9 \xff", "caf\u{10F0E9} \u{10F0FF}");
        check(b"\xe6\x97", "\u{10F0E6}\u{10F097}");
        // A reserved character in the file itself, and its neighbours.
        check(
            "\u{10F0E9}".as_bytes(),
            "\u{10F0F4}\u{10F08F}\u{10F083}\u{10F0A9}",
        );
        check("\u{10F100}\u{10EFFF}".as_bytes(), "\u{10F100}\u{10EFFF}");
    }

    #[test]
    fn tokens() {
        let check = |text: &str, token: &str| assert_eq!(&text[..token_len(text)], token);
        check("abc def", "abc");
        check("!add(1)", "!add");
        check("\"a b\" c", "\"a b\"");
        check("\"open\nnext", "\"open");
        check("<3", "<");
        check("日本", "日");
        check("\nabc", "");
        check("", "");
    }
}
