//! Diagnostics for the page.

use backends::reports::{self as of_backends, Run, Speaker};
use backends::{Diagnostic, Severity};
use db::Db;
use elaborate::report::{Report, for_people, without_cascades};
use serde::Serialize;

use crate::Session;
use crate::places::{PageRange, Places};

/// The largest number of diagnostics in an answer.
const MAX_REPORTS: usize = 1_000;

/// The diagnostics of the front end.
#[derive(Serialize)]
pub(crate) struct UnitReports {
    reports: Vec<PageReport>,
    /// The number of errors, including those that are left out.
    errors: usize,
    /// The includes that resolve to no file.
    missing: Vec<String>,
    /// The files that the unit reads, each once.
    files: Vec<String>,
}

/// A diagnostic.
#[derive(Serialize)]
pub(crate) struct PageReport {
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    place: Option<PageRange>,
    notes: Vec<PageReport>,
}

/// The diagnostics of a whole unit.
pub(crate) fn of_unit(session: &Session) -> Result<UnitReports, String> {
    let db = session.db()?;
    let reports = db::host::reports(db);
    let sources = &db.unit().sources;
    let reports = without_cascades(db.unit(), for_people(sources, &reports));
    let places = Places::new(db);
    let mut files: Vec<String> = Vec::new();
    for file in &sources.files {
        if !files.contains(&file.path) {
            files.push(file.path.clone());
        }
    }
    Ok(UnitReports {
        errors: reports.iter().filter(|it| it.is_error()).count(),
        reports: shown(&places, &reports),
        missing: session.missing_includes(),
        files,
    })
}

/// The diagnostics of a run of a backend.
pub(crate) fn of_table(places: &Places, said: &[Diagnostic]) -> Vec<PageReport> {
    let run = Run {
        by: Speaker::Backend(String::new()),
        said,
    };
    let merged = of_backends::merged(places.sources(), [run]);
    let reports: Vec<Report> = merged.into_iter().map(|it| it.report).collect();
    shown(places, &reports)
}

/// A message without a place.
pub(crate) fn without_place(severity: Severity, message: String) -> PageReport {
    PageReport {
        severity: severity.word(),
        message,
        place: None,
        notes: Vec::new(),
    }
}

fn shown(places: &Places, reports: &[Report]) -> Vec<PageReport> {
    let reports = reports.iter().take(MAX_REPORTS);
    reports.map(|it| show(places, it)).collect()
}

fn show(places: &Places, report: &Report) -> PageReport {
    PageReport {
        place: report
            .place
            .map(|(source, offset)| places.token(source, offset)),
        notes: shown(places, &report.notes),
        ..without_place(report.severity, report.message.trim_end().to_owned())
    }
}
