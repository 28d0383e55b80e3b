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
    want.assert_eq(&run(crate::ALL, backend, &[], &records).shown_below(&records, skipped));
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
