//! Everything there is to say about a unit, in the order in which the reference would come upon it.
//!
//! The reference reads and evaluates at once, so a mistake of syntax late in a statement comes after a mistake of
//! meaning early in it. Here both are found apart and merged.

use std::collections::VecDeque;

use syntax::{Dialect, SyntaxError, in_dialect};

use crate::diagnostic::{At, Diagnostic, Severity};
use crate::eval::Compat;
use crate::numbering::Numbers;
use crate::record::Item;
use crate::sources::Sources;
use crate::unit::{Step, Unit};
use crate::value::print::fill_marks;

/// A message ready to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub severity: Severity,
    /// Source and offset in its text; `None` where the reference names no place.
    pub place: Option<(usize, u32)>,
    pub message: String,
    /// Printed directly after; they may be errors themselves.
    pub notes: Vec<Report>,
    /// The warning is that something is unused, and may be switched off.
    pub unused: bool,
}

/// The reports of a unit. `diagnostics` come by statement, in the order of the unit.
pub fn reports(
    unit: &Unit,
    numbers: &Numbers,
    diagnostics: Vec<(Item, Diagnostic)>,
    compat: Compat,
) -> Vec<Report> {
    let dialect = match compat {
        Compat::Llvm19 => Dialect::Llvm19,
        Compat::Llvm22 => Dialect::Llvm22,
    };
    let pending = unit
        .syntax_errors
        .iter()
        .map(|errors| errors.iter().filter(|it| it.applies_to(dialect)).collect())
        .collect();
    let mut merger = Merger {
        unit,
        numbers,
        dialect,
        pending,
        out: Vec::new(),
    };
    let mut diagnostics = VecDeque::from(diagnostics);
    for step in &unit.steps {
        match *step {
            Step::Stmt(item) | Step::Enter(item) => {
                let own = diagnostics.iter().take_while(|(it, _)| *it == item).count();
                let own: Vec<Diagnostic> = diagnostics.drain(..own).map(|(_, it)| it).collect();
                merger.statement(item, own);
            }
            Step::MissingInclude(source, index) => merger.missing_include(source, index),
            Step::EndSource(source) => merger.syntax_before(source, u32::MAX),
            Step::Source(_) | Step::Leave(_) => {}
        }
    }
    merger.out
}

struct Merger<'a> {
    unit: &'a Unit,
    numbers: &'a Numbers,
    dialect: Dialect,
    /// The syntax errors of each source that have not been said yet.
    pending: Vec<VecDeque<&'a SyntaxError>>,
    out: Vec<Report>,
}

impl Merger<'_> {
    fn sources(&self) -> &Sources {
        &self.unit.sources
    }

    fn statement(&mut self, item: Item, diagnostics: Vec<Diagnostic>) {
        let (source, stmt) = self.sources().items[item.0 as usize];
        let spans = &self.sources().files[source].lowered.spans[stmt];
        let start = spans.iter().map(|span| span.start).min();
        let end = spans.iter().map(|span| span.end).max();
        if let Some(start) = start {
            self.syntax_before(source, start);
        }
        for diagnostic in diagnostics {
            let noticed = match diagnostic.noticed {
                Some(span) => self.sources().files[source].lowered.spans[stmt][span.0 as usize].end,
                None => end.unwrap_or(0),
            };
            self.syntax_before(source, noticed);
            let report = self.semantic(&diagnostic);
            self.out.push(report);
        }
    }

    /// Says the syntax errors of a source that the parser notices before an offset.
    fn syntax_before(&mut self, source: usize, offset: u32) {
        while let Some(error) = self.pending[source].front()
            && (u32::from(error.at) < offset || offset == u32::MAX)
        {
            let report = self.syntactic(source, error);
            self.out.push(report);
            self.pending[source].pop_front();
        }
    }

    fn syntactic(&self, source: usize, error: &SyntaxError) -> Report {
        let place = |offset: u32| Some(self.sources().origin(source, offset));
        let notes = error.notes.iter().map(|note| Report {
            severity: severity(note.severity),
            place: note.offset.and_then(|offset| place(offset.into())),
            message: in_dialect(&note.message, self.dialect).into_owned(),
            notes: Vec::new(),
            unused: false,
        });
        Report {
            severity: severity(error.severity),
            place: place(error.offset().into()),
            message: in_dialect(&error.message, self.dialect).into_owned(),
            notes: notes.collect(),
            unused: false,
        }
    }

    fn semantic(&self, diagnostic: &Diagnostic) -> Report {
        let place = |at: Option<At>| at.map(|at| self.sources().point(at));
        let text = |text: &str| fill_marks(text, |anon| self.numbers.get(anon)).into_owned();
        let notes = diagnostic.notes.iter().map(|(at, message)| Report {
            severity: Severity::Note,
            place: place(*at),
            message: text(message),
            notes: Vec::new(),
            unused: false,
        });
        Report {
            severity: diagnostic.severity,
            place: place(diagnostic.at),
            message: text(&diagnostic.message),
            notes: notes.collect(),
            unused: diagnostic.unused,
        }
    }

    fn missing_include(&mut self, source: usize, index: u32) {
        let unit = self.unit;
        let file = &unit.sources.files[source];
        let span = file.lowered.includes[index as usize];
        self.syntax_before(source, span.start);
        let path = file
            .parsed_text()
            .get(span.start as usize..span.end as usize);
        let path = path.unwrap_or("").trim_matches('"');
        let message = format!("Could not find include file '{path}'");
        let report = Report {
            severity: Severity::Error,
            place: Some(self.sources().origin(source, span.start)),
            message: in_dialect(&message, self.dialect).into_owned(),
            notes: Vec::new(),
            unused: false,
        };
        self.out.push(report);
    }
}

fn severity(severity: syntax::Severity) -> Severity {
    match severity {
        syntax::Severity::Error => Severity::Error,
        syntax::Severity::Warning => Severity::Warning,
        syntax::Severity::Note => Severity::Note,
    }
}
