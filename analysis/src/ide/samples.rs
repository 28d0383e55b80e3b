//! Fixtures of the tests: texts with `$0` where the cursor is.

use std::ops::Range;
use std::sync::Arc;

use rowan::GreenNode;
use rustc_hash::FxHashMap;
use syntax::MacroSet;

use crate::db::Database;
use crate::eval::Compat;
use crate::host::Host;
use crate::unit::{Files, UnitSpec};

/// Files in memory.
pub struct Texts(FxHashMap<String, Arc<str>>);

impl Files for Texts {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }
}

/// A unit of these files, whose root is `root.td`.
pub fn unit(files: &[(&str, &str)]) -> Database {
    let files = files.iter();
    let texts = Texts(
        files
            .map(|(path, text)| ((*path).to_owned(), (*text).into()))
            .collect(),
    );
    let spec = UnitSpec {
        root: "root.td".to_owned(),
        include_dirs: vec!["include".to_owned()],
        ..UnitSpec::default()
    };
    Host::new(spec, Compat::Llvm22, &texts).snapshot()
}

/// A text without the cursor, and where the cursor was.
pub fn cursor(fixture: &str) -> (String, usize) {
    let offset = fixture
        .find("$0")
        .unwrap_or_else(|| panic!("no cursor in {fixture:?}"));
    (fixture.replacen("$0", "", 1), offset)
}

/// The tree of a text.
pub fn tree(text: &str) -> GreenNode {
    syntax::parse(text, &mut MacroSet::default())
        .green()
        .clone()
}

/// A text with a bracket around each of some ranges that do not overlap.
pub fn marked(text: &str, ranges: impl IntoIterator<Item = Range<usize>>) -> String {
    let mut out = String::new();
    let mut done = 0;
    for range in ranges {
        out += &text[done..range.start];
        out += "⟦";
        out += &text[range.clone()];
        out += "⟧";
        done = range.end;
    }
    out + &text[done..]
}
