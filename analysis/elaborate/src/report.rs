//! All reports about a unit, in the order in which the reference prints them.
//!
//! The reference parses and evaluates at the same time, so it reports a semantic error at the start of a statement
//! before a syntax error at the end of the statement. Here semantic errors and syntax errors are found separately and
//! then merged.

mod cascades;
mod casts;
mod definitions;
mod details;
mod in_dag;
mod in_string;
mod mentions;
mod origins;
mod people;
mod poisoned_names;
#[cfg(test)]
mod tests;
mod written;

use std::collections::VecDeque;

use syntax::{
    Release, Releases, SyntaxError, TOO_MANY_ERRORS, UNKNOWN_OPERATOR, in_words_of,
    unknown_operator,
};

use crate::anonymous_numbers::Numbers;
use crate::diagnostic::{At, Audience, Diagnostic, Noticed, Severity};
use crate::error_extent::ErrorExtent;
use crate::hir::{Spans, StmtKind};
use crate::ids::StmtId;
use crate::sources::{Sources, after_token};
use crate::statement_order::Step;
use crate::symbol::Sym;
use crate::unit::Unit;
use crate::value::print::fill_marks;

pub use self::cascades::without_cascades;
pub use self::in_string::literal_argument;
pub use self::people::for_people;

use self::casts::Casts;
use self::definitions::Definitions;
use self::mentions::{FieldNames, mentions};
use self::origins::Origins;
use self::poisoned_names::PoisonedNames;

/// A message that is ready to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The severity. A note that does not belong to another report is the output of a `dump`.
    pub severity: Severity,
    /// The index of the source and the byte offset in its text; `None` if the reference prints no place.
    pub place: Option<(usize, u32)>,
    /// Whether the reference prints that the place is unknown.
    pub lacks_place: bool,
    /// The message without the place. Names of anonymous records contain their numbers.
    pub message: String,
    /// Messages that are printed directly after this one. They may be errors.
    pub notes: Vec<Report>,
    /// Whether this is a warning about something unused. Users can switch such warnings off.
    pub unused: bool,
    /// Whether the newest release accepts the reported construct. If there are no other errors, the report is dropped.
    /// Otherwise it is kept, since it may be the first error that an older release reports.
    pub accepted_later: bool,
    /// The name that is reported as unknown; `None` for other reports.
    unknown: Option<Sym>,
    /// The place where an editor shows the report, if it is not `place`.
    near: Option<(usize, u32)>,
    /// A plainer description of the mistake, if the reference's message is misleading.
    plainly: Option<String>,
    /// The message that an editor shows, if it is not `message`.
    in_words: Option<String>,
    /// The notes that an editor shows, if they are not `notes`.
    told: Option<Vec<Report>>,
    /// Whether the report is for editors, for the output of the reference, or for both.
    pub audience: Audience,
}

impl Report {
    /// A report without notes.
    pub fn new(severity: Severity, place: Option<(usize, u32)>, message: String) -> Report {
        Report {
            severity,
            place,
            lacks_place: false,
            message,
            notes: Vec::new(),
            unused: false,
            accepted_later: false,
            unknown: None,
            near: None,
            plainly: None,
            in_words: None,
            told: None,
            audience: Audience::All,
        }
    }

    /// The report for a diagnostic of a backend. The texts of the diagnostic must not contain marks for anonymous
    /// records.
    pub fn of_backend(sources: &Sources, diagnostic: &Diagnostic) -> Report {
        let report = |severity, at: Option<At>, message: &str| {
            let place = at.map(|at| sources.point(at));
            Report::new(severity, place, message.to_owned())
        };
        let notes = |notes: &[(Option<At>, String)]| {
            let notes = notes.iter();
            let notes = notes.map(|(at, note)| report(Severity::Note, *at, note));
            notes.collect::<Vec<_>>()
        };
        let mut told = [notes(&diagnostic.notes), notes(&diagnostic.hints)].concat();
        let (byte, part) = (diagnostic.in_string.as_ref(), diagnostic.in_dag.as_ref());
        let written = match (byte, part) {
            (Some(byte), _) => in_string::find(sources, byte).zip(Some(&byte.record)),
            (None, Some(part)) => in_dag::find(sources, part).zip(Some(&part.record)),
            (None, None) => None,
        };
        if let Some((written, record)) = &written
            && let Some(record) = written.record_elsewhere(record)
        {
            let note = report(Severity::Note, Some(At::start(record)), "in this record");
            if told.iter().all(|it| it.place != note.place) {
                told.insert(0, note);
            }
        }
        let near = diagnostic.near.map(|at| sources.point(at));
        Report {
            notes: notes(&diagnostic.notes),
            told: Some(told),
            near: written.map(|it| it.0.point).or(near),
            in_words: diagnostic.in_words.clone(),
            audience: diagnostic.audience,
            lacks_place: diagnostic.lacks_place,
            ..report(diagnostic.severity, diagnostic.at, &diagnostic.message)
        }
    }

    /// The name of the class, multiclass, record or variable that is reported as unknown; `None` for other reports.
    pub fn unknown_name(&self) -> Option<&'static str> {
        self.unknown.map(Sym::as_str)
    }

    /// Whether this report or one of its notes is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error || self.notes.iter().any(Report::is_error)
    }

    /// Whether the reference stops at this report and runs no backend.
    pub fn stops(&self) -> bool {
        let goes_on = self.severity != Severity::Error || is_passed_over(&self.message);
        !goes_on || self.notes.iter().any(Report::stops)
    }
}

/// The end of the last token before `offset`. White space and comments are skipped.
fn end_before(text: &str, offset: u32) -> u32 {
    let mut rest = text.get(..offset as usize).unwrap_or_default();
    loop {
        let before = rest.len();
        rest = rest.trim_end();
        let line = &rest[rest.rfind('\n').map_or(0, |it| it + 1)..];
        let is_outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
        let comment = line.match_indices("//").map(|(at, _)| at).find(is_outside);
        if let Some(comment) = comment {
            rest = &rest[..rest.len() - line.len() + comment];
        } else if rest.ends_with("*/") {
            rest = &rest[..rest.rfind("/*").unwrap_or(0)];
        }
        if rest.len() == before {
            return u32::try_from(before).unwrap_or(offset);
        }
    }
}

/// Whether the reference continues after an error with this message.
fn is_passed_over(message: &str) -> bool {
    PASSED_OVER.iter().any(|start| message.starts_with(start))
        || (message.starts_with("Initializer of '")
            && message.contains("could not be fully resolved"))
}

/// The beginnings of the error messages after which the reference continues.
const PASSED_OVER: &[&str] = &[
    "!find start position ",
    "!getdagname index ",
    "!substr length ",
    "!substr start position ",
    "A class or def body should not end with a semicolon",
    "A multiclass body should not end with a semicolon",
    "NUL character is invalid in source",
    "Reached EOF without matching #endif",
    "reached EOF without matching #endif",
    "Step of !range can't be 0",
    "The latest preprocessor control is here",
    "the latest preprocessor control is here",
    "assert condition must of type ",
    "assertion failed",
];

/// The reports about a unit. `diagnostics` must be grouped by statement, in the order of the unit.
pub fn reports(
    unit: &Unit,
    numbers: &Numbers,
    diagnostics: Vec<(StmtId, Diagnostic)>,
    release: Release,
) -> Vec<Report> {
    // Whether the newest release reports an error that this release does not report.
    let is_later = |it: Releases| it.contains(Release::NEWEST) && !it.contains(release);
    let refused_later = diagnostics.iter().any(|(_, it)| is_later(it.releases))
        || unit
            .syntax_errors
            .iter()
            .flat_map(|it| it.iter())
            .any(|it| is_later(it.releases));
    let pending = unit
        .syntax_errors
        .iter()
        .map(|errors| {
            errors
                .iter()
                .filter(|it| it.releases.contains(release))
                .collect()
        })
        .collect();
    let definitions = Definitions::new(&unit.sources);
    let mut merger = Merger {
        unit,
        numbers,
        release,
        pending,
        last_start: vec![0; unit.syntax_errors.len()],
        last_stray: None,
        broken: PoisonedNames::default(),
        fields: FieldNames::new(unit),
        definitions: &definitions,
        casts: Casts::new(unit, &definitions),
        origins: Origins::new(unit, &definitions),
        out: Vec::new(),
    };
    let mut diagnostics = VecDeque::from(diagnostics);
    diagnostics.retain(|(_, it)| it.releases.contains(release));
    for step in &unit.sources.layout.steps {
        match *step {
            Step::Stmt(item) | Step::Enter(item) => {
                let own = diagnostics.iter().take_while(|(it, _)| *it == item).count();
                let own: Vec<Diagnostic> = diagnostics.drain(..own).map(|(_, it)| it).collect();
                merger.statement(item, own);
            }
            Step::EndSource(source) => merger.syntax_before(source, Moment::at(u32::MAX)),
            Step::Source(source) => merger.includer_before(source),
            Step::Leave(_) => {}
        }
    }
    let mut out = merger.out;
    // If the newest release accepts the whole unit, errors that only older releases report are dropped.
    if !refused_later && out.iter().all(|it| it.accepted_later || !it.is_error()) {
        out.retain(|it| !it.accepted_later);
    }
    out
}

struct Merger<'a> {
    unit: &'a Unit,
    numbers: &'a Numbers,
    release: Release,
    /// For each source, the syntax errors that have not been reported yet.
    pending: Vec<VecDeque<&'a SyntaxError>>,
    /// For each source, the start of the last statement that was examined for errors.
    last_start: Vec<u32>,
    /// The last text that could not be parsed as a statement: its source and its start.
    last_stray: Option<(usize, u32)>,
    broken: PoisonedNames,
    fields: FieldNames<'a>,
    definitions: &'a Definitions<'a>,
    casts: Casts<'a>,
    origins: Origins<'a>,
    out: Vec<Report>,
}

/// The position of a statement in the parsed text of its source, as a half-open range of byte offsets.
struct Extent<'a> {
    source: usize,
    spans: &'a Spans,
    start: u32,
    end: u32,
}

/// A moment while the parser reads a source.
#[derive(Clone, Copy)]
struct Moment {
    /// The end of the text that has been parsed.
    offset: u32,
    /// The start of the parser's current token.
    token: u32,
}

impl Moment {
    fn at(offset: u32) -> Moment {
        Moment {
            offset,
            token: offset,
        }
    }

    /// The later of two moments: this one, and the moment when the parser reaches `offset`.
    fn max(self, offset: u32) -> Moment {
        Moment {
            offset: self.offset.max(offset),
            token: self.token.max(offset),
        }
    }

    /// Whether the parser has noticed the error by now. Errors of the lexer are noticed when their token becomes the
    /// current one, before the parser consumes it.
    fn is_after(self, error: &SyntaxError) -> bool {
        let at = u32::from(error.at);
        at < self.offset || error.lexical && at <= self.token || self.offset == u32::MAX
    }
}

impl Merger<'_> {
    fn sources(&self) -> &Sources {
        &self.unit.sources
    }

    fn statement(&mut self, item: StmtId, diagnostics: Vec<Diagnostic>) {
        let unit = self.unit;
        let Some((source, stmt)) = unit.sources.layout.stmt(item) else {
            return;
        };
        if diagnostics.is_empty() && unit.error_extents[source].is_empty() {
            self.broken.add_users(unit.stmt(item));
            return;
        }
        let spans = &unit.sources.files[source].lowered.spans[stmt];
        let range = spans.extent();
        let extent = Extent {
            source,
            spans,
            start: range.start,
            // The statements in the block are not part of the extent.
            end: match unit.stmt(item).kind {
                StmtKind::Let(_) | StmtKind::Defset(_) => range.end,
                _ => spans.end(),
            },
        };
        self.syntax_before(source, Moment::at(extent.start));
        let error_extents = self.error_extents(&extent);
        self.last_start[source] = extent.start;
        let mut is_broken = !error_extents.is_empty();
        let mut mentions_broken = None;
        for diagnostic in diagnostics {
            let is_error = diagnostic.severity == Severity::Error && diagnostic.releases.is_all();
            is_broken |= is_error && !is_passed_over(&diagnostic.message);
            let noticed = self.noticed(item, &extent, &diagnostic);
            let follows_fault = |it: &&ErrorExtent| match diagnostic.noticed {
                Noticed::AtEnd => true,
                _ => it.at < noticed.offset && noticed.offset <= it.end,
            };
            if error_extents.iter().any(|it| follows_fault(&it))
                || self.follows_from_broken(item, &diagnostic, &mut mentions_broken)
            {
                continue;
            }
            self.syntax_before(source, noticed);
            let report = self.semantic(item, &extent, &diagnostic);
            self.out.push(report);
        }
        if is_broken {
            self.broken.add_statement(unit.stmt(item))
        } else {
            self.broken.add_users(unit.stmt(item))
        }
    }

    /// Whether the diagnostic is a consequence of a broken definition: the diagnostic depends on such a definition, its
    /// record has a broken superclass, or the unknown name that it reports may be a field of a missing or broken
    /// superclass. Any other error at which the reference stops is assumed to be a consequence if the statement
    /// mentions a broken definition, unless the error reports an unknown name.
    fn follows_from_broken(
        &mut self,
        item: StmtId,
        diagnostic: &Diagnostic,
        mentions_broken: &mut Option<bool>,
    ) -> bool {
        let depends_on = &diagnostic.depends_on;
        if depends_on.iter().any(|it| self.broken.contains(*it)) {
            return true;
        }
        let mut classes = diagnostic.of_classes.iter();
        let of_broken_class = classes.any(|it| self.broken.is_broken(*it));
        if let Some(name) = diagnostic.of_name {
            let may_be_field = diagnostic.may_be_field || of_broken_class;
            return may_be_field && self.fields.contains(name);
        }
        if of_broken_class {
            return true;
        }
        diagnostic.severity == Severity::Error
            && !is_passed_over(&diagnostic.message)
            && *mentions_broken.get_or_insert_with(|| {
                self.broken.has_names()
                    && mentions(self.unit.stmt(item), |name| self.broken.is_broken(name))
            })
    }

    /// The moment at which the reference's parser reports a diagnostic.
    fn noticed(&self, item: StmtId, extent: &Extent, diagnostic: &Diagnostic) -> Moment {
        let sources = self.sources();
        let span = |span| extent.spans.get(span);
        let after = match diagnostic.noticed {
            // When the reference reports such a diagnostic, its parser has examined the first token.
            Noticed::AtOnce => Moment {
                offset: extent.start + 1,
                token: extent.start,
            },
            // The diagnostics of a class instance may have been created while another statement was evaluated, so the
            // span may be missing.
            Noticed::After(id) => span(id).map_or(Moment::at(extent.start), |it| Moment {
                offset: it.end,
                token: it.next,
            }),
            Noticed::Past(id) => span(id).map_or(Moment::at(extent.start), |it| Moment {
                offset: it.next.saturating_add(1),
                token: after_token(sources.files[extent.source].parsed_text(), it.next),
            }),
            Noticed::AtEnd => {
                return Moment {
                    offset: extent.end,
                    token: extent.spans.after(),
                };
            }
        };
        match diagnostic.at {
            Some(at) if at.loc.item == item => after.max(sources.offset(at).1),
            _ => after,
        }
    }

    /// The extents of the syntax errors that begin in a statement, or that begin after the start of the previously
    /// examined statement and are noticed after the start of this one.
    fn error_extents(&self, extent: &Extent) -> Vec<ErrorExtent> {
        let before = self.last_start[extent.source];
        let is_in = |it: &&ErrorExtent| {
            let inside = extent.start <= it.start && it.start < extent.end;
            let around = before < it.start && it.start <= extent.start && extent.start <= it.at;
            inside || around
        };
        let error_extents = &self.unit.error_extents[extent.source];
        let first = error_extents.partition_point(|it| it.at < extent.start);
        let near = error_extents[first..]
            .iter()
            .take_while(|it| it.at <= extent.end || it.start <= extent.end);
        let is_here = |it: &&ErrorExtent| it.releases.contains(self.release);
        near.filter(is_in).filter(is_here).copied().collect()
    }

    /// Reports the syntax errors that the parser notices in a source before `moment`.
    fn syntax_before(&mut self, source: usize, moment: Moment) {
        while let Some(error) = self.pending[source].front()
            && moment.is_after(error)
        {
            let report = self.syntactic(source, error);
            self.out.push(report);
            self.broken_by(source, error);
            self.pending[source].pop_front();
        }
    }

    /// Reports the syntax errors that come before the include directive in the including source.
    fn includer_before(&mut self, source: usize) {
        if let Some((includer, end)) = self.sources().files[source].included_from {
            self.syntax_before(includer, Moment::at(end));
        }
    }

    /// Marks as broken the names that might be defined if the error were corrected. Text that could not be parsed might
    /// define the names in it. A file that was not included, or text after too many errors, might define any name.
    fn broken_by(&mut self, source: usize, error: &SyntaxError) {
        if error.of_include || error.message == TOO_MANY_ERRORS {
            self.broken.add_anything();
            return;
        }
        let error_extents = &self.unit.error_extents[source];
        let first = error_extents.partition_point(|it| it.at < u32::from(error.at));
        // The same text may have several errors.
        if let Some(fault) = error_extents.get(first).filter(|it| it.stray)
            && self.last_stray.replace((source, fault.start)) != Some((source, fault.start))
            && let text = self.unit.sources.files[source].parsed_text()
            && let Some(text) = text.get(fault.start as usize..fault.end as usize)
        {
            self.broken.add_words(text);
        }
    }

    fn syntactic(&self, source: usize, error: &SyntaxError) -> Report {
        let report = |severity, offset: Option<u32>, message: &str| {
            let place = offset.map(|offset| self.sources().origin(source, offset));
            let message = in_words_of(message, self.release).into_owned();
            Report::new(severity, place, message)
        };
        // If a file exists but is not included, the reference has no such message, so the notes are left out.
        let is_own = error.of_include && !error.message.starts_with("Could not find");
        let notes = error.notes.iter().filter(|_| !is_own);
        Report {
            notes: notes
                .map(|it| report(it.severity, it.offset.map(u32::from), &it.message))
                .collect(),
            accepted_later: !error.releases.contains(Release::NEWEST),
            plainly: error.plainly.as_deref().map(str::to_owned),
            in_words: self.unknown_operator(source, error),
            near: error.missing_before.then(|| {
                let text = self.sources().files[source].parsed_text();
                let end = end_before(text, error.offset().into());
                self.sources().origin(source, end)
            }),
            ..report(error.severity, Some(error.offset().into()), &error.message)
        }
    }

    /// The message for an unknown operator, which suggests a similar operator.
    fn unknown_operator(&self, source: usize, error: &SyntaxError) -> Option<String> {
        if error.message != UNKNOWN_OPERATOR {
            return None;
        }
        let text = self.sources().files[source].parsed_text();
        let name = text.get(std::ops::Range::<usize>::from(error.range))?;
        Some(unknown_operator(name.strip_prefix('!')?, self.release))
    }

    fn semantic(&mut self, item: StmtId, extent: &Extent, diagnostic: &Diagnostic) -> Report {
        let told = self.details(item, extent, diagnostic);
        Report {
            notes: self.notes(&diagnostic.notes),
            near: told.near,
            told: Some(told.notes),
            in_words: diagnostic.in_words.as_deref().map(|it| self.filled(it)),
            unknown: diagnostic.of_name.or(self::casts::unknown(diagnostic)),
            audience: if told.is_known {
                Audience::Reference
            } else {
                diagnostic.audience
            },
            unused: diagnostic.unused,
            accepted_later: !diagnostic.releases.contains(Release::NEWEST),
            lacks_place: diagnostic.lacks_place,
            ..self.report(diagnostic.severity, diagnostic.at, &diagnostic.message)
        }
    }

    fn report(&self, severity: Severity, at: Option<At>, message: &str) -> Report {
        let place = at.map(|at| self.sources().point(at));
        Report::new(severity, place, self.filled(message))
    }

    fn notes<'n>(&self, notes: impl IntoIterator<Item = &'n (Option<At>, String)>) -> Vec<Report> {
        let notes = notes.into_iter();
        let notes = notes.map(|(at, note)| self.report(Severity::Note, *at, note));
        notes.collect()
    }

    /// Replaces the marks for anonymous records in `text` with the numbers of the records.
    fn filled(&self, text: &str) -> String {
        fill_marks(text, |anon| self.numbers.get(anon)).into_owned()
    }
}
