//! Differences between releases in importing patterns.

use elaborate::records::Release;

/// Whether patterns with values of type `bf16` are skipped: since LLVM 21. Before, GlobalISel did not distinguish the
/// two 16-bit floating-point formats.
pub(super) fn skips_bfloat(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the check that an access is atomic directly follows the check of the opcode: since LLVM 21. The two checks
/// together determine the node of the selection graph.
pub(super) fn checks_atomics_early(release: Release) -> bool {
    release >= Release::V21
}

/// Whether extending atomic loads are supported: since LLVM 21.
pub(super) fn extends_atomics(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the operand of `G_FRAME_INDEX` gets a name: before LLVM 21. Since LLVM 21 it is rendered by the name of its
/// instruction.
pub(super) fn names_frame_indices(release: Release) -> bool {
    release < Release::V21
}

/// Whether the memory type of a store is checked: since LLVM 21.
pub(super) fn knows_types_of_stores(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a type without a name is matched as an immediate whose value is the number of bits of the type, as in
/// `G_SEXT_INREG`: since LLVM 21.
pub(super) fn types_are_numbers(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a basic block is recognized by the name of its node: since LLVM 21. Before, it was recognized by the C++
/// class of the node.
pub(super) fn tells_blocks_by_name(release: Release) -> bool {
    release >= Release::V21
}

/// Whether C++ checks are supported for operands that no instruction of the pattern defines: since LLVM 21.
pub(super) fn has_leaf_predicates(release: Release) -> bool {
    release >= Release::V21
}

/// Whether each physical register that the pattern reads is copied once: since LLVM 21. Before, a register that the
/// root reads was copied for each read.
pub(super) fn copies_registers_of_all(release: Release) -> bool {
    release >= Release::V21
}

/// Whether operands are rendered as in the selector for selection graphs: since LLVM 21. An operand with a name is
/// rendered by its name, any other operand by its kind.
pub(super) fn renders_by_name(release: Release) -> bool {
    release >= Release::V21
}

/// Whether implicitly defined registers are live if another instruction of the result reads them: only before LLVM 21.
/// Since LLVM 21, all implicitly defined registers are marked as dead.
pub(super) fn keeps_implicit_defs(release: Release) -> bool {
    release < Release::V21
}

/// Whether the check that an instruction defines as many registers as the source has results also counts implicitly
/// defined registers: since LLVM 21.
pub(super) fn counts_implicit_defs(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the class of a result is inferred in the same way at the root and at other nodes: since LLVM 21.
pub(super) fn infers_classes_alike(release: Release) -> bool {
    release >= Release::V21
}
