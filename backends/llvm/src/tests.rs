//! Each backend has its tests beside it, on a small source of its own. What real sources give is compared with the
//! reference elsewhere.

pub(crate) mod sources;

use expect_test::Expect;

use backend_testing::{read, run};

pub(crate) fn check(backend: &str, text: &str, want: Expect) {
    want.assert_eq(&run(crate::ALL, backend, &[], &read(text)).text_or_error());
}

/// What a backend says against a text.
#[track_caller]
pub(crate) fn check_error(backend: &str, text: &str, want: &str) {
    let got = run(crate::ALL, backend, &[], &read(text)).text_or_error();
    assert_eq!(got.strip_prefix("error: "), Some(want));
}
