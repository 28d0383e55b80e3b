//! Each backend on a small source of its own. What real sources give is compared with the reference elsewhere.

mod attributes;
mod directives;
mod options;
mod searchable_tables;
mod sources;
mod targets;

use expect_test::Expect;

use crate::testing::{read, run};

fn check(backend: &str, text: &str, want: Expect) {
    want.assert_eq(&run(backend, &[], &read(text)));
}

/// What a backend says against a text.
#[track_caller]
fn check_error(backend: &str, text: &str, want: &str) {
    let got = run(backend, &[], &read(text));
    assert_eq!(got.strip_prefix("error: "), Some(want));
}
