//! Lines and columns of a text, as editors count them.

use crate::text::{floor_char, reserved_byte};

/// The unit in which columns are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units: characters outside the Basic Multilingual Plane count as two.
    #[default]
    Utf16,
    /// Characters (code points).
    Utf32,
}

/// A line and a column, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line, from 0.
    pub line: u32,
    /// The column from 0, in units of an [`Encoding`].
    pub column: u32,
}

impl Encoding {
    /// The number of units of a character. A reserved character, which represents a byte that is not valid UTF-8,
    /// counts as one unit, since editors show a single character for the byte.
    fn width(self, c: char) -> usize {
        if reserved_byte(c).is_some() {
            return 1;
        }
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// The number of units of a text.
    pub fn len(self, text: &str) -> usize {
        if text.is_ascii() {
            return text.len();
        }
        text.chars().map(|c| self.width(c)).sum()
    }
}

/// The offsets at which a text's lines start.
#[derive(Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// The lines of a text. A line ends with `\n`, `\r` or `\r\n`.
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        // A `\r` that is followed by `\n` does not end the line.
        let ends = ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
        let starts = ends.map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX));
        LineIndex {
            starts: std::iter::once(0).chain(starts).collect(),
        }
    }

    /// The index (from 0) of the line that contains the byte `offset`.
    pub fn line(&self, offset: usize) -> usize {
        let after = self.starts.partition_point(|it| *it as usize <= offset);
        after.saturating_sub(1)
    }

    /// The byte offset of the start of a line; `None` if the line does not exist.
    pub fn start(&self, line: usize) -> Option<usize> {
        self.starts.get(line).map(|it| *it as usize)
    }

    /// The position of a byte offset. An offset inside a character is moved to the character's start, and an offset
    /// after the text to the text's end.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = floor_char(text, offset);
        let line = self.line(offset);
        let start = self.starts[line] as usize;
        let column = encoding.len(&text[start..offset]);
        Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: column as u32,
        }
    }

    /// The byte offset of a position; `None` if the line does not exist. A column after the line's end is moved to the
    /// end, and a column inside a character to the character's start.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> Option<usize> {
        let line = position.line as usize;
        let start = self.start(line)?;
        let end = self.start(line + 1).unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        let wanted = position.column as usize;
        if line.is_ascii() {
            return Some(start + wanted.min(line.len()));
        }
        let mut column = 0;
        for (at, c) in line.char_indices() {
            column += encoding.width(c);
            if column > wanted {
                return Some(start + at);
            }
        }
        Some(start + line.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    const TEXT: &str = "ab\r\nc日𝄞d\n\rx";

    #[track_caller]
    fn check(encoding: Encoding, wanted: &[(u32, u32)]) {
        let index = LineIndex::new(TEXT);
        let starts = TEXT.char_indices().map(|(at, _)| at).chain([TEXT.len()]);
        for (offset, (line, column)) in starts.zip(wanted) {
            let position = index.position(TEXT, offset, encoding);
            assert_eq!(position, at(*line, *column), "{offset}");
            let back = index.offset(TEXT, position, encoding);
            let is_end = matches!(TEXT.as_bytes().get(offset), Some(b'\r' | b'\n'));
            assert!(back == Some(offset) || is_end, "{offset} {back:?}");
        }
    }

    #[test]
    fn columns() {
        let lines = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)];
        let check = |encoding, rest: [(u32, u32); 5]| {
            check(encoding, &[&lines[..], &rest, &[(3, 1)]].concat());
        };
        check(Encoding::Utf8, [(1, 4), (1, 8), (1, 9), (2, 0), (3, 0)]);
        check(Encoding::Utf16, [(1, 2), (1, 4), (1, 5), (2, 0), (3, 0)]);
        check(Encoding::Utf32, [(1, 2), (1, 3), (1, 4), (2, 0), (3, 0)]);
    }

    #[test]
    fn positions_that_are_not_there() {
        let index = LineIndex::new(TEXT);
        let offset = |line, column| index.offset(TEXT, at(line, column), Encoding::Utf16);
        assert_eq!(offset(0, 99), Some(2));
        assert_eq!(offset(1, 3), Some(8));
        assert_eq!(offset(9, 0), None);
        assert_eq!(offset(3, u32::MAX), Some(TEXT.len()));
    }

    #[test]
    fn a_byte_that_is_not_utf8_is_one_unit() {
        let text = crate::text::decode(b"a\xe9b");
        let index = LineIndex::new(&text);
        let end = index.position(&text, text.len(), Encoding::Utf16);
        assert_eq!(end, at(0, 3));
    }
}
