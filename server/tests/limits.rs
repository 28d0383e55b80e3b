//! Limits of time and memory, and where they can be set.

use std::time::{Duration, Instant};

use serde_json::json;
use tests::lsp::{Client, PATIENCE, capabilities};
use tests::{TempDir, binary, transcript};

/// Forty lines that expand to more records than any machine can hold.
fn multiclasses() -> String {
    let calls = |i: usize| {
        let below = i - 1;
        format!("multiclass M{i} {{ defm x : M{below}; defm y : M{below}; }}\n")
    };
    let calls: String = (1..40).map(calls).collect();
    format!("def before;\nmulticlass M0 {{ def a; def b; }}\n{calls}def after;\n")
}

/// Loops that run for hours without results.
const LOOPS: &str = "\
foreach a = 0...2000 in foreach b = 0...2000 in foreach c = 0...2000 in
  if !lt(c, 0) then def never;
";

fn run(args: &[&str], text: &str) -> String {
    let dir = TempDir::new("limits");
    dir.write("a.td", text);
    transcript(binary("tablegen-analyzer"), args, dir.path())
}

#[test]
fn the_limits_of_a_run_are_options() {
    let work = run(&["tblgen", "--work-limit=2", "a.td"], LOOPS);
    assert_eq!(
        work,
        "exit 1\n--- stderr\na.td:1:1: error: elaboration stops here: this takes more than what is left of \
         2 million steps (limit of work)\nforeach a = 0...2000 in foreach b = 0...2000 in foreach c = 0...2000 in\n^\n"
    );
    let memory = run(&["tblgen", "--memory-limit", "20", "a.td"], &multiclasses());
    assert!(memory.starts_with("exit 1\n"), "{memory}");
    assert!(
        memory.contains("what is left of 20 MiB (limit of memory)"),
        "{memory}"
    );
    assert_eq!(memory.matches("error").count(), 1, "{memory}");
    let check = run(&["check", "--work-limit=2", "a.td"], LOOPS);
    assert!(check.contains("(limit of work)"), "{check}");
    let lazy = [
        "tblgen",
        "--work-limit=2",
        "--lazy",
        "--print-records",
        "a.td",
    ];
    assert!(run(&lazy, LOOPS).contains("(limit of work)"));
    let enough = [
        "tblgen",
        "--work-limit=0",
        "--memory-limit=0",
        "-null-backend",
        "a.td",
    ];
    assert_eq!(run(&enough, "foreach i = 0...9 in def d#i;"), "exit 0\n");
    let wrong = run(&["check", "--work-limit=much", "a.td"], LOOPS);
    assert!(wrong.contains("--work-limit wants a number"), "{wrong}");
}

#[test]
fn a_run_takes_about_as_much_memory_as_it_may() {
    // The command prints the peak of its memory.
    let stats = run(&["stats", "--memory-limit=60", "a.td"], &multiclasses());
    assert!(stats.contains("60 MiB (limit of memory)"), "{stats}");
    let peak = stats.lines().find_map(|it| it.strip_prefix("peak memory"));
    let peak = peak.and_then(|it| it.trim().strip_suffix(" MiB"));
    let peak: usize = peak
        .and_then(|it| it.parse().ok())
        .expect("a number of MiB");
    assert!((30..120).contains(&peak), "{stats}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn work_ends_by_itself() {
    let done = run(&["tblgen", "-null-backend", "a.td"], LOOPS);
    assert!(done.contains("500 million steps (limit of work)"), "{done}");
}

#[test]
fn an_edit_is_answered_while_something_endless_is_worked_out() {
    let limits = json!({"limits": {"work": 0, "memory": 0}});
    let mut client = Client::with("endless", "//- a.td\n", capabilities(), limits);
    let lists = "def d { list<int> x = !listremove(!range(0, 40000), !range(40000, 80000)); }\n";
    for text in [LOOPS, &multiclasses(), lists] {
        client.open_text("a.td", text);
        std::thread::sleep(Duration::from_millis(300));
        client.change("a.td", "def fine;\n");
        let found = client
            .ask("tablegen/records", json!({}))
            .expect("an answer");
        assert_eq!(found["total"], 1);
        client.close("a.td");
    }
}

#[test]
fn the_server_tells_of_what_takes_too_much_and_makes_the_rest() {
    let limits = json!({"limits": {"work": 4, "memory": 30}});
    let mut client = Client::with("runaway", "//- a.td\n", capabilities(), limits);
    client.open_text("a.td", &format!("def before;\n{LOOPS}def after;\n"));
    let told = client.diagnostics("a.td");
    assert!(
        told.contains("of 4 million steps (limit of work)"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1, "{told}");
    let found = client
        .ask("tablegen/records", json!({}))
        .expect("an answer");
    assert_eq!(found["total"], 2);
    client.change("a.td", "def before;\n");
    client.settle();
    assert_eq!(client.diagnostics("a.td"), "");
}

#[cfg(target_os = "linux")]
#[cfg_attr(
    feature = "portable",
    ignore = "the server limits the C library's memory only on Linux"
)]
#[test]
fn the_server_starts_in_little_address_space() {
    let text = "class A<int n> { int v = A<!add(n, 1)>.v; }\ndef a : A<0>;\ndef b;\n";
    let limited = |_: &std::path::Path, server: &mut std::process::Command| {
        let binary = server.get_program().to_owned();
        *server = std::process::Command::new("/bin/sh");
        let script = "ulimit -v 524288 && exec \"$0\" \"$@\"";
        server.args(["-c", script]).arg(binary);
    };
    let mut client = Client::prepared("little", "//- a.td\n", limited);
    client.initialize(&capabilities(), &json!({}));
    client.open_text("a.td", text);
    let told = client.diagnostics("a.td");
    assert!(told.contains("nested"), "{told}");
    let found = client
        .ask("tablegen/records", json!({}))
        .expect("an answer");
    assert!(found["total"].is_u64(), "{found}");
}

/// With four large targets open, the server frees the results of those that were used longest ago, although none has
/// been idle for long. The diagnostics stay.
#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn units_that_hold_much_together_are_freed_early() {
    const MANY_VALUES: u64 = 1_500_000;
    let corpus = std::env::var("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let options = json!({"limits": {"idle": 100_000}});
    let mut client = Client::with("crowded", "", capabilities(), options);
    let targets = ["AMDGPU", "X86", "RISCV", "AArch64"];
    for target in targets {
        let path = format!("{corpus}/llvm/lib/Target/{target}/{target}.td");
        let text = std::fs::read_to_string(&path).expect("a file");
        client.open_text(&path, &text);
    }
    client.settle();
    let end = Instant::now() + PATIENCE;
    loop {
        let memory = client.ask("tablegen/memory", json!({})).expect("numbers");
        let units = memory["units"].as_array().expect("a list").iter();
        let values: Vec<u64> = units.filter_map(|it| it["values"].as_u64()).collect();
        assert_eq!(values.len(), targets.len());
        if values.iter().sum::<u64>() < MANY_VALUES {
            // The target that was opened last is complete.
            assert!(values.iter().any(|it| *it > 100_000), "{values:?}");
            break;
        }
        assert!(Instant::now() < end, "{values:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
