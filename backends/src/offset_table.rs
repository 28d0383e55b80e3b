//! Sequences laid out one after another, so that a number can stand for each.

use std::cmp::Ordering;

/// Sequences that are ended by a mark each; one that ends another shares its place.
pub struct OffsetTable<T> {
    /// Sorted by their elements from the last to the first, so that a sequence comes right before one that it ends.
    sequences: Vec<(Vec<T>, usize)>,
    len: usize,
}

impl<T: Ord> OffsetTable<T> {
    /// Lays out sequences.
    pub fn new(sequences: impl IntoIterator<Item = Vec<T>>) -> OffsetTable<T> {
        let mut all: Vec<(Vec<T>, usize)> = sequences.into_iter().map(|it| (it, 0)).collect();
        all.sort_by(|(a, _), (b, _)| compare_backwards(a, b));
        all.dedup_by(|(later, _), (earlier, _)| later == earlier);
        // What ends its successor needs no place of its own. An ending of an ending is dropped in the same way.
        let mut kept: Vec<(Vec<T>, usize)> = Vec::with_capacity(all.len());
        for next in all {
            while kept.last().is_some_and(|(last, _)| next.0.ends_with(last)) {
                kept.pop();
            }
            kept.push(next);
        }
        let mut len = 0;
        for (sequence, offset) in &mut kept {
            *offset = len;
            len += sequence.len() + 1;
        }
        let sequences = kept;
        OffsetTable { sequences, len }
    }

    /// The number of elements with all marks.
    pub fn size(&self) -> usize {
        self.len
    }

    /// Where a sequence starts that was given to [`Self::new`].
    pub fn offset(&self, sequence: &[T]) -> usize {
        let at = self
            .sequences
            .partition_point(|(it, _)| compare_backwards(it, sequence) == Ordering::Less);
        let Some((found, offset)) = self.sequences.get(at) else {
            return 0;
        };
        offset + found.len().saturating_sub(sequence.len())
    }

    /// The table as the body of an array, with `mark` after each sequence.
    pub fn to_text(&self, mark: &str, push: impl Fn(&mut String, &T)) -> String {
        let mut out = String::new();
        for (sequence, offset) in &self.sequences {
            out.push_str(&format!("  /* {offset} */ "));
            for element in sequence {
                push(&mut out, element);
                out.push_str(", ");
            }
            out.push_str(mark);
            out.push_str(",\n");
        }
        out
    }
}

impl OffsetTable<u8> {
    /// The table as a C string literal for each sequence.
    pub fn to_literals(&self) -> String {
        let mut out = String::new();
        for (sequence, offset) in &self.sequences {
            out.push_str(&format!("  /* {offset} */ \""));
            for &byte in sequence {
                crate::text::push_escaped_byte(&mut out, byte);
            }
            out.push_str("\\0\"\n");
        }
        out
    }

    /// The definition of a table of characters: literals, or single characters where a compiler cannot take long
    /// literals.
    pub fn to_definition(&self, declaration: &str, long_literals: bool) -> String {
        if !long_literals {
            return format!(
                "{declaration} = {{\n{}  0\n}};\n\n",
                self.to_text("0", |out, byte| push_char(out, *byte))
            );
        }
        format!(
            "\n#ifdef __GNUC__\n#pragma GCC diagnostic push\n\
             #pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n\
             {declaration} = {{\n{}}};\n\
             #ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n\n",
            self.to_literals()
        )
    }
}

fn push_char(out: &mut String, byte: u8) {
    match byte {
        b'\\' | b'\'' => out.push_str(&format!("'\\{}'", byte as char)),
        b'!'..=b'~' => out.push_str(&format!("'{}'", byte as char)),
        _ => out.push_str(&byte.to_string()),
    }
}

fn compare_backwards<T: Ord>(a: &[T], b: &[T]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_share_a_place() {
        let words = ["cat", "concat", "at", "dog", "", "concat"];
        let bytes = |word: &str| word.as_bytes().to_vec();
        let table = OffsetTable::new(words.map(bytes));
        let offsets = words.map(|word| table.offset(word.as_bytes()));
        assert_eq!(offsets, [7, 4, 8, 0, 3, 4]);
        assert_eq!(table.size(), 11);
        let literals = "  /* 0 */ \"dog\\0\"\n  /* 4 */ \"concat\\0\"\n";
        assert_eq!(table.to_literals(), literals);
    }
}
