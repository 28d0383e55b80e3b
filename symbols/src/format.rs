//! The file format of the index of names in texts: the owner, then the files.

use std::sync::Arc;

use ide::workspace_symbols::SymbolKind;

use super::bytes::{Reader, Writer};
use super::names::{Entry, FileNames};
use super::{FileEntry, MAX_BYTES, Stamp, cost};

/// The version of the format. It is incremented whenever the format or the selection of names in a text changes.
pub(super) const VERSION: u32 = 1;

/// The smallest size of an encoded file in bytes.
const MIN_FILE: usize = 4 + 1 + 8 + 8 + 4 + 8 + 4 + 4;
/// The size of the encoded entry of a name in bytes.
const ENTRY: usize = 4 + 2 + 1 + 4 + 2 + 2;

/// A file's path and entry.
pub(super) type File = (Arc<str>, Arc<FileEntry>);

/// Encodes the index of `owner`.
pub(super) fn encode(owner: &str, files: &[File]) -> Vec<u8> {
    let mut out = Writer::new();
    out.text(owner);
    out.u32(files.len());
    for (path, file) in files {
        out.text(path);
        out.bytes(&[u8::from(file.stamp.is_some())]);
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
            out.bytes(&[kind_number(entry.kind)]);
            out.bytes(&entry.line.to_le_bytes());
            out.bytes(&entry.column.to_le_bytes());
            out.bytes(&entry.width.to_le_bytes());
        }
    }
    out.seal(VERSION)
}

/// Decodes the index of `owner`; `None` if `bytes` is not an output of [`encode`] for this owner, or if the index
/// exceeds [`MAX_BYTES`].
pub(super) fn decode(owner: &str, bytes: &[u8]) -> Option<Vec<File>> {
    let mut rest = Reader::unseal(VERSION, bytes)?;
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
    rest.is_empty().then_some(files)
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

#[cfg(test)]
mod tests {
    use syntax::line_index::Encoding;

    use super::super::bytes::testing;
    use super::*;

    fn sample() -> Vec<File> {
        let file = |path: &str, text: &str, stamp| {
            let entry = FileEntry {
                stamp,
                hash: text.len() as u64,
                names: FileNames::new(text, Encoding::Utf16),
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
    fn a_damaged_index_is_not_read() {
        testing::harm(VERSION, &encode("owner", &sample()), |bytes| {
            let files = decode("owner", bytes);
            // If it is read all the same, its names are sound.
            for (_, file) in files.iter().flatten() {
                assert!(file.names.iter().all(|it| !it.text.is_empty()));
            }
            files.is_some()
        });
        // A count of more files than the bytes can hold allocates nothing.
        let many = [&5u32.to_le_bytes()[..], b"owner", &[0xFF; 4]].concat();
        assert_eq!(decode("owner", &testing::sealed(VERSION, &many)), None);
    }
}
