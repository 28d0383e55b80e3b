//! A program that is cut into files at random tokens has the same meaning as the whole, with the same places, whether
//! it is read once or for editing. `TABLEGEN_SEED` is the first program and `TABLEGEN_PROGRAMS` the number of programs.

use std::sync::Arc;

use db::{Database, host};
use elaborate::hir::Stmt;
use elaborate::report::Report;
use elaborate::unit::{Files, ParseCache, Unit, UnitSpec, load, reload};
use syntax::Release;
use tests::cuts::{File, cut, with_conditionals, with_include};
use tests::programs::program;
use tests::random::Random;

struct Folder<'a>(&'a [File]);

impl Files for Folder<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let file = self.0.iter().find(|it| it.name == path)?;
        Some(file.text.as_str().into())
    }
}

fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |it| it.parse().expect("a number"))
}

/// Calls `check` with random programs, whole and in pieces, and reports the failing ones.
fn check_programs(change: fn(String, &mut Random) -> String, check: fn(&str, &[File])) {
    let count = if cfg!(debug_assertions) { 150 } else { 1500 };
    let (first, count) = (
        setting("TABLEGEN_SEED", 1),
        setting("TABLEGEN_PROGRAMS", count),
    );
    for seed in first..first + count {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let text = with_conditionals(&program(seed), &mut random);
        let text = change(text, &mut random);
        let files = cut(&text, &mut random);
        let checked = std::panic::catch_unwind(|| check(&text, &files));
        if checked.is_err() {
            for file in &files {
                println!("//- {}\n{}", file.name, file.text);
            }
            panic!("program {seed} fails in the pieces above");
        }
    }
}

fn spec() -> UnitSpec {
    UnitSpec {
        root: "root.td".to_owned(),
        ..UnitSpec::default()
    }
}

/// The unit as read once, and as read for editing.
fn units(files: &[File]) -> [Unit; 2] {
    let folder = Folder(files);
    let root: Arc<str> = files[0].text.as_str().into();
    let once = load(&spec(), root.clone(), &folder);
    let edited = reload(&spec(), root, &folder, &mut ParseCache::default(), None);
    [once, edited]
}

fn whole(text: &str) -> Unit {
    load(&spec(), text.into(), &Folder(&[]))
}

/// The statements with the places that they name, as places in the whole text.
fn statements(
    unit: &Unit,
    origin: impl Fn(&str, u32) -> Option<usize>,
) -> Vec<(Arc<Stmt>, Vec<Option<usize>>)> {
    let sources = &unit.sources;
    let items = unit.order().iter();
    let statements = items.map(|item| {
        let (source, _) = sources.layout.stmt(*item).expect("a statement");
        let place = |offset: u32| {
            let (source, offset) = sources.origin(source, offset);
            origin(&sources.files[source].path, offset)
        };
        let spans = sources.spans(*item).expect("its places");
        let ends = |it: elaborate::hir::Span| [place(it.start), place(it.end.saturating_sub(1))];
        (
            unit.stmt(*item).clone(),
            spans.iter().flat_map(ends).collect(),
        )
    });
    statements.collect()
}

#[test]
fn pieces_mean_what_the_whole_means() {
    check_programs(
        |text, _| text,
        |text, files| {
            let want = statements(&whole(text), |_, offset| Some(offset as usize));
            for unit in units(files) {
                let got = statements(&unit, |path, offset| {
                    let file = files.iter().find(|it| it.name == path);
                    file?.origin(offset as usize)
                });
                assert_eq!(want.len(), got.len(), "statements");
                for (want, got) in want.iter().zip(&got) {
                    assert_eq!(want.0, got.0);
                    assert_eq!(want.1, got.1, "places of {:?}", want.0);
                }
            }
        },
    );
}

#[test]
fn a_file_that_is_not_there_is_missed_in_every_place() {
    check_programs(
        |text, random| with_include(&text, "gone.inc", random),
        |text, files| {
            let first = |unit: Unit| {
                let unit = Arc::new(unit);
                let db = Database::new(unit.clone(), Release::V19);
                let report = host::reports(&db).into_iter().find(Report::is_error)?;
                let place = report.place.map(|(source, offset)| {
                    let path = unit.sources.files[source].path.clone();
                    (path, offset as usize)
                });
                Some((place, report.message))
            };
            // The directive may be in inactive text.
            let want = first(whole(text)).map(|(place, message)| (place.map(|it| it.1), message));
            for unit in units(files) {
                let got = first(unit).map(|(place, message)| {
                    let place = place.and_then(|(path, offset)| {
                        let file = files.iter().find(|it| it.name == path);
                        file?.origin(offset)
                    });
                    (place, message)
                });
                assert_eq!(want, got);
            }
        },
    );
}
