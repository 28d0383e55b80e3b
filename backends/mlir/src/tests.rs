//! Each generator has its tests beside it: what it writes for small inputs, and how it complains.

use backend_testing::{read_as, run};
use elaborate::records::Release;
use expect_test::Expect;

/// What a generator says, with line numbers, and what it writes below the comment at the top.
#[track_caller]
pub(crate) fn check_as(release: Release, backend: &str, text: &str, want: Expect) {
    let records = read_as(release, text);
    want.assert_eq(&run(crate::ALL, backend, &[], &records).shown(&records));
}
