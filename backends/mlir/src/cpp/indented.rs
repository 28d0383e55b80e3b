//! A text that is indented while it is written.

use std::fmt::{self, Write as _};

use elaborate::records::find_byte;

/// The number of spaces in one step of indentation.
const STEP: usize = 2;

/// The number of bytes to reserve for a formatted text, about two lines. Without it, the text of a method grows several
/// times.
const LINE: usize = 160;

/// A text. Each line is indented by the depth that is current when it starts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Indented {
    text: String,
    depth: usize,
    /// Whether all text is ignored.
    is_muted: bool,
}

impl Indented {
    /// Ignores all text from now on, since nothing will read it.
    pub(crate) fn mute(&mut self) {
        self.is_muted = true;
    }

    /// Increases the depth for the following lines.
    pub(crate) fn indent(&mut self) -> &mut Indented {
        self.depth += 1;
        self
    }

    /// Decreases the depth for the following lines.
    pub(crate) fn unindent(&mut self) -> &mut Indented {
        self.depth = self.depth.saturating_sub(1);
        self
    }

    /// The number of steps by which the next line is indented.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Appends a text. A line of `text` that consists of white space and a line break is appended as a line break only.
    /// White space without a line break is kept.
    pub(crate) fn push(&mut self, text: &str) {
        if self.is_muted {
            return;
        }
        backend::spend(1 + text.len() / 64);
        self.text.reserve(text.len() + STEP * self.depth);
        let mut rest = text;
        while let Some(end) = find_byte(b'\n', rest.as_bytes()) {
            let (line, behind) = rest.split_at(end);
            if !is_blank(line) {
                self.push_part(line);
            }
            self.text.push('\n');
            rest = &behind[1..];
        }
        if !rest.is_empty() {
            self.push_part(rest);
        }
    }

    /// Appends a part of a line. If it is the first part of the line, the indentation is appended before it.
    fn push_part(&mut self, part: &str) {
        if self.text.is_empty() || self.text.ends_with('\n') {
            let blanks = STEP * self.depth;
            self.text.extend(std::iter::repeat_n(' ', blanks));
        }
        self.text.push_str(part);
    }

    /// Used by `write!`. Returns nothing, as writing to a text cannot fail.
    pub(crate) fn write_fmt(&mut self, args: fmt::Arguments<'_>) {
        if self.is_muted {
            return;
        }
        if let Some(text) = args.as_str() {
            return self.push(text);
        }
        let start = self.text.len();
        self.text.reserve(LINE);
        let _ = self.text.write_fmt(args);
        let written = &self.text[start..];
        // Most bodies are not indented, so the formatted text remains in its place.
        if self.depth == 0 && !may_have_blank_line(written) {
            backend::spend(1 + written.len() / 64);
        } else {
            let text = self.text.split_off(start);
            self.push(&text);
        }
    }

    /// The text written so far.
    pub(crate) fn as_text(&self) -> &str {
        &self.text
    }

    /// The text written so far.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// Whether a text may contain a line of white space, that is, whether white space other than a line break directly
/// precedes a line break.
fn may_have_blank_line(text: &str) -> bool {
    let mut lines = text.split('\n');
    lines.next_back();
    lines.any(|it| it.ends_with(backend::text::SPACES))
}

/// Whether a line consists of white space only.
fn is_blank(line: &str) -> bool {
    line.trim_start_matches(backend::text::SPACES).is_empty()
}
