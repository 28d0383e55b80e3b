//! Lines of a backend's text that change with a record are tied to it, or to a record that reads it.

mod cases;
mod parts;
mod small;
mod unit;

use std::collections::{BTreeMap, BTreeSet};

use backends::{Context, Models, Output, Records};
use elaborate::value::print::value_unquoted;
use tests::on_all_cores;

use cases::{CASES, Case, DUMPS, FIELDLESS, NAMELESS, ROOTLESS};
use unit::Unit;

/// A line of a backend's text, with the names of the records that it is tied to.
type Line = (String, BTreeSet<String>);

/// The text that a backend writes; one option may follow its name.
fn lines(backend: &str, records: &Records) -> Result<Vec<Line>, String> {
    let (name, args) = backend.split_once(' ').unwrap_or((backend, ""));
    let backend = backends::find(None, name).expect("a backend");
    let given = args.split_once('=');
    let options = backend_testing::options_of(backend, given.as_slice());
    let models = Models::default();
    let cx = Context::new(records, &options, &models);
    let mut out = Output::new().with_map();
    let result = (backend.run)(&cx, &mut out);
    result.map_err(|error| error.message)?;
    let map = out.take_map().expect("it was asked for");
    let name = |v| value_unquoted(&records.names(), v).into_owned();
    let sources = map.lines(&out.text).into_iter();
    let sources = sources.map(|it| it.into_iter().map(name).collect());
    let lines = out.text.split_inclusive('\n').map(str::to_owned);
    Ok(lines.zip(sources).collect())
}

/// Counts the lines of `new` that `old` does not have, or has less often. As many copies as were added must be tied to
/// a changed record.
fn count_tied(old: &[Line], new: &[Line], changed: &BTreeSet<String>) -> Result<usize, String> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (line, _) in old {
        *known.entry(line).or_default() += 1;
    }
    let mut sources: BTreeMap<&str, Vec<&BTreeSet<String>>> = BTreeMap::new();
    for (line, names) in new {
        sources.entry(line).or_default().push(names);
    }
    let mut count = 0;
    for (line, sources) in sources {
        let before = known.get(line).copied().unwrap_or(0);
        let more = sources.len().saturating_sub(before);
        let tied = sources.iter().filter(|it| !it.is_disjoint(changed)).count();
        if tied < more {
            return Err(format!("{line:?} is tied to {sources:?}"));
        }
        count += more;
    }
    Ok(count)
}

/// The changes of a backend's text by an edit.
struct Difference {
    /// The numbers of changed lines before and after.
    lines: usize,
    /// The number of changed lines that are tied to other records only.
    others: usize,
    /// The number of lines.
    all: usize,
}

/// Compares the texts of a backend before and after an edit. Fails if a line that changed is not tied to a record that
/// did, or that reads one.
fn compare(backend: &str, old: &Unit, new: &Unit) -> Result<Difference, String> {
    let (before, after) = (lines(backend, &old.records)?, lines(backend, &new.records)?);
    let (was, is) = (old.changed(new), new.changed(old));
    let is_other = |it: &&Line| !it.1.is_empty() && it.1.is_disjoint(&is);
    Ok(Difference {
        lines: count_tied(&after, &before, &was)? + count_tied(&before, &after, &is)?,
        others: after.iter().filter(is_other).count(),
        all: after.len(),
    })
}

/// Returns the mistakes of the map after an edit. With `is_name`, the edit renames a record, otherwise it changes a
/// field.
fn check(case: &Case, old: &Unit, new: &Unit, is_name: bool) -> Result<(), String> {
    if (old.names() == new.names()) == is_name {
        return Err("changes another thing than it should".to_owned());
    }
    let without = if is_name { NAMELESS } else { FIELDLESS };
    let difference = compare(case.backend, old, new)?;
    match (difference.lines, without.contains(&case.backend)) {
        (0, true) => Ok(()),
        (0, false) => Err("changes no lines".to_owned()),
        (_, true) => Err("changes lines of a text that it should not".to_owned()),
        // Nothing could be wrong then: a text of one line has no others.
        _ if difference.others == 0 && difference.all > 1 => {
            Err("every line is tied to what changed".to_owned())
        }
        _ => Ok(()),
    }
}

/// On real roots: `TABLEGEN_LLVM` names a folder of LLVM 19's sources.
#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn changed_lines_are_tied_to_changed_records() {
    let corpus = std::env::var_os("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let corpus = corpus.to_string_lossy().into_owned();
    let roots: Vec<&[Case]> = CASES.chunk_by(|a, b| a.root == b.root).collect();
    let wrong = on_all_cores(&roots, |cases| wrong_in(&corpus, cases)).concat();
    assert!(wrong.is_empty(), "{wrong}");
}

/// The mistakes in the maps of cases of one root.
fn wrong_in(corpus: &str, cases: &[Case]) -> String {
    let mut wrong = String::new();
    // Inputs of several backends are read once.
    let old = Unit::read(corpus, &cases[0], None).unwrap_or_else(|error| panic!("{error}"));
    let mut edited = BTreeMap::new();
    for case in cases {
        for (edit, is_name) in [(case.name, true), (case.field, false)] {
            let new = edited
                .entry(edit)
                .or_insert_with(|| Unit::read(corpus, case, Some(edit)));
            let new = new.as_ref().map_err(String::clone);
            if let Err(error) = new.and_then(|new| check(case, &old, new, is_name)) {
                wrong += &format!("{} {edit:?}: {error}\n", case.backend);
            }
        }
    }
    wrong
}

#[test]
fn every_backend_has_a_case() {
    let first = |backend: &'static str| backend.split(' ').next();
    let has_case = |name| CASES.iter().any(|it| first(it.backend) == Some(name));
    let names = backends::all().map(|it| it.name);
    let missing: Vec<_> = names.filter(|it| !has_case(*it)).collect();
    assert_eq!(missing, [DUMPS, ROOTLESS].concat());
}
