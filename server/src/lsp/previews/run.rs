//! One run of a backend.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use backends::{Backend, Context, Fatal, Made, Models, Output, read_options};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::records::{Reads, Records};
use elaborate::report::Report;
use project::path;

use super::printed;
use super::run_result::{Read, RunResult, Table, messages};
use crate::lsp::settings::{External, ExternalInput};
use crate::lsp::table_run::TableRun;
use crate::lsp::unit::UnitInfo;
use driver::advice::tell_releases;
use driver::command::{self, Stop};
use driver::{disk, programs};

/// The time limit of an external command.
const PATIENCE: Duration = Duration::from_secs(60);

/// The input of a backend.
pub(crate) struct Input<'a> {
    pub records: &'a Records,
    /// The models of the target. Models that are already built are reused.
    pub models: &'a Models,
    pub info: &'a UnitInfo,
}

/// Runs a backend or an external command. `None` if the run is stopped. A stopped backend may also unwind when it reads
/// records. `expected` is the probable length of the table in bytes, for which memory is reserved at once: a text that
/// grows step by step is copied several times.
pub(crate) fn run(
    what: &TableRun,
    input: &Input,
    expected: usize,
    stop: &Stop,
) -> Option<RunResult> {
    let begun = Instant::now();
    let mut made = match &what.external {
        Some(command) => external(command, what, input, stop),
        None => {
            let (made, reads) = Reads::record(stop.of_work(), || built_in(what, input, expected));
            let read = Some(Arc::new(Read::new(reads, input.records)));
            // The names of the records that lines come from do not count as read: a table that stays gets new ones.
            let made = stop.of_work().guard(|| finished(made, input));
            RunResult { read, ..made }
        }
    };
    made.took = begun.elapsed();
    (!stop.is_stopped()).then_some(made)
}

/// The part of a table that comes from one record; `None` if there is no such record, if the backend cannot write this
/// part alone, or if the run fails.
pub(super) fn part(what: &TableRun, input: &Input, record: &str) -> Option<RunResult> {
    let backend = what.built_in().filter(|_| what.external.is_none());
    let part = backend?.part?;
    let rec = input.records.def(record)?;
    let made = write(what, input, |_, cx, out| {
        out.source(rec);
        part(cx, rec, out)
    });
    let made = finished(made, input);
    (!made.failed).then(|| RunResult {
        is_part: true,
        // The time of a run for the whole table is unknown.
        took: Duration::MAX,
        ..made
    })
}

/// The result of a backend, or the reason why the backend cannot run.
type BuiltIn = Result<(&'static Backend, Made), String>;

fn built_in(what: &TableRun, input: &Input, expected: usize) -> BuiltIn {
    write(what, input, |backend, cx, out| {
        out.text.reserve(expected);
        (backend.run)(cx, out)
    })
}

fn write(
    what: &TableRun,
    input: &Input,
    write: impl FnOnce(&Backend, &Context, &mut Output) -> Result<(), Fatal>,
) -> BuiltIn {
    let backend = what.built_in();
    let backend = backend.ok_or_else(|| format!("no backend '{}'", what.backend))?;
    let options = read_options(backend, &what.options)?;
    let made = backends::make(input.records, input.models, &options, |cx, out| {
        write(backend, cx, out)
    });
    Ok((backend, made))
}

fn finished(built_in: BuiltIn, input: &Input) -> RunResult {
    let (backend, made) = match built_in {
        Ok(made) => made,
        Err(error) => return RunResult::failure(error),
    };
    let records = input.records;
    let Made {
        text,
        map,
        said,
        failed,
    } = made;
    let table = Table::new(text, &map, records);
    let caveat = backend.caveat(records.release());
    let caveat = caveat.map(|it| Report::new(Severity::Note, None, it));
    let mut said_besides = messages(records, &said);
    tell_releases(&input.info.found, records.release(), &mut said_besides);
    RunResult {
        table: Arc::new(table),
        messages: caveat.into_iter().chain(said_besides).collect(),
        said,
        failed,
        ..RunResult::default()
    }
}

/// Runs an external command in place of a backend.
fn external(external: &External, what: &TableRun, input: &Input, stop: &Stop) -> RunResult {
    let Input { records, info, .. } = input;
    let Some((program, args)) = external.command.split_first() else {
        return RunResult::failure(format!("the command of '{}' is empty", external.name));
    };
    let found = match programs::named(program) {
        Ok(found) => found,
        Err(error) => return RunResult::failure(format!("cannot run '{program}': {error}")),
    };
    let mut command = Command::new(found);
    command.args(args).current_dir(&info.found.working_dir);
    let mut text = String::new();
    let mut unsaved = None;
    match external.input {
        ExternalInput::Json => {
            let json = TableRun {
                backend: "dump-json".to_owned(),
                options: Vec::new(),
                external: None,
            };
            match built_in(&json, input, 0) {
                Ok((_, made)) if !made.failed => text = made.text,
                failed => return finished(failed, input),
            }
        }
        ExternalInput::CommandLine => {
            unsaved = first_unsaved(input);
            for dir in &info.found.spec.include_dirs {
                command
                    .arg("-I")
                    .arg(path::join(&info.found.working_dir, dir));
            }
            let macros = info.found.spec.macros.iter();
            command
                .args(macros.map(|it| format!("-D{it}")))
                .arg(&info.root);
        }
    }
    command.args(&what.options);
    match command::finish(&mut command, text, stop, PATIENCE) {
        Err(error) => RunResult::failure(format!("cannot run '{program}': {error}")),
        Ok(finished) => {
            let (succeeded, printed) = (finished.status.success(), finished.printed.trim_end());
            let mut said = printed::read(printed, &records.sources, &info.found.working_dir);
            if !succeeded && said.iter().all(|it| it.severity != Severity::Error) {
                let why = if said.is_empty() && !printed.is_empty() {
                    printed.to_owned()
                } else {
                    format!("'{program}' failed: {}", finished.status)
                };
                said.push(Diagnostic::new(Severity::Error, None, why));
            }
            RunResult {
                table: Arc::new(if succeeded {
                    Table::plain(finished.text)
                } else {
                    Table::default()
                }),
                messages: messages(records, &said),
                said,
                failed: !succeeded,
                unsaved,
                ..RunResult::default()
            }
        }
    }
}

/// The name of the unit's first file whose text differs from the text on disk.
fn first_unsaved(Input { records, info, .. }: &Input) -> Option<String> {
    let folder = &info.found.working_dir;
    let mut files = records.sources.files.iter();
    let unsaved = files.find(|it| {
        let path = path::join(folder, &it.path);
        disk::source(path).is_some_and(|saved| saved != it.text)
    })?;
    Some(path::file_name(&unsaved.path).to_owned())
}
