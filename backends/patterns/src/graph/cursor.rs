//! A place in a text that is read from front to back.

use super::Misread;

/// The limit of a text in bytes.
const MAX_TEXT: usize = 1 << 16;

/// The unread rest of a text.
pub struct Cursor<'t> {
    text: &'t str,
    /// The number of bytes read.
    pub at: usize,
}

impl<'t> Cursor<'t> {
    /// The beginning of a text, unless it is too long.
    pub fn new(text: &'t str) -> Result<Cursor<'t>, Misread> {
        if text.len() > MAX_TEXT {
            Err(Misread::whole("the text is too long"))
        } else {
            Ok(Cursor { text, at: 0 })
        }
    }

    /// The text between two places of this one.
    pub fn part(&self, start: usize, end: usize) -> Cursor<'t> {
        Cursor {
            text: &self.text[..end],
            at: start,
        }
    }

    /// The text from here on.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// An error at the cursor.
    pub fn wrong(&self, message: impl Into<String>) -> Misread {
        Misread::at(self.at, message)
    }

    /// Skips blanks.
    pub fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a text if it comes next.
    pub fn take(&mut self, wanted: &str) -> bool {
        self.skip_blanks();
        let comes = self.rest().starts_with(wanted);
        self.at += if comes { wanted.len() } else { 0 };
        comes
    }

    /// Takes a text, which must come next.
    pub fn expect(&mut self, wanted: &str) -> Result<(), Misread> {
        if self.take(wanted) {
            Ok(())
        } else {
            Err(self.wrong(format!("expected '{wanted}'")))
        }
    }

    /// Takes a name or number; empty if none comes next.
    pub fn word(&mut self) -> &'t str {
        self.skip_blanks();
        let rest = self.rest();
        let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '-' | '+');
        let len = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }
}
