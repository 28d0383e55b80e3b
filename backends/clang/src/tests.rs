//! Each backend has its tests beside it: its output for small inputs, and its errors.

use backend_testing::{read, run};
use elaborate::records::Release;
use expect_test::Expect;

/// The messages of a backend, with line numbers, and its output after the comment at the top.
#[track_caller]
pub(crate) fn check(backend: &str, text: &str, want: Expect) {
    check_with(backend, &[], text, want);
}

#[track_caller]
pub(crate) fn check_with(
    backend: &str,
    options: &[(&'static str, &str)],
    text: &str,
    want: Expect,
) {
    let records = read(text);
    want.assert_eq(&run(crate::ALL, backend, options, &records).shown(&records));
}

/// The changed lines between releases in the messages and output of a backend.
#[track_caller]
pub(crate) fn changes(backend: &str, text: &str, releases: &[Release], want: Expect) {
    want.assert_eq(&backend_testing::changes(
        crate::ALL,
        backend,
        &[],
        text,
        releases,
    ));
}

/// The messages and output of a backend for a text after the classes that it needs. Lines are counted after them.
pub(crate) fn shown_below(classes: &str, backend: &str, text: &str) -> String {
    let records = read(&format!("{classes}{text}"));
    let skipped = classes.lines().count() as u32;
    run(crate::ALL, backend, &[], &records).shown_below(&records, skipped)
}
