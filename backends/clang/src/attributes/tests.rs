//! Each table for a few attributes, and how mistakes are told.

mod arguments;
mod errors;
mod output;

use backend_testing::{read, run};
use expect_test::Expect;

/// The classes and some records of `Attr.td`.
const CLASSES: &str = include_str!("attr.td");

/// What a backend says, with line numbers, and what it writes below the comment at the top.
#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    let records = read(&format!("{CLASSES}{text}"));
    let skipped = CLASSES.lines().count() as u32;
    let shown = run(crate::ALL, backend, &[], &records).shown_below(&records, skipped);
    // A first line without blanks keeps those of the others: what all lines begin with does not count in a snapshot.
    want.assert_eq(&format!("{backend}:\n{shown}"));
}

/// A test for each table that is written for a text.
macro_rules! tables {
    ($($name:ident: $backend:literal of $text:ident gives $want:expr;)*) => {
        $(
            #[test]
            fn $name() {
                $crate::attributes::tests::check($backend, $text, $want);
            }
        )*
    };
}
use tables;
