//! Splits the input of a worker into requests.
//!
//! Requests are JSON objects. Each is on a separate line, or directly follows the previous one, as in releases of Bazel
//! before 5. No request spans lines, so after a malformed request, reading resumes on the next line.

use std::io::{self, Read};

use super::protocol::Bad;

/// The maximum length of a request in bytes. A request that names all files of LLVM has some 20 MB.
const MAX: usize = 1 << 26;

/// A reader that splits its input into the texts of requests.
pub(super) struct Frames<R> {
    input: R,
    /// The bytes that were read and have not been returned yet.
    text: Vec<u8>,
    /// The number of bytes of `text` that have been examined.
    at: usize,
    open: Open,
    has_ended: bool,
}

/// The syntactic state at the position up to which `text` has been examined.
#[derive(Default)]
struct Open {
    brackets: usize,
    string: bool,
    escape: bool,
    /// Whether the text is not the start of an object. Such a text extends to the end of the line.
    garbage: bool,
    /// Whether the line is too long, so that its remaining bytes are dropped.
    skips: bool,
}

impl<R: Read> Frames<R> {
    pub(super) fn new(input: R) -> Frames<R> {
        Frames {
            input,
            text: Vec::new(),
            at: 0,
            open: Open::default(),
            has_ended: false,
        }
    }

    /// Appends further bytes of the input to `text`. Returns false at the end of the input, or after an error.
    fn fill(&mut self) -> bool {
        let mut chunk = [0; 1 << 16];
        loop {
            match self.input.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(len @ 1..) => {
                    self.text.extend_from_slice(&chunk[..len]);
                    return true;
                }
                Ok(0) | Err(_) => return false,
            }
        }
    }

    /// Continues the search for the end of a request in the bytes read so far. `None` if further bytes are needed.
    fn find(&mut self) -> Option<Result<Vec<u8>, Bad>> {
        while let Some(&byte) = self.text.get(self.at) {
            self.at += 1;
            let open = &mut self.open;
            match byte {
                b'\n' if open.skips => {
                    self.take(self.at);
                }
                _ if open.skips => {}
                b'\n' => {
                    let line = self.take(self.at);
                    if !line.trim_ascii().is_empty() {
                        return Some(Ok(line));
                    }
                }
                _ if open.garbage => {}
                _ if open.escape => open.escape = false,
                b'\\' if open.string => open.escape = true,
                b'"' if open.brackets > 0 => open.string = !open.string,
                _ if open.string => {}
                b'{' | b'[' => open.brackets += 1,
                b'}' | b']' if open.brackets > 0 => {
                    open.brackets -= 1;
                    if open.brackets == 0 {
                        return Some(Ok(self.take(self.at)));
                    }
                }
                b' ' | b'\t' | b'\r' => {}
                _ => open.garbage = open.brackets == 0,
            }
        }
        if self.open.skips {
            self.text.clear();
            self.at = 0;
        } else if self.text.len() > MAX {
            self.take(self.text.len());
            self.open.skips = true;
            return Some(Err(Bad::new("no request: it is too long".to_owned())));
        }
        None
    }

    /// Removes and returns the bytes before `end`, and resets the state for the bytes after them.
    fn take(&mut self, end: usize) -> Vec<u8> {
        let rest = self.text.split_off(end);
        self.at = 0;
        self.open = Open::default();
        std::mem::replace(&mut self.text, rest)
    }
}

impl<R: Read> Iterator for Frames<R> {
    type Item = Result<Vec<u8>, Bad>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_ended {
            if let Some(found) = self.find() {
                return Some(found);
            }
            self.has_ended = !self.fill();
        }
        let rest = std::mem::take(&mut self.text);
        (!rest.trim_ascii().is_empty()).then_some(Ok(rest))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// A reader that returns one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let len = self.0.len().min(1);
            self.0.read(&mut into[..len])
        }
    }

    fn check(text: &str, want: Expect) {
        let show =
            |it: Result<Vec<u8>, Bad>| format!("{:?}\n", String::from_utf8(it.unwrap()).unwrap());
        let whole: String = Frames::new(text.as_bytes()).map(show).collect();
        let slow: String = Frames::new(Slow(text.as_bytes())).map(show).collect();
        assert_eq!(whole, slow);
        want.assert_eq(&whole);
    }

    #[test]
    fn objects_on_lines_and_without_any() {
        check(
            "{\"a\":\"}\\\"\"}\n{}{\"b\":[{}]}\r\n\n {}",
            expect![[r#"
                "{\"a\":\"}\\\"\"}"
                "{}"
                "{\"b\":[{}]}"
                " {}"
            "#]],
        );
    }

    #[test]
    fn after_something_broken_the_next_line_counts() {
        check(
            "nonsense {}\n{\"a\": [\"x\"\n{\"requestId\": 1}\n{\"b\": \"\n{}]\n{}\n{",
            expect![[r#"
                "nonsense {}\n"
                "{\"a\": [\"x\"\n"
                "{\"requestId\": 1}"
                "{\"b\": \"\n"
                "{}"
                "]\n"
                "{}"
                "{"
            "#]],
        );
    }

    #[test]
    fn what_has_no_end_is_not_kept() {
        let long = io::repeat(b'x').take(MAX as u64 + 1);
        let more = io::repeat(b'{').take(MAX as u64);
        let mut frames = Frames::new(long.chain(more).chain(&b"\n{}"[..]));
        let first = frames.next().unwrap().unwrap_err();
        assert_eq!(first.message, "no request: it is too long");
        assert_eq!(frames.next().unwrap().unwrap(), b"{}");
        assert!(frames.text.capacity() < 2 * MAX);
    }
}
