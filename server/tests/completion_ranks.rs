//! Completion ranks: names are removed from real files, and the position of the removed name in the completions is
//! measured.
//!
//! On five targets of LLVM 19, whose sources `TABLEGEN_LLVM` names; `TABLEGEN_SEED` chooses other places, and
//! `TABLEGEN_SHOW` prints each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use syntax::MacroSet;
use syntax::SyntaxKind::{COMMA, EQ, IDENT, IN_KW, LET_KW, R_ANGLE, SEMICOLON, VAR_NAME};
use tests::lsp::{Client, position};
use tests::random::Random;

const TARGETS: [&str; 5] = ["X86", "AArch64", "AMDGPU", "RISCV", "ARM"];
const PLACES: usize = 60;

/// A name in a file that refers to a declaration elsewhere.
struct Use {
    file: PathBuf,
    start: usize,
    name: String,
    /// The character before it.
    before: char,
}

/// Counts of found names.
#[derive(Default)]
struct Tally {
    asked: usize,
    first: usize,
    first_five: usize,
    offered: usize,
}

impl Tally {
    fn count(&mut self, rank: Option<usize>) {
        self.asked += 1;
        self.first += usize::from(rank == Some(0));
        self.first_five += usize::from(rank.is_some_and(|it| it < 5));
        self.offered += usize::from(rank.is_some());
    }

    fn percent(&self, part: usize) -> f64 {
        100.0 * part as f64 / self.asked as f64
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [first, five, offered] =
            [self.first, self.first_five, self.offered].map(|it| self.percent(it));
        let asked = self.asked;
        write!(
            f,
            "first {first:.0} %, among five {five:.0} %, offered {offered:.0} % of {asked}"
        )
    }
}

#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn what_stood_there_comes_first() {
    let corpus = std::env::var("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let seed = std::env::var("TABLEGEN_SEED").map_or(1, |it| it.parse().expect("a number"));
    let mut all = Tally::default();
    let mut by_context: BTreeMap<char, Tally> = BTreeMap::new();
    let mut times = Vec::new();
    for target in TARGETS {
        let folder = Path::new(&corpus).join("llvm/lib/Target").join(target);
        let mut tally = Tally::default();
        let mut client = Client::new("ranks", "");
        let mut opened: Option<PathBuf> = None;
        for place in places(&folder, seed) {
            let (rank, took) = rank(&mut client, &mut opened, &place);
            tally.count(rank);
            all.count(rank);
            by_context.entry(place.before).or_default().count(rank);
            times.push(took);
        }
        println!("{target}: {tally}");
    }
    for (before, tally) in by_context {
        println!("after {before}: {tally}");
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!("{all}; median {:?}, 95 % {:?}", at(50), at(95));
    assert!(all.percent(all.first) >= 50.0, "the first item");
    assert!(all.percent(all.first_five) >= 80.0, "the first five items");
}

/// The position of the name among the completions once it is removed, and the time of the answer.
fn rank(
    client: &mut Client,
    opened: &mut Option<PathBuf>,
    place: &Use,
) -> (Option<usize>, Duration) {
    let name = place.file.to_str().expect("a path");
    let text = std::fs::read_to_string(&place.file).expect("a file");
    if opened.as_ref() != Some(&place.file) {
        if let Some(last) = opened.replace(place.file.clone()) {
            client.close(last.to_str().expect("a path"));
        }
        client.open_text(name, &text);
        client.settle();
    }
    let start = position(&text, place.start);
    let end = position(&text, place.start + place.name.len());
    client.changes(
        name,
        json!([{"range": {"start": start, "end": end}, "text": ""}]),
    );
    let began = Instant::now();
    let answer = client.ask(
        "textDocument/completion",
        json!({"textDocument": {"uri": client.uri(name)}, "position": start}),
    );
    let took = began.elapsed();
    client.changes(
        name,
        json!([{"range": {"start": start, "end": start}, "text": place.name}]),
    );
    let answer = answer.expect("an answer");
    let mut items: Vec<(&str, &str)> = answer["items"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
        .iter()
        .map(|it| {
            let label = it["label"].as_str().expect("a label");
            (it["sortText"].as_str().unwrap_or(label), label)
        })
        .collect();
    items.sort_unstable();
    let rank = items.iter().position(|(_, it)| *it == place.name);
    if std::env::var_os("TABLEGEN_SHOW").is_some() {
        let line = text[..place.start].matches('\n').count() + 1;
        let source = text.lines().nth(line - 1).unwrap_or_default().trim();
        let best: Vec<&str> = items.iter().take(4).map(|(_, it)| *it).collect();
        let file = place.file.file_name().and_then(|it| it.to_str());
        println!(
            "{rank:?} {} of {} {}:{line}: {source}: {best:?}",
            place.name,
            items.len(),
            file.unwrap_or_default()
        );
    }
    (rank, took)
}

/// Some names of the files of a folder, grouped by file.
fn places(folder: &Path, seed: u64) -> Vec<Use> {
    let files = std::fs::read_dir(folder).expect("a target").flatten();
    let mut files: Vec<PathBuf> = files
        .map(|it| it.path())
        .filter(|it| it.extension().is_some_and(|it| it == "td"))
        .collect();
    files.sort();
    let mut all: Vec<Use> = files.iter().flat_map(|it| names(it)).collect();
    let mut random = Random(seed);
    let mut chosen: Vec<Use> = (0..PLACES)
        .map(|_| all.swap_remove(random.below(all.len())))
        .collect();
    chosen.sort_by(|a, b| (&a.file, a.start).cmp(&(&b.file, b.start)));
    chosen
}

/// The names in a file that refer to declarations elsewhere, and those of a dag's operands.
fn names(file: &Path) -> Vec<Use> {
    let text = std::fs::read_to_string(file).expect("a file");
    let tree = syntax::parse(&text, &mut MacroSet::default()).syntax();
    let tokens = tree.descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    let tokens: Vec<_> = tokens.filter(|it| !it.kind().is_trivia()).collect();
    let mut places = Vec::new();
    let mut add = |start: usize, name: &str, before: char| {
        places.push(Use {
            file: file.to_owned(),
            start,
            name: name.to_owned(),
            before,
        });
    };
    for window in tokens.windows(3) {
        let [before, name, next] = window else {
            continue;
        };
        let start = usize::from(name.text_range().start());
        let is_word = before.kind() == IDENT || before.kind().is_keyword();
        // Two adjacent words are a keyword or a type and the declared name.
        let declared = is_word && !matches!(before.kind(), LET_KW | IN_KW);
        let ends_type = before.kind() == R_ANGLE && matches!(next.kind(), EQ | SEMICOLON | COMMA);
        let last = before.text().chars().next_back().unwrap_or_default();
        match name.kind() {
            VAR_NAME => add(start + 1, &name.text()[1..], '$'),
            IDENT if declared || ends_type => {}
            IDENT => add(start, name.text(), if is_word { 'w' } else { last }),
            _ => {}
        }
    }
    places
}
