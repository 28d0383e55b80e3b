//! Properties of every stream of bytes from a client.

use std::io::Read;

// The file alone: with the whole server a build with a sanitizer takes a quarter of an hour.
#[path = "../../../server/src/lsp/frames.rs"]
#[allow(dead_code, reason = "not all of it is tried")]
mod reader;

use reader::{Frame, Frames};

/// A stream contains the same messages however it is cut into pieces, and reading it ends.
pub fn frames(data: &[u8]) {
    let [piece, stream @ ..] = data else { return };
    let whole = all(Frames::new(stream), stream.len());
    let size = usize::from(*piece) + 1;
    assert_eq!(all(Frames::new(Pieces { stream, size }), stream.len()), whole);
}

fn all(mut frames: Frames<impl Read>, len: usize) -> Vec<Frame> {
    let found: Vec<Frame> = std::iter::from_fn(|| frames.next_frame()).take(len + 1).collect();
    // Each takes a byte at least.
    assert!(found.len() <= len);
    found
}

struct Pieces<'d> {
    stream: &'d [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.size.min(buffer.len());
        let read = (&self.stream[..count.min(self.stream.len())]).read(buffer)?;
        self.stream = &self.stream[read..];
        Ok(read)
    }
}
