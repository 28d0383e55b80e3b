//! Tests that `split-file` cuts are read in parts.

use tests::{TempDir, binary, transcript};

const TEST: &str = "\
// RUN: split-file %s %t
// RUN: llvm-tblgen -I %t %t/one.td | FileCheck %s
// RUN: llvm-tblgen -gen-x %t/two.td -o %t/two.inc

//--- one.td
include \"base.td\"
def A : Base<1>;
def B : Base<\"one\">;

//--- two.td
// A name of its own in each part.
class Base<string s>;
def A : Base<\"two\">;
def B : Base<2>;

//--- base.td
class Base<int n> { int N = n; }
";

#[test]
fn each_part_is_a_file() {
    let dir = TempDir::new("split-check");
    std::fs::create_dir_all(dir.path().join("t")).expect("a folder");
    dir.write("t/test.td", TEST);
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    let shown = run(&["check", "t/test.td"]);
    let errors = shown.lines().filter(|it| it.contains(": error: "));
    let places: Vec<&str> = errors
        .filter_map(|it| it.split(": error: ").next())
        .collect();
    assert_eq!(places, ["t/test.td:8:14", "t/test.td:14:14"], "{shown}");
    assert_eq!(run(&["check", "."]), shown);
    let units = run(&["units"]);
    for part in ["t/test.td/one.td", "t/test.td/two.td"] {
        assert!(units.contains(part), "{units}");
    }
}

#[test]
fn a_test_that_is_not_cut_is_one_file() {
    let dir = TempDir::new("split-not");
    dir.write("test.td", TEST.replace("split-file %s %t", "true"));
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    let shown = run(&["check", "test.td"]);
    assert!(
        shown.contains("could not find include file 'base.td'"),
        "{shown}"
    );
}
