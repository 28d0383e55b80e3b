//! Fixtures of the tests: texts with `$0` where the cursor is.

use std::ops::Range;

use db::Database;
use rowan::GreenNode;
use syntax::MacroSet;

use super::testing::fixture;

/// A unit of one file, `root.td`.
pub(crate) fn unit(text: &str) -> Database {
    fixture(text).host.snapshot()
}

/// A text without the cursor, and where the cursor was.
pub(crate) fn cursor(fixture: &str) -> (String, usize) {
    let offset = fixture
        .find("$0")
        .unwrap_or_else(|| panic!("no cursor in {fixture:?}"));
    (fixture.replacen("$0", "", 1), offset)
}

/// The tree of a text.
pub(crate) fn tree(text: &str) -> GreenNode {
    syntax::parse(text, &mut MacroSet::default())
        .green()
        .clone()
}

/// A text with a bracket around each of some ranges that do not overlap.
pub(crate) fn marked(text: &str, ranges: impl IntoIterator<Item = Range<usize>>) -> String {
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
