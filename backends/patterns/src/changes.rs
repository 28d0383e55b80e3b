//! Differences between releases in reading patterns.

use elaborate::records::Release;

/// 21 checks casts to one type and to several in the same way, before it reads the operand.
pub(crate) fn casts_share_checks(release: Release) -> bool {
    release >= Release::V21
}

/// 21 has casts of nodes with several results, to a list of types.
pub(crate) fn has_casts_to_lists(release: Release) -> bool {
    release >= Release::V21
}

/// 21 no longer has registers that a pattern sets by `implicit`.
pub(crate) fn has_implicit_results(release: Release) -> bool {
    release < Release::V21
}
