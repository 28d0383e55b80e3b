//! Differences between releases in importing patterns.

use elaborate::records::Release;

/// Before 21, 16-bit floating-point numbers of two formats were the same to GlobalISel.
pub(super) fn skips_bfloat(release: Release) -> bool {
    release >= Release::V21
}

/// 21 checks directly after the opcode whether an access is atomic: both together determine the node of the graph.
pub(super) fn checks_atomics_early(release: Release) -> bool {
    release >= Release::V21
}

/// 21 supports extending atomic loads.
pub(super) fn extends_atomics(release: Release) -> bool {
    release >= Release::V21
}

/// 21 no longer names the number of a frame index: it is rendered by the name of its instruction.
pub(super) fn names_frame_indices(release: Release) -> bool {
    release < Release::V21
}

/// 21 checks the type of a store.
pub(super) fn knows_types_of_stores(release: Release) -> bool {
    release >= Release::V21
}

/// A type without a name is a number in generic instructions: `G_SEXT_INREG` has the number of its bits.
pub(super) fn types_are_numbers(release: Release) -> bool {
    release >= Release::V21
}

/// 21 recognizes basic blocks by the name of the node, not by its C++ class.
pub(super) fn tells_blocks_by_name(release: Release) -> bool {
    release >= Release::V21
}

/// 21 supports C++ checks of operands that no instruction of the pattern defines.
pub(super) fn has_leaf_predicates(release: Release) -> bool {
    release >= Release::V21
}

/// 21 copies a physical register once, wherever in the pattern it is read. Before, those of the root were copied each
/// time.
pub(super) fn copies_registers_of_all(release: Release) -> bool {
    release >= Release::V21
}

/// 21 renders operands like the selector of the selection graph: by name if there is one, and otherwise by kind.
pub(super) fn renders_by_name(release: Release) -> bool {
    release >= Release::V21
}

/// Registers that an instruction defines implicitly cannot be results, so 21 marks all of them dead. Before, those were
/// live that another instruction of the result reads.
pub(super) fn keeps_implicit_defs(release: Release) -> bool {
    release < Release::V21
}

/// 21 accepts an implicitly defined register as a result.
pub(super) fn counts_implicit_defs(release: Release) -> bool {
    release >= Release::V21
}

/// 21 infers the class of a result in the same way at all positions.
pub(super) fn infers_classes_alike(release: Release) -> bool {
    release >= Release::V21
}
