//! Errors that are reported in headers outside the workspace, but caused by a record of the workspace.

use elaborate::diagnostic::Severity;
use elaborate::report::Report;
use elaborate::unit::Unit;
use project::{FoundUnit, path};

/// Moves each error in a header outside the workspace to the record of the workspace that causes it. The place in the
/// header becomes a note: the user does not edit the header, and may not even have it open.
pub(super) fn move_to_records(found: &FoundUnit, unit: &Unit, reports: &mut [Report]) {
    if found.outside.is_empty() {
        return;
    }
    let files = &unit.sources.files;
    let is_outside = |source: usize| {
        let file = path::join(&found.working_dir, &files[source].path);
        found.outside.iter().any(|it| path::is_below(&file, it))
    };
    for report in reports.iter_mut().filter(|it| it.is_error()) {
        let Some(header) = report.place.filter(|it| is_outside(it.0)) else {
            continue;
        };
        let is_own = |it: &Report| {
            let place = it.place.filter(|(source, _)| !is_outside(*source));
            // For example "in this record".
            it.severity == Severity::Note && place.is_some() && it.message.starts_with("in ")
        };
        let Some(index) = report.notes.iter().position(is_own) else {
            continue;
        };
        report.place = report.notes.remove(index).place;
        if !report.notes.iter().any(|it| it.place == Some(header)) {
            let note = Report::new(Severity::Note, Some(header), "caused by this".to_owned());
            report.notes.insert(0, note);
        }
    }
}
