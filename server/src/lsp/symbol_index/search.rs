//! Names by a part of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use ide::workspace_symbols::{MAX_SYMBOLS, SymbolKind, score};
use lsp_types::Range;
use project::Project;

use super::names::FileNames;
use super::{Known, MAX_TEXT, SymbolIndex};
use crate::lsp::documents::Documents;
use crate::lsp::line_index::Encoding;

/// What is asked for.
pub(in crate::lsp) struct Query<'a> {
    /// The letters that a name has to have, in their order.
    pub letters: &'a str,
    /// The files that count.
    pub project: &'a Project,
    /// Those that somebody else answers for.
    pub is_answered: &'a dyn Fn(&str) -> bool,
    pub documents: &'a Documents,
    pub encoding: Encoding,
}

/// A name that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::lsp) struct FoundName {
    pub kind: SymbolKind,
    pub name: String,
    pub path: Arc<str>,
    pub range: Range,
}

impl SymbolIndex {
    /// The names that are nearest to a query, the nearest first.
    pub(in crate::lsp) fn find(&self, query: &Query) -> Vec<FoundName> {
        self.look_at_documents(query);
        let known = self.0.known();
        let paths = query.project.read_files();
        let paths = paths.filter(|it| !(query.is_answered)(it));
        let files = paths.filter_map(|path| Some((path, known.names(path)?)));
        nearest(query.letters, files)
    }

    /// Takes the names of open documents that are others than before.
    fn look_at_documents(&self, query: &Query) {
        let mut known = self.0.known();
        known
            .open
            .retain(|path, _| query.documents.get(path).is_some());
        drop(known);
        for path in query.documents.paths() {
            let Some(document) = query.documents.get(&path) else {
                continue;
            };
            let is_new = |known: &Known| {
                let open = known.open.get(&path);
                open.is_none_or(|(text, _)| !Arc::ptr_eq(text, &document.text))
            };
            if query.project.count_readers(&path) > 0
                && !(query.is_answered)(&path)
                && is_new(&self.0.known())
            {
                let names = match document.text.len() as u64 <= MAX_TEXT {
                    true => FileNames::of(&document.text, query.encoding),
                    false => FileNames::default(),
                };
                let open = (document.text.clone(), Arc::new(names));
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

fn nearest<'a>(
    letters: &str,
    files: impl Iterator<Item = (&'a Arc<str>, &'a FileNames)>,
) -> Vec<FoundName> {
    // The worst of the best is on top.
    let mut best = BinaryHeap::new();
    let files: Vec<_> = files.collect();
    for (file, (path, names)) in files.iter().enumerate() {
        for (index, it) in names.iter().enumerate() {
            let Some(score) = score(letters, it.text) else {
                continue;
            };
            let place = (&***path, index, file);
            let found = (Reverse(score), it.text.len(), it.text, it.kind, place);
            if best.len() < MAX_SYMBOLS {
                best.push(found);
            } else if let Some(mut worst) = best.peek_mut()
                && found < *worst
            {
                *worst = found;
            }
        }
    }
    let found = best.into_sorted_vec().into_iter();
    let found = found.map(|(_, _, _, _, (_, index, file))| {
        let (path, names) = files[file];
        let it = names.get(index);
        FoundName {
            kind: it.kind,
            name: it.text.to_owned(),
            path: path.clone(),
            range: it.range,
        }
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// What a query finds in files, each of which starts with a line `//- NAME`.
    fn check(fixture: &str, letters: &str, want: Expect) {
        let files = ::tests::fixture::Fixture::read(fixture, "a.td").files;
        let files = files.iter().map(|(path, text)| {
            let names = FileNames::of(text, Encoding::Utf16);
            (Arc::from(path.as_str()), names)
        });
        let files: Vec<(Arc<str>, FileNames)> = files.collect();
        let found = nearest(letters, files.iter().map(|(path, names)| (path, names)));
        let lines = found.iter().map(|it| {
            let start = it.range.start;
            let place = format!("{}:{}:{}", it.path, start.line, start.character);
            format!("{:?} {} {place}\n", it.kind, it.name)
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
    fn nearest_first_from_all_files() {
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
        let names = FileNames::of(&files[0].1, Encoding::Utf16);
        let path = Arc::from("a.td");
        let found = nearest("xy", std::iter::once((&path, &names)));
        assert_eq!((found.len(), found[0].name.as_str()), (MAX_SYMBOLS, "xy"));
    }
}
