//! What the backends write for small inputs, and how they complain.

mod builtins;
mod comments;
mod diagnostics;
mod nodes;
mod options;
mod properties;

use backend_testing::{read, run};
use expect_test::Expect;

/// What a backend says, with line numbers, and what it writes below the comment at the top.
#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    check_with(backend, &[], text, want);
}

#[track_caller]
fn check_with(backend: &str, options: &[(&'static str, &str)], text: &str, want: Expect) {
    let records = read(text);
    want.assert_eq(&run(crate::ALL, backend, options, &records).shown(&records));
}
