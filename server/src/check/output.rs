//! The output of `check`, in each of its formats.

use std::process::ExitCode;

use elaborate::report::Report;
use project::path;
use rustc_hash::FxHashSet;

use super::finding::{Finding, Findings};
use super::{github, gitlab, sarif};
use driver::front_end::FrontEnd;
use driver::terminal;

/// Once the messages about one file have this size in bytes, no further message is printed.
pub(super) const MAX_OUTPUT: usize = 1 << 20;

/// The output format of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Like llvm-tblgen, on standard error.
    Text,
    /// Each message as a JSON object on one line of standard output.
    Json,
    /// One SARIF log on standard output.
    Sarif,
    /// Each message as a workflow command of GitHub on one line of standard output.
    GitHub,
    /// One report of GitLab's code quality on standard output.
    GitLab,
}

impl Format {
    /// The formats, each with its name as a value of `--format`.
    const NAMED: [(&str, Format); 5] = [
        ("text", Format::Text),
        ("json", Format::Json),
        ("sarif", Format::Sarif),
        ("github", Format::GitHub),
        ("gitlab", Format::GitLab),
    ];

    pub(super) fn named(name: &str) -> Option<Format> {
        let mut all = Format::NAMED.into_iter();
        all.find(|it| it.0 == name).map(|it| it.1)
    }
}

/// Prints messages, and remembers whether there was an error.
pub(super) struct Out {
    format: Format,
    clean: bool,
    /// Notes that were printed, to avoid repetitions.
    notes: FxHashSet<String>,
    /// For formats that are one document: all findings, and the messages about what could not be checked.
    findings: Vec<Finding>,
    failures: Vec<String>,
    /// The absolute path of the current folder.
    current: String,
    /// The top folder of the repository that contains the current folder, if there is one.
    top: Option<String>,
}

impl Out {
    pub(super) fn new(format: Format) -> Out {
        let current = std::env::current_dir().unwrap_or_default();
        let current = current.to_str().filter(|it| !it.is_empty());
        let current = path::normalize(current.unwrap_or("/"));
        Out {
            format,
            clean: true,
            notes: FxHashSet::default(),
            findings: Vec::new(),
            failures: Vec::new(),
            top: crate::git::repository(&current).map(str::to_owned),
            current,
        }
    }

    /// Reports that something could not be checked.
    pub(super) fn fail(&mut self, message: String) {
        terminal::eprint(format!("tablegen-analyzer: {message}\n").as_bytes());
        self.clean = false;
        if self.format == Format::GitHub {
            self.print(&github::failure(&message));
        }
        self.failures.push(message);
    }

    /// Reports once that something was skipped, which is not an error.
    pub(super) fn note(&mut self, message: &str) {
        if self.notes.insert(message.to_owned()) {
            terminal::eprint(format!("tablegen-analyzer: {message}\n").as_bytes());
        }
    }

    /// Prints `reports` on a unit. `name` maps a file's path to the name that is printed.
    pub(super) fn reports(
        &mut self,
        read: &FrontEnd,
        reports: &[Report],
        name: &dyn Fn(&str) -> String,
    ) {
        self.clean &= !reports.iter().any(Report::is_error);
        if self.format == Format::Text {
            return terminal::eprint(&read.messages_named(reports, MAX_OUTPUT, name));
        }
        let of_repository =
            |path: &str| in_repository(&name(path), &self.current, self.top.as_deref());
        let name: &dyn Fn(&str) -> String = match self.format {
            // Code hosts know the files of a repository, whichever folder a job runs in.
            Format::GitHub | Format::GitLab => &of_repository,
            _ => name,
        };
        let findings = Findings::new(&read.unit.sources, name);
        let findings = reports.iter().flat_map(|it| findings.findings(it));
        let text: String = match self.format {
            Format::Json => {
                let lines = findings.filter_map(|it| serde_json::to_string(&it).ok());
                lines.map(|it| it + "\n").collect()
            }
            Format::GitHub => findings.map(|it| github::command(&it)).collect(),
            Format::Text | Format::Sarif | Format::GitLab => {
                return self.findings.extend(findings);
            }
        };
        self.print(&text);
    }

    pub(super) fn finish(mut self) -> ExitCode {
        let document = match self.format {
            Format::Sarif => Some(sarif::log(&self.findings, &self.failures, &self.current)),
            Format::GitLab => Some(gitlab::report(&self.findings)),
            Format::Text | Format::Json | Format::GitHub => None,
        };
        if let Some(document) = document {
            self.print(&format!("{document:#}\n"));
        }
        if self.clean {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }

    fn print(&mut self, text: &str) {
        if terminal::print(text) != ExitCode::SUCCESS {
            self.clean = false;
        }
    }
}

/// The path of a file within the repository with the top folder `top`. A file outside of the repository keeps its name.
fn in_repository(name: &str, current: &str, top: Option<&str>) -> String {
    let path = path::join(current, name);
    let inside = top.and_then(|top| path::within(&path, top));
    inside.unwrap_or(name).to_owned()
}
