//! Units for tests: `//- path` before each file, the root first; `$0` is the cursor.

use std::sync::Arc;

use db::host::Host;
use elaborate::unit::{Files, UnitSpec};
use rustc_hash::FxHashMap;
use syntax::Release;

use super::{FilePosition, FileRange};

/// Files in memory.
#[derive(Default)]
pub(crate) struct Texts(pub FxHashMap<String, Arc<str>>);

impl Files for Texts {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }
}

/// A unit in memory and the cursor in it.
pub(crate) struct Fixture {
    pub host: Host,
    pub texts: Texts,
    cursor: Option<FilePosition>,
}

impl Fixture {
    pub(crate) fn cursor(&self) -> FilePosition {
        self.cursor.clone().expect("the fixture has a `$0`")
    }

    /// A range as `path:line:column text`.
    pub(crate) fn show(&self, range: &FileRange) -> String {
        let text = &self.texts.0[&range.path];
        let before = &text[..range.range.start];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |it| it + 1) + 1;
        let what = text[range.range.clone()].lines().next().unwrap_or("");
        format!("{}:{line}:{column} {what}", range.path)
    }

    pub(crate) fn show_all<'r>(&self, ranges: impl IntoIterator<Item = &'r FileRange>) -> String {
        let lines = ranges.into_iter().map(|it| self.show(it) + "\n");
        lines.collect()
    }
}

/// Reads a fixture. Without a leading `//- path`, the whole text is `root.td`.
pub(crate) fn fixture(text: &str) -> Fixture {
    let read = tests::fixture::Fixture::read(text, "root.td");
    let root = read.files.first().map(|(path, _)| path.clone());
    let cursor = read.cursor;
    let cursor = cursor.map(|(path, offset)| FilePosition { path, offset });
    let mut texts = Texts::default();
    for (path, text) in read.files {
        texts.0.insert(path, text.into());
    }
    let spec = UnitSpec {
        root: root.unwrap_or_default(),
        include_dirs: vec!["inc".to_owned()],
        ..UnitSpec::default()
    };
    Fixture {
        host: Host::new(spec, Release::V22, &texts),
        texts,
        cursor,
    }
}
