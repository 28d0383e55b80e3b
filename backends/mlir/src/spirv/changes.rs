//! What releases change in the text of SPIR-V's binary form.

use backend::Release;

/// How an operation is made.
pub(super) fn create(release: Release, class: &str) -> String {
    match release >= Release::V22 {
        true => format!("{class}::create(opBuilder, "),
        false => format!("opBuilder.create<{class}>("),
    }
}
