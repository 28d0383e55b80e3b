//! What the backends write for small inputs, and how they complain.

mod builtins;
mod comments;
mod diagnostics;
mod nodes;
mod options;
mod properties;

use std::fmt::Write;

use analysis::diagnostic::{Diagnostic, Severity};
use analysis::eval::Compat;
use analysis::report::{Report, reports};
use analysis::sequential::{self, Elaborated};
use analysis::unit::{Files, UnitSpec, load};
use expect_test::Expect;

use crate::{Options, Output, Records};

struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
}

fn records(text: &str) -> Records {
    let spec = UnitSpec {
        root: "a.td".to_owned(),
        ..UnitSpec::default()
    };
    let unit = load(&spec, text.as_bytes(), &NoFiles);
    let Elaborated {
        records,
        diagnostics,
    } = sequential::run(Default::default(), &unit, Compat::Llvm19);
    let mut reports = reports(&unit, &records.numbers, diagnostics, Compat::Llvm19);
    reports.retain(Report::stops);
    assert!(reports.is_empty(), "{reports:?}");
    records
}

/// What a backend says, with line numbers, and what it writes below the comment at the top.
#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    check_with(backend, &[], text, want);
}

#[track_caller]
fn check_with(backend: &str, options: &[(&'static str, &str)], text: &str, want: Expect) {
    let records = records(text);
    let options = options
        .iter()
        .map(|(name, value)| (*name, value.to_string()));
    let mut out = Output::new();
    let result = crate::find(backend)
        .unwrap()
        .run(&records, &Options(options.collect()), &mut out);
    let mut shown = String::new();
    for diagnostic in out
        .diagnostics
        .iter()
        .chain(result.as_ref().err().map(|it| &**it))
    {
        show(&mut shown, &records, diagnostic);
    }
    let errors = out
        .diagnostics
        .iter()
        .filter(|it| it.severity == Severity::Error);
    if result.is_ok() && errors.count() == out.forgiven {
        shown.push_str(without_header(&out.text));
    }
    want.assert_eq(&shown);
}

fn show(shown: &mut String, records: &Records, diagnostic: &Diagnostic) {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    if let Some(at) = diagnostic.at {
        let _ = write!(shown, "{}: ", records.place(at.loc).line);
    }
    let _ = writeln!(shown, "{severity}: {}", diagnostic.message);
}

fn without_header(text: &str) -> &str {
    match text.split_once("===*/\n\n") {
        Some((header, text)) if header.starts_with("/*===-") => text,
        _ => text,
    }
}
