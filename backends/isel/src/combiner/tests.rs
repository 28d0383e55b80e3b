//! Tests on small sources. The output for real sources is compared with the reference elsewhere.

mod classes;
mod mistakes;
mod releases;
mod tables;

use backend_testing::{read, read_as, run, target_source};
use elaborate::records::Release;
use target_model::releases::opcodes;

/// Generic instructions that the tests use, each with its results and operands.
const INSTRUCTIONS: &[(&str, &str, &str)] = &[
    ("G_ADD", "type0:$dst", "type0:$a, type0:$b"),
    ("G_ZEXT", "type0:$dst", "type1:$a"),
    ("G_TRUNC", "type0:$dst", "type1:$a"),
    ("G_FNEG", "type0:$dst", "type0:$a"),
    ("G_FABS", "type0:$dst", "type0:$a"),
    ("G_CONSTANT", "type0:$dst", "unknown:$value"),
    ("G_STORE", "", "type0:$value, type1:$address"),
    ("G_UNMERGE_VALUES", "type0:$dst, variable_ops", "type1:$a"),
    ("G_BUILD_VECTOR", "type0:$dst", "type1:$a, variable_ops"),
    ("G_INTRINSIC", "variable_ops", "variable_ops"),
];

/// A target with the rules of a text and the combiner `C` of the rules that are listed.
fn source(text: &str, rules: &str) -> String {
    source_as(Release::V19, text, rules)
}

/// The same with the generic instructions of a release.
pub(super) fn source_as(release: Release, text: &str, rules: &str) -> String {
    let is_other = |name: &&str| INSTRUCTIONS.iter().all(|it| it.0 != *name);
    let others: Vec<&str> = opcodes(release).iter().copied().filter(is_other).collect();
    let classes = include_str!("tests/classes.td");
    let mut instructions = String::new();
    for (name, outs, ins) in INSTRUCTIONS {
        instructions += &format!("def {name} : Generic<(outs {outs}), (ins {ins})>;\n");
    }
    let combiner = format!("def C : GICombiner<[{rules}]>;");
    target_source(
        &others,
        &format!("{classes}{instructions}{text}\n{combiner}"),
    )
}

/// The number of lines before the text in a source.
fn lines_before(text: &str) -> u32 {
    let source = source(text, "");
    let (before, _) = source.split_once(text).unwrap();
    before.matches('\n').count() as u32
}

/// The text of the combiner.
#[track_caller]
fn combine(text: &str, rules: &str) -> String {
    let records = read(&source(text, rules));
    let options = [("combiners", "C")];
    run(crate::ALL, "gen-global-isel-combiner", &options, &records).text_or_error()
}

/// The messages of a release about rule `R`, and the text of its combiner.
#[track_caller]
fn combine_as(release: Release, text: &str) -> String {
    let records = read_as(release, &source_as(release, text, "R"));
    let options = [("combiners", "C")];
    let run = run(crate::ALL, "gen-global-isel-combiner", &options, &records);
    let messages = run.said.list.iter().map(|it| format!("{}\n", it.message));
    messages.collect::<String>() + &run.text_or_error()
}

/// The messages about rule `R`, with lines counted in the text, and the parsed rule if options ask for it.
#[track_caller]
fn said(text: &str, options: &[(&'static str, &str)]) -> String {
    let records = read(&source(text, "R"));
    let options = [&[("combiners", "C")], options].concat();
    let mut run = run(crate::ALL, "gen-global-isel-combiner", &options, &records);
    if !options
        .iter()
        .any(|it| it.0 == "gicombiner-stop-after-parse")
    {
        run.text = run.text.map(|_| String::new());
    }
    let dumps = run.said.dumps.iter();
    let dumps: String = dumps.map(|(_, text)| text.as_str()).collect();
    let shown = run.shown_below(&records, lines_before(text));
    // The error at the combiner follows from the others.
    let shown = shown
        .lines()
        .filter(|it| !it.ends_with("Failed to parse one or more rules"));
    let shown: String = shown.map(|it| format!("{it}\n")).collect();
    dumps + &shown
}
