//! Patterns of real targets match their own sources, in the order of the selector's table.
//!
//! `TABLEGEN_LLVM` names the folder of LLVM 19's sources.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use backend::{Context, Models, Options, Output, Records};
use elaborate::records::Release;
use elaborate::sequential;
use elaborate::unit::{Files, UnitSpec, load};
use explain::select::{Question, Refused, select};
use pattern_model::{PatternId, Patterns};

/// The number of patterns examined for each target.
const COUNT: usize = 400;

const TARGETS: [(&str, &str); 5] = [
    ("X86", "X86.td"),
    ("AArch64", "AArch64.td"),
    ("RISCV", "RISCV.td"),
    ("AMDGPU", "AMDGPU.td"),
    ("ARM", "ARM.td"),
];

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        Some(std::fs::read_to_string(path).ok()?.into())
    }
}

fn read(corpus: &str, target: &str, root: &str) -> Records {
    let folder = format!("{corpus}/llvm/lib/Target/{target}");
    let root = format!("{folder}/{root}");
    let spec = UnitSpec {
        root: root.clone(),
        include_dirs: vec![format!("{corpus}/llvm/include"), folder],
        macros: Vec::new(),
    };
    let text = Disk.read(&root).expect("the root");
    sequential::run(Arc::default(), &load(&spec, text, &Disk), Release::V19).records
}

/// The positions of patterns in the selector's table, by their sources and results: the first and the last.
fn places(cx: &Context) -> HashMap<(String, String), (usize, usize)> {
    let backend = isel_backends::ALL.iter();
    let backend = backend.into_iter().find(|it| it.name == "gen-dag-isel");
    let mut out = Output::new();
    let backend = backend.expect("a backend");
    (backend.run)(cx, &mut out).expect("a table");
    let mut places = HashMap::new();
    let mut lines = out.text.lines();
    let mut place = 0;
    while let Some(line) = lines.next() {
        let Some((_, source)) = line.split_once("// Src: ") else {
            continue;
        };
        let (source, _) = source.rsplit_once(" - Complexity").expect("a complexity");
        let line = lines.next().expect("a result");
        let (_, result) = line.split_once("// Dst: ").expect("a result");
        place += 1;
        let key = (source.to_owned(), result.to_owned());
        places.entry(key).or_insert((place, place)).1 = place;
    }
    places
}

/// The mistakes in the answer for the source of a pattern.
fn check(
    cx: &Context,
    patterns: &Patterns,
    places: &HashMap<(String, String), (usize, usize)>,
    id: PatternId,
) -> Result<bool, String> {
    let pattern = &patterns.list[id];
    let text = patterns.text(cx.records, patterns.src(pattern));
    let question = Question {
        text: &text,
        limit: Some(usize::MAX),
        ..Question::default()
    };
    let selections = match select(cx, question) {
        Ok(selections) => selections,
        Err(Refused::Question(message)) => return Err(message),
        Err(Refused::Patterns(error)) => return Err(error.message.clone()),
    };
    let own = selections.iter();
    let own = own
        .into_iter()
        .find(|it| it.found.iter().any(|it| it.pattern == id));
    let Some(selection) = own else {
        let why = selections.iter().flat_map(|it| &it.near);
        let why = why.into_iter().find(|it| it.pattern == id);
        return Err(why
            .map_or("is not among what matches", |it| &it.why)
            .to_owned());
    };
    let place = |id| {
        let pattern = &patterns.list[id];
        let source = patterns.text(cx.records, patterns.src(pattern));
        let result = patterns.text(cx.records, patterns.dst(pattern));
        places.get(&(source, result)).copied()
    };
    let first = &selection.found[0];
    let Some((first_place, _)) = place(first.pattern) else {
        return Err(format!(
            "comes after {}, which is not in the table",
            first.source
        ));
    };
    // A pattern that an earlier one always shadows is left out.
    match place(id) {
        Some((_, own_place)) if first_place > own_place => {
            Err(format!("comes before {} in the table", first.source))
        }
        _ => Ok(first.pattern == id),
    }
}

#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn patterns_match_their_sources() {
    let corpus = std::env::var("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let mut wrong = Vec::new();
    for (target, root) in TARGETS {
        let start = Instant::now();
        let records = read(&corpus, target, root);
        let (options, models) = (Options::default(), Models::default());
        let cx = Context::new(&records, &options, &models);
        let patterns = cx.model::<Patterns>().expect("patterns");
        let places = places(&cx);
        let ids: Vec<PatternId> = patterns.list.ids().collect();
        let step = (ids.len() / COUNT).max(1);
        let (mut looked_at, mut first) = (0, 0);
        for id in ids.into_iter().step_by(step) {
            looked_at += 1;
            match check(&cx, &patterns, &places, id) {
                Ok(is_first) => first += usize::from(is_first),
                Err(why) => {
                    let pattern = &patterns.list[id];
                    let text = patterns.text(&records, patterns.src(pattern));
                    wrong.push(format!("{target}: {text}: {why}"));
                }
            }
        }
        let (of, time) = (patterns.list.len(), start.elapsed().as_secs_f32());
        println!(
            "{target}: {looked_at} patterns of {of}, {first} of them tried first, {time:.1} s"
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
