//! One run of a backend.

use std::ops::Range;
use std::process::Command;
use std::time::Duration;

use backends::{Context, Models, Options, Output};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::records::Records;
use elaborate::value::print::value_unquoted;
use project::path;
use rustc_hash::FxHashMap;

use super::{Mapped, printed};
use crate::command::{self, Stop};
use crate::lsp::line_index::LineIndex;
use crate::lsp::settings::{External, ExternalInput};
use crate::lsp::table_run::TableRun;
use crate::lsp::unit::UnitInfo;
use crate::programs;

/// How long a command may run.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a backend made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Made {
    pub text: String,
    /// For each line the records that it comes from.
    pub sources: Vec<Vec<String>>,
    pub messages: Vec<Message>,
    /// The same with places that follow edits.
    pub said: Vec<Diagnostic>,
    /// An error ended the run; the text counts for nothing.
    pub failed: bool,
}

/// What a backend has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    pub text: String,
    pub severity: Severity,
    /// Source and offset.
    pub place: Option<(usize, u32)>,
}

impl Made {
    fn failure(text: String) -> Made {
        let said = Diagnostic::new(Severity::Error, None, text);
        Made {
            messages: vec![Message {
                text: said.message.clone(),
                severity: said.severity,
                place: None,
            }],
            said: vec![said],
            failed: true,
            ..Made::default()
        }
    }

    /// What was said, with the text of an earlier run.
    pub(super) fn with_text_of(&self, earlier: &Made) -> Made {
        Made {
            text: earlier.text.clone(),
            sources: earlier.sources.clone(),
            messages: self.messages.clone(),
            said: self.said.clone(),
            failed: self.failed,
        }
    }

    pub(crate) fn total_lines(&self) -> usize {
        total_lines(&self.text)
    }

    /// The text of some lines, as far as they are there.
    pub(crate) fn lines(&self, range: Range<usize>) -> &str {
        lines(&self.text, range)
    }

    /// Which lines come from which record.
    pub(super) fn mapped(&self) -> Vec<Mapped<'_>> {
        let mut mapped: Vec<Mapped> = Vec::new();
        // Where the last lines of each record are.
        let mut last: FxHashMap<&str, usize> = FxHashMap::default();
        for (line, records) in self.sources.iter().enumerate() {
            for record in records {
                let next = mapped.len();
                let at = last.entry(record).or_insert(next);
                match mapped.get_mut(*at) {
                    Some(known) if known.end >= line => known.end = line + 1,
                    _ => {
                        *at = next;
                        mapped.push(Mapped {
                            start: line,
                            end: line + 1,
                            record,
                        });
                    }
                }
            }
        }
        mapped.sort_by_key(|it| (it.start, it.end));
        mapped
    }
}

fn total_lines(text: &str) -> usize {
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    lines + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Some lines of a text, as far as they are there.
pub(super) fn lines(text: &str, range: Range<usize>) -> &str {
    if range.start == 0 && range.end >= total_lines(text) {
        return text;
    }
    let index = LineIndex::new(text);
    let at = |line| index.start(line).unwrap_or(text.len());
    let (start, end) = (at(range.start), at(range.end));
    text.get(start..end).unwrap_or("")
}

/// What a backend is run over.
pub(crate) struct Input<'a> {
    pub records: &'a Records,
    /// What is known of the target already.
    pub models: &'a Models,
    pub info: &'a UnitInfo,
}

/// Runs a backend or an external command, unless it is stopped: where it reads records, it unwinds then.
pub(crate) fn run(what: &TableRun, input: &Input, stop: &Stop) -> Option<Made> {
    let made = match &what.external {
        Some(command) => external(command, what, input, stop),
        None => stop.guard(|| built_in(what, input)),
    };
    (!stop.is_stopped()).then_some(made)
}

fn built_in(what: &TableRun, input: &Input) -> Made {
    let Some(backend) = backends::find(&what.backend) else {
        return Made::failure(format!("no backend '{}'", what.backend));
    };
    let options = match read_options(backend, &what.options) {
        Ok(options) => options,
        Err(error) => return Made::failure(error),
    };
    let mut out = Output::new().with_map();
    let records = input.records;
    let cx = Context::new(records, &options, input.models);
    let result = backend.run(&cx, &mut out);
    let failed = result.is_err();
    let fatal = result.err();
    let mut said = cx.into_diagnostics().list;
    said.extend(fatal.map(|it| *it));
    let map = out.take_map().unwrap_or_default();
    let text = if failed { String::new() } else { out.text };
    let names = records.names();
    let lines = map.lines(&text).into_iter();
    let sources = lines.map(|line| {
        let line = line.into_iter();
        line.map(|name| value_unquoted(&names, name).into_owned())
            .collect()
    });
    Made {
        sources: sources.collect(),
        text,
        messages: said.iter().map(|it| message(records, it)).collect(),
        said,
        failed,
    }
}

/// The options of a run, given as on a command line.
fn read_options(backend: &dyn backends::Backend, given: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    for option in given {
        let (name, value) = option.split_once('=').unwrap_or((option, "true"));
        let name = name.trim_start_matches('-');
        let known = backend.options().iter().find(|it| it.name == name);
        let known = known.ok_or_else(|| format!("'{}' has no option '{name}'", backend.name()))?;
        options.0.push((known.name, value.to_owned()));
    }
    Ok(options)
}

fn message(records: &Records, diagnostic: &Diagnostic) -> Message {
    Message {
        text: diagnostic.message.clone(),
        severity: diagnostic.severity,
        place: diagnostic.at.map(|at| records.sources.point(at)),
    }
}

/// Runs a command that stands in for a backend.
fn external(external: &External, what: &TableRun, input: &Input, stop: &Stop) -> Made {
    let Input { records, info, .. } = input;
    let Some((program, args)) = external.command.split_first() else {
        return Made::failure(format!("the command of '{}' is empty", external.name));
    };
    let found = match programs::named(program) {
        Ok(found) => found,
        Err(error) => return Made::failure(format!("cannot run '{program}': {error}")),
    };
    let mut command = Command::new(found);
    command.args(args).current_dir(&info.found.working_dir);
    let mut text = String::new();
    match external.input {
        ExternalInput::Json => {
            let json = TableRun {
                backend: "dump-json".to_owned(),
                options: Vec::new(),
                external: None,
            };
            let made = built_in(&json, input);
            if made.failed {
                return made;
            }
            text = made.text;
        }
        ExternalInput::CommandLine => {
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
        Err(error) => Made::failure(format!("cannot run '{program}': {error}")),
        Ok(finished) => {
            let (succeeded, text) = (finished.status.success(), finished.text);
            let said = printed::read(&finished.printed, records, &info.found.working_dir);
            let has_error = said.iter().any(|it| it.severity == Severity::Error);
            match succeeded {
                false if !has_error => Made::failure(match finished.printed.trim_end() {
                    "" => format!("'{program}' failed: {}", finished.status),
                    printed => printed.to_owned(),
                }),
                _ => Made {
                    sources: vec![Vec::new(); text.lines().count()],
                    text: if succeeded { text } else { String::new() },
                    messages: said.iter().map(|it| message(records, it)).collect(),
                    said,
                    failed: !succeeded,
                },
            }
        }
    }
}
