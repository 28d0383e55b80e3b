//! Differences between LLVM releases in registers.

use backend::Release;

/// Whether a register without sub-registers always has a unit of its own. Before LLVM 21, such a register has no unit
/// of its own if it shares units with aliases.
pub(super) fn leaves_have_own_units(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the index of a part is the concatenation of the indices of the part's sub-registers if none of these indices
/// is artificial, even if the part has only one sub-register. Before LLVM 21, the part must have several sub-registers,
/// and artificial indices are left out of the concatenation.
pub(super) fn concatenations_are_whole(release: Release) -> bool {
    release >= Release::V21
}

/// Whether inference visits indices of large parts before indices of small parts. Indices that a visited index implies
/// are then skipped, and their projections are composed at the end. True since LLVM 21.
pub(super) fn large_indices_first(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a class of registers whose sub-registers belong to an inferred class is named after the composite index and
/// the origin of the inferred class. Before LLVM 21, names grow with each inference.
pub(super) fn composites_in_names(release: Release) -> bool {
    release >= Release::V21
}

/// Whether inference uses an artificial index that all registers of a class have. True since LLVM 21. In all releases,
/// no class is inferred for the registers that have an artificial index.
pub(super) fn artificial_indices_count(release: Release) -> bool {
    release >= Release::V21
}

/// Whether an inferred class inherits the properties of the smallest allocatable class that contains it. Before LLVM
/// 21, it inherits those of the smallest class, whether allocatable or not.
pub(super) fn inherits_from_allocatable(release: Release) -> bool {
    release >= Release::V21
}

/// The cost of copying a register of a class. Since LLVM 22, the cost is a byte: negative costs wrap around, and a cost
/// above 255 is an error (`None`).
pub(super) fn copy_cost(release: Release, given: i64) -> Option<i32> {
    if release >= Release::V22 {
        (given <= 0xFF).then_some((given as u8).into())
    } else {
        Some(given as i32)
    }
}

/// The field that an error message names if an index has only one part. LLVM 21 corrects the name.
pub(super) fn parts_field(release: Release) -> &'static str {
    if release >= Release::V21 {
        "CoveringSubRegIndices"
    } else {
        "CoveredBySubRegs"
    }
}
