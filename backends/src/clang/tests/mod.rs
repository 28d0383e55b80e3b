//! What the backends write for small inputs, and how they complain.

mod builtins;
mod comments;
mod diagnostics;
mod nodes;
mod options;
mod properties;

use std::fmt::Write;

use elaborate::diagnostic::{Diagnostic, Severity};
use expect_test::Expect;

use crate::testing::read;
use crate::{Options, Output, Records};

/// What a backend says, with line numbers, and what it writes below the comment at the top.
#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    check_with(backend, &[], text, want);
}

#[track_caller]
fn check_with(backend: &str, options: &[(&'static str, &str)], text: &str, want: Expect) {
    let records = read(text);
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
