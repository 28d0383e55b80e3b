//! Tables of strings in one large literal. Generated code finds a string by its offset.

use elaborate::records::{RecordId, Release, encode};
use rustc_hash::FxHashMap;

use crate::text::push_escaped_byte;
use crate::{Context, LONG_STRING_LITERALS, Output};

/// A table of strings, which are stored one after another in insertion order. Unlike in an
/// [`OffsetTable`](crate::offset_table::OffsetTable), strings do not share suffixes.
pub struct StringOffsetTable {
    offsets: FxHashMap<Vec<u8>, usize>,
    bytes: Vec<u8>,
    /// The offsets of strings, each with a record that the string comes from.
    sources: Vec<(usize, RecordId)>,
    release: Release,
    long_literals: bool,
}

/// A line of the literal ends after the first character beyond this column.
const WIDTH: usize = 70;

/// The size in bytes up to which the table is one literal even for compilers that refuse long literals.
const LONGEST_LITERAL: usize = 64 * 1024;

impl StringOffsetTable {
    /// A new table. It is empty before LLVM 21. In LLVM 21 and later, it contains the empty string at the offset 0.
    pub fn new(cx: &Context) -> StringOffsetTable {
        let mut table = StringOffsetTable {
            offsets: FxHashMap::default(),
            bytes: Vec::new(),
            sources: Vec::new(),
            release: cx.release(),
            long_literals: cx.options.is_on(&LONG_STRING_LITERALS),
        };
        if table.release >= Release::V21 {
            table.add("");
        }
        table
    }

    /// A table for strings without terminators, in which the empty string takes no space.
    pub fn unended(cx: &Context) -> StringOffsetTable {
        let mut table = StringOffsetTable::new(cx);
        table.bytes.clear();
        table
    }

    /// The offset, in bytes, of a text followed by a terminator. The text is added if it is new.
    pub fn add(&mut self, text: &str) -> usize {
        self.add_bytes(&encode(text), &[0])
    }

    /// The offset, in bytes, of a text without a terminator. The text is added if it is new.
    pub fn add_unended(&mut self, text: &str) -> usize {
        self.add_bytes(&encode(text), &[])
    }

    /// Like [`Self::add`], for a text that comes from the record `rec`.
    pub fn add_of(&mut self, text: &str, rec: impl Into<RecordId>) -> usize {
        let start = self.add(text);
        self.tie(start, rec);
        start
    }

    /// The offset of a text in bytes; 0 if the text was not added.
    pub fn offset(&self, text: &str) -> usize {
        self.offsets.get(&*encode(text)).copied().unwrap_or(0)
    }

    /// Source map: the string at the offset `start` comes from the record `rec`, and perhaps from other records.
    pub fn tie(&mut self, start: usize, rec: impl Into<RecordId>) {
        self.sources.push((start, rec.into()));
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

    /// The size of all strings in bytes, terminators included.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Writes the strings as one literal over several lines.
    pub fn push_literal(&self, out: &mut Output) {
        let mut sources = self.sources_in(out);
        out.push("    \"");
        let mut column = 0;
        for (offset, &byte) in self.bytes.iter().enumerate() {
            sources.mark(out, offset);
            if column > WIDTH {
                out.push("\"\n    \"");
                column = 0;
            }
            let start = out.text.len();
            push_escaped_byte(&mut out.text, byte);
            column += out.text.len() - start;
        }
        out.push("\"");
        sources.end(out);
    }

    /// Writes the definition of the table as LLVM's `StringTable`, which exists since LLVM 21, with one line for each
    /// string.
    pub fn push_definition(&self, out: &mut Output, name: &str) {
        let [storage, table] = [
            "static constexpr char ",
            "static constexpr llvm::StringTable\n",
        ];
        self.push_table(out, name, storage, table);
    }

    /// Writes the definition like [`Self::push_definition`], but for a static member of the class `class`, which is
    /// given with its namespaces and a final `::`. If `has_storage`, the variable with the strings is a member, too.
    pub fn push_member(&self, out: &mut Output, class: &str, name: &str, has_storage: bool) {
        let scope = if has_storage { class } else { "" };
        let storage = format!(" constexpr char {scope}");
        let table = format!("const llvm::StringTable\n{class}");
        self.push_table(out, name, &storage, &table);
    }

    /// Writes the definitions of the strings and of the table. The definitions begin with `storage` and `table`.
    fn push_table(&self, out: &mut Output, name: &str, storage: &str, table: &str) {
        let as_chars = !self.long_literals && self.bytes.len() > LONGEST_LITERAL;
        let blank = if self.release >= Release::V22 && !as_chars {
            ""
        } else {
            " "
        };
        let start = if as_chars { "{" } else { "" };
        write!(
            out,
            "\n#ifdef __GNUC__\n#pragma GCC diagnostic push\n\
             #pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n\
             {storage}{name}Storage[] ={blank}{start}\n"
        );
        let mut sources = self.sources_in(out);
        let mut offset = 0;
        while offset < self.bytes.len() {
            sources.mark(out, offset);
            let rest = &self.bytes[offset..];
            let len = rest.iter().position(|it| *it == 0).unwrap_or(rest.len());
            out.push("  ");
            if as_chars {
                push_characters(out, &rest[..len]);
            } else {
                out.push("\"");
                rest[..len]
                    .iter()
                    .for_each(|it| push_escaped_byte(&mut out.text, *it));
                out.push("\\0\"\n");
            }
            offset += len + 1;
        }
        sources.end(out);
        out.push(if as_chars { "};" } else { "  ;" });
        write!(
            out,
            "\n#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n\n\
             {table}{name} = {name}Storage;\n"
        );
    }

    fn sources_in(&self, out: &Output) -> Sources {
        let mut sources = if out.keeps_map() {
            self.sources.clone()
        } else {
            Vec::new()
        };
        sources.sort_by_key(|it| std::cmp::Reverse(it.0));
        Sources(sources)
    }
}

/// Writes a string and its terminating zero as single characters.
fn push_characters(out: &mut Output, string: &[u8]) {
    for byte in string {
        out.push("'");
        push_escaped_byte(&mut out.text, *byte);
        out.push("', ");
    }
    out.push("'\\0',\n");
}

/// The offsets of strings and the records that they come from, the last offset first.
struct Sources(Vec<(usize, RecordId)>);

impl Sources {
    /// Source map: the text that follows comes from the records of the string at `offset`.
    fn mark(&mut self, out: &mut Output, offset: usize) {
        let rest = self.0.partition_point(|it| it.0 > offset);
        let of = self.0.split_off(rest);
        if !of.is_empty() {
            out.sources(|| of.into_iter().map(|it| it.1));
        }
    }

    fn end(self, out: &mut Output) {
        if out.keeps_map() {
            out.no_source();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Models, Options, Value};
    use backend_testing::read_as;
    use expect_test::expect;

    fn written(
        release: Release,
        long_literals: bool,
        write: impl Fn(&mut StringOffsetTable, &mut Output),
    ) -> String {
        let mut options = Options::default();
        options.set(LONG_STRING_LITERALS.name, Value::Flag(long_literals));
        let (records, models) = (read_as(release, ""), Models::default());
        let mut out = Output::new();
        let cx = Context::new(&records, &options, &models);
        write(&mut StringOffsetTable::new(&cx), &mut out);
        out.text
    }

    #[test]
    fn strings_have_one_place_each() {
        let add = |release| {
            written(release, true, |table, out| {
                let offsets = ["at", "cat", "", "at", "\t"].map(|text| table.add(text));
                writeln!(out, "{offsets:?} {}", table.add_unended("x"));
                table.push_literal(out);
            })
        };
        expect![[r#"
            [0, 3, 7, 0, 8] 10
                "at\000cat\000\000\t\000x""#]]
        .assert_eq(&add(Release::V19));
        expect![[r#"
            [1, 4, 0, 1, 8] 10
                "\000at\000cat\000\t\000x""#]]
        .assert_eq(&add(Release::V21));
    }

    #[test]
    fn lines_end_behind_column_70() {
        let got = written(Release::V19, true, |table, out| {
            table.add_unended(&"a".repeat(69));
            table.add("bc");
            table.push_literal(out);
        });
        let want = format!("    \"{}bc\"\n    \"\\000\"", "a".repeat(69));
        assert_eq!(got, want);
    }

    fn definition(release: Release) -> String {
        written(release, true, |table, out| {
            table.add("first\"");
            table.push_definition(out, "Names");
        })
    }

    #[test]
    fn definitions() {
        expect![[r#"

            #ifdef __GNUC__
            #pragma GCC diagnostic push
            #pragma GCC diagnostic ignored "-Woverlength-strings"
            #endif
            static constexpr char NamesStorage[] = 
              "\0"
              "first\"\0"
              ;
            #ifdef __GNUC__
            #pragma GCC diagnostic pop
            #endif

            static constexpr llvm::StringTable
            Names = NamesStorage;
        "#]]
        .assert_eq(&definition(Release::V21));
        assert!(definition(Release::V22).contains("Storage[] =\n"));
    }

    #[test]
    fn members_of_classes() {
        let lines = |has_storage| {
            let got = written(Release::V22, true, |table, out| {
                table.push_member(out, "a::B::", "Names", has_storage);
            });
            let lines = got.lines().filter(|it| it.contains("Names"));
            lines.collect::<Vec<_>>().join("\n")
        };
        expect![[r#"
             constexpr char a::B::NamesStorage[] =
            a::B::Names = NamesStorage;"#]]
        .assert_eq(&lines(true));
        expect![[r#"
             constexpr char NamesStorage[] =
            a::B::Names = NamesStorage;"#]]
        .assert_eq(&lines(false));
    }

    #[test]
    fn characters_where_literals_are_too_long() {
        let got = written(Release::V21, false, |table, out| {
            table.add("a'\n");
            table.add(&"b".repeat(LONGEST_LITERAL));
            table.push_definition(out, "Names");
        });
        let got = got.replace(&"'b', ".repeat(LONGEST_LITERAL), "…");
        expect![[r#"
            static constexpr char NamesStorage[] = {
              '\0',
              'a', ''', '\n', '\0',
              …'\0',
            };
        "#]]
        .assert_eq(&backend_testing::between(&got, "static", "#ifdef"));
    }
}
