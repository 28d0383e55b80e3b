//! Text that is indented while it is written.

use std::fmt::{self, Write as _};

/// The blanks of a step.
const STEP: usize = 2;

/// A text whose lines are indented by the depth at their start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Indented {
    text: String,
    depth: usize,
}

impl Indented {
    /// Indents lines further.
    pub(crate) fn indent(&mut self) -> &mut Indented {
        self.depth += 1;
        self
    }

    /// Indents lines less.
    pub(crate) fn unindent(&mut self) -> &mut Indented {
        self.depth = self.depth.saturating_sub(1);
        self
    }

    /// Adds a text. A line of blanks only becomes empty, if the text has all of it.
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

    /// Makes `write!` return nothing: it cannot fail.
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

    /// What was written.
    pub(crate) fn as_text(&self) -> &str {
        &self.text
    }

    /// What was written.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
