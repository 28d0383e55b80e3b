//! The same limits in commands that make several tables, on several threads.

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use tests::{TempDir, binary, transcript};

use super::registers::overlapping_classes;
use super::selection::alternatives;

/// Two roots that are too much, and one that is not.
const TABLES: [(&str, &str); 4] = [
    ("Classes.td", "gen-register-info"),
    ("Patterns.td", "gen-dag-isel"),
    ("Patterns.td", "gen-instr-info"),
    ("Small.td", "gen-searchable-tables"),
];

fn roots() -> TempDir {
    let dir = TempDir::new("hostile-commands");
    dir.write("Classes.td", overlapping_classes(10));
    dir.write("Patterns.td", alternatives(9));
    dir.write(
        "Small.td",
        "class GenericEnum;\nclass GenericTable;\nclass SearchIndex;\n",
    );
    dir
}

/// The same with a file of rows.
fn rows() -> TempDir {
    let dir = roots();
    let mut text = "id\ttool\tbackend\targs\tinclude_dirs\troot\n".to_owned();
    for (root, backend) in TABLES {
        let _ = writeln!(
            text,
            "{backend}\tllvm-tblgen\t-{backend}\t--compat=19 --work-limit=5 --memory-limit=1024\t\t{root}"
        );
    }
    dir.write("rows.tsv", text);
    dir
}

/// Checks the roots that exceed a limit.
#[track_caller]
fn check_said(said: &str, want: &[&str]) {
    let is_limit = |it: &&str| it.contains(": error: ") && it.contains("(limit of work)");
    let limited = said.lines().filter(is_limit);
    let mut roots: Vec<_> = limited.filter_map(|it| it.split(':').next()).collect();
    roots.sort_unstable();
    roots.dedup();
    assert_eq!(roots, want, "{said}");
}

#[test]
fn in_a_batch() {
    let dir = rows();
    let args = ["batch", "rows.tsv", "--out", "out"];
    let said = transcript(binary("tablegen-analyzer"), &args, dir.path());
    assert!(said.starts_with("exit 1\n"), "{said}");
    check_said(&said, &["Classes.td", "Patterns.td"]);
    let made = |name: &str| dir.path().join("out").join(name).exists();
    assert!(
        made("gen-searchable-tables") && !made("gen-dag-isel"),
        "{said}"
    );
}

#[test]
fn in_a_batch_that_watches() {
    let dir = rows();
    let mut child = Command::new(binary("tablegen-analyzer"))
        .args(["batch", "rows.tsv", "--out", "out", "--watch"])
        .current_dir(dir.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut until_rest = || {
        let mut said = String::new();
        for line in lines.by_ref().map_while(Result::ok) {
            let ends = line.ends_with("; watching");
            said += &(line + "\n");
            if ends {
                break;
            }
        }
        said
    };
    check_said(&until_rest(), &["Classes.td", "Patterns.td"]);
    // Another text that is too much, and then one that is not.
    dir.write("Classes.td", overlapping_classes(11));
    check_said(&until_rest(), &["Classes.td"]);
    dir.write("Classes.td", overlapping_classes(3));
    let said = until_rest();
    check_said(&said, &[]);
    assert!(dir.path().join("out/gen-register-info").exists(), "{said}");
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
}

#[test]
fn in_a_check_of_what_a_build_makes() {
    let dir = roots();
    let mut text = String::new();
    for (root, backend) in TABLES {
        let _ = writeln!(
            text,
            "set(LLVM_TARGET_DEFINITIONS {root})\ntablegen(LLVM {backend}.inc -{backend})"
        );
    }
    dir.write("CMakeLists.txt", text);
    let args = [
        "check",
        "--compat=19",
        "--work-limit=5",
        "--memory-limit=1024",
        "--backends",
        ".",
    ];
    let said = transcript(binary("tablegen-analyzer"), &args, dir.path());
    assert!(said.starts_with("exit 1\n"), "{said}");
    check_said(&said, &["Classes.td", "Patterns.td"]);
}

#[test]
fn in_elaboration_on_several_threads() {
    let dir = TempDir::new("hostile-commands");
    let loops =
        |it: &str| format!("foreach a = 0...2000 in foreach b = 0...2000 in def {it}#a#b;\n");
    dir.write("Loops.td", ["a", "b", "c", "d"].map(loops).concat());
    let args = [
        "stats",
        "--threads",
        "4",
        "--work-limit=5",
        "--memory-limit=200",
        "Loops.td",
    ];
    let said = transcript(binary("tablegen-analyzer"), &args, dir.path());
    assert!(said.starts_with("exit 0\n"), "{said}");
    assert!(said.contains("same records and messages    yes"), "{said}");
    let peak = said
        .lines()
        .find_map(|it| it.strip_prefix("peak memory of both"));
    let peak = peak.and_then(|it| it.trim().strip_suffix(" MiB")?.parse().ok());
    assert!(peak.is_some_and(|it: usize| it < 400), "{said}");
}
