//! The backends that a build runs on a root.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use backends::{Backend, Context, Diagnostic, Models, Options, Output, Records, Release, Tool};
use elaborate::records::GivenUp;
use project::{BackendRun, FoundUnit, path};

use super::options::{self, Request};

/// A run of a backend on a unit's root.
pub struct OfBuild {
    /// The backend and its options, as on a command line.
    pub words: String,
    /// The path of the output, as the build gives it.
    pub output: Option<String>,
    /// The backend and its options, or a message of one line that says why the backend cannot be run.
    backend: Result<(&'static Backend, Options), String>,
}

/// The runs of backends on a root, without duplicates and without runs of other programs.
pub fn runs(unit: &FoundUnit) -> Vec<OfBuild> {
    let mut runs: Vec<OfBuild> = Vec::new();
    for run in unit.backends.iter().filter(|it| is_ours(it)) {
        let words = words(run);
        if runs.iter().any(|it| it.words == words) {
            continue;
        }
        runs.push(OfBuild {
            words,
            output: run.output.clone(),
            backend: if run.has_unknown_arguments() {
                Err("the build file leaves open how it is run".to_owned())
            } else {
                understood(unit, run)
            },
        });
    }
    runs
}

/// The build's runs that this program cannot take over, without duplicates. Each element is one line that names the run
/// and the reason.
pub fn others(unit: &FoundUnit) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    // A rule without a backend and without arguments only says how the root is read.
    let is_run = |it: &&BackendRun| it.backend.is_some() || !it.args.is_empty();
    let runs = unit.backends.iter().filter(|it| !is_ours(it));
    for run in runs.filter(is_run) {
        let tool = &run.tool;
        let backend = run.backend.iter().map(|it| format!(" -{it}"));
        let args = run.args.iter().map(|it| format!(" {it}"));
        let words: String = backend.chain(args).collect();
        let why = match Tool::of_program(tool) {
            Some(_) => format!("LLVM's {tool} has no such generator"),
            None => "it is not a program of LLVM".to_owned(),
        };
        let other = format!("{tool}{words} is not run: {why}");
        if !others.contains(&other) {
            others.push(other);
        }
    }
    others
}

/// Whether a build may run the backend with the name `backend` on a root. True for all backends if no runs on the root
/// are known.
pub fn may_run(unit: &FoundUnit, backend: &str) -> bool {
    let runs = |it: &BackendRun| match &it.backend {
        Some(name) => name == backend,
        None => it.has_unknown_arguments(),
    };
    unit.backends.is_empty() || unit.backends.iter().any(runs)
}

impl OfBuild {
    /// The name of the backend, without dashes.
    pub fn name(&self) -> &str {
        let first = self.words.split(' ').next().unwrap_or_default();
        first.trim_start_matches('-')
    }

    /// Whether the backend can be run.
    pub fn is_understood(&self) -> bool {
        self.backend.is_ok()
    }

    /// A message that the backend does not know the output format of `release`. `None` if the backend knows the format
    /// or cannot be run.
    pub fn caveat(&self, release: Release) -> Option<String> {
        let (backend, _) = self.backend.as_ref().ok()?;
        backend.caveat(release)
    }

    /// Runs the backend. Returns its diagnostics, and whether its output is valid: after an error the build has no
    /// output, even if the backend continued. If the backend cannot be run or panics, the error is a message of one
    /// line.
    pub fn run(
        &self,
        records: &Records,
        models: &Models,
        out: &mut Output,
    ) -> Result<(Vec<Diagnostic>, bool), String> {
        let (backend, options) = self.backend.as_ref().map_err(String::clone)?;
        let cx = Context::new(records, options, models);
        let ran = AssertUnwindSafe(|| cx.limited(|| backends::run(backend, None, &cx, out)));
        let result = match catch_unwind(ran) {
            Ok(result) => result,
            Err(panic) if panic.is::<salsa::Cancelled>() || panic.is::<GivenUp>() => {
                resume_unwind(panic)
            }
            Err(_) => return Err("a mistake of this program's".to_owned()),
        };
        out.join_files();
        let is_table = result.is_ok() && cx.errors() == 0;
        let mut said = cx.into_diagnostics().list;
        said.extend(result.err().map(|it| *it));
        Ok((said, is_table))
    }
}

/// Whether this program can replace the program of a run. Distributions append a version to the program's name. A
/// project's `mlir-tblgen` may have additional backends, which only that program can run.
pub fn is_ours(run: &BackendRun) -> bool {
    match Tool::of_program(&run.tool) {
        Some(Tool::Mlir) => backends::find(Some(Tool::Mlir), backend_name(run)).is_some(),
        tool => tool.is_some(),
    }
}

/// The arguments of a run, without the option for its output. Paths are absolute.
pub fn arguments(unit: &FoundUnit, run: &BackendRun) -> Vec<String> {
    let absolute = |path: &String| path::join(&unit.working_dir, path);
    let mut args = vec![backend_option(run)];
    args.extend(run.args.iter().cloned());
    for folder in &unit.spec.include_dirs {
        args.extend(["-I".to_owned(), absolute(folder)]);
    }
    for name in &unit.spec.macros {
        args.extend(["-D".to_owned(), name.clone()]);
    }
    args.push(format!("--compat={}", unit.release()));
    args.push(unit.root());
    args
}

fn backend_option(run: &BackendRun) -> String {
    format!("-{}", backend_name(run))
}

fn backend_name(run: &BackendRun) -> &str {
    run.backend.as_deref().unwrap_or("print-records")
}

fn words(run: &BackendRun) -> String {
    let first = backend_option(run);
    let args = run.args.iter().map(String::as_str);
    let words: Vec<&str> = std::iter::once(first.as_str()).chain(args).collect();
    words.join(" ")
}

fn understood(unit: &FoundUnit, run: &BackendRun) -> Result<(&'static Backend, Options), String> {
    let (asked, errors) = options::parse("", &arguments(unit, run));
    let Request::Run(options) = asked else {
        return Err(options::one_line("", &errors));
    };
    let tool = Tool::of_program(&run.tool);
    let backend = backends::find(tool, backend_name(run)).ok_or("there is no such backend")?;
    Ok((backend, options.backend_options))
}
