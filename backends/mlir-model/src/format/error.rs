//! Mistakes in formats.

use backend::{Diagnostic, Rec, Severity};
use elaborate::diagnostic::{At, StringByte};
use elaborate::symbol::Sym;

/// What is wrong with a format, in the order in which the reference says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatErrors(pub(super) Vec<FormatError>);

/// A mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormatError {
    pub(super) message: String,
    /// The offset of a byte of the format.
    pub(super) at: usize,
    /// What could be done about it.
    pub(super) note: Option<String>,
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
        diagnostic.in_string = rec.field_loc("assemblyFormat").map(|field| {
            Box::new(StringByte {
                field,
                record: place.map(|it| it.loc),
                text: Sym::new(format),
                offset: before.len(),
            })
        });
        let note = "in custom assembly format for this operation";
        let diagnostic = diagnostic.with_note(place, note.to_owned());
        match &self.note {
            Some(note) => diagnostic.with_note(None, shown(note)),
            None => diagnostic,
        }
    }
}
