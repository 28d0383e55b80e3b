//! `tablegen-analyzer stats`: time, counts and memory of reading one root.

use std::fmt::Write;
use std::process::ExitCode;

use super::options::{self, Request};
use super::phases::Phases;
use super::run;
use crate::{cli, usage};

const PROGRAM: &str = "tablegen-analyzer stats";

/// Runs the command. It takes the driver's options.
pub fn stats(args: &[String]) -> ExitCode {
    let (request, errors) = options::parse(PROGRAM, args);
    cli::eprint(errors.as_bytes());
    let Request::Run(options) = request else {
        return cli::usage_error("stats wants a root file, and the options to read it with");
    };
    let mut phases = Phases::new(true);
    phases.start("read and elaborate");
    let Ok(front_end) = run::read(PROGRAM, &options) else {
        return ExitCode::FAILURE;
    };
    cli::eprint(&front_end.messages);
    let mut out = String::new();
    let mut line = |name: &str, value: String| _ = writeln!(out, "{name:<22} {value:>12}");
    for (name, times) in phases.finish() {
        line(name, format!("{:.3} s", times.wall));
    }
    line("files", (front_end.dependencies.len() + 1).to_string());
    line("statements", front_end.statements.to_string());
    if let Some(records) = &front_end.records {
        line("classes", records.classes().len().to_string());
        line("records", records.defs().len().to_string());
        line("distinct values", records.values.len().to_string());
    }
    if let Some(peak) = usage::peak_kib() {
        line("peak memory", format!("{} MiB", peak / 1024));
    }
    let failed = front_end.records.is_none() || front_end.errors > 0;
    // The process ends; taking the records apart first would take long.
    std::mem::forget(front_end.records);
    let printed = cli::print(&out);
    if failed { ExitCode::FAILURE } else { printed }
}
