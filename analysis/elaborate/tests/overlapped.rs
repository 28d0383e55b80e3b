//! Elaborating a unit while its files are read gives the same records and errors as elaborating it afterwards.

use std::sync::Arc;

use elaborate::budget::Limits;
use elaborate::overlapped::{Done, load_and_run};
use elaborate::record::print::record as record_text;
use elaborate::sequential::{self, Elaborated};
use elaborate::unit::{Files, UnitSpec, load};
use elaborate::value::ValueStore;
use syntax::{MacroSet, Release};
use tests::cuts::with_conditionals;
use tests::programs::program;
use tests::random::Random;

/// Names and texts of files. The first is the root.
struct Folder(Vec<(String, String)>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let (_, text) = self.0.iter().find(|(name, _)| name == path)?;
        Some(text.as_str().into())
    }
}

/// Elaborates the files in both ways and compares the results.
fn check(folder: &Folder, limits: Limits) -> Done {
    let spec = UnitSpec {
        root: folder.0[0].0.clone(),
        ..UnitSpec::default()
    };
    let (root, release) = (folder.0[0].1.as_str().into(), Release::NEWEST);
    let values = |_| Arc::new(ValueStore::default().within(limits));
    let unit = load(&spec, Arc::clone(&root), folder);
    let expected = sequential::run(values(0), &unit, release);
    let done = load_and_run(0, || true, &spec, &root, folder, &values, release);
    assert_eq!(unit.sources.layout.steps, done.unit.sources.layout.steps);
    assert!(unit.stmts().eq(done.unit.stmts()));
    assert_eq!(shown(&expected), shown(&done.elaborated));
    done
}

/// The records and the errors.
fn shown(done: &Elaborated) -> (String, String) {
    let defs = done.records.defs();
    let texts = defs.map(|it| record_text(&it.records().names(), it.record()));
    (texts.collect(), format!("{:?}", done.diagnostics))
}

fn check_files(files: &[(&str, &str)], limits: Limits) -> Done {
    let files = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    check(&Folder(files.collect()), limits)
}

#[test]
fn statements_are_elaborated_while_files_are_read() {
    let done = |files: &[(&str, &str)]| check_files(files, Limits::default()).is_overlapped;
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
    let done = |files: &[(&str, &str)]| check_files(files, Limits::default()).is_overlapped;
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
    let done = check_files(files, limits);
    assert!(done.is_overlapped);
    assert_eq!(done.elaborated.diagnostics.len(), 1);
}

/// Moves some statements of a file to a new file, which the file includes in their place.
fn move_some(folder: &mut Folder, random: &mut Random) {
    let index = random.below(folder.0.len());
    let text = folder.0[index].1.clone();
    let tree = syntax::parse(&text, &mut MacroSet::default()).syntax();
    let starts: Vec<usize> = tree
        .children()
        .map(|it| it.text_range().start().into())
        .collect();
    if starts.is_empty() {
        return;
    }
    let (a, b) = (random.below(starts.len()), random.below(starts.len()));
    let range = starts[a.min(b)]..starts[a.max(b)];
    let name = format!("part{}.inc", folder.0.len());
    let rest = [
        &text[..range.start],
        &format!("\ninclude \"{name}\"\n"),
        &text[range.end..],
    ];
    folder.0[index].1 = rest.concat();
    folder.0.push((name, text[range].to_owned()));
}

#[test]
fn random_programs_mean_the_same() {
    const PROGRAMS: u64 = 150;
    let mut overlapped = 0;
    for seed in 1..=PROGRAMS {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let text = with_conditionals(&program(seed), &mut random);
        let mut folder = Folder(vec![("root.td".to_owned(), text)]);
        for _ in 0..4 {
            move_some(&mut folder, &mut random);
        }
        println!("program {seed}");
        overlapped += u64::from(check(&folder, Limits::default()).is_overlapped);
    }
    assert!(
        (PROGRAMS / 4..PROGRAMS).contains(&overlapped),
        "{overlapped} of {PROGRAMS}"
    );
}
