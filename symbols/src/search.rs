//! Fuzzy search for names.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use ide::workspace_symbols::{MAX_SYMBOLS, SymbolKind, score};
use project::Project;
use rustc_hash::FxHashMap;
use syntax::line_index::Encoding;

use super::generated::names::Matcher;
use super::generated::{Generated, GeneratedFile};
use super::names::FileNames;
use super::place::NamePlace;
use super::{Known, MAX_TEXT, SymbolIndex};

/// A fuzzy query for names in the files of a project.
pub struct Query<'a> {
    /// The letters that a name must contain, in this order. Case is ignored.
    pub letters: &'a str,
    /// The project whose files are searched.
    pub project: &'a Project,
    /// Returns whether a file is left out because the caller already has its names.
    pub is_excluded: &'a dyn Fn(&str) -> bool,
    /// The open documents, whose texts take precedence over their files.
    pub documents: &'a dyn OpenTexts,
    /// The encoding in which the client counts columns.
    pub encoding: Encoding,
}

/// The texts of open documents.
pub trait OpenTexts {
    /// The paths of all open documents.
    fn paths(&self) -> Vec<String>;
    /// The text of the document at a path; `None` if it is not open.
    fn text(&self, path: &str) -> Option<Arc<str>>;
}

/// A name that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundName {
    /// The kind of the symbol with this name.
    pub kind: SymbolKind,
    /// The full name of the symbol.
    pub name: String,
    /// The file whose text contains the name. For a generated record, the file with the statement that defines it.
    pub path: Arc<str>,
    /// The place of the name or of the statement in the file.
    pub place: NamePlace,
    /// The indices of the units in which the record is defined, in ascending order; `None` if the name is in the file's
    /// text.
    pub makers: Option<Vec<usize>>,
}

impl SymbolIndex {
    /// The best matches of a query, the best first; at most `ide::workspace_symbols::MAX_SYMBOLS`.
    pub fn find(&self, query: &Query) -> Vec<FoundName> {
        self.update_open(query);
        let known = self.0.known();
        let paths = query.project.read_files();
        let paths = paths.filter(|it| !(query.is_excluded)(it));
        let mut best = Best::new(query.letters);
        for (path, names) in paths.filter_map(|path| Some((path, known.names(path)?))) {
            best.add_text(path, names);
        }
        let is_wanted = |file: &GeneratedFile| {
            query.project.count_readers(&file.path) > 0 && !(query.is_excluded)(&file.path)
        };
        for file in known.generated.files().filter(|it| is_wanted(it)) {
            best.add_generated(file);
        }
        best.found(&known.generated, query.project)
    }

    /// Collects the names in each open document that the query includes and that was opened or changed since its names
    /// were last collected. Forgets closed documents.
    fn update_open(&self, query: &Query) {
        let mut known = self.0.known();
        known
            .open
            .retain(|path, _| query.documents.text(path).is_some());
        drop(known);
        for path in query.documents.paths() {
            let Some(text) = query.documents.text(&path) else {
                continue;
            };
            let is_new = |known: &Known| {
                let open = known.open.get(&path);
                open.is_none_or(|(it, _)| !Arc::ptr_eq(it, &text))
            };
            if query.project.count_readers(&path) > 0
                && !(query.is_excluded)(&path)
                && is_new(&self.0.known())
            {
                let names = if text.len() as u64 <= MAX_TEXT {
                    FileNames::new(&text, query.encoding)
                } else {
                    FileNames::default()
                };
                let open = (text.clone(), Arc::new(names));
                self.0.known().open.insert(path, open);
            }
        }
    }
}

impl Known {
    fn names(&self, path: &str) -> Option<&FileNames> {
        match self.open.get(path) {
            Some((_, names)) => Some(names),
            None => self.files.get(path).map(|it| &it.names),
        }
    }
}

/// Collects the [`MAX_SYMBOLS`] best matches for `letters`.
struct Best<'a> {
    letters: &'a str,
    /// The matches so far, as a heap with the worst match on top.
    names: BinaryHeap<Candidate<'a>>,
}

/// A match. The order puts better matches first, and shorter names first among equally good ones.
struct Candidate<'a> {
    score: u32,
    name: Cow<'a, str>,
    kind: SymbolKind,
    path: &'a Arc<str>,
    place: NamePlace,
    /// For a generated record, the file with the statement that defines it; `None` if the name is in a text.
    file: Option<&'a Arc<GeneratedFile>>,
}

impl<'a> Best<'a> {
    fn new(letters: &'a str) -> Best<'a> {
        Best {
            letters,
            names: BinaryHeap::new(),
        }
    }

    fn add_text(&mut self, path: &'a Arc<str>, names: &'a FileNames) {
        for it in names.iter() {
            if let Some(score) = self.score(it.text) {
                self.add(Candidate {
                    score,
                    name: it.text.into(),
                    kind: it.kind,
                    path,
                    place: it.place,
                    file: None,
                });
            }
        }
    }

    fn add_generated(&mut self, file: &'a Arc<GeneratedFile>) {
        let mut matcher = Matcher::new(self.letters);
        file.names.for_each(|at, name, shared| {
            if matcher.has(name, shared)
                && let Some(score) = self.score(name)
            {
                self.add(Candidate {
                    score,
                    name: name.to_owned().into(),
                    kind: SymbolKind::Record,
                    path: &file.path,
                    place: at,
                    file: Some(file),
                });
            }
        });
    }

    /// The score of a name; `None` if the name does not match, or if [`MAX_SYMBOLS`] matches are stored and all of them
    /// are better.
    fn score(&self, name: &str) -> Option<u32> {
        let score = score(self.letters, name)?;
        let worst = self
            .names
            .peek()
            .filter(|_| self.names.len() >= MAX_SYMBOLS);
        let is_worse = worst.is_some_and(|it| {
            (Reverse(score), name.len(), name) > (Reverse(it.score), it.name.len(), &*it.name)
        });
        (!is_worse).then_some(score)
    }

    fn add(&mut self, candidate: Candidate<'a>) {
        if self.names.len() < MAX_SYMBOLS {
            self.names.push(candidate);
        } else if let Some(mut worst) = self.names.peek_mut()
            && candidate < *worst
        {
            *worst = candidate;
        }
    }

    /// All stored matches, best first.
    fn found(self, generated: &Generated, project: &Project) -> Vec<FoundName> {
        let names = self.names.into_sorted_vec();
        let mut makers: FxHashMap<&Arc<GeneratedFile>, Vec<usize>> = FxHashMap::default();
        let files = names.iter().filter_map(|it| it.file);
        makers.extend(files.map(|it| (it, Vec::new())));
        for (name, unit) in generated.units() {
            let Some(number) = project.named(name).filter(|_| !makers.is_empty()) else {
                continue;
            };
            for file in &unit.files {
                if let Some(makers) = makers.get_mut(file) {
                    makers.push(number);
                }
            }
        }
        makers.values_mut().for_each(|it| it.sort_unstable());
        let mut found: Vec<FoundName> = Vec::new();
        for it in names {
            let own = it.file.and_then(|file| makers.get(file));
            // Two units may define a record with the same name in one file but yield different lists of names for this
            // file. Both entries are then returned as one match.
            if let Some(last) = found.last_mut()
                && (last.kind, &*last.name, &last.path, last.place)
                    == (it.kind, &*it.name, it.path, it.place)
            {
                if let Some(makers) = &mut last.makers {
                    makers.extend(own.into_iter().flatten());
                    makers.sort_unstable();
                }
                continue;
            }
            found.push(FoundName {
                kind: it.kind,
                name: it.name.into_owned(),
                path: it.path.clone(),
                place: it.place,
                makers: own.cloned(),
            });
        }
        found
    }
}

impl Candidate<'_> {
    fn key(&self) -> impl Ord + '_ {
        (
            (Reverse(self.score), self.name.len(), &*self.name),
            (self.kind, &**self.path, self.place.line, self.place.column),
        )
    }
}

impl PartialEq for Candidate<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate<'_> {}

impl PartialOrd for Candidate<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Checks the results of a query in files, each of which starts with a line `//- NAME`.
    fn check(fixture: &str, letters: &str, want: Expect) {
        let files = ::tests::fixture::Fixture::read(fixture, "a.td").files;
        let files = files.iter().map(|(path, text)| {
            let names = FileNames::new(text, Encoding::Utf16);
            (Arc::from(path.as_str()), names)
        });
        let files: Vec<(Arc<str>, FileNames)> = files.collect();
        let mut best = Best::new(letters);
        files
            .iter()
            .for_each(|(path, names)| best.add_text(path, names));
        let found = best.found(&Generated::default(), &Project::default());
        let lines = found.iter().map(|it| {
            let NamePlace { line, column, .. } = it.place;
            format!("{:?} {} {}:{line}:{column}\n", it.kind, it.name, it.path)
        });
        want.assert_eq(&lines.collect::<String>());
    }

    const FILES: &str = "\
//- b.td
class Register;
def R1 : Register;
//- a.td
multiclass RegPair { def inner; }
defm REG : RegPair;
def GPReg;
def R1;
";

    #[test]
    fn best_first_from_all_files() {
        check(
            FILES,
            "reg",
            expect![[r#"
                Defm REG a.td:1:5
                Multiclass RegPair a.td:0:11
                Class Register b.td:0:6
                Record GPReg a.td:2:4
            "#]],
        );
        check(
            FILES,
            "r1",
            expect![[r#"
                Record R1 a.td:3:4
                Record R1 b.td:1:4
            "#]],
        );
        check(FILES, "inner", expect![[""]]);
    }

    #[test]
    fn the_best_of_very_many() {
        let many: String = (0..1_000).map(|it| format!("def x{it}y;\n")).collect();
        let text = format!("//- a.td\n{many}def xy;\n");
        let files = ::tests::fixture::Fixture::read(&text, "a.td").files;
        let names = FileNames::new(&files[0].1, Encoding::Utf16);
        let path = Arc::from("a.td");
        let mut best = Best::new("xy");
        best.add_text(&path, &names);
        let found = best.found(&Generated::default(), &Project::default());
        assert_eq!((found.len(), found[0].name.as_str()), (MAX_SYMBOLS, "xy"));
    }
}
