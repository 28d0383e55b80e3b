//! Each table for a few attributes, and how mistakes are told.

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

/// What a backend says, with line numbers, and what it writes below the comment at the top.
fn shown(backend: &str, text: &str) -> String {
    shown_below(CLASSES, backend, text)
}

#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    compare(backend, &shown(backend, text), want);
}

/// Only the lines from one that has `from` to one that has `until`.
#[track_caller]
fn check_between(backend: &str, text: &str, from: &str, until: &str, want: Expect) {
    compare(backend, &between(&shown(backend, text), from, until), want);
}

/// Only the lines that have `marker`.
#[track_caller]
fn check_lines(backend: &str, text: &str, marker: &str, want: Expect) {
    compare(backend, &lines_with(&shown(backend, text), marker), want);
}

#[track_caller]
fn compare(backend: &str, shown: &str, want: Expect) {
    // A first line without blanks keeps those of the others: what all lines begin with does not count in a snapshot.
    want.assert_eq(&format!("{backend}:\n{shown}"));
}

/// A test for each table that is written for a text, or for a part of it.
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
