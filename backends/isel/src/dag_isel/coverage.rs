//! Tables that say which patterns the selector has used.

use backend::{Output, Records};
use indexmap::IndexMap;
use pattern_model::{PatternId, Patterns};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::functions::{Function, push_function};

/// The patterns of a table, numbered by their texts.
pub struct Coverage {
    /// The text of each, with the pattern that has it first.
    texts: IndexMap<String, PatternId, FxBuildHasher>,
    numbers: FxHashMap<PatternId, u32>,
}

impl Coverage {
    /// Numbers patterns, which are in the order of the table.
    pub fn new(records: &Records, patterns: &Patterns, completed: &[PatternId]) -> Coverage {
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

    pub fn number(&self, pattern: PatternId) -> u32 {
        self.numbers[&pattern]
    }

    /// Writes functions that give the text of a pattern and where it is defined.
    pub fn push(&self, out: &mut Output, records: &Records, patterns: &Patterns) {
        self.push_table(
            out,
            "getPatternForIndex",
            "PATTERN_MATCH_TABLE",
            |out, text, id| {
                let rec = records.rec(patterns.list[id].rec);
                out.of(rec, |out| writeln!(out, "\"{text}\","));
            },
        );
        self.push_table(
            out,
            "getIncludePathForIndex",
            "INCLUDE_PATH_TABLE",
            |out, _, id| {
                let rec = records.rec(patterns.list[id].rec);
                let locs = &rec.record().locs;
                // What a multiclass made is looked for where that is used.
                let loc = locs.get(1).or(locs.first());
                let place = loc.map(|it| records.place(*it));
                let (file, line) = place.map_or(("", 0), |it| (it.path, it.line));
                out.of(rec, |out| writeln!(out, "\"{file}:{line}\","));
            },
        );
    }

    fn push_table(
        &self,
        out: &mut Output,
        function: &str,
        table: &str,
        push: impl Fn(&mut Output, &str, PatternId),
    ) {
        let function = Function {
            result: "StringRef",
            declaration: &format!("{function}(unsigned Index)"),
            overrides: true,
        };
        push_function(out, &function, |out| {
            writeln!(out, "{{\nstatic const char *{table}[] = {{");
            for (text, pattern) in &self.texts {
                push(out, text, *pattern);
            }
            writeln!(out, "\n}};\nreturn StringRef({table}[Index]);\n}}");
        });
    }
}
