//! Differences between releases in predicates.

use elaborate::records::Release;

/// The C++ expression for the node that a predicate tests. Since LLVM 21, the predicate gets a value, and the node is
/// the value's.
pub(super) fn node(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Op.getNode()"
    } else {
        "Node"
    }
}

/// The C++ expression on which members of the node are called.
pub(super) fn value(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Op"
    } else {
        "Node"
    }
}

/// Since LLVM 21, atomic loads may extend their value. Before, such a predicate never matched.
pub(super) fn has_extending_atomics(release: Release) -> bool {
    release >= Release::V21
}

/// The C++ condition that the first result of a node is used. Since LLVM 21, it does not create an `SDValue`.
pub(super) fn is_used(release: Release) -> &'static str {
    if release >= Release::V21 {
        "N->hasAnyUseOfValue(0)"
    } else {
        "!SDValue(N, 0).use_empty()"
    }
}

/// The C++ condition that the first result of a node is not used exactly once. Since LLVM 21, it does not create an
/// `SDValue`.
pub(super) fn is_not_used_once(release: Release) -> &'static str {
    if release >= Release::V21 {
        "!N->hasNUsesOfValue(1, 0)"
    } else {
        "!SDValue(N, 0).hasOneUse()"
    }
}

/// Since LLVM 21, C++ code may check operands that the pattern does not define.
pub(super) fn has_leaf_predicates(release: Release) -> bool {
    release >= Release::V21
}
