//! Differences between LLVM releases in the code for SPIR-V's binary form.

use backend::Release;

/// The start of the call that creates an operation: since LLVM 22 a static method of its class, before a method of the
/// builder.
pub(super) fn create(release: Release, class: &str) -> String {
    if release >= Release::V22 {
        format!("{class}::create(opBuilder, ")
    } else {
        format!("opBuilder.create<{class}>(")
    }
}
