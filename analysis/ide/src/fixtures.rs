//! Fixtures for tests: source texts in which `$0` marks the cursor.

use std::ops::Range;

use db::Database;
use rowan::GreenNode;
use syntax::MacroSet;

use super::testing::fixture;

/// A unit of one file, `root.td`.
pub(crate) fn unit(text: &str) -> Database {
    fixture(text).host.snapshot()
}

/// The text of a fixture without the cursor, and the byte offset of the cursor.
pub(crate) fn cursor(fixture: &str) -> (String, usize) {
    let offset = fixture
        .find("$0")
        .unwrap_or_else(|| panic!("no cursor in {fixture:?}"));
    (fixture.replacen("$0", "", 1), offset)
}

/// The syntax tree of a text.
pub(crate) fn tree(text: &str) -> GreenNode {
    syntax::parse(text, &mut MacroSet::default())
        .green()
        .clone()
}

/// The text with brackets around each of the ranges, which must not overlap.
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
