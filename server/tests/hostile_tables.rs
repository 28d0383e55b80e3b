//! The worst that backends can be given: a few lines from which more follows than any machine can hold. Each run ends with
//! an error, or with a right table where that fits, and what was written before stays.
#![cfg(unix)]

use std::process::Command;

use backend_testing::isel_source;
use serde_json::{Value, json};
use target_model::instructions::GENERIC;
use tests::lsp::{Client, capabilities};
use tests::{TempDir, binary};

/// A backend, and the text of a root for it.
type Case = (&'static str, String);

fn repeat(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Names or values between commas.
fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// A dag in a dag, so many times.
fn nested(count: usize, outer: &str, inner: &str) -> String {
    let open = format!("({outer} ").repeat(count);
    format!("{open}{inner}{}", ")".repeat(count))
}

/// Fragments of three alternatives each, one inside the other.
fn alternatives(depth: usize) -> String {
    let dag = nested(depth, "many GPR:$b,", "GPR:$a");
    isel_source(
        GENERIC,
        &format!(
            "def many : PatFrags<(ops node:$a, node:$b), [(add $a, $b), (mul $a, $b), (and $a, $b)]>;\n\
             def MANY : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;\n\
             def : Pat<(i32 {dag}), (MANY GPR:$a, GPR:$b)>;\n"
        ),
    )
}

/// Fragments that name the one before twice.
fn doubling_fragments(depth: usize) -> String {
    let line = |i: usize| {
        let before = i
            .checked_sub(1)
            .map_or("add".to_owned(), |it| format!("frag{it}"));
        format!(
            "def frag{i} : PatFrag<(ops node:$a, node:$b), ({before} ({before} $a, $b), $b)>;\n"
        )
    };
    let last = depth - 1;
    isel_source(
        GENERIC,
        &format!(
            "{}def MANY : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;\n\
             def : Pat<(i32 (frag{last} GPR:$a, GPR:$b)), (MANY GPR:$a, GPR:$b)>;\n",
            repeat(depth, line)
        ),
    )
}

/// Operators whose operands may change places, one inside the other.
fn variants(depth: usize) -> String {
    let dag = (0..depth).fold("GPR:$x".to_owned(), |dag, i| {
        format!("(add {dag}, (mul GPR:$a{i}, GPR:$b{i}))")
    });
    let ins = list(depth, |i| format!("GPR:$a{i}, GPR:$b{i}"));
    let given = list(depth, |i| format!("GPR:$a{i}, GPR:$b{i}"));
    isel_source(
        GENERIC,
        &format!(
            "def MANY : Inst<(outs GPR:$d), (ins GPR:$x, {ins})>;\n\
             def : Pat<(i32 {dag}), (MANY GPR:$x, {given})>;\n"
        ),
    )
}

fn cases() -> Vec<Case> {
    vec![
        ("gen-dag-isel", alternatives(9)),
        ("gen-global-isel", alternatives(8)),
        ("gen-instr-info", alternatives(14)),
        ("gen-dag-isel", doubling_fragments(40)),
        ("gen-dag-isel", variants(60)),
    ]
}

#[test]
fn each_ends_within_its_budget() {
    let dir = TempDir::new("hostile-tables");
    dir.write("out.inc", "what was there before\n");
    for (number, (backend, text)) in cases().iter().enumerate() {
        dir.write("root.td", text);
        let script = "ulimit -v 4000000; exec timeout -k 5 60 \"$0\" \"$@\"";
        let done = Command::new("sh")
            .args(["-c", script])
            .arg(binary("tablegen-analyzer"))
            .args([
                "tblgen",
                "--memory-limit=1024",
                "--work-limit=20",
                &format!("-{backend}"),
            ])
            .args(["root.td", "-o", "out.inc"])
            .current_dir(dir.path())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&done.stderr);
        let what = format!(
            "{number} {backend}: {:?}: {}",
            done.status,
            &said[..said.len().min(500)]
        );
        let out = std::fs::read_to_string(dir.path().join("out.inc")).expect("a file");
        match done.status.code() {
            Some(0) => {
                assert_ne!(out, "what was there before\n", "{what}");
                dir.write("out.inc", "what was there before\n");
            }
            Some(1) => {
                assert!(said.contains("error"), "{what}");
                assert_eq!(out, "what was there before\n", "{what}");
            }
            _ => panic!("{what}"),
        }
    }
}

#[test]
fn the_server_answers_after_each_of_them() {
    let limits = json!({"limits": {"memory": 1024, "work": 20}});
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
