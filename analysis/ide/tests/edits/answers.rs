//! All answers about a unit, compared with those about another.

use std::fmt::{Debug, Write};

use db::host::reports;
use db::{Database, Db};
use elaborate::record::{Record, print};
use elaborate::records::{Rec, Records};
use elaborate::report::Report;
use elaborate::value::print::value;
use ide::document_symbols::document_symbols;
use ide::hover::hover;
use ide::navigation::definition;
use ide::references::highlights;
use ide::semantic_tokens::semantic_tokens;
use ide::{own_syntax_of, workspace_symbols};
use syntax::ast::SourceFile;

use crate::world::place_in;
use tests::random::Random;

/// The choice of places to ask about, and of the files that contain them.
pub(crate) struct Sample<'a> {
    pub seed: u64,
    pub paths: &'a [String],
}

/// The number of places.
const PLACES: usize = 24;

/// The first difference between two databases of the same texts. `followed` are the records of the first one, derived
/// from those before an edit.
pub(crate) fn difference(
    got: &Database,
    want: &Database,
    followed: &Records,
    sample: &Sample,
) -> Option<String> {
    let paths = |db: &Database| -> Vec<String> {
        let files = db.unit().sources.files.iter();
        files.map(|it| it.path.clone()).collect()
    };
    first("sources", paths(got), paths(want))
        .or_else(|| first("reports", said(got), said(want)))
        .or_else(|| {
            let all = [got, want].map(|db| db::all(db).records);
            let placed = |db: &Database, rec: &Rec| text(rec) + &places_of(db, rec.record());
            let of_got = |rec: &Rec| placed(got, rec);
            let of_want = |rec: &Rec| placed(want, rec);
            records([&all[0], &all[1]], [&of_got, &of_want])
                .or_else(|| records([followed, &all[1]], [&of_got, &of_want]))
                .or_else(|| derived([followed, &all[1]]))
        })
        .or_else(|| files(got, want, sample))
        .or_else(|| places(got, want, sample))
}

/// The same if the statements of a unit were elaborated in order.
pub(crate) fn from_in_order(db: &Database, in_order: &Records) -> Option<String> {
    // They do not agree on the places of class instances.
    records([&db::all(db).records, in_order], [&text, &text])
}

/// The first difference between classes and records as texts.
fn records(all: [&Records; 2], text: [&dyn Fn(&Rec) -> String; 2]) -> Option<String> {
    let [got, want] = all;
    let names = |all: &Records| -> Vec<String> {
        let all = all.classes().chain(all.defs());
        all.map(|it| it.name().to_owned()).collect()
    };
    first("names", names(got), names(want)).or_else(|| {
        let pairs = got.classes().zip(want.classes());
        let mut pairs = pairs.chain(got.defs().zip(want.defs()));
        pairs.find_map(|(one, other)| {
            let (one, other) = (text[0](&one), text[1](&other));
            (one != other).then(|| format!("a record is\n{one}\nand should be\n{other}"))
        })
    })
}

/// The first class with different derived records, or the first global variable with a different value.
fn derived([got, want]: [&Records; 2]) -> Option<String> {
    let globals = |all: &Records| -> Vec<String> {
        let globals = all.globals();
        let text = |v| value(&all.names(), v);
        let text = globals.map(|(name, v)| format!("{name} = {}", text(v)));
        text.collect()
    };
    let derived = |all: &Records, class: &str| -> Vec<String> {
        let derived = all.derived_if_defined(class).into_iter();
        derived.map(|it| it.name().to_owned()).collect()
    };
    first("globals", globals(got), globals(want)).or_else(|| {
        let mut classes = want.classes().map(|it| it.name());
        classes.find_map(|it| first(it, derived(got, it), derived(want, it)))
    })
}

fn text(rec: &Rec) -> String {
    print::record(&rec.records().names(), rec.record())
}

fn places_of(db: &Database, record: &Record) -> String {
    let places = record.locs.iter().map(|loc| {
        let (source, span) = db.unit().sources.resolve(*loc);
        format!("at {}:{}..{}\n", source.path, span.start, span.end)
    });
    places.collect()
}

fn said(db: &Database) -> Vec<String> {
    reports(db).iter().map(|it| report(db, it)).collect()
}

fn report(db: &Database, report: &Report) -> String {
    let place = report.place.map(|(source, offset)| {
        let file = &db.unit().sources.files[source];
        format!("{}:{offset}", file.path)
    });
    let mut text = format!("{place:?} {:?}: {}", report.severity, report.message);
    for note in &report.notes {
        _ = write!(text, "\n  {}", self::report(db, note));
    }
    text
}

fn files(got: &Database, want: &Database, sample: &Sample) -> Option<String> {
    sample.paths.iter().find_map(|path| {
        let ((tree, errors), (other, others)) =
            match (own_syntax_of(got, path), own_syntax_of(want, path)) {
                (Some(got), Some(want)) => (got, want),
                (None, None) => return None,
                _ => return Some(format!("only one has a tree of {path}")),
            };
        if tree != other {
            return Some(format!("another tree of {path}"));
        }
        let symbols = |tree| document_symbols(SourceFile::of_root(tree));
        first(path, errors, others)
            .or_else(|| first(path, symbols(&tree), symbols(&other)))
            .or_else(|| {
                let tokens = |db| semantic_tokens(db, path, None).unwrap_or_default();
                first(path, tokens(got), tokens(want))
            })
    })
}

fn places(got: &Database, want: &Database, sample: &Sample) -> Option<String> {
    if sample.paths.is_empty() {
        return None;
    }
    // After elaborating everything, more names are known.
    workspace_symbols::learn(got);
    workspace_symbols::learn(want);
    let mut random = Random(sample.seed | 1);
    (0..PLACES).find_map(|_| {
        let path = random.choose(sample.paths);
        let place = place_in(got, path, random.below(usize::MAX))?;
        let answers = |db: &Database| {
            vec![
                // Numbers of anonymous records differ after a fresh start.
                format!(
                    "{:#?}",
                    hover(db, &place).map(|it| (it.text, it.range, it.links, it.records.len()))
                ),
                format!("{:#?}", definition(db, &place)),
                format!("{:#?}", highlights(db, &place)),
            ]
        };
        let at = format!("{path}:{}", place.offset);
        first(&at, answers(got), answers(want)).or_else(|| {
            let text = &got.unit().sources.files.first()?.text;
            let query = text.get(place.offset..place.offset + 3)?;
            let symbols = |db| workspace_symbols::workspace_symbols(db, query);
            first(query, symbols(got), symbols(want))
        })
    })
}

/// The first difference of two lists.
fn first<T: PartialEq + Debug>(what: &str, got: Vec<T>, want: Vec<T>) -> Option<String> {
    if got == want {
        return None;
    }
    let same = got.iter().zip(&want).take_while(|(a, b)| a == b).count();
    let (got, want) = (got.get(same), want.get(same));
    Some(format!("{what}: {got:#?}\nand should be {want:#?}"))
}
