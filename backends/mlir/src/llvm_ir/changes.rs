//! What releases change in the text of conversions.

use backend::Release;

/// The start of a function that may be unused, with its storage class.
pub(super) fn unused(release: Release, storage: &str) -> String {
    if release >= Release::V22 {
        format!("[[maybe_unused]] {storage}")
    } else {
        format!("{storage} LLVM_ATTRIBUTE_UNUSED")
    }
}
