//! What releases changed in match tables.

use elaborate::records::Release;

/// 21 begins each line of a table with its offset.
pub(super) fn tells_offsets(release: Release) -> bool {
    release >= Release::V21
}

/// 21 lets functions check operands.
pub(super) fn checks_operands(release: Release) -> bool {
    release >= Release::V21
}
