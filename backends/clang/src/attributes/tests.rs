//! Each table for a few attributes, and the messages about mistakes.

mod changes;
mod constructors;
mod errors;
mod frames;
mod packs;
mod rules;
mod single_values;
mod spellings;
mod targets;
mod variadic;

use backend_testing::{between, lines_with};
use expect_test::Expect;

use crate::tests::shown_below;

/// The classes and some records of `Attr.td`.
const CLASSES: &str = include_str!("attr.td");

/// The messages of a backend, with line numbers, and its output after the comment at the top.
fn output(backend: &str, text: &str) -> String {
    shown_below(CLASSES, backend, text)
}

#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    compare(backend, &output(backend, text), want);
}

/// Only the lines from one that contains `from` to one that contains `until`.
#[track_caller]
fn check_between(backend: &str, text: &str, from: &str, until: &str, want: Expect) {
    compare(backend, &between(&output(backend, text), from, until), want);
}

/// Only the lines that contain `marker`.
#[track_caller]
fn check_lines(backend: &str, text: &str, marker: &str, want: Expect) {
    compare(backend, &lines_with(&output(backend, text), marker), want);
}

#[track_caller]
fn compare(backend: &str, shown: &str, want: Expect) {
    // The prefix without blanks keeps the snapshot from losing the common indentation.
    want.assert_eq(&format!("{backend}:\n{shown}"));
}

/// A test for each table, or a part of it, that is written for a text.
macro_rules! tables {
    ($($name:ident: $backend:literal of $text:ident
       $(from $from:literal until $until:literal)? $(lines with $marker:literal)? gives $want:expr;)*) => {
        $(
            #[test]
            fn $name() {
                tables!(check $backend, $text, $($from, $until,)? $(with $marker,)? $want);
            }
        )*
    };
    (check $backend:literal, $text:ident, $want:expr) => {
        $crate::attributes::tests::check($backend, $text, $want);
    };
    (check $backend:literal, $text:ident, $from:literal, $until:literal, $want:expr) => {
        $crate::attributes::tests::check_between($backend, $text, $from, $until, $want);
    };
    (check $backend:literal, $text:ident, with $marker:literal, $want:expr) => {
        $crate::attributes::tests::check_lines($backend, $text, $marker, $want);
    };
}
use tables;
