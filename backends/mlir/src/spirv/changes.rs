//! What releases change in the text of SPIR-V's binary form.

use backend::Release;

/// How an operation is made.
pub(super) fn create(release: Release, class: &str) -> String {
    if release >= Release::V22 {
        format!("{class}::create(opBuilder, ")
    } else {
        format!("opBuilder.create<{class}>(")
    }
}
