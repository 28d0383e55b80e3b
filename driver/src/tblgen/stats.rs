//! `tablegen-analyzer stats`: time, counts and memory of reading one root.

use std::fmt::Write;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use elaborate::budget::{MIB, MILLION};
use elaborate::hir::StmtKind;
use elaborate::unit::Unit;

use super::edits::{self, Extra};
use super::options::{self, Request};
use super::run::Run;
use super::threads;
use crate::front_end::FrontEnd;
use crate::messages;
use crate::workspace::In;
use crate::{big_stack, disk, resources, terminal};

const PROGRAM: &str = "tablegen-analyzer stats";

/// Runs the command. It takes the driver's options, and further ones: `--edits N`, `--seed S` and `--kind KIND` measure
/// how long answers take after random edits; `--threads N` measures the elaboration of the whole unit on several
/// threads.
pub fn stats(args: &[String]) -> ExitCode {
    let (extra, args) = match edits::plan(args) {
        Ok(it) => it,
        Err(message) => return terminal::usage_error(&message),
    };
    let (request, errors) = options::parse(PROGRAM, &args);
    terminal::eprint(errors.as_bytes());
    let Request::Run(mut options) = request else {
        return terminal::usage_error("stats wants a root file, and the options to read it with");
    };
    options.settle(PROGRAM, Path::new(""));
    let spec = || options.spec();
    let measured = match &extra {
        Extra::Nothing => None,
        Extra::Edits(plan) => Some(big_stack::run(|| {
            edits::run(plan, options.limits(), spec(), options.release())
        })),
        Extra::Threads(threads) => Some(
            big_stack::run(|| threads::run(*threads, options.limits(), &spec(), options.release()))
                .and_then(|it| it),
        ),
    };
    match measured {
        None => {}
        Some(Ok(table)) => return terminal::print(&table),
        Some(Err(_)) => return ExitCode::FAILURE,
    }
    let start = Instant::now();
    let read = match big_stack::run(|| {
        let root = disk::read_input(&options.input);
        Run::of_process(PROGRAM, &options).read(root, &In(""))
    }) {
        // The process ends after this. Freeing everything first would take long.
        Ok(Ok(read)) => ManuallyDrop::new(read),
        _ => return ExitCode::FAILURE,
    };
    terminal::eprint(&read.messages(messages::MAX_OUTPUT));
    let printed = terminal::print(table(&read, start));
    if read.errors > 0 {
        return ExitCode::FAILURE;
    }
    printed
}

fn table(read: &FrontEnd, mut start: Instant) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: String| _ = writeln!(out, "{name:<24} {value:>12}");
    for (name, end) in read.phases {
        line(name, format!("{:.3} s", (end - start).as_secs_f64()));
        start = end;
    }
    line("files", (read.unit.dependencies().len() + 1).to_string());
    line("statements", read.unit.order().len().to_string());
    for (kind, count) in statements_by_kind(&read.unit) {
        line(&format!("  {kind}"), count.to_string());
    }
    line("classes", read.records.classes().len().to_string());
    line("records", read.records.defs().len().to_string());
    let values = &read.records.values;
    line("distinct values", values.len().to_string());
    let budget = values.budget();
    line("steps", format!("{} million", budget.steps() / MILLION));
    let held = (values.memory() + budget.held()) / MIB;
    line("memory as counted", format!("{held} MiB"));
    if let Some(peak) = resources::peak_kib() {
        line("peak memory", format!("{} MiB", peak / 1024));
    }
    out
}

/// The number of statements at file level of each kind, the most frequent kind first.
fn statements_by_kind(unit: &Unit) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for stmt in unit.stmts() {
        let kind = keyword(&stmt.kind);
        match counts.iter_mut().find(|(it, _)| *it == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn keyword(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::Error => "broken",
        StmtKind::Class(_) => "class",
        StmtKind::Multiclass(_) => "multiclass",
        StmtKind::Def(_) => "def",
        StmtKind::Defm(_) => "defm",
        StmtKind::Foreach(_) => "foreach",
        StmtKind::If(_) => "if",
        StmtKind::Let(_) => "let",
        StmtKind::Defset(_) => "defset",
        StmtKind::Deftype(_) => "deftype",
        StmtKind::Defvar(_) => "defvar",
        StmtKind::Assert(_) => "assert",
        StmtKind::Dump(_) => "dump",
    }
}
