use std::sync::Arc;

use syntax::Release;

use super::load_and_run;
use crate::budget::Limits;
use crate::record::print::record as record_text;
use crate::sequential::{self, Elaborated};
use crate::unit::{Files, UnitSpec, load};
use crate::value::ValueStore;

/// The root and the files that it includes.
struct Folder<'a>(&'a [(&'a str, &'a str)]);

impl Files for Folder<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let (_, text) = self.0.iter().find(|(name, _)| *name == path)?;
        Some((*text).into())
    }
}

/// Elaborates the files, of which the first is the root, with and without overlap, and checks that the results are the
/// same. Returns whether the statements that were elaborated while the files were read are those of the unit.
fn is_done_meanwhile(files: &[(&str, &str)], limits: Limits) -> bool {
    let spec = UnitSpec {
        root: files[0].0.to_owned(),
        ..UnitSpec::default()
    };
    let root: Arc<str> = files[0].1.into();
    let values = || Arc::new(ValueStore::default().within(limits));
    let files = Folder(files);
    let unit = load(&spec, root.clone(), &files);
    let expected = sequential::run(values(), &unit, Release::NEWEST);
    let (overlapped, done) =
        load_and_run(0, || true, &spec, &root, &files, values, Release::NEWEST);
    assert_eq!(unit.sources.layout.steps, overlapped.sources.layout.steps);
    assert!(unit.stmts().eq(overlapped.stmts()));
    let is_done = done.is_some();
    let done = done.unwrap_or_else(|| sequential::run(values(), &overlapped, Release::NEWEST));
    assert_eq!(shown(&expected), shown(&done));
    is_done
}

fn shown(done: &Elaborated) -> (String, String) {
    let defs = done.records.defs();
    let texts = defs.map(|it| record_text(&it.records().names(), it.record()));
    (texts.collect(), format!("{:?}", done.diagnostics))
}

#[test]
fn statements_are_elaborated_while_files_are_read() {
    let done = |files: &[(&str, &str)]| is_done_meanwhile(files, Limits::default());
    assert!(done(&[("a.td", "class A; def a : A; def b { A c = a; }")]));
    let around = "class A; let X = 1 in { include \"b.td\" } def z : A; defset list<A> l = { include \"b.td\" }";
    assert!(done(&[
        ("a.td", around),
        ("b.td", "def : A; defvar i = 1;")
    ]));
    // An include guard, and an error in an included file.
    let twice = "include \"b.td\"\ninclude \"b.td\"\ndef : B;";
    let guarded = "#ifndef B\n#define B\nclass B; def b : None;\n#endif\n";
    assert!(done(&[("a.td", twice), ("b.td", guarded)]));
}

#[test]
fn what_an_include_changes_in_its_includer_is_seen() {
    let done = |files: &[(&str, &str)]| is_done_meanwhile(files, Limits::default());
    // A macro of the included file is asked for.
    let asks = "class A;\ninclude \"b.td\"\n#ifdef M\ndef m : A;\n#else\ndef n : A;\n#endif";
    assert!(!done(&[("a.td", asks), ("b.td", "#define M\n")]));
    // A statement goes on in the included file.
    assert!(!done(&[
        ("a.td", "class A;\ndef a :\ninclude \"b.td\""),
        ("b.td", "A;")
    ]));
    assert!(!done(&[
        ("a.td", "class A;\nlet X = 1 in {\ninclude \"b.td\""),
        ("b.td", "def : A; }")
    ]));
    // There is no such file.
    assert!(!done(&[(
        "a.td",
        "class A;\ninclude \"none.td\"\ndef a : A;"
    )]));
}

#[test]
fn elaboration_ends_at_the_limits_of_the_unit() {
    let limits = Limits {
        steps: 100_000,
        ..Limits::default()
    };
    let files = &[
        (
            "a.td",
            "def a;\nforeach i = 0...1000000 in def b#i;\ninclude \"b.td\"\ndef c;",
        ),
        ("b.td", "def d;"),
    ];
    assert!(is_done_meanwhile(files, limits));
}
