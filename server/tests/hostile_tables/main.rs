//! Worst cases for backends: a few lines that expand to more than any machine can hold. Each run ends with an error, or
//! with a correct table if that fits, and the previous output is kept. The longer ones run in optimized builds only.
#![cfg(unix)]

use std::process::Command;

use selection::{alternatives, doubling_fragments};
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};
use tests::{TempDir, binary};

mod clang;
mod commands;
mod machine;
mod records;
mod registers;
mod schedule;
mod selection;

/// A backend with its options, the text of a root for it, and the expected message, which is empty if the table fits.
type Case = (&'static str, String, &'static str);

const BEFORE: &str = "what was there before\n";

fn repeat(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Names or values between commas.
fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// A dag in a dag, `count` deep.
fn nested(count: usize, outer: &str, inner: &str) -> String {
    let open = format!("({outer} ").repeat(count);
    format!("{open}{inner}{}", ")".repeat(count))
}

/// Runs each case and checks its end: with its table, or with an error at a place of the root, after which the previous
/// output is unchanged. A message that begins with `error: ` has no place, as in the reference.
fn check(limits: &[&str], cases: Vec<Case>) {
    let dir = TempDir::new("hostile-tables");
    dir.write("out.inc", BEFORE);
    for (number, (backend, text, want)) in cases.iter().enumerate() {
        dir.write("root.td", text);
        let script = "ulimit -v 4000000; exec timeout -k 5 120 \"$0\" \"$@\"";
        let done = Command::new("sh")
            .args(["-c", script])
            .arg(binary("tablegen-analyzer"))
            // The targets here have the instructions of that release.
            .args(["tblgen", "--compat=19"])
            .args(limits)
            .args(format!("-{backend}").split(' '))
            .args(["root.td", "-o", "out.inc"])
            .current_dir(dir.path())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&done.stderr);
        let start: String = said.chars().take(500).collect();
        let what = format!("{number} {backend}: {:?}: {start}", done.status);
        let out = std::fs::read_to_string(dir.path().join("out.inc")).expect("a file");
        if want.is_empty() {
            assert_eq!(done.status.code(), Some(0), "{what}");
            assert_ne!(out, BEFORE, "{what}");
            dir.write("out.inc", BEFORE);
        } else {
            assert_eq!(done.status.code(), Some(1), "{what}");
            assert_eq!(out, BEFORE, "{what}");
            let has_place = |it: &str| it.starts_with("root.td:") && it.contains(": error: ");
            let fits = |it: &str| it.contains(want) && (has_place(it) || it.starts_with(want));
            assert!(said.lines().any(fits), "{what}");
        }
    }
}

/// Little work, so that each ends soon, and the memory that is allowed.
const LITTLE_WORK: &[&str] = &["--memory-limit=1024", "--work-limit=5"];

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn of_registers() {
    check(LITTLE_WORK, registers::cases());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn of_schedules() {
    check(LITTLE_WORK, schedule::cases());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn of_machine_code() {
    check(LITTLE_WORK, machine::cases());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn of_selection() {
    check(LITTLE_WORK, selection::cases());
}

#[test]
fn of_records() {
    check(LITTLE_WORK, records::cases());
}

#[test]
fn of_clang() {
    check(LITTLE_WORK, clang::cases());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn memory_runs_out() {
    let much_work = &["--memory-limit=160", "--work-limit=2000"];
    check(much_work, selection::greedy());
    check(much_work, registers::greedy());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn the_server_answers_after_each_of_them() {
    let limits = json!({"limits": {"memory": 1024, "work": 20}, "compat": 19});
    let mut client = Client::with(
        "hostile-tables",
        "//- Root.td\ndef a;\n",
        capabilities(),
        limits,
    );
    client.open("Root.td");
    let roots = [
        ("gen-dag-isel", alternatives(9)),
        ("gen-dag-isel", alternatives(14)),
        ("gen-global-isel", doubling_fragments(40)),
        ("gen-register-info", registers::overlapping_classes(10)),
        ("gen-subtarget", schedule::conditions_of_conditions(40)),
        ("print-records", records::doubling_dags(40)),
        ("gen-riscv-vector-builtins", clang::long_prototypes(3000)),
    ];
    for (backend, text) in roots {
        client.change("Root.td", &text);
        let unit = json!({"uri": client.uri("Root.td"), "backend": backend});
        let shown: Result<Value, Value> = client.ask("tablegen/preview", unit);
        let shown = format!("{shown:?}");
        assert!(shown.len() < 10_000_000, "{backend}");
        client.change("Root.td", "def a;\n");
        let found = client
            .ask("tablegen/records", json!({}))
            .expect("an answer");
        assert_eq!(
            found["total"],
            1,
            "{backend}: {}",
            &shown[..shown.len().min(300)]
        );
    }
}
