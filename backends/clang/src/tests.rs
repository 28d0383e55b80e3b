//! Each backend has its tests beside it: what it writes for small inputs, and how it complains.

use backend_testing::{read, run};
use expect_test::Expect;

/// What a backend says, with line numbers, and what it writes below the comment at the top.
#[track_caller]
pub fn check(backend: &str, text: &str, want: Expect) {
    check_with(backend, &[], text, want);
}

#[track_caller]
pub fn check_with(backend: &str, options: &[(&'static str, &str)], text: &str, want: Expect) {
    let records = read(text);
    want.assert_eq(&run(crate::ALL, backend, options, &records).shown(&records));
}
