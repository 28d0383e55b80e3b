//! The index as bytes.
//!
//! A header (magic, version, length and checksum of the rest), then whose index it is, then the files. Numbers are
//! little-endian, a string is its length and its bytes. Whatever is not exactly so makes all of it worthless: the index is
//! made again in less time than it takes to find out what is still right.

use std::sync::Arc;

use ide::workspace_symbols::SymbolKind;
use xxhash_rust::xxh3::xxh3_64;

use super::names::{Entry, FileNames};
use super::{FileEntry, MAX_BYTES, Stamp, cost};

/// Changes with everything that is written here, and with what the names of a text are.
pub(super) const VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"\x89tdsyms\n";
const HEADER: usize = MAGIC.len() + 4 + 8 + 8;
/// What a file and a name take at least.
const MIN_FILE: usize = 4 + 1 + 8 + 8 + 4 + 8 + 4 + 4;
const ENTRY: usize = 4 + 2 + 1 + 4 + 2 + 2;

/// A file and what is known of it.
pub(super) type File = (Arc<str>, Arc<FileEntry>);

/// The bytes of an index. `owner` says whose it is.
pub(super) fn encode(owner: &str, files: &[File]) -> Vec<u8> {
    let mut out = Writer(Vec::new());
    out.0.resize(HEADER, 0);
    out.text(owner);
    out.u32(files.len());
    for (path, file) in files {
        out.text(path);
        match &file.stamp {
            None => out.0.push(0),
            Some(_) => out.0.push(1),
        }
        let stamp = file.stamp.unwrap_or_default();
        out.bytes(&stamp.size.to_le_bytes());
        out.bytes(&stamp.seconds.to_le_bytes());
        out.bytes(&stamp.nanos.to_le_bytes());
        out.bytes(&file.hash.to_le_bytes());
        out.text(&file.names.letters);
        out.u32(file.names.entries.len());
        for entry in &file.names.entries {
            out.bytes(&entry.start.to_le_bytes());
            out.bytes(&entry.len.to_le_bytes());
            out.0.push(kind_number(entry.kind));
            out.bytes(&entry.line.to_le_bytes());
            out.bytes(&entry.column.to_le_bytes());
            out.bytes(&entry.width.to_le_bytes());
        }
    }
    let mut bytes = out.0;
    let rest = &bytes[HEADER..];
    let mut header = Writer(Vec::new());
    header.bytes(&MAGIC);
    header.bytes(&VERSION.to_le_bytes());
    header.bytes(&(rest.len() as u64).to_le_bytes());
    header.bytes(&xxh3_64(rest).to_le_bytes());
    bytes[..HEADER].copy_from_slice(&header.0);
    bytes
}

/// The files of an index, if every byte is as [`encode`] writes them.
pub(super) fn decode(owner: &str, bytes: &[u8]) -> Option<Vec<File>> {
    let mut header = Reader(bytes);
    let is_ours = header.array::<8>()? == MAGIC && u32::from_le_bytes(header.array()?) == VERSION;
    let len = u64::from_le_bytes(header.array()?);
    let checksum = u64::from_le_bytes(header.array()?);
    let rest = header.0;
    if !is_ours || len != rest.len() as u64 || checksum != xxh3_64(rest) {
        return None;
    }
    let mut rest = Reader(rest);
    if rest.text()? != owner {
        return None;
    }
    let count = rest.count(MIN_FILE)?;
    let mut files: Vec<File> = Vec::new();
    let mut bytes = 0;
    for _ in 0..count {
        let path = rest.text()?;
        let file = file(&mut rest)?;
        bytes += cost(path, &file);
        if bytes > MAX_BYTES {
            return None;
        }
        files.push((path.into(), Arc::new(file)));
    }
    rest.0.is_empty().then_some(files)
}

fn file(rest: &mut Reader) -> Option<FileEntry> {
    let has_stamp = match rest.array()? {
        [0] => false,
        [1] => true,
        _ => return None,
    };
    let stamp = Stamp {
        size: u64::from_le_bytes(rest.array()?),
        seconds: u64::from_le_bytes(rest.array()?),
        nanos: u32::from_le_bytes(rest.array()?),
    };
    let hash = u64::from_le_bytes(rest.array()?);
    let letters = rest.text()?.into();
    let count = rest.count(ENTRY)?;
    let entries = (0..count).map(|_| entry(rest));
    let names = FileNames {
        letters,
        entries: entries.collect::<Option<_>>()?,
    };
    names.is_sound().then_some(FileEntry {
        stamp: has_stamp.then_some(stamp),
        hash,
        names,
    })
}

fn entry(rest: &mut Reader) -> Option<Entry> {
    Some(Entry {
        start: u32::from_le_bytes(rest.array()?),
        len: u16::from_le_bytes(rest.array()?),
        kind: {
            let [number] = rest.array()?;
            *SymbolKind::ALL.get(usize::from(number))?
        },
        line: u32::from_le_bytes(rest.array()?),
        column: u16::from_le_bytes(rest.array()?),
        width: u16::from_le_bytes(rest.array()?),
    })
}

fn kind_number(kind: SymbolKind) -> u8 {
    let number = SymbolKind::ALL.iter().position(|it| *it == kind);
    number.expect("all kinds are there") as u8
}

struct Writer(Vec<u8>);

impl Writer {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// A count of things that are in memory, each of which takes more than a byte in the file.
    fn u32(&mut self, number: usize) {
        self.bytes(&(number as u32).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.u32(text.len());
        self.bytes(text.as_bytes());
    }
}

/// What is left to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn text(&mut self) -> Option<&'a str> {
        let len = u32::from_le_bytes(self.array()?);
        std::str::from_utf8(self.take(len as usize)?).ok()
    }

    /// A number of things that take so many bytes at least, if there is room for them.
    fn count(&mut self, least: usize) -> Option<usize> {
        let count = u32::from_le_bytes(self.array()?) as usize;
        (count <= self.0.len() / least).then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::line_index::Encoding;

    fn sample() -> Vec<File> {
        let file = |path: &str, text: &str, stamp| {
            let entry = FileEntry {
                stamp,
                hash: text.len() as u64,
                names: FileNames::of(text, Encoding::Utf16),
            };
            (path.into(), Arc::new(entry))
        };
        let stamp = Stamp {
            size: 7,
            seconds: 1 << 33,
            nanos: 5,
        };
        vec![
            file("/a.td", "class C; def é; multiclass M {}", Some(stamp)),
            file("/é.td", "def \"é\"; defm x : M; defvar v = 1;", None),
            file("/empty.td", "", Some(stamp)),
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        for files in [sample(), Vec::new()] {
            let bytes = encode("owner", &files);
            assert_eq!(decode("owner", &bytes), Some(files));
            assert_eq!(decode("other", &bytes), None);
        }
    }

    #[test]
    fn a_part_is_worth_nothing() {
        let bytes = encode("owner", &sample());
        for len in 0..bytes.len() {
            assert_eq!(decode("owner", &bytes[..len]), None, "{len}");
        }
        let more = [&bytes[..], b"\0"].concat();
        assert_eq!(decode("owner", &more), None);
    }

    #[test]
    fn a_flipped_bit_is_noticed() {
        let bytes = encode("owner", &sample());
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[at] ^= 1 << bit;
                assert_eq!(decode("owner", &other), None, "{at} {bit}");
            }
        }
    }

    /// Puts the right length and checksum in front.
    fn sealed(rest: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((rest.len() as u64).to_le_bytes());
        bytes.extend(xxh3_64(rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    #[test]
    fn lies_with_a_right_checksum_are_harmless() {
        let bytes = encode("owner", &sample());
        let rest = &bytes[HEADER..];
        for at in 0..rest.len() {
            for value in [0, 1, 0x7F, 0x80, 0xC3, 0xFF] {
                let mut other = rest.to_vec();
                other[at] = value;
                // Whatever is taken from it makes sense.
                for (_, file) in decode("owner", &sealed(&other)).into_iter().flatten() {
                    assert!(file.names.iter().all(|it| !it.text.is_empty()));
                }
                other.truncate(at);
                assert_eq!(decode("owner", &sealed(&other)), None);
            }
        }
        // More files than there is room for: nothing is allocated for them.
        let many = [&5u32.to_le_bytes()[..], b"owner", &[0xFF; 4]].concat();
        assert_eq!(decode("owner", &sealed(&many)), None);
    }
}
