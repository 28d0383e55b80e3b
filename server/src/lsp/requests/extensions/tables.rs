//! `tablegen/compareTables`: how the tables of the build differ between two states of the source.

use backends::{Models, Output, Records};
use elaborate::diagnostic::Severity;
use elaborate::report::Report;
use elaborate::sources::Sources;
use project::path;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use super::base::Base;
use crate::lsp::previews::diff;
use crate::lsp::requests::Snapshot;
use crate::lsp::table_run::language;
use driver::messages;
use driver::tblgen::of_build::{self, OfBuild};

#[derive(Debug, Deserialize)]
pub(super) struct TablesParams {
    base: Base,
    /// The command line of the table whose texts are requested.
    table: Option<String>,
}

/// A table that the build makes of the unit's root.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ComparedTable {
    /// The backend and its options, as on a command line.
    words: String,
    output: Option<String>,
    language: &'static str,
    /// The numbers of removed and added lines.
    removed: usize,
    added: usize,
    /// The error if the old or the new table cannot be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    /// The old and the new text, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Texts>,
}

#[derive(Debug, Serialize)]
struct Texts {
    old: String,
    new: String,
}

/// `tablegen/compareTables`: all tables in the order of the build, including unchanged ones.
pub(super) fn compare(snapshot: Snapshot, params: TablesParams) -> Result<Vec<ComparedTable>> {
    let base = params.base.open(&snapshot)?;
    let new = snapshot.unit.records();
    let folder = path::parent(&snapshot.unit.info.root).to_owned();
    let reports = db::host::reports(&snapshot.unit.db);
    let new_error = error_of(&folder, snapshot.unit.sources(), &reports);
    // From here on the unit may change: reading the other state takes long, and so do backends.
    drop(snapshot);
    let old = base.read()?;
    let old_error = error_of(&folder, &old.unit.sources, &old.reports);
    let (old, new) = (
        Side::new(&old.records, old_error),
        Side::new(&new, new_error),
    );
    let mut tables = Vec::new();
    for run in of_build::runs(&base.info().found) {
        if base.is_stopped() {
            return Err(Error::request_cancelled());
        }
        if params.table.as_ref().is_none_or(|it| *it == run.words) {
            tables.push(compared(&run, &old, &new, params.table.is_some()));
        }
    }
    match &params.table {
        Some(table) if tables.is_empty() => {
            let message = format!("the build makes no table with '{table}'");
            Err(Error::invalid_params(message))
        }
        _ => Ok(tables),
    }
}

fn compared(run: &OfBuild, old: &Side, new: &Side, with_texts: bool) -> ComparedTable {
    let mut table = ComparedTable {
        words: run.words.clone(),
        output: run.output.clone(),
        language: language(run.name()),
        removed: 0,
        added: 0,
        failure: None,
        texts: None,
    };
    match (old.text(run), new.text(run)) {
        // A table that fails with the same error before and after has not changed.
        (Err(before), Err(after)) if before == after => table.failure = Some(after),
        (Err(before), _) => table.failure = Some(format!("before: {before}")),
        (_, Err(after)) => table.failure = Some(after),
        (Ok(old), Ok(new)) => {
            for edit in diff::edits(&old, &new) {
                table.removed += edit.end_line - edit.start_line;
                table.added += edit.text.split_inclusive('\n').count();
            }
            table.texts = with_texts.then_some(Texts { old, new });
        }
    }
    table
}

/// The first error in the sources, on one line, with paths relative to the root's folder. If there is one, the build
/// makes no table.
fn error_of(folder: &str, sources: &Sources, reports: &[Report]) -> Option<String> {
    let first = reports.iter().position(|it| messages::errors(it) > 0)?;
    let name = |file: &str| path::within(file, folder).unwrap_or(file).to_owned();
    let text = messages::render_named(sources, &reports[first..=first], 0, &name);
    let text = String::from_utf8_lossy(&text);
    text.lines().next().map(str::to_owned)
}

/// The records of one of the two states, with the models that its backends use.
struct Side<'a> {
    records: &'a Records,
    error: Option<String>,
    models: Models,
}

impl Side<'_> {
    fn new(records: &Records, error: Option<String>) -> Side<'_> {
        Side {
            records,
            error,
            models: Models::default(),
        }
    }

    /// The table of a run, or its first error, in one line.
    fn text(&self, run: &OfBuild) -> std::result::Result<String, String> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let mut out = Output::new();
        let (said, is_table) = run.run(self.records, &self.models, &mut out)?;
        if is_table {
            return Ok(out.text);
        }
        let error = said.iter().find(|it| it.severity == Severity::Error);
        let message = error.map_or("", |it| it.message.trim_end());
        Err(message.lines().next().unwrap_or_default().to_owned())
    }
}
