//! Where backends write.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use analysis::diagnostic::{Diagnostic, Severity};
use analysis::records::encode;

use crate::{Fatal, Rec};

/// The text of a backend and the warnings it gives on the way.
pub struct Output<'a> {
    /// What is written and has not gone to `sink` yet. Backends push to it directly where speed counts.
    pub text: String,
    sink: Option<&'a mut dyn Write>,
    failed: Option<io::Error>,
    /// Warnings, and errors after which the run went on.
    pub diagnostics: Vec<Diagnostic>,
    /// How many of the errors do not make the run fail: the reference prints some that it does not count.
    pub forgiven: usize,
}

/// How much text is kept before it goes to the sink.
const CHUNK: usize = 1 << 20;

impl<'a> Output<'a> {
    /// An output that stays in memory, in `text`.
    pub fn new() -> Output<'a> {
        Output {
            text: String::new(),
            sink: None,
            failed: None,
            diagnostics: Vec::new(),
            forgiven: 0,
        }
    }

    /// An output to a file or stream.
    pub fn to(sink: &'a mut dyn Write) -> Output<'a> {
        Output {
            sink: Some(sink),
            text: String::with_capacity(2 * CHUNK),
            ..Output::new()
        }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Makes `write!` on an output return nothing: it cannot fail.
    pub fn write_fmt(&mut self, args: fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(args);
    }

    /// Says that what is written so far will not be taken back by an error, so that it need not stay in memory.
    pub fn commit(&mut self) {
        if self.text.len() >= CHUNK {
            self.flush();
        }
    }

    /// Gives an error that does not make the run fail.
    pub fn forgiven(&mut self, error: Diagnostic) {
        self.forgiven += usize::from(error.severity == Severity::Error);
        self.diagnostics.push(error);
    }

    fn flush(&mut self) {
        let Some(sink) = &mut self.sink else { return };
        if self.failed.is_none() {
            self.failed = sink.write_all(&encode(&self.text)).err();
        }
        self.text.clear();
    }

    /// Hands the rest to the sink. Fails if any of the text could not be written.
    pub fn finish(mut self) -> io::Result<Vec<Diagnostic>> {
        self.flush();
        match (self.failed.take(), &mut self.sink) {
            (Some(error), _) => return Err(error),
            (None, Some(sink)) => sink.flush()?,
            (None, None) => {}
        }
        Ok(self.diagnostics)
    }
}

impl Default for Output<'_> {
    fn default() -> Self {
        Output::new()
    }
}

/// The error about a value whose text was cut.
pub(crate) fn check_complete(rec: Rec, complete: bool) -> Result<(), Fatal> {
    if complete {
        Ok(())
    } else {
        Err(rec.fatal(format!(
            "the text of a value of '{}' is too long",
            rec.name()
        )))
    }
}
