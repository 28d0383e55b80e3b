//! From options to records.

use std::sync::Arc;

use analysis::diagnostic::Severity;
use analysis::eval;
use analysis::report::{self, Report};
use analysis::sequential::{self, Elaborated};
use analysis::unit::{self, UnitSpec};
use analysis::value::Values;
use backends::Records;

use super::messages;
use super::options::{Compat, Options};

/// What reading a root file gave.
pub struct FrontEnd {
    /// Missing where llvm-tblgen would have given up.
    pub records: Option<Records>,
    /// What is to be printed to standard error.
    pub messages: Vec<u8>,
    /// How many errors they tell of.
    pub errors: usize,
    /// The files read beside the root, in byte order.
    pub dependencies: Vec<String>,
    /// How many statements the unit has.
    pub statements: usize,
}

struct FileSystem;

impl unit::Files for FileSystem {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
    }
}

/// Reads and elaborates a root file whose content is given.
pub fn run(options: &Options, root: &[u8]) -> FrontEnd {
    let spec = UnitSpec {
        root: options.input.clone(),
        include_dirs: options.include_dirs.clone(),
        macros: options.macros.clone(),
    };
    let compat = match options.compat {
        Compat::Llvm19 => eval::Compat::Llvm19,
        Compat::Llvm22 => eval::Compat::Llvm22,
    };
    if let Some(error) = macro_error(options) {
        return FrontEnd {
            records: None,
            messages: error.into_bytes(),
            errors: 1,
            dependencies: Vec::new(),
            statements: 0,
        };
    }
    let unit = unit::load(&spec, root, &FileSystem);
    let mut dependencies = unit.dependencies.clone();
    dependencies.sort_unstable();

    let elaborated = sequential::run(Arc::new(Values::default()), &unit, compat);
    let Elaborated {
        records,
        diagnostics,
    } = elaborated;
    let mut reports = report::reports(&unit, &records.numbers, diagnostics, compat);
    if options.no_warn_on_unused_template_args {
        reports.retain(|it| !it.unused);
    }
    let complete = reports.iter().all(reading_goes_on);
    FrontEnd {
        records: complete.then_some(records),
        messages: messages::render(&unit.sources, &reports),
        errors: reports.iter().map(messages::errors).sum(),
        dependencies,
        statements: unit.stmts.len(),
    }
}

/// Whether llvm-tblgen 19 reads on after this message, and runs the backend.
fn reading_goes_on(report: &Report) -> bool {
    let starts = [
        "!find start position ",
        "!getdagname index ",
        "!substr length ",
        "!substr start position ",
        "A class or def body should not end with a semicolon",
        "A multiclass body should not end with a semicolon",
        "NUL character is invalid in source",
        "Reached EOF without matching #endif",
        "Step of !range can't be 0",
        "The latest preprocessor control is here",
        "assert condition must of type ",
        "assertion failed",
    ];
    let message = &report.message;
    let goes_on = report.severity != Severity::Error
        || starts.iter().any(|start| message.starts_with(start))
        || (message.starts_with("Initializer of '")
            && message.contains("could not be fully resolved"));
    goes_on && report.notes.iter().all(reading_goes_on)
}

/// LLVM 22's objection to a macro of the command line, which comes before anything is read.
fn macro_error(options: &Options) -> Option<String> {
    let is_name = |name: &str| {
        let mut chars = name.chars();
        chars
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let bad = options.macros.iter().find(|name| !is_name(name))?;
    (options.compat == Compat::Llvm22)
        .then(|| format!("error: invalid macro name `{bad}` specified on command line\n"))
}
