//! The same on small self-contained sources.

#[path = "../../llvm/src/tests/sources.rs"]
mod sources;

use std::sync::Arc;

use elaborate::unit::Files;

use crate::unit::Unit;

const SETS: &str = r#"
class Set<dag elements> { dag Elements = elements; }
def add; def A; def B; def C;
def Some : Set<(add A, B)>;
def More : Set<(add Some, C)>;
def Other : Set<(add C)>;
"#;

pub(crate) struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

/// Replaces a piece of a source and checks the origins of the changed lines.
#[track_caller]
fn check(backend: &str, text: &str, from: &str, to: &str) {
    assert!(text.contains(from));
    let read = |text: &str| Unit::parse("a.td", text.into(), &[], &NoFiles).unwrap();
    let (old, new) = (read(text), read(&text.replace(from, to)));
    let difference = crate::compare(backend, &old, &new).unwrap();
    assert!(difference.lines > 0, "nothing changed");
}

#[test]
fn attributes() {
    check("gen-attrs", sources::ATTRIBUTES, "Cold", "Warm");
    check("gen-attrs", sources::ATTRIBUTES, "\"cold\"", "\"warm\"");
}

#[test]
fn dumps() {
    for backend in ["print-records", "print-detailed-records"] {
        check(backend, sources::ATTRIBUTES, "Cold", "Warm");
        check(backend, sources::ATTRIBUTES, "\"cold\"", "\"warm\"");
    }
}

#[test]
fn sets() {
    check("print-sets", SETS, "Some", "Same");
    check("print-sets", SETS, "(add A, B)", "(add A)");
    check("print-sets", SETS, "def C", "def D; defvar C = D");
}

#[test]
fn options() {
    for backend in ["gen-opt-rst", "gen-opt-parser-defs"] {
        check(backend, sources::OPTIONS, "\"help\"", "\"aid\"");
    }
    let backend = "gen-opt-parser-defs";
    check(backend, sources::OPTIONS, "def level", "def degree");
    check(backend, sources::OPTIONS, "group", "family");
}

#[test]
fn conventions() {
    let backend = "gen-callingconv";
    check(backend, sources::CONVENTIONS, "def CC_Toy", "def CC_Other");
    check(backend, sources::CONVENTIONS, "R1", "R9");
}

#[test]
fn counters() {
    check("gen-exegesis", sources::COUNTERS, "Small", "Little");
    check("gen-exegesis", sources::COUNTERS, "\"cycles\"", "\"ticks\"");
}

#[test]
fn tables() {
    let backend = "gen-searchable-tables";
    check(backend, sources::TABLES, "\"two\"", "\"zwei\"");
    check(backend, sources::TABLES, "def findByName", "def find");
    check(backend, sources::TABLES, "Red", "Rouge");
}

#[test]
fn automata() {
    check("gen-automata", sources::AUTOMATON, "Push", "Shove");
    let more = "[\"Read\"]; string TypeOf_Read = \"Kind\"";
    check("gen-automata", sources::AUTOMATON, "[\"Read\"]", more);
}

#[test]
fn intrinsics() {
    let text = sources::INTRINSICS;
    check("gen-intrinsic-enums", text, "int_sqrt", "int_root");
    check("gen-intrinsic-impl", text, "int_sqrt", "int_root");
    check("gen-intrinsic-impl", text, "[[1, 2]]", "[[3, 2]]");
    let edit = (
        "def int_toy_spin : Intrinsic { let TargetPrefix = \"toy\"",
        "def int_top_spin : Intrinsic { let TargetPrefix = \"top\"",
    );
    check("gen-intrinsic-impl", text, edit.0, edit.1);
}

#[test]
fn directives() {
    for backend in ["gen-directive-decl", "gen-directive-impl"] {
        let text = sources::DIRECTIVES;
        check(backend, text, "\"private\"", "\"own\"");
        check(backend, text, "\"parallel\"", "\"side by side\"");
    }
}

#[test]
fn shorter_prefixes() {
    let backend = "gen-x86-EVEX2VEX-tables";
    check(backend, sources::EVEX_TO_VEX, "def VADD ", "def VADE ");
    check(backend, sources::EVEX_TO_VEX, "hasAVX2()", "hasAVX3()");
    check(backend, sources::EVEX_TO_VEX, "\"VSUB\"", "\"VADD\"");
}

#[test]
fn semantics() {
    let text = backend_testing::older_source(
        r#"
        def add_su : PatFrag<(ops node:$a, node:$b), (plus node:$a, node:$b), [{ return true; }]>;
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (plus GPR:$a, GPR:$b))]>;
        def ADS : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add_su GPR:$a, GPR:$b))]>;
        def INC : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def Inc : Semantics<INC, [(set GPR:$d, (plus GPR:$a, 1))]>;
        "#,
    );
    let backend = "gen-semantics";
    check(backend, &text, "def ADD ", "def ADE ");
    check(backend, &text, "add_su", "add_so");
    check(backend, &text, "\"SelectAddr\"", "\"SelectPlace\"");
    check(backend, &text, "i32imm", "i23imm");
    check(backend, &text, "\"ISD::ADD\"", "\"ISD::SUM\"");
    check(
        backend,
        &text,
        "def CCR : RegisterClass<[i32]",
        "def CCR : RegisterClass<[i16]",
    );
}
