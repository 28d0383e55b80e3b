//! The names of the records that the statements of one file define, in a compact form.
//!
//! The names are sorted and prefix-compressed: an entry is the number of bytes shared with the previous name, and the
//! remaining bytes. An entry takes five to ten bytes in all. The entries can only be read from the start.

use crate::place::NamePlace;

/// Names, and the places of the statements that define them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct GeneratedNames {
    /// For each place: the number of lines from the previous place, its column and width, and the number of its names.
    /// Then for each name: the number of bytes shared with the previous name, the number of bytes that follow, and
    /// these bytes.
    bytes: Box<[u8]>,
    count: u32,
}

impl GeneratedNames {
    /// Encodes names with their places. Empty names are left out.
    pub(crate) fn new<'a>(names: impl IntoIterator<Item = (NamePlace, &'a str)>) -> GeneratedNames {
        let names = names.into_iter().filter(|it| !it.1.is_empty());
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names.dedup();
        let mut bytes = Vec::new();
        let (mut line, mut before) = (0, "");
        for group in names.chunk_by(|a, b| a.0 == b.0) {
            let at = group[0].0;
            push(&mut bytes, at.line - line);
            push(&mut bytes, at.column);
            push(&mut bytes, at.width);
            push(&mut bytes, group.len() as u32);
            line = at.line;
            for (_, name) in group {
                let shared = shared(before, name);
                let rest = &name[shared..];
                push(&mut bytes, shared as u32);
                push(&mut bytes, rest.len() as u32);
                bytes.extend_from_slice(rest.as_bytes());
                before = name;
            }
        }
        GeneratedNames {
            bytes: bytes.into(),
            count: names.len() as u32,
        }
    }

    /// Decodes the result of [`GeneratedNames::bytes`]; `None` if the bytes are invalid.
    pub(crate) fn read(bytes: &[u8]) -> Option<GeneratedNames> {
        let mut count = 0;
        visit(bytes, |_, _, _| count += 1)?;
        Some(GeneratedNames {
            bytes: bytes.into(),
            count,
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of names.
    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    /// Calls `f` with each name, the place of the name, and a number of leading bytes that the name shares with the
    /// previous one.
    pub(crate) fn for_each(&self, f: impl FnMut(NamePlace, &str, usize)) {
        // The bytes are valid: `new` and `read` yield no others.
        let _ = visit(&self.bytes, f);
    }

    /// The names that `is_wanted` accepts.
    pub(crate) fn only(&self, is_wanted: impl Fn(NamePlace, &str) -> bool) -> GeneratedNames {
        let mut kept: Vec<(NamePlace, String)> = Vec::new();
        self.for_each(|at, name, _| {
            if is_wanted(at, name) {
                kept.push((at, name.to_owned()));
            }
        });
        GeneratedNames::new(kept.iter().map(|(at, name)| (*at, name.as_str())))
    }
}

/// Calls `f` with all names; `None` if the bytes are invalid.
fn visit(bytes: &[u8], mut f: impl FnMut(NamePlace, &str, usize)) -> Option<()> {
    let mut bytes = bytes;
    let mut name = String::new();
    let mut line = 0_u32;
    while !bytes.is_empty() {
        line = line.checked_add(number(&mut bytes)?)?;
        let at = NamePlace {
            line,
            column: number(&mut bytes)?,
            width: number(&mut bytes)?,
        };
        at.column.checked_add(at.width)?;
        for _ in 0..number(&mut bytes)? {
            let shared = number(&mut bytes)? as usize;
            let len = number(&mut bytes)? as usize;
            let (rest, behind) = bytes.split_at_checked(len)?;
            bytes = behind;
            if !name.is_char_boundary(shared) {
                return None;
            }
            name.truncate(shared);
            name.push_str(std::str::from_utf8(rest).ok()?);
            if name.is_empty() {
                return None;
            }
            f(at, &name, shared);
        }
    }
    Some(())
}

/// The length of the common prefix of two texts in bytes, without a partial character.
fn shared(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b);
    let mut len = same.count();
    while !b.is_char_boundary(len) {
        len -= 1;
    }
    len
}

/// Appends a number in LEB128: seven bits per byte, the lowest bits first; the last byte is below 128.
fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u32::from(first & 0x7F);
        if bits.leading_zeros() < shift {
            return None;
        }
        number |= bits << shift;
        if *first < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Finds the names that contain the given letters in order, ignoring the case of ASCII letters. The prefix that a name
/// shares with the previous name is not compared again.
pub(crate) struct Matcher {
    letters: Vec<u8>,
    /// For each length of a prefix of the last name, the number of letters found in that prefix.
    found: Vec<usize>,
}

impl Matcher {
    pub(crate) fn new(letters: &str) -> Matcher {
        Matcher {
            letters: letters.to_ascii_lowercase().into_bytes(),
            found: vec![0],
        }
    }

    /// Whether a name contains the letters. Its first `shared` bytes are those of the name in the last call.
    pub(crate) fn has(&mut self, name: &str, shared: usize) -> bool {
        self.found.truncate(shared + 1);
        let mut found = self.found[shared];
        for byte in &name.as_bytes()[shared..] {
            let wanted = self.letters.get(found);
            found += usize::from(wanted == Some(&byte.to_ascii_lowercase()));
            self.found.push(found);
        }
        found == self.letters.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> NamePlace {
        NamePlace {
            line,
            column,
            width: 3,
        }
    }

    fn lines(names: &GeneratedNames) -> Vec<String> {
        let mut lines = Vec::new();
        names.for_each(|at, name, _| lines.push(format!("{}:{} {name}", at.line, at.column)));
        lines
    }

    fn sample() -> GeneratedNames {
        GeneratedNames::new([
            (at(300, 4), "ADD32rr"),
            (at(7, 4), "SUBr"),
            (at(300, 4), "ADD32ri"),
            (at(300, 200), "ADD32ré"),
            (at(300, 4), "ADD32rr"),
            (at(300, 200), "ADD32rè"),
            (at(300, 4), ""),
        ])
    }

    #[test]
    fn names_come_in_order_and_once() {
        let names = sample();
        let want = [
            "7:4 SUBr",
            "300:4 ADD32ri",
            "300:4 ADD32rr",
            "300:200 ADD32rè",
            "300:200 ADD32ré",
        ];
        assert_eq!(
            (lines(&names), names.len()),
            (want.map(str::to_owned).to_vec(), 5)
        );
        assert_eq!(GeneratedNames::read(names.bytes()), Some(names.clone()));
        let some = names.only(|at, name| at.line == 300 && name.ends_with('r'));
        assert_eq!(lines(&some), ["300:4 ADD32rr"]);
    }

    #[test]
    fn names_of_one_statement_take_few_bytes() {
        let names: Vec<String> = (1000..2000).map(|it| format!("LONG_PREFIX_{it}")).collect();
        let names = GeneratedNames::new(names.iter().map(|it| (at(1, 1), it.as_str())));
        assert!(names.bytes().len() < 4_000, "{}", names.bytes().len());
    }

    #[test]
    fn damaged_bytes_are_no_names() {
        let bytes = sample().bytes().to_vec();
        for at in 0..bytes.len() {
            for value in 0..=255 {
                let mut other = bytes.clone();
                other[at] = value;
                // If damaged bytes happen to be valid, the names can be read.
                if let Some(names) = GeneratedNames::read(&other) {
                    assert_eq!(lines(&names).len(), names.len());
                }
            }
        }
        for bytes in [
            &[1][..],
            // A shared prefix that is too long, one that ends inside a character, and an empty name.
            &[0, 0, 0, 1, 1, 1, b'a'],
            &[0, 0, 0, 2, 0, 2, 0xC3, 0xA9, 1, 1, b'a'],
            &[0, 0, 0, 1, 0, 0],
            // More names than bytes, and a number of 33 bits.
            &[0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xF],
            &[0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0, 0, 0],
        ] {
            assert_eq!(GeneratedNames::read(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn letters_are_found_as_scores_find_them() {
        let names = sample();
        for letters in ["", "a", "addr", "RR", "32é", "rs", "ADD32rr", "xyz"] {
            let mut matcher = Matcher::new(letters);
            names.for_each(|_, name, shared| {
                let want = ide::workspace_symbols::score(letters, name).is_some();
                assert_eq!(matcher.has(name, shared), want, "{letters} in {name}");
            });
        }
    }
}
