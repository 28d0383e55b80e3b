//! Differences between releases in reading patterns.

use elaborate::records::Release;

/// Since LLVM 21, casts to one type and to several types are checked in the same way, before the operand is read.
pub(crate) fn casts_share_checks(release: Release) -> bool {
    release >= Release::V21
}

/// Since LLVM 21, a node with several results can be cast to a list of types.
pub(crate) fn has_casts_to_lists(release: Release) -> bool {
    release >= Release::V21
}

/// Before LLVM 21, a pattern may set further registers by `implicit`.
pub(crate) fn has_implicit_results(release: Release) -> bool {
    release < Release::V21
}
