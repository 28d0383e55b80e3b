//! Differences between releases in predicates.

use elaborate::records::Release;

/// The C++ expression for the node that a predicate tests. Since LLVM 21, a predicate gets an `SDValue` instead of the
/// node.
pub(super) fn node(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Op.getNode()"
    } else {
        "Node"
    }
}

/// The C++ expression on which methods of a constant are called. Since LLVM 21, its value is an `SDValue`; in earlier
/// releases, its value is the node.
pub(super) fn value(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Op"
    } else {
        "Node"
    }
}

/// Since LLVM 21, atomic loads may extend their value. Before LLVM 21, a predicate for such a load never matched.
pub(super) fn has_extending_atomics(release: Release) -> bool {
    release >= Release::V21
}

/// The C++ condition that the first result of a node is used. Since LLVM 21, the condition does not create an
/// `SDValue`.
pub(super) fn is_used(release: Release) -> &'static str {
    if release >= Release::V21 {
        "N->hasAnyUseOfValue(0)"
    } else {
        "!SDValue(N, 0).use_empty()"
    }
}

/// The C++ condition that the first result of a node is not used exactly once. Since LLVM 21, the condition does not
/// create an `SDValue`.
pub(super) fn is_not_used_once(release: Release) -> &'static str {
    if release >= Release::V21 {
        "!N->hasNUsesOfValue(1, 0)"
    } else {
        "!SDValue(N, 0).hasOneUse()"
    }
}

/// Since LLVM 21, a fragment may have C++ code that tests an operand of a generic instruction
/// (`GISelLeafPredicateCode`).
pub(super) fn has_leaf_predicates(release: Release) -> bool {
    release >= Release::V21
}
