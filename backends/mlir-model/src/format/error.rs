//! Errors in formats.

use backend::{Diagnostic, Rec, Severity};
use elaborate::diagnostic::{At, StringByte};

/// The errors of a format, in the order in which the reference reports them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatErrors(pub(super) Vec<FormatError>);

/// An error in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormatError {
    pub(super) message: String,
    /// The offset in the format, in bytes.
    pub(super) at: usize,
    /// A hint on how to correct the error.
    pub(super) note: Option<String>,
}

impl FormatErrors {
    /// Converts the errors to diagnostics for the format of `rec`. As in the reference, the message names no file, but
    /// shows the line of the format with a caret. If several errors have the same offset, the first error causes the
    /// others (for example, an unterminated literal), so editors show only the first.
    pub fn diagnostics(&self, rec: Rec, format: &str) -> Vec<Diagnostic> {
        let errors = self.0.iter().enumerate();
        let errors = errors.map(|(index, error)| {
            let diagnostic = error.diagnostic(rec, format);
            if self.0[..index].iter().any(|it| it.at == error.at) {
                diagnostic.for_reference()
            } else {
                diagnostic
            }
        });
        errors.collect()
    }
}

impl FormatError {
    fn diagnostic(&self, rec: Rec, format: &str) -> Diagnostic {
        let (before, behind) = format.split_at_checked(self.at).unwrap_or((format, ""));
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let rest = behind.lines().next().unwrap_or_default();
        let line = format!("{}{rest}", &before[start..]);
        let caret = " ".repeat(before.len() - start) + "^";
        let shown = |message: &str| format!("{message}\n{line}\n{caret}");
        let place = rec.record().locs.first().copied().map(At::start);
        let mut diagnostic = Diagnostic::new(Severity::Error, None, shown(&self.message));
        diagnostic.in_words = Some(self.message.clone());
        diagnostic.near = rec.field_loc("assemblyFormat").map(At::start).or(place);
        diagnostic.in_string = byte_of(rec, format, before.len());
        let note = "in custom assembly format for this operation";
        let diagnostic = diagnostic.with_note(place, note.to_owned());
        match &self.note {
            Some(note) => diagnostic.with_note(None, shown(note)),
            None => diagnostic,
        }
    }
}

/// The byte at an offset of the format of `rec`, for a diagnostic. `None` if the record has no field `assemblyFormat`.
pub fn byte_of(rec: Rec, format: &str, offset: usize) -> Option<Box<StringByte>> {
    rec.string_byte("assemblyFormat", format, offset)
}
