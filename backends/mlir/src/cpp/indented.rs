//! A text that is indented while it is written.

use std::fmt::{self, Write as _};

/// The number of spaces in one step of indentation.
const STEP: usize = 2;

/// A text. Each line is indented by the depth that is current when it starts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Indented {
    text: String,
    depth: usize,
}

impl Indented {
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
        backend::spend(1 + text.len() / 64);
        for line in text.split_inclusive('\n') {
            let content = line.strip_suffix('\n');
            let is_blank = |it: &str| it.trim_start_matches(backend::text::SPACES).is_empty();
            if content.is_none_or(|it| !is_blank(it)) {
                if self.text.is_empty() || self.text.ends_with('\n') {
                    let blanks = STEP * self.depth;
                    self.text.extend(std::iter::repeat_n(' ', blanks));
                }
                self.text.push_str(content.unwrap_or(line));
            }
            if content.is_some() {
                self.text.push('\n');
            }
        }
    }

    /// Used by `write!`. Returns nothing, as writing to a text cannot fail.
    pub(crate) fn write_fmt(&mut self, args: fmt::Arguments<'_>) {
        match args.as_str() {
            Some(text) => self.push(text),
            None => {
                let mut text = String::new();
                let _ = text.write_fmt(args);
                self.push(&text);
            }
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
