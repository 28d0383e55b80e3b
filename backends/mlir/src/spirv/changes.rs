//! Differences between LLVM releases in the code for SPIR-V's binary form.

use backend::Release;

/// The start of the call that creates an operation. Since LLVM 22, the call is to a static method of the operation's
/// class; in earlier releases, to a method of the builder.
pub(super) fn create(release: Release, class: &str) -> String {
    if release >= Release::V22 {
        format!("{class}::create(opBuilder, ")
    } else {
        format!("opBuilder.create<{class}>(")
    }
}
