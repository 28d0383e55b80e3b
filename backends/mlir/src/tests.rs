//! Each generator has its tests beside it: what it writes for small inputs, and how it complains.

mod unset;

use backend_testing::{read_as, run};
use elaborate::records::Release;
use expect_test::Expect;

/// The classes of MLIR's own files, and a dialect.
pub(crate) const DIALECT: &str = include_str!("tests/dialect.td");

/// What a generator says, with line numbers, and what it writes below the comment at the top.
#[track_caller]
pub(crate) fn check_as(release: Release, backend: &str, text: &str, want: Expect) {
    let records = read_as(release, text);
    want.assert_eq(&run(crate::ALL, backend, &[], &records).shown(&records));
}

/// The same for a text below the classes of MLIR's own files. Lines are counted below them.
pub(crate) fn shown(release: Release, backend: &str, text: &str) -> String {
    shown_with(release, backend, &[], text)
}

/// The same with options.
pub(crate) fn shown_with(
    release: Release,
    backend: &str,
    options: &[(&str, &str)],
    text: &str,
) -> String {
    let records = read_as(release, &format!("{DIALECT}{text}"));
    let skipped = DIALECT.lines().count() as u32;
    run(crate::ALL, backend, options, &records).shown_below(&records, skipped)
}

/// Holds what 19 writes to a snapshot.
#[track_caller]
pub(crate) fn check(backend: &str, text: &str, want: Expect) {
    want.assert_eq(&shown(Release::V19, backend, text));
}

/// The lines that 22 writes differently from 19.
#[track_caller]
pub(crate) fn check_changes(backend: &str, text: &str, want: Expect) {
    let [old, new] = [Release::V19, Release::V22].map(|it| shown(it, backend, text));
    want.assert_eq(&backend_testing::difference(&old, &new));
}
