//! The names in the text of one file, in a compact form: a name takes sixteen bytes in addition to its letters.

use ide::workspace_symbols::{SymbolKind, in_text};
use rustc_hash::FxHashMap;
use syntax::line_index::{Encoding, LineIndex};

use super::place::NamePlace;

/// The names that a file declares, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FileNames {
    /// The text of all names, one after another. A name that is declared several times occurs once.
    pub letters: Box<str>,
    pub entries: Box<[Entry]>,
}

/// A name and its place. If a name extends over several lines, the place ends with the first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The byte offset of the name in `letters`.
    pub start: u32,
    pub len: u16,
    pub kind: SymbolKind,
    /// The place: the line and column from 0, and the number of columns, in units of the client's encoding.
    pub line: u32,
    pub column: u16,
    pub width: u16,
}

/// A decoded name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name<'a> {
    pub kind: SymbolKind,
    pub text: &'a str,
    pub place: NamePlace,
}

impl FileNames {
    /// The names that a text declares. Names of 64 KiB and more are left out.
    pub(super) fn new(text: &str, encoding: Encoding) -> FileNames {
        let lines = LineIndex::new(text);
        let mut letters = String::new();
        let mut known: FxHashMap<String, u32> = FxHashMap::default();
        let mut entries = Vec::new();
        for symbol in in_text(text) {
            let Ok(len) = u16::try_from(symbol.name.len()) else {
                continue;
            };
            let start = *known.entry(symbol.name).or_insert_with_key(|name| {
                let start = letters.len() as u32;
                letters.push_str(name);
                start
            });
            let at = lines.position(text, symbol.range.start, encoding);
            let token = &text[symbol.range];
            let first_line = token.lines().next().unwrap_or("");
            entries.push(Entry {
                start,
                len,
                kind: symbol.kind,
                line: at.line,
                column: at.column.try_into().unwrap_or(u16::MAX),
                width: encoding.len(first_line).try_into().unwrap_or(u16::MAX),
            });
        }
        FileNames {
            letters: letters.into(),
            entries: entries.into(),
        }
    }

    pub(super) fn get(&self, index: usize) -> Name<'_> {
        let entry = self.entries[index];
        let start = entry.start as usize;
        Name {
            kind: entry.kind,
            text: &self.letters[start..start + usize::from(entry.len)],
            place: NamePlace {
                line: entry.line,
                column: entry.column.into(),
                width: entry.width.into(),
            },
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Name<'_>> {
        (0..self.entries.len()).map(|it| self.get(it))
    }

    /// Whether the name of each entry is a valid range of `letters` and is not empty.
    pub(super) fn is_sound(&self) -> bool {
        self.entries.iter().all(|it| {
            let start = it.start as usize;
            let name = self.letters.get(start..start + usize::from(it.len));
            name.is_some_and(|it| !it.is_empty())
        })
    }

    /// The memory on the heap in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.letters.len() + std::mem::size_of_val(&*self.entries)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, encoding: Encoding, want: Expect) {
        let names = FileNames::new(text, encoding);
        assert!(names.is_sound());
        let lines = names.iter().map(|it| {
            let NamePlace {
                line,
                column,
                width,
            } = it.place;
            let end = column + width;
            format!("{:?} {} {line}:{column}-{end}\n", it.kind, it.text)
        });
        want.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn names_and_places() {
        let text = "class C;\r\n/* é𝄞 */ def \"é\"; defm C : M;\ndef A # \n  B;";
        check(
            text,
            Encoding::Utf16,
            expect![[r#"
                Class C 0:6-7
                Record é 1:14-17
                Defm C 1:24-25
                Record AB 2:4-8
            "#]],
        );
        check(
            text,
            Encoding::Utf8,
            expect![[r#"
                Class C 0:6-7
                Record é 1:17-21
                Defm C 1:28-29
                Record AB 2:4-8
            "#]],
        );
    }

    #[test]
    fn a_name_has_its_letters_once() {
        let names = FileNames::new("class C; def C; def CC;", Encoding::Utf8);
        assert_eq!(&*names.letters, "CCC");
        assert_eq!(names.bytes(), 3 + 3 * 16);
    }

    #[test]
    fn very_long_names_and_lines() {
        let long = "x".repeat(70_000);
        let names = FileNames::new(&format!("def {long}; def a;"), Encoding::Utf8);
        let found: Vec<_> = names.iter().map(|it| (it.text, it.place.column)).collect();
        assert_eq!(found, [("a", 65_535)]);
    }
}
