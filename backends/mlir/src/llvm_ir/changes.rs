//! Differences between LLVM releases in the code of conversions.

use backend::Release;

/// The storage class of a function that may be unused, with the attribute that suppresses the warning. Since LLVM 22,
/// the attribute is `[[maybe_unused]]`; in earlier releases, it is `LLVM_ATTRIBUTE_UNUSED`.
pub(super) fn unused(release: Release, storage: &str) -> String {
    if release >= Release::V22 {
        format!("[[maybe_unused]] {storage}")
    } else {
        format!("{storage} LLVM_ATTRIBUTE_UNUSED")
    }
}
