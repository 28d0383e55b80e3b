//! Tests on small sources. The output for real sources is compared with the reference elsewhere.

mod classes;
mod fields;
mod patterns;
mod releases;

use backend_testing::{isel_source, read, run};
use target_model::instructions::GENERIC;

/// Classes of GlobalISel, and the generic instructions of nodes.
const CLASSES: &str = include_str!("tests/classes.td");

fn source(text: &str) -> String {
    let others: Vec<&str> = GENERIC.iter().copied().filter(|it| *it != "COPY").collect();
    isel_source(&others, &format!("{CLASSES}{text}"))
}

/// The selector of a target.
#[track_caller]
fn select(text: &str, options: &[(&'static str, &str)]) -> String {
    run(crate::ALL, "gen-global-isel", options, &read(&source(text))).text_or_error()
}

/// Why patterns are skipped.
#[track_caller]
fn skipped(text: &str) -> String {
    let options = [("warn-on-skipped-patterns", "1")];
    let run = run(
        crate::ALL,
        "gen-global-isel",
        &options,
        &read(&source(text)),
    );
    assert!(run.text.is_ok(), "{:?}", run.text.err());
    let messages = run.said.list.iter().map(|it| format!("{}\n", it.message));
    messages.collect()
}
