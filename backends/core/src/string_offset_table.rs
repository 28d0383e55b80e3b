//! Strings in one large literal, so that a number can stand for each.

use elaborate::records::encode;
use rustc_hash::FxHashMap;

use crate::Output;
use crate::text::push_escaped_byte;

/// Strings side by side in the order in which they were first added. Unlike in an
/// [`OffsetTable`](crate::offset_table::OffsetTable), none shares its place with the end of another.
#[derive(Default)]
pub struct StringOffsetTable {
    offsets: FxHashMap<Vec<u8>, usize>,
    bytes: Vec<u8>,
}

/// A line of the literal ends after the first character behind this column.
const WIDTH: usize = 70;

impl StringOffsetTable {
    /// Where a text starts, in bytes, and a zero follows it. It is added if it is new.
    pub fn add(&mut self, text: &str) -> usize {
        self.add_bytes(&encode(text), &[0])
    }

    /// Where a text without a zero starts.
    pub fn add_unended(&mut self, text: &str) -> usize {
        self.add_bytes(&encode(text), &[])
    }

    fn add_bytes(&mut self, text: &[u8], end: &[u8]) -> usize {
        if let Some(start) = self.offsets.get(text) {
            return *start;
        }
        let start = self.bytes.len();
        self.offsets.insert(text.to_vec(), start);
        self.bytes.extend(text);
        self.bytes.extend(end);
        start
    }

    /// Whether no string was added.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Writes the strings as one literal over several lines.
    pub fn push_literal(&self, out: &mut Output) {
        self.push_literal_from(out, |_, _| {});
    }

    /// The same; before each byte, `mark` may say where it comes from.
    pub fn push_literal_from(&self, out: &mut Output, mut mark: impl FnMut(&mut Output, usize)) {
        out.push("    \"");
        let mut column = 0;
        for (offset, &byte) in self.bytes.iter().enumerate() {
            mark(out, offset);
            if column > WIDTH {
                out.push("\"\n    \"");
                column = 0;
            }
            let start = out.text.len();
            push_escaped_byte(&mut out.text, byte);
            column += out.text.len() - start;
        }
        out.push("\"");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_one_place_each() {
        let mut table = StringOffsetTable::default();
        let offsets = ["at", "cat", "", "at", "\t"].map(|text| table.add(text));
        assert_eq!(offsets, [0, 3, 7, 0, 8]);
        assert_eq!(table.add_unended("x"), 10);
        let mut out = Output::new();
        table.push_literal(&mut out);
        assert_eq!(out.text, r#"    "at\000cat\000\000\t\000x""#);
    }

    #[test]
    fn lines_end_behind_column_70() {
        let mut table = StringOffsetTable::default();
        table.add_unended(&"a".repeat(69));
        table.add("bc");
        let mut out = Output::new();
        table.push_literal(&mut out);
        let want = format!("    \"{}bc\"\n    \"\\000\"", "a".repeat(69));
        assert_eq!(out.text, want);
    }
}
