//! The map from generated lines to records: a line that changes with a record comes from it, or from one that reads
//! it.

use std::collections::{BTreeMap, BTreeSet};

use analysis::value::print::{record, value_unquoted};

use super::sources;
use crate::testing::read;
use crate::{Options, Output, Records};

/// The lines that a backend writes, each with the names of the records that it comes from.
fn lines(backend: &str, records: &Records) -> Vec<(String, Vec<String>)> {
    let mut out = Output::new().with_map();
    let backend = crate::find(backend).unwrap();
    backend.run(records, &Options::default(), &mut out).unwrap();
    let map = out.take_map().unwrap();
    let name = |v| value_unquoted(&records.names(), v);
    let sources = map.lines(&out.text).into_iter();
    let sources = sources.map(|it| it.into_iter().map(name).collect());
    let lines = out.text.split_inclusive('\n').map(str::to_owned);
    lines.zip(sources).collect()
}

fn texts(records: &Records) -> BTreeMap<String, String> {
    let text = |def: crate::Rec| record(&records.names(), def.record());
    records
        .defs()
        .map(|def| (def.name().to_owned(), text(def)))
        .collect()
}

fn mentions(text: &str, name: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    text.split(|it| !is_part(it)).any(|word| word == name)
}

/// The records that an edit changed, and those that read them.
fn changed(old: &Records, new: &Records) -> BTreeSet<String> {
    let (old, new) = (texts(old), texts(new));
    let mut changed: BTreeSet<_> = new
        .iter()
        .filter(|(name, text)| old.get(*name) != Some(text))
        .map(|(name, _)| name.clone())
        .collect();
    loop {
        let reads = |text: &str| changed.iter().any(|name| mentions(text, name));
        let readers: Vec<_> = new
            .iter()
            .filter(|(name, text)| !changed.contains(*name) && reads(text))
            .map(|(name, _)| name.clone())
            .collect();
        if readers.is_empty() {
            return changed;
        }
        changed.extend(readers);
    }
}

/// Replaces a piece of the source and checks where the lines come from that change.
#[track_caller]
fn check(backend: &str, text: &str, from: &str, to: &str) {
    assert!(text.contains(from));
    let (old, new) = (read(text), read(&text.replace(from, to)));
    let changed = changed(&old, &new);
    let before: BTreeSet<_> = lines(backend, &old).into_iter().map(|it| it.0).collect();
    let mut count = 0;
    for (line, sources) in lines(backend, &new) {
        if before.contains(&line) {
            continue;
        }
        count += 1;
        assert!(
            sources.iter().any(|it| changed.contains(it)),
            "{line} comes from {sources:?}, changed are {changed:?}"
        );
    }
    assert!(count > 0, "nothing changed");
}

#[test]
fn attributes() {
    check("gen-attrs", sources::ATTRIBUTES, "Cold", "Warm");
    check("gen-attrs", sources::ATTRIBUTES, "\"cold\"", "\"warm\"");
}

#[test]
fn dumps() {
    for backend in ["print-records", "print-detailed-records"] {
        check(backend, sources::ATTRIBUTES, "\"cold\"", "\"warm\"");
    }
}

#[test]
fn options() {
    for backend in ["gen-opt-rst", "gen-opt-parser-defs"] {
        check(backend, sources::OPTIONS, "\"help\"", "\"aid\"");
    }
    check(
        "gen-opt-parser-defs",
        sources::OPTIONS,
        "def level",
        "def degree",
    );
    check("gen-opt-parser-defs", sources::OPTIONS, "group", "family");
}

#[test]
fn conventions() {
    check(
        "gen-callingconv",
        sources::CONVENTIONS,
        "def CC_Toy",
        "def CC_Other",
    );
    check("gen-callingconv", sources::CONVENTIONS, "R1", "R9");
}

#[test]
fn counters() {
    check("gen-exegesis", sources::COUNTERS, "Small", "Little");
    check("gen-exegesis", sources::COUNTERS, "\"cycles\"", "\"ticks\"");
}

#[test]
fn tables() {
    check(
        "gen-searchable-tables",
        sources::TABLES,
        "\"two\"",
        "\"zwei\"",
    );
    check(
        "gen-searchable-tables",
        sources::TABLES,
        "def findByName",
        "def find",
    );
    check("gen-searchable-tables", sources::TABLES, "Red", "Rouge");
}

#[test]
fn automata() {
    check("gen-automata", sources::AUTOMATON, "Push", "Shove");
}

#[test]
fn intrinsics() {
    check(
        "gen-intrinsic-enums",
        sources::INTRINSICS,
        "int_sqrt",
        "int_root",
    );
    check(
        "gen-intrinsic-impl",
        sources::INTRINSICS,
        "int_sqrt",
        "int_root",
    );
    check(
        "gen-intrinsic-impl",
        sources::INTRINSICS,
        "[[1, 2]]",
        "[[3, 2]]",
    );
}

#[test]
fn directives() {
    for backend in ["gen-directive-decl", "gen-directive-impl"] {
        check(backend, sources::DIRECTIVES, "\"private\"", "\"own\"");
        check(
            backend,
            sources::DIRECTIVES,
            "\"parallel\"",
            "\"side by side\"",
        );
    }
}
