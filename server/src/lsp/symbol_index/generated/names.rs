//! The names of the records that the statements of one file make, close together.
//!
//! They are in order, so a name is how much of the one before it begins with, and the rest: five to ten bytes. All that is
//! done with them goes over them from the start.

use lsp_types::{Position, Range};

/// Names and the places of the statements that make them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(in super::super) struct GeneratedNames {
    /// For each place how many lines it is below the one before, its column and width, and how many names it has; then
    /// for each name how many bytes of the one before it begins with, how many follow, and these.
    bytes: Box<[u8]>,
    count: u32,
}

/// Where a statement has its name: on one line, as the client counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in super::super) struct NamedAt {
    pub line: u32,
    pub column: u32,
    pub width: u32,
}

impl NamedAt {
    pub(in super::super) fn range(self) -> Range {
        Range::new(
            Position::new(self.line, self.column),
            Position::new(self.line, self.column + self.width),
        )
    }
}

impl GeneratedNames {
    /// Those of some places. Names without letters are left out.
    pub(in super::super) fn new<'a>(
        names: impl IntoIterator<Item = (NamedAt, &'a str)>,
    ) -> GeneratedNames {
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

    /// Those that somebody wrote down; `None` if they make no sense.
    pub(in super::super) fn read(bytes: &[u8]) -> Option<GeneratedNames> {
        let mut count = 0;
        visit(bytes, |_, _, _| count += 1)?;
        Some(GeneratedNames {
            bytes: bytes.into(),
            count,
        })
    }

    pub(in super::super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many there are.
    pub(in super::super) fn len(&self) -> usize {
        self.count as usize
    }

    /// Gives each name with how many bytes it shares with the one before at least.
    pub(in super::super) fn for_each(&self, f: impl FnMut(NamedAt, &str, usize)) {
        // Only what makes sense was taken over.
        let _ = visit(&self.bytes, f);
    }

    /// Those that are wanted.
    pub(in super::super) fn only(
        &self,
        is_wanted: impl Fn(NamedAt, &str) -> bool,
    ) -> GeneratedNames {
        let mut kept: Vec<(NamedAt, String)> = Vec::new();
        self.for_each(|at, name, _| {
            if is_wanted(at, name) {
                kept.push((at, name.to_owned()));
            }
        });
        GeneratedNames::new(kept.iter().map(|(at, name)| (*at, name.as_str())))
    }
}

/// Goes over all names; `None` if the bytes are not those of names.
fn visit(bytes: &[u8], mut f: impl FnMut(NamedAt, &str, usize)) -> Option<()> {
    let mut bytes = bytes;
    let mut name = String::new();
    let mut line = 0_u32;
    while !bytes.is_empty() {
        line = line.checked_add(number(&mut bytes)?)?;
        let at = NamedAt {
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

/// How many bytes two texts begin with in common, in whole characters.
fn shared(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b);
    let mut len = same.count();
    while !b.is_char_boundary(len) {
        len -= 1;
    }
    len
}

/// Seven bits a byte, the lowest first; the last byte is below 128.
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

/// Which names have some letters in their order, whatever their case. Of a name that begins as the one before it only
/// the rest is looked at.
pub(in super::super) struct Matcher {
    letters: Vec<u8>,
    /// How many of them the first bytes of the last name have, by how many bytes.
    found: Vec<usize>,
}

impl Matcher {
    pub(in super::super) fn new(letters: &str) -> Matcher {
        Matcher {
            letters: letters.to_ascii_lowercase().into_bytes(),
            found: vec![0],
        }
    }

    /// Whether a name has them. Begins with as much of the last one as is said.
    pub(in super::super) fn has(&mut self, name: &str, shared: usize) -> bool {
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

    fn at(line: u32, column: u32) -> NamedAt {
        NamedAt {
            line,
            column,
            width: 3,
        }
    }

    fn shown(names: &GeneratedNames) -> Vec<String> {
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
            (shown(&names), names.len()),
            (want.map(str::to_owned).to_vec(), 5)
        );
        assert_eq!(GeneratedNames::read(names.bytes()), Some(names.clone()));
        let some = names.only(|at, name| at.line == 300 && name.ends_with('r'));
        assert_eq!(shown(&some), ["300:4 ADD32rr"]);
    }

    #[test]
    fn names_of_one_statement_take_few_bytes() {
        let names: Vec<String> = (1000..2000).map(|it| format!("LONG_PREFIX_{it}")).collect();
        let names = GeneratedNames::new(names.iter().map(|it| (at(1, 1), it.as_str())));
        assert!(names.bytes().len() < 4_000, "{}", names.bytes().len());
    }

    #[test]
    fn what_makes_no_sense_is_no_names() {
        let bytes = sample().bytes().to_vec();
        for at in 0..bytes.len() {
            for value in 0..=255 {
                let mut other = bytes.clone();
                other[at] = value;
                // Whatever is taken for names can be gone over.
                if let Some(names) = GeneratedNames::read(&other) {
                    assert_eq!(shown(&names).len(), names.len());
                }
            }
        }
        for bytes in [
            &[1][..],
            // A name that begins with more than there is, in the middle of a letter, or is empty.
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
