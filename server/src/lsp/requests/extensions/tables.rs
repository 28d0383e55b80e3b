//! `tablegen/compareTables`: how the tables of the build differ between two states of the source.

use std::panic::resume_unwind;
use std::sync::Arc;

use backends::{Models, Output, Records};
use elaborate::diagnostic::{At, Severity};
use elaborate::records::Reads;
use elaborate::report::Report;
use elaborate::sources::Sources;
use lsp_types::Location;
use project::path;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use super::base::{Base, Earlier};
use crate::lsp::call::internal;
use crate::lsp::places::Places;
use crate::lsp::previews::compared::{Compared, Difference, Failure, Made};
use crate::lsp::previews::run_result::Read;
use crate::lsp::requests::Snapshot;
use crate::lsp::table_run::language;
use driver::command::Stop;
use driver::tblgen::of_build::{self, OfBuild};
use driver::{big_stack, messages};

#[derive(Debug, Deserialize)]
pub(super) struct TablesParams {
    base: Base,
    /// The [`ComparedTable::words`] of the table whose texts are requested; `None` to compare all tables.
    table: Option<String>,
}

/// A table that the build makes from the unit's root.
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
    /// The number of lines that differ in numbers only.
    renumbered: usize,
    /// The error if the old or the new table cannot be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    /// The place of the error, if it is known and in the current state.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
    /// The old and the new text, if they were requested and both tables can be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Texts>,
}

#[derive(Debug, Serialize)]
struct Texts {
    old: String,
    new: String,
}

/// `tablegen/compareTables`: all tables in the order of the build, including unchanged ones, or the one table whose
/// texts are requested.
pub(super) fn compare(snapshot: Snapshot, params: TablesParams) -> Result<Vec<ComparedTable>> {
    let earlier = params.base.open(&snapshot)?;
    let folder = path::parent(&snapshot.unit.info.root).to_owned();
    let reports = db::host::reports(&snapshot.unit.db);
    let error = error_of(&folder, snapshot.unit.sources(), &reports);
    let place = error.as_ref().and_then(|it| it.1);
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let new = Side {
        records: snapshot.unit.records(),
        error: error.map(|it| it.0),
        models: snapshot.unit.models.clone(),
        stop: snapshot.stop.clone(),
    };
    let previews = snapshot.previews.clone();
    // Reading the other state and running backends takes long. The unit may change meanwhile.
    drop(snapshot);
    let runs = of_build::runs(&earlier.info().found);
    let (saves, key) = (previews.saves(), earlier.key()?);
    let known = previews.compared(earlier.info(), &key);
    let location = |difference: &Difference| match (&difference.failure, place) {
        (None, _) => None,
        (Some(_), Some((source, offset))) => places.location(source, offset),
        (Some(_), None) => places.at(difference.place?),
    };
    if let Some(table) = &params.table {
        let run = runs.iter().find(|it| it.words == *table).ok_or_else(|| {
            Error::invalid_params(format!("the build makes no table with '{table}'"))
        })?;
        let (old, new) = both(run, known.as_deref(), &earlier, &new)?;
        let difference = Difference::of(&old, &new);
        let location = location(&difference);
        let texts = old.ok().zip(new.ok());
        let texts = texts.map(|(old, new)| Texts {
            old: old.to_string(),
            new: new.to_string(),
        });
        return Ok(vec![ComparedTable::new(run, difference, location, texts)]);
    }
    let compared = match known {
        Some(known) => again(&runs, &known, &new),
        None => first(&runs, &earlier, key, &new)?,
    };
    let tables = runs.iter().zip(&compared.latest).map(|(run, latest)| {
        let location = location(&latest.2);
        ComparedTable::new(run, latest.2.clone(), location, None)
    });
    let tables = tables.collect();
    // If the new sources have an error, no table was made, so the next comparison cannot reuse this one.
    if new.error.is_none() {
        previews.keep_compared(compared, saves);
    }
    Ok(tables)
}

impl ComparedTable {
    fn new(
        run: &OfBuild,
        difference: Difference,
        location: Option<Location>,
        texts: Option<Texts>,
    ) -> ComparedTable {
        ComparedTable {
            words: run.words.clone(),
            output: run.output.clone(),
            language: language(run.name()),
            removed: difference.removed,
            added: difference.added,
            renumbered: difference.renumbered,
            failure: difference.failure,
            location,
            texts,
        }
    }
}

/// The first comparison with an earlier state. Makes the tables of both states on two threads, or only once if the
/// states have the same sources.
fn first(runs: &[OfBuild], earlier: &Earlier, key: String, new: &Side) -> Result<Compared> {
    let make_all = |side: &Side| runs.iter().map(|it| side.make(it)).collect::<Vec<_>>();
    let (old, new) = if earlier.is_same(&new.records.sources) {
        let made = make_all(new);
        (made.clone(), made)
    } else {
        std::thread::scope(|scope| {
            let old = || Ok(make_all(&Side::read(earlier)?));
            let old = big_stack::spawn_scoped("tables", scope, old)
                .map_err(|error| internal(&error.to_string()))?;
            let new = make_all(new);
            let old = old.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok::<_, Error>((old?, new))
        })?
    };
    let earlier_tables = old.into_iter().map(|it| it.0);
    let earlier_tables: Vec<Made> = earlier_tables.collect();
    let latest = runs.iter().zip(&earlier_tables).zip(new);
    let latest = latest
        .map(|((run, old), (made, read))| (run.words.clone(), read, Difference::of(old, &made)));
    Ok(Compared {
        info: earlier.info().clone(),
        key,
        latest: latest.collect(),
        earlier: runs
            .iter()
            .map(|it| it.words.clone())
            .zip(earlier_tables)
            .collect(),
    })
}

/// Another comparison with the same earlier state. A table is not made again if the records that its last run read are
/// unchanged.
fn again(runs: &[OfBuild], known: &Compared, new: &Side) -> Compared {
    let latest = runs.iter().enumerate().map(|(index, run)| {
        let (_, read, _) = &known.latest[index];
        if new.error.is_none() && read.holds_in(&new.records, &new.stop) {
            return known.latest[index].clone();
        }
        let (made, read) = new.make(run);
        (
            run.words.clone(),
            read,
            Difference::of(&known.earlier[index].1, &made),
        )
    });
    Compared {
        latest: latest.collect(),
        ..known.clone()
    }
}

/// The earlier and the current table of a run.
fn both(
    run: &OfBuild,
    known: Option<&Compared>,
    earlier: &Earlier,
    new: &Side,
) -> Result<(Made, Made)> {
    let mut tables = known.iter().flat_map(|it| &it.earlier);
    let old = match tables.find(|it| it.0 == run.words) {
        Some((_, old)) => old.clone(),
        None => Side::read(earlier)?.make(run).0,
    };
    Ok((old, new.make(run).0))
}

/// The first error in the sources and its place; `None` if there is no error. The error is one line, with paths
/// relative to `folder`. If there is an error, the build makes no table.
fn error_of(
    folder: &str,
    sources: &Sources,
    reports: &[Report],
) -> Option<(String, Option<(usize, u32)>)> {
    let first = reports.iter().position(|it| messages::errors(it) > 0)?;
    let name = |file: &str| path::within(file, folder).unwrap_or(file).to_owned();
    let text = messages::render_named(sources, &reports[first..=first], 0, &name);
    let text = String::from_utf8_lossy(&text);
    Some((text.lines().next()?.to_owned(), reports[first].place))
}

/// One of the two states that are compared: its records, and the models that the backends use.
struct Side {
    records: Arc<Records>,
    /// The first error in the sources. If there is one, no backend is run.
    error: Option<String>,
    models: Arc<Models>,
    stop: Stop,
}

impl Side {
    /// Reads the earlier state.
    fn read(earlier: &Earlier) -> Result<Side> {
        let read = earlier.read()?;
        let folder = path::parent(&earlier.info().root);
        let error = error_of(folder, &read.unit.sources, &read.reports);
        Ok(Side {
            error: error.map(|it| it.0),
            records: read.records,
            models: Arc::default(),
            stop: earlier.stop().clone(),
        })
    }

    /// The table of a run or its first error, and the records that the run read. Unwinds if the request is cancelled.
    fn make(&self, run: &OfBuild) -> (Made, Arc<Read>) {
        let (made, reads) = Reads::record(self.stop.of_work(), || self.run(run));
        (made, Arc::new(Read::new(reads, &self.records)))
    }

    fn run(&self, run: &OfBuild) -> Made {
        let failure = |message: &str, at: Option<At>| Failure {
            message: message.lines().next().unwrap_or_default().to_owned(),
            at,
        };
        if let Some(error) = &self.error {
            return Err(failure(error, None));
        }
        let mut out = Output::new();
        let ran = run.run(&self.records, &self.models, &mut out);
        let (said, is_table) = ran.map_err(|it| failure(&it, None))?;
        if is_table {
            return Ok(out.text.into());
        }
        let error = said.iter().find(|it| it.severity == Severity::Error);
        Err(error.map_or_else(
            || failure("", None),
            |it| failure(it.message.trim_end(), it.near.or(it.at)),
        ))
    }
}
