//! The binary encoding of stored files and of messages between processes.
//!
//! The encoding consists of a header (magic, version, length and checksum of the content) and the content. Numbers are
//! little-endian. A string is its length followed by its bytes. A file that differs in any byte from what was written
//! is discarded: collecting the names again is faster than repairing the file.

use xxhash_rust::xxh3::xxh3_64;

const MAGIC: [u8; 8] = *b"\x89tdsyms\n";
const HEADER: usize = MAGIC.len() + 4 + 8 + 8;

/// A writer of the content, with room for the header in front.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn new() -> Writer {
        Writer(vec![0; HEADER])
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Writes a count of elements or bytes as four bytes. The count must be below 2^32.
    pub(super) fn u32(&mut self, number: usize) {
        self.bytes(&(number as u32).to_le_bytes());
    }

    /// Writes the length of `bytes`, then `bytes`.
    pub(super) fn block(&mut self, bytes: &[u8]) {
        self.u32(bytes.len());
        self.bytes(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.block(text.as_bytes());
    }

    /// Adds the header and returns all bytes.
    pub(super) fn seal(mut self, version: u32) -> Vec<u8> {
        let (header, rest) = self.0.split_at_mut(HEADER);
        let parts: [&[u8]; 4] = [
            &MAGIC,
            &version.to_le_bytes(),
            &(rest.len() as u64).to_le_bytes(),
            &xxh3_64(rest).to_le_bytes(),
        ];
        header.copy_from_slice(&parts.concat());
        self.0
    }
}

/// A reader of the content. It holds the bytes that were not read yet.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Starts to read the content; `None` if the header is not as [`Writer::seal`] writes it.
    pub(super) fn unseal(version: u32, bytes: &'a [u8]) -> Option<Reader<'a>> {
        let mut reader = Reader(bytes);
        let is_ours = reader.array()? == MAGIC && u32::from_le_bytes(reader.array()?) == version;
        let len = u64::from_le_bytes(reader.array()?);
        let checksum = u64::from_le_bytes(reader.array()?);
        let is_whole = len == reader.0.len() as u64 && checksum == xxh3_64(reader.0);
        (is_ours && is_whole).then_some(reader)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(super) fn block(&mut self) -> Option<&'a [u8]> {
        let len = u32::from_le_bytes(self.array()?);
        self.take(len as usize)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.block()?).ok()
    }

    /// Reads a count of elements that have at least `least` bytes each; `None` if the remaining bytes are too few for
    /// this number of elements.
    pub(super) fn count(&mut self, least: usize) -> Option<usize> {
        let count = u32::from_le_bytes(self.array()?) as usize;
        (count <= self.0.len() / least).then_some(count)
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;

    /// Checks that `read` rejects all truncations and small changes of `bytes`.
    pub(crate) fn harm(version: u32, bytes: &[u8], read: impl Fn(&[u8]) -> bool) {
        assert!(read(bytes));
        for len in 0..bytes.len() {
            assert!(!read(&bytes[..len]), "{len} bytes");
        }
        assert!(!read(&[bytes, b"\0"].concat()));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.to_vec();
                other[at] ^= 1 << bit;
                assert!(!read(&other), "bit {bit} of byte {at}");
            }
        }
        // With a matching checksum, `read` may accept the changed content, but it must not panic.
        let rest = &bytes[HEADER..];
        for at in 0..rest.len() {
            for value in [0, 1, 0x7F, 0x80, 0xC3, 0xFF] {
                let mut other = rest.to_vec();
                other[at] = value;
                read(&sealed(version, &other));
                other.truncate(at);
                assert!(!read(&sealed(version, &other)), "{at}");
            }
        }
    }

    /// The bytes `rest` with a valid header in front.
    pub(crate) fn sealed(version: u32, rest: &[u8]) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.bytes(rest);
        writer.seal(version)
    }
}
