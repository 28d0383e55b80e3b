//! A cursor in a text that is read from front to back.

use super::Misread;

/// The maximum length of a text in bytes.
const MAX_TEXT: usize = 1 << 16;

/// A text and the position up to which it has been read.
pub struct Cursor<'t> {
    text: &'t str,
    /// The position in bytes from the start of the text.
    pub at: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor at the start of a text. An error if the text is too long.
    pub fn new(text: &'t str) -> Result<Cursor<'t>, Misread> {
        if text.len() > MAX_TEXT {
            Err(Misread::whole("the text is too long"))
        } else {
            Ok(Cursor { text, at: 0 })
        }
    }

    /// A cursor for the part of the text from `start` to `end`, in bytes. Positions still count from the start of the
    /// whole text.
    pub fn part(&self, start: usize, end: usize) -> Cursor<'t> {
        Cursor {
            text: &self.text[..end],
            at: start,
        }
    }

    /// The text after the cursor.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// An error at the cursor.
    pub fn wrong(&self, message: impl Into<String>) -> Misread {
        Misread::at(self.at, message)
    }

    /// Skips white space, including line breaks.
    pub fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips white space, and consumes `wanted` if it comes next; returns whether it was consumed.
    pub fn take(&mut self, wanted: &str) -> bool {
        self.skip_blanks();
        let comes = self.rest().starts_with(wanted);
        self.at += if comes { wanted.len() } else { 0 };
        comes
    }

    /// Skips white space, and consumes `wanted`. An error if something else comes next.
    pub fn expect(&mut self, wanted: &str) -> Result<(), Misread> {
        if self.take(wanted) {
            Ok(())
        } else {
            Err(self.wrong(format!("expected '{wanted}'")))
        }
    }

    /// Skips white space, and consumes and returns a name or number. Empty if the next character cannot be part of a
    /// name or number.
    pub fn word(&mut self) -> &'t str {
        self.skip_blanks();
        let rest = self.rest();
        let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '-' | '+');
        let len = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }
}
