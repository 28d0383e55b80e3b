//! Details of a report for editors: the notes, and the place of the diagnostic if it differs from the place that the
//! reference reports.

use crate::diagnostic::{At, Diagnostic, Severity};
use crate::hir::StmtKind;
use crate::ids::{Loc, StmtId};

use super::casts;
use super::origins::{Origin, OriginPlace};
use super::{Extent, Merger, Report};

/// The parts of a report other than the message.
pub(super) struct Details {
    /// The source and the offset where editors show the diagnostic; `None` if editors show it where the reference does.
    pub near: Option<(usize, u32)>,
    pub notes: Vec<Report>,
    /// Whether the same mistake is already reported, at another field.
    pub is_known: bool,
}

/// The place and the message of a note.
type Hint = (Option<At>, String);

impl Merger<'_> {
    pub(super) fn details(
        &mut self,
        item: StmtId,
        extent: &Extent,
        diagnostic: &Diagnostic,
    ) -> Details {
        let cast = self.casts.find(item, diagnostic);
        let pointed = diagnostic.at.map(|at| self.sources().point(at));
        let origin = self.origin(item, extent, diagnostic);
        let is_known = origin.as_ref().is_some_and(|it| it.is_known);
        let made_at = origin
            .as_ref()
            .and_then(|it| self.made_at(item, extent, it));
        // A message that is worded for editors already includes the reference's notes.
        let said = diagnostic
            .notes
            .iter()
            .filter(|_| diagnostic.in_words.is_none());
        let mut told = match (&origin, made_at) {
            (Some(origin), Some(at)) => Details {
                near: Some(at),
                notes: self.notes(&notes_elsewhere(item, diagnostic, origin)),
                is_known,
            },
            _ => Details {
                near: self.near(extent, diagnostic, cast),
                notes: self.notes(said.chain(&diagnostic.hints)),
                is_known,
            },
        };
        if made_at.is_none() || !origin.is_some_and(|it| it.is_in(item)) {
            told.notes.extend(self.concerned(item, extent, diagnostic));
        }
        let message = diagnostic.in_words.as_ref().unwrap_or(&diagnostic.message);
        if let Some(name) = diagnostic.of_name.or(casts::unknown(diagnostic))
            && let Some(at) = self.definitions.later(item, name, message)
        {
            let place = Some(self.sources().point(at));
            let note = "defined later, here".to_owned();
            told.notes.push(Report::new(Severity::Note, place, note));
        }
        let cast = cast.filter(|it| pointed.is_some_and(|at| at != *it));
        let cast_note = |at| Report::new(Severity::Note, Some(at), "by this !cast".to_owned());
        told.notes.extend(cast.map(cast_note));
        told
    }

    /// The origin of a mistake, if editors show it there. An error that the reference reports in the file of the
    /// statement stays there. Errors in fields and assertions are an exception, since the reference reports them at the
    /// class.
    fn origin(&mut self, item: StmtId, extent: &Extent, diagnostic: &Diagnostic) -> Option<Origin> {
        let at = diagnostic.near.or(diagnostic.at)?;
        if diagnostic.severity != Severity::Error {
            return None;
        }
        let is_shown = |it: &Loc| *it == at.loc;
        let is_of_class = diagnostic.value.as_ref().is_some_and(|it| is_shown(&it.at));
        let file = |source: usize| &*self.sources().files[source].path;
        let own = self.sources().origin(extent.source, extent.start).0;
        let is_far = file(self.sources().point(at).0) != file(own);
        if is_of_class || is_far {
            self.origins.find(item, diagnostic)
        } else {
            None
        }
    }

    fn made_at(&self, item: StmtId, extent: &Extent, origin: &Origin) -> Option<(usize, u32)> {
        match origin.place {
            OriginPlace::Here => None,
            OriginPlace::Value(loc) | OriginPlace::Reference(loc) => {
                Some(self.sources().point(At::start(loc)))
            }
            OriginPlace::Record => {
                let mut record = origin.record.iter().rev();
                let own = record.find(|it| it.item == item);
                let own = own.map(|it| self.sources().point(At::start(*it)));
                own.or_else(|| self.place_of(item, extent).map(|(at, _)| at))
            }
        }
    }

    /// The source and the offset where editors show an error that is not traced to an origin. `None` if it is shown
    /// where the reference reports it.
    fn near(
        &self,
        extent: &Extent,
        diagnostic: &Diagnostic,
        cast: Option<(usize, u32)>,
    ) -> Option<(usize, u32)> {
        let sources = self.sources();
        let place = |at: At| sources.stmt(at.loc.item).map(|_| sources.point(at));
        // Outside of records, the reference reports no place, and the place of the `!cast` is more precise than that of
        // the statement.
        let near = cast.filter(|_| diagnostic.at.is_none());
        let near = near.or_else(|| diagnostic.near.and_then(place));
        let is_placed = diagnostic.at.is_some() || near.is_some();
        near.or_else(|| (!is_placed).then(|| sources.origin(extent.source, extent.start)))
    }

    /// A note that points to the statement `item`, for an error that is reported in another statement: an enclosing
    /// `let` or a class. `None` if the report points to `item` already, is not an error, or has no location.
    fn concerned(&self, item: StmtId, extent: &Extent, diagnostic: &Diagnostic) -> Option<Report> {
        let at = diagnostic.at.or(diagnostic.near)?;
        let told = diagnostic.notes.iter().chain(&diagnostic.hints);
        let mut places = told.filter_map(|(at, _)| *at).chain([at]);
        if diagnostic.severity != Severity::Error || places.any(|it| it.loc.item == item) {
            return None;
        }
        let (place, message) = self.place_of(item, extent)?;
        Some(Report::new(Severity::Note, Some(place), message.to_owned()))
    }

    /// The place of a statement, and the message of a note that points to it.
    fn place_of(&self, item: StmtId, extent: &Extent) -> Option<((usize, u32), &'static str)> {
        let (offset, message) = match &self.unit.stmt(item).kind {
            StmtKind::Def(it) => (extent.spans.get(it.name_at)?.start, "in this record"),
            StmtKind::Defm(_) => (extent.start, "in what this makes"),
            _ => (extent.start, "in this statement"),
        };
        Some((self.sources().origin(extent.source, offset), message))
    }
}

/// The notes of a mistake that is reported at its origin. They point to where the mistake has its effect, and to the
/// places between the origin and the effect.
fn notes_elsewhere(item: StmtId, diagnostic: &Diagnostic, origin: &Origin) -> Vec<Hint> {
    let mut notes: Vec<Hint> = Vec::new();
    let seen = origin
        .notes
        .iter()
        .map(|(loc, note)| (Some(At::start(*loc)), note.clone()));
    let said = diagnostic.hints.iter().chain(&diagnostic.notes).cloned();
    // Notes inside the statement are left out if the message points into the same statement.
    let is_own = |at: Option<At>| at.is_none_or(|it| it.loc.item == item && origin.is_in(item));
    for (at, note) in seen.chain(said.filter(|(at, _)| !is_own(*at))) {
        if !notes.iter().any(|(known, _)| *known == at) {
            notes.push((at, note));
        }
    }
    notes
}
