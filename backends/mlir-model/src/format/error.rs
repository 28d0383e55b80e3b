//! Mistakes in formats.

use backend::{Diagnostic, Rec, Severity};
use elaborate::diagnostic::At;

/// What is wrong with a format, in the order in which the reference says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatErrors(pub(super) Vec<FormatError>);

/// A mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormatError {
    pub(super) message: String,
    /// The offset of a byte of the format.
    pub(super) at: usize,
}

impl FormatErrors {
    /// The same as diagnostics about the format of a record. The reference names no file: it shows the line of the format
    /// and points into it.
    pub fn diagnostics(&self, rec: Rec, format: &str) -> Vec<Diagnostic> {
        let errors = self.0.iter();
        errors.map(|it| it.diagnostic(rec, format)).collect()
    }
}

impl FormatError {
    fn diagnostic(&self, rec: Rec, format: &str) -> Diagnostic {
        let FormatError { message, at } = self;
        let (before, behind) = format.split_at_checked(*at).unwrap_or((format, ""));
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let rest = behind.lines().next().unwrap_or_default();
        let (line, column) = (format!("{}{rest}", &before[start..]), before.len() - start);
        let shown = format!("{message}\n{line}\n{}^", " ".repeat(column));
        let place = rec.record().locs.first().copied().map(At::start);
        let note = "in custom assembly format for this operation";
        let mut diagnostic = Diagnostic::new(Severity::Error, None, shown);
        diagnostic.in_words = Some(message.clone());
        diagnostic.near = rec.field_loc("assemblyFormat").map(At::start).or(place);
        diagnostic.with_note(place, note.to_owned())
    }
}
