//! Differences between releases in registers.

use backend::Release;

/// Whether a register without sub-registers has a unit of its own in addition to those that it shares with aliases.
/// Otherwise, an alias of an alias overlaps with neither in lists of units.
pub(super) fn leaves_have_own_units(release: Release) -> bool {
    release >= Release::V21
}

/// Whether an index of a part is a concatenation even if the part has one sub-register only, and is not one if some
/// part is artificial. Before, artificial parts were left out of the concatenation.
pub(super) fn concatenations_are_whole(release: Release) -> bool {
    release >= Release::V21
}

/// Whether indices are visited from those of large parts to those of small ones when classes are inferred, so that
/// small ones are left out where large ones imply them. Projections by the small ones are composed at the end.
pub(super) fn large_indices_first(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a class of registers whose sub-registers are in an inferred class is named by the composite index and the
/// origin of that class. Names grew with each inference before.
pub(super) fn composites_in_names(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a class can have all its registers' sub-registers by an artificial index. No class is inferred for one.
pub(super) fn artificial_indices_count(release: Release) -> bool {
    release >= Release::V21
}

/// Whether an inferred class takes its properties from the smallest allocatable class that contains it, so that it
/// never mixes properties of two. Before, it took them from the smallest one.
pub(super) fn inherits_from_allocatable(release: Release) -> bool {
    release >= Release::V21
}

/// The cost of copying registers of a class. Since 22 it is a byte: a negative cost is the highest, and one that is too
/// high is an error.
pub(super) fn copy_cost(release: Release, given: i64) -> Option<i32> {
    if release >= Release::V22 {
        (given <= 0xFF).then_some((given as u8).into())
    } else {
        Some(given as i32)
    }
}

/// The name of the field that needs two entries or more.
pub(super) fn parts_field(release: Release) -> &'static str {
    if release >= Release::V21 {
        "CoveringSubRegIndices"
    } else {
        "CoveredBySubRegs"
    }
}
