//! Tables of sequences that are laid out one after another. Generated code finds a sequence by its offset.

use std::cmp::Ordering;
use std::ops::Deref;

use elaborate::records::{Release, encode};

use crate::{Context, LONG_STRING_LITERALS, Output, Rec};

/// A table of sequences. In most tables, a terminator follows each sequence. A sequence that is a suffix of another
/// sequence is stored as a part of that sequence.
pub struct OffsetTable<'a, S> {
    /// The sequences that are not a suffix of another sequence, sorted by their reversed elements.
    rows: Vec<Row<'a, S>>,
    len: usize,
    has_marks: bool,
    release: Release,
    long_literals: bool,
}

struct Row<'a, S> {
    sequence: S,
    offset: usize,
    /// The records whose sequences are the row or a suffix of it.
    sources: Vec<Rec<'a>>,
}

impl<'a, T: Ord, S: Deref<Target = [T]>> OffsetTable<'a, S> {
    /// Lays out terminated sequences, each with the records that it comes from.
    pub fn new(
        cx: &Context,
        sequences: impl IntoIterator<Item = (S, Vec<Rec<'a>>)>,
    ) -> OffsetTable<'a, S> {
        OffsetTable::lay_out(cx, true, sequences)
    }

    /// Lays out sequences without terminators, for generated code that knows the length of each sequence. Before LLVM
    /// 21, the sequences are terminated nevertheless, as in all tables.
    pub fn without_marks(
        cx: &Context,
        sequences: impl IntoIterator<Item = (S, Vec<Rec<'a>>)>,
    ) -> OffsetTable<'a, S> {
        OffsetTable::lay_out(cx, cx.release() < Release::V21, sequences)
    }

    fn lay_out(
        cx: &Context,
        has_marks: bool,
        sequences: impl IntoIterator<Item = (S, Vec<Rec<'a>>)>,
    ) -> OffsetTable<'a, S> {
        let row = |(sequence, sources)| Row {
            sequence,
            offset: 0,
            sources,
        };
        let mut all: Vec<Row<S>> = sequences.into_iter().map(row).collect();
        all.sort_by(|a, b| compare_backwards(&a.sequence, &b.sequence));
        // In this order, a sequence follows its suffixes. All sequences between a suffix and the sequence end with the
        // suffix, too.
        let mut rows: Vec<Row<S>> = Vec::with_capacity(all.len());
        for mut next in all {
            while let Some(mut last) = rows.pop_if(|it| next.sequence.ends_with(&it.sequence)) {
                next.sources.append(&mut last.sources);
            }
            rows.push(next);
        }
        let mut len = 0;
        for row in &mut rows {
            row.offset = len;
            len += row.sequence.len() + usize::from(has_marks);
        }
        OffsetTable {
            rows,
            len,
            has_marks,
            release: cx.release(),
            long_literals: cx.options.is_on(&LONG_STRING_LITERALS),
        }
    }

    /// The number of elements, terminators included.
    pub fn size(&self) -> usize {
        self.len
    }

    /// The offset of a sequence, counted in elements. The sequence must have been passed to the constructor.
    pub fn offset(&self, sequence: &[T]) -> usize {
        let at = self
            .rows
            .partition_point(|it| compare_backwards(&it.sequence, sequence) == Ordering::Less);
        let Some(row) = self.rows.get(at) else {
            return 0;
        };
        row.offset + row.sequence.len().saturating_sub(sequence.len())
    }

    /// Writes the table as the body of an array, with `mark` after each sequence if the sequences are terminated.
    pub fn push(&self, out: &mut Output, mark: &str, push: impl Fn(&mut Output, &T)) {
        self.push_rows(out, |out, sequence| {
            for element in sequence {
                push(out, element);
                out.push(", ");
            }
            if self.has_marks {
                writeln!(out, "{mark},")
            } else {
                out.push("\n")
            }
        });
        // C++ has no arrays without elements. The reference adds an element to an empty table only since LLVM 21.
        if self.len == 0 && self.release >= Release::V21 {
            writeln!(out, "  /* dummy */ {mark}");
        }
    }

    /// Writes one line for each row: the offset of the row as a comment, and the text that `push` writes for the row.
    fn push_rows(&self, out: &mut Output, push: impl Fn(&mut Output, &[T])) {
        for row in &self.rows {
            for source in &row.sources {
                out.source(*source);
            }
            write!(out, "  /* {} */ ", row.offset);
            push(out, &row.sequence);
        }
        out.no_source();
    }
}

/// The bytes of a text as signed characters, since the reference sorts them as such.
pub fn chars(text: &str) -> Vec<i8> {
    encode(text).iter().map(|it| it.cast_signed()).collect()
}

impl OffsetTable<'_, Vec<i8>> {
    /// Writes the definition of a table of characters: literals, or single characters for compilers that do not support
    /// long literals.
    pub fn push_definition(&self, out: &mut Output, declaration: &str) {
        if !self.long_literals {
            writeln!(out, "{declaration} = {{");
            self.push(out, "0", |out, char| push_char(out, *char));
            out.push("  0\n};\n\n");
            return;
        }
        write!(
            out,
            "\n#ifdef __GNUC__\n#pragma GCC diagnostic push\n\
             #pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n\
             {declaration} = {{\n"
        );
        // Since LLVM 21, the terminating zero is escaped like any other character.
        let end = if self.release >= Release::V21 {
            "\\000\"\n"
        } else {
            "\\0\"\n"
        };
        self.push_rows(out, |out, chars| {
            out.push("\"");
            for char in chars {
                crate::text::push_escaped_byte(&mut out.text, char.cast_unsigned());
            }
            out.push(end);
        });
        out.push("};\n#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n\n");
    }
}

fn push_char(out: &mut Output, char: i8) {
    let byte = char.cast_unsigned();
    match byte {
        b'\\' | b'\'' => write!(out, "'\\{}'", byte as char),
        b'!'..=b'~' => write!(out, "'{}'", byte as char),
        _ => write!(out, "{byte}"),
    }
}

fn compare_backwards<T: Ord>(a: &[T], b: &[T]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Models, Options, Records};
    use backend_testing::read_as;

    fn with_context(records: &Records, run: impl FnOnce(&Context)) {
        run(&Context::new(
            records,
            &Options::default(),
            &Models::default(),
        ));
    }

    fn lay_out<'a>(cx: &Context, words: &[&str], is_marked: bool) -> OffsetTable<'a, Vec<i8>> {
        let words = words.iter().map(|it| (chars(it), Vec::new()));
        if is_marked {
            OffsetTable::new(cx, words)
        } else {
            OffsetTable::without_marks(cx, words)
        }
    }

    #[test]
    fn endings_share_a_place() {
        let records = read_as(Release::V19, "def A; def B; def C; def D; def E; def F;");
        let words = ["cat", "concat", "at", "dog", "", "concat"];
        let bytes = words.map(chars);
        let sources = records.defs().map(|def| vec![def]);
        with_context(&records, |cx| {
            let table = OffsetTable::new(cx, bytes.into_iter().zip(sources));
            let offsets = words.map(|word| table.offset(&chars(word)));
            assert_eq!(offsets, [7, 4, 8, 0, 3, 4]);
            assert_eq!(table.size(), 11);

            let mut out = Output::new();
            table.push(&mut out, "0", |out, char| push_char(out, *char));
            let want = "  /* 0 */ 'd', 'o', 'g', 0,\n  /* 4 */ 'c', 'o', 'n', 'c', 'a', 't', 0,\n";
            assert_eq!(out.text, want);
            let sources = table.rows.iter().map(|row| {
                let mut names: Vec<_> = row.sources.iter().map(|it| it.name()).collect();
                names.sort_unstable();
                names.concat()
            });
            assert_eq!(sources.collect::<Vec<_>>(), ["DE", "ABCF"]);
        });
    }

    #[test]
    fn marks_by_release() {
        let check = |release, words: &[&str], want: &str| {
            with_context(&read_as(release, ""), |cx| {
                let mut out = Output::new();
                let table = lay_out(cx, words, false);
                table.push(&mut out, "0", |out, char| push_char(out, *char));
                write!(out, "{}", table.size());
                assert_eq!(out.text, want);
            });
        };
        let words = ["ab", "b", "c"];
        check(
            Release::V19,
            &words,
            "  /* 0 */ 'a', 'b', 0,\n  /* 3 */ 'c', 0,\n5",
        );
        check(
            Release::V21,
            &words,
            "  /* 0 */ 'a', 'b', \n  /* 2 */ 'c', \n3",
        );
        check(Release::V19, &[], "0");
        check(Release::V21, &[], "  /* dummy */ 0\n0");
        check(Release::V21, &[""], "  /* 0 */ \n  /* dummy */ 0\n0");
    }

    #[test]
    fn the_zero_of_literals_by_release() {
        for (release, want) in [
            (Release::V19, "\"ab\\0\"\n"),
            (Release::V21, "\"ab\\000\"\n"),
        ] {
            with_context(&read_as(release, ""), |cx| {
                let mut out = Output::new();
                lay_out(cx, &["ab"], true).push_definition(&mut out, "char X[]");
                assert!(out.text.contains(want), "{}", out.text);
            });
        }
    }
}
