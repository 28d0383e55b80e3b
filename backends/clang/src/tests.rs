//! Each backend has its tests beside it: what it writes for small inputs, and how it complains.

use backend_testing::{read, run};
use elaborate::records::Release;
use expect_test::Expect;

/// What a backend says, with line numbers, and what it writes below the comment at the top.
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

/// The lines that releases change in what a backend says and writes.
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

/// What a backend says and writes for a text below the classes that it needs. Lines are counted below them.
pub(crate) fn shown_below(classes: &str, backend: &str, text: &str) -> String {
    let records = read(&format!("{classes}{text}"));
    let skipped = classes.lines().count() as u32;
    run(crate::ALL, backend, &[], &records).shown_below(&records, skipped)
}
