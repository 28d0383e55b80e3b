//! Diagnostics about a combine rule.

use backend::{Context, Fatal, Rec, Severity};
use elaborate::diagnostic::Diagnostic;

/// The reason why a rule is not processed further.
pub(super) enum Stop {
    /// An error, which has been reported.
    Reported,
    /// An error that ends the run.
    Fatal(Fatal),
}

impl From<Fatal> for Stop {
    fn from(error: Fatal) -> Stop {
        Stop::Fatal(error)
    }
}

/// Reports diagnostics at a record.
#[derive(Clone, Copy)]
pub(super) struct Reporter<'a> {
    pub cx: &'a Context<'a>,
    pub rec: Rec<'a>,
}

impl Reporter<'_> {
    /// Reports an error and returns it as the reason to stop.
    pub(super) fn error(self, message: impl Into<String>) -> Stop {
        self.say(Severity::Error, message.into());
        Stop::Reported
    }

    pub(super) fn warning(self, message: impl Into<String>) {
        self.say(Severity::Warning, message.into());
    }

    pub(super) fn note(self, message: impl Into<String>) {
        self.say(Severity::Note, message.into());
    }

    /// Reports a note that shows the C++ code `code`. The note has no location.
    pub(super) fn note_of_code(self, code: &str) {
        let message = format!("Code: [{{{code}}}]");
        let note = Diagnostic::new(Severity::Note, None, message);
        self.cx.report(note);
    }

    /// Reports a diagnostic. Editors show only the first error of a rule, with the rule's other errors as notes, since
    /// these often follow from the first error.
    fn say(self, severity: Severity, message: String) {
        let diagnostic = self.rec.diagnostic(severity, message);
        self.cx.report(match severity {
            Severity::Error => diagnostic.once_a_place(),
            _ => diagnostic,
        });
    }
}
