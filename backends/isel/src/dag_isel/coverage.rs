//! The tables that map the number of a covered pattern to its text and its location.

use std::fmt::Display;

use backend::{Output, Rec, Records};
use indexmap::IndexMap;
use pattern_model::{PatternId, Patterns};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::functions::{Function, push_function};

/// The numbers of the patterns that the selector's table may complete. Patterns with the same text share a number.
pub(super) struct Coverage {
    /// The texts, indexed by number, each with the first pattern that has the text.
    texts: IndexMap<String, PatternId, FxBuildHasher>,
    numbers: FxHashMap<PatternId, u32>,
}

impl Coverage {
    /// Numbers the patterns `completed`, which are in the order of the table.
    pub(super) fn new(records: &Records, patterns: &Patterns, completed: &[PatternId]) -> Coverage {
        let mut texts = IndexMap::default();
        let mut numbers = FxHashMap::default();
        for id in completed {
            let pattern = &patterns.list[*id];
            let [src, dst] = [patterns.src(pattern), patterns.dst(pattern)]
                .map(|tree| patterns.text(records, tree));
            let entry = texts.entry(format!("{src} -> {dst}"));
            numbers.insert(*id, entry.index() as u32);
            entry.or_insert(*id);
        }
        Coverage { texts, numbers }
    }

    pub(super) fn number(&self, pattern: PatternId) -> u32 {
        self.numbers[&pattern]
    }

    /// Writes the functions that return the text and the location of a pattern.
    pub(super) fn push(&self, out: &mut Output, records: &Records, patterns: &Patterns) {
        let list = &patterns.list;
        let texts = self.texts.iter();
        let texts = texts.map(|(text, id)| (records.rec(list[*id].rec), text.as_str()));
        let places = texts.clone().map(|(rec, _)| (rec, place(rec)));
        push_table(out, "getPatternForIndex", "PATTERN_MATCH_TABLE", texts);
        push_table(out, "getIncludePathForIndex", "INCLUDE_PATH_TABLE", places);
    }
}

/// The file and the line of a pattern. If the record comes from a multiclass, its location is that of the `defm`.
fn place(pattern: Rec) -> String {
    let locs = &pattern.record().locs;
    let loc = locs.get(1).or(locs.first());
    let place = loc.map(|it| pattern.records().place(*it));
    let (file, line) = place.map_or(("", 0), |it| (it.path, it.line));
    format!("{file}:{line}")
}

/// Writes a function that takes the number of a pattern and returns its text in `texts`.
fn push_table<'a>(
    out: &mut Output,
    function: &str,
    table: &str,
    texts: impl Iterator<Item = (Rec<'a>, impl Display)>,
) {
    let function = Function {
        result: "StringRef",
        declaration: &format!("{function}(unsigned Index)"),
        overrides: true,
    };
    push_function(out, &function, |out| {
        writeln!(out, "{{\nstatic const char *{table}[] = {{");
        for (pattern, text) in texts {
            out.of(pattern, |out| writeln!(out, "\"{text}\","));
        }
        writeln!(out, "\n}};\nreturn StringRef({table}[Index]);\n}}");
    });
}
