//! Elaborating random programs while their files are read gives the same records and errors as elaborating them
//! afterwards.

use std::sync::Arc;

use elaborate::overlapped::load_and_run;
use elaborate::record::print::record as record_text;
use elaborate::sequential::{self, Elaborated};
use elaborate::unit::{Files, UnitSpec, load};
use elaborate::value::ValueStore;
use syntax::{MacroSet, Release};
use tests::cuts::with_conditionals;
use tests::programs::program;
use tests::random::Random;

struct Folder(Vec<(String, String)>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let (_, text) = self.0.iter().find(|(name, _)| name == path)?;
        Some(text.as_str().into())
    }
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

/// The records and the errors.
fn shown(done: &Elaborated) -> (String, String) {
    let defs = done.records.defs();
    let texts = defs.map(|it| record_text(&it.records().names(), it.record()));
    (texts.collect(), format!("{:?}", done.diagnostics))
}

#[test]
fn elaborating_while_files_are_read_changes_nothing() {
    const PROGRAMS: u64 = 150;
    let spec = UnitSpec {
        root: "root.td".to_owned(),
        ..UnitSpec::default()
    };
    let (values, release) = (Arc::<ValueStore>::default, Release::NEWEST);
    let mut done_meanwhile = 0;
    for seed in 1..=PROGRAMS {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let text = with_conditionals(&program(seed), &mut random);
        let mut folder = Folder(vec![(spec.root.clone(), text)]);
        for _ in 0..4 {
            move_some(&mut folder, &mut random);
        }
        let root: Arc<str> = folder.0[0].1.as_str().into();
        let unit = load(&spec, root.clone(), &folder);
        let (overlapped, done) = load_and_run(0, || true, &spec, &root, &folder, values, release);
        assert_eq!(
            unit.sources.layout.steps, overlapped.sources.layout.steps,
            "program {seed}"
        );
        if let Some(done) = done {
            done_meanwhile += 1;
            let expected = sequential::run(values(), &unit, release);
            assert_eq!(shown(&expected), shown(&done), "program {seed}");
        }
    }
    assert!(
        (PROGRAMS / 4..PROGRAMS).contains(&done_meanwhile),
        "{done_meanwhile} of {PROGRAMS}"
    );
}
