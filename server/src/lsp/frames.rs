//! The framing of messages in a stream of bytes: a header with the length, an empty line, the body.
//!
//! A client that sends a wrong length loses only that message: the next message begins at the next header, whether the
//! header is inside the presumed body or after it on the same line.

use std::io::Read;

/// The approximate limit of the size of a header in bytes.
const MAX_HEADER: usize = 1 << 12;
/// The largest size of a body in bytes.
const MAX_BODY: usize = 1 << 30;
/// The smallest amount of buffer space for one read, in bytes.
const CHUNK: usize = 1 << 16;
/// The largest amount of buffer space for one read, in bytes.
const MAX_CHUNK: usize = 1 << 20;

const LENGTH: &[u8] = b"content-length:";

/// The next part of a stream.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Frame {
    Body(Vec<u8>),
    /// Bytes that are not a message. A run of such bytes is reported once.
    Garbage,
}

/// Reads the messages of a stream, one after the other.
pub(super) struct Frames<R> {
    stream: R,
    /// The bytes that were read. The first `taken` of them are consumed.
    bytes: Vec<u8>,
    taken: usize,
    place: FramePosition,
}

/// What is known about the position of the next byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FramePosition {
    /// The next byte is the first of a header.
    Known,
    /// The next header has to be found, because the last body is invalid.
    AfterBody,
    /// The next header has to be found, and the bytes before it have been reported as garbage.
    AfterGarbage,
}

/// The result of parsing a header at the start of given bytes.
#[derive(PartialEq, Eq, Debug)]
enum Header {
    /// A header. The fields are the lengths of the header and of the body, in bytes.
    Of(usize, usize),
    /// An empty line, or a header without a length field. The field is the number of bytes, which are skipped.
    Blank(usize),
    /// The bytes may be the start of a header, and more bytes are needed.
    Unfinished,
    /// The bytes are not the start of a valid header.
    Broken,
}

impl<R: Read> Frames<R> {
    pub(super) fn new(stream: R) -> Frames<R> {
        Frames {
            stream,
            bytes: Vec::new(),
            taken: 0,
            place: FramePosition::Known,
        }
    }

    /// The next part of the stream; `None` at the end of the stream.
    pub(super) fn next_frame(&mut self) -> Option<Frame> {
        loop {
            if self.place != FramePosition::Known && !self.find_header() {
                self.fill(CHUNK)?;
                continue;
            }
            match header(&self.bytes[self.taken..]) {
                Header::Of(header, body) => {
                    self.place = FramePosition::Known;
                    self.taken += header;
                    return self.body(body).map(Frame::Body);
                }
                Header::Blank(len) => self.taken += len,
                Header::Unfinished => self.fill(CHUNK)?,
                Header::Broken => {
                    let before = std::mem::replace(&mut self.place, FramePosition::AfterGarbage);
                    // `find_header` found a header here. One byte is skipped, so that the next search does not find the
                    // same header.
                    self.taken += usize::from(before != FramePosition::Known);
                    if before != FramePosition::AfterGarbage {
                        return Some(Frame::Garbage);
                    }
                }
            }
        }
    }

    /// Puts back the bytes of an invalid body. The search for the next header starts at the first of them.
    pub(super) fn give_back(&mut self, body: Vec<u8>) {
        self.bytes.splice(..self.taken, body);
        self.taken = 0;
        self.place = FramePosition::AfterBody;
    }

    fn body(&mut self, len: usize) -> Option<Vec<u8>> {
        while self.bytes.len() - self.taken < len {
            let missing = len - (self.bytes.len() - self.taken);
            self.fill(missing.clamp(CHUNK, MAX_CHUNK))?;
        }
        if len < CHUNK {
            let body = self.bytes[self.taken..self.taken + len].to_vec();
            self.taken += len;
            return Some(body);
        }
        // The buffer itself becomes the body, so that a large body leaves no unused capacity behind.
        self.bytes.drain(..self.taken);
        self.taken = 0;
        let rest = self.bytes.split_off(len);
        Some(std::mem::replace(&mut self.bytes, rest))
    }

    /// Skips to the next position where the length field of a header may start. Returns whether the whole name of the
    /// field is there. If not, more bytes have to be read.
    fn find_header(&mut self) -> bool {
        let rest = &self.bytes[self.taken..];
        let mut starts = memchr::memchr2_iter(b'C', b'c', rest);
        let begins = |at: &usize| {
            let len = LENGTH.len().min(rest.len() - at);
            rest[*at..at + len].eq_ignore_ascii_case(&LENGTH[..len])
        };
        let found = starts.find(begins);
        let at = found.unwrap_or(rest.len());
        let is_whole = rest.len() - at >= LENGTH.len();
        self.taken += at;
        is_whole
    }

    /// Drops the consumed bytes, and reads at most `most` further bytes. `None` at the end of the stream or after an
    /// error.
    fn fill(&mut self, most: usize) -> Option<()> {
        self.bytes.drain(..self.taken);
        self.taken = 0;
        let before = self.bytes.len();
        self.bytes.resize(before + most, 0);
        let read = loop {
            match self.stream.read(&mut self.bytes[before..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read.unwrap_or(0),
            }
        };
        self.bytes.truncate(before + read);
        (read > 0).then_some(())
    }
}

/// Parses the header that `bytes` begins with.
fn header(bytes: &[u8]) -> Header {
    let mut length = None;
    let mut at = 0;
    while let Some(end) = memchr::memchr(b'\n', &bytes[at..]) {
        let line = bytes[at..at + end].trim_ascii();
        at += end + 1;
        match (line, length) {
            (b"", Some(length)) => return Header::Of(at, length),
            (b"", None) => return Header::Blank(at),
            _ => match field(line) {
                Field::Length(said) if length.is_none_or(|it| it == said) => length = Some(said),
                Field::Other if at <= MAX_HEADER => {}
                _ => return Header::Broken,
            },
        }
    }
    let is_possible = bytes.len() - at <= MAX_HEADER && bytes.len() <= 2 * MAX_HEADER;
    if is_possible && may_begin_field(&bytes[at..]) {
        Header::Unfinished
    } else {
        Header::Broken
    }
}

enum Field {
    Length(usize),
    Other,
    Broken,
}

/// Parses a line `NAME: VALUE`.
fn field(line: &[u8]) -> Field {
    let Some(colon) = memchr::memchr(b':', line) else {
        return Field::Broken;
    };
    let (name, value) = (line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
    if name.is_empty() || !name.iter().all(|it| is_of_name(*it)) {
        return Field::Broken;
    }
    if !name.eq_ignore_ascii_case(&LENGTH[..LENGTH.len() - 1]) {
        return Field::Other;
    }
    let digits = std::str::from_utf8(value).ok();
    let digits = digits.filter(|it| it.bytes().all(|it| it.is_ascii_digit()));
    let length = digits.and_then(|it| it.parse().ok());
    match length.filter(|it| *it <= MAX_BODY) {
        Some(length) => Field::Length(length),
        None => Field::Broken,
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Whether an incomplete line may be the start of a line `NAME: VALUE`.
fn may_begin_field(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let name = line.split(|it| *it == b':').next().unwrap_or(line);
    name.trim_ascii_end().iter().all(|it| is_of_name(*it))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a few bytes at a time.
    struct Slowly<'a>(&'a [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(len);
            buffer[..len].copy_from_slice(now);
            self.0 = later;
            Ok(len)
        }
    }

    /// Checks the frames of a stream for any sizes of its reads. Bodies that are not `{…}` are put back.
    fn check(stream: &str, want: &str) {
        let steps = [1, 2, 3, 7, 1000];
        for step in steps.into_iter().filter(|it| stream.len() < 1000 * it) {
            let mut frames = Frames::new(Slowly(stream.as_bytes(), step));
            let mut got = Vec::new();
            while let Some(frame) = frames.next_frame() {
                got.push(match frame {
                    Frame::Garbage => "garbage".to_owned(),
                    Frame::Body(body) => {
                        let text = String::from_utf8_lossy(&body).into_owned();
                        if !(text.starts_with('{') && text.ends_with('}') && !text.contains('\n')) {
                            frames.give_back(body);
                        }
                        text
                    }
                });
            }
            assert_eq!(got.join(" "), want, "{stream:?} by {step}");
        }
    }

    #[test]
    fn messages() {
        let two = "Content-Length: 3\r\n\r\n{1}Content-Length: 3\r\n\r\n{2}";
        check(two, "{1} {2}");
        check("Content-Type: x\r\nContent-Length: 3\r\n\r\n{1}", "{1}");
        check("Content-Length: 3\r\nContent-Type: x\r\n\r\n{1}", "{1}");
        check("content-length:3\nX-Other: a: b\n\n{1}\n\n", "{1}");
        check("Content-Length: 3\r\nContent-Length: 3\r\n\r\n{1}", "{1}");
        check("Content-Length: 3\r\n\r\n{1", "");
        check(
            "Content-Length: 0\r\n\r\nContent-Length: 3\r\n\r\n{1}",
            " {1}",
        );
    }

    #[test]
    fn what_is_none() {
        let next = "Content-Length: 3\r\n\r\n{2}";
        let check_before = |before: &str, want: &str| check(&format!("{before}{next}"), want);
        check_before("GET / HTTP/1.1\r\nHost: nobody\r\n\r\n", "garbage {2}");
        for length in [
            "-3",
            "+3",
            "three",
            "",
            "3 3",
            "99999999999999",
            "0x3",
            "3;",
        ] {
            check_before(
                &format!("Content-Length: {length}\r\n\r\n{{1}}"),
                "garbage {2}",
            );
            let text = format!("Content-Length: {length}\r\nContent-Type: x\r\n\r\n{{1}}");
            check_before(&text, "garbage {2}");
        }
        let two = "Content-Length: 3\r\nContent-Length: 4\r\n\r\n{1}";
        check_before(two, "garbage {1}C {2}");
        check_before("Content-Length 3\r\n\r\n{1}", "garbage {2}");
        check_before("{1}", "garbage {2}");
        check_before(&"x".repeat(3 * MAX_HEADER), "garbage {2}");
        check_before(
            &format!("A: {}\r\n", "x".repeat(3 * MAX_HEADER)),
            "garbage {2}",
        );
        check_before("Content-Length: Content-Length: ", "garbage {2}");
        let after_body = "Content-Length: 1\r\n\r\n}Content-Length: 99999999999999\r\n\r\n{1}";
        check_before(after_body, "} garbage {2}");
    }

    #[test]
    fn lengths_that_are_wrong() {
        let next = "Content-Length: 3\r\n\r\n{2}";
        check(&format!("Content-Length: 2\r\n\r\n{{1}}{next}"), "{1 {2}");
        check(&format!("Content-Length: 4\r\n\r\n{{1}}{next}"), "{1}C {2}");
        for more in ["", next] {
            let both = format!("{{1}}{next}{more}");
            let stream = format!("Content-Length: {}\r\n\r\n{both}{next}", both.len());
            let after = if more.is_empty() {
                "{2} {2}"
            } else {
                "{2} {2} {2}"
            };
            check(&stream, &format!("{both} {after}"));
        }
    }
}
