//! Differences between releases in predicates.

use elaborate::records::Release;

/// The node that a predicate is about. Since 21 it is that of a value, whose other results may be examined.
pub(super) fn node(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Op.getNode()"
    } else {
        "Node"
    }
}

/// The expression for the node's members.
pub(super) fn value(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Op"
    } else {
        "Node"
    }
}

/// 21 supports extending atomic loads. Before, such a predicate never matched.
pub(super) fn has_extending_atomics(release: Release) -> bool {
    release >= Release::V21
}

/// That a node is used. 21 asks without making a value of it.
pub(super) fn is_used(release: Release) -> &'static str {
    if release >= Release::V21 {
        "N->hasAnyUseOfValue(0)"
    } else {
        "!SDValue(N, 0).use_empty()"
    }
}

/// That a node has not one use only. 21 asks without making a value of it.
pub(super) fn is_not_used_once(release: Release) -> &'static str {
    if release >= Release::V21 {
        "!N->hasNUsesOfValue(1, 0)"
    } else {
        "!SDValue(N, 0).hasOneUse()"
    }
}

/// 21 supports C++ checks of operands that the pattern does not define.
pub(super) fn has_leaf_predicates(release: Release) -> bool {
    release >= Release::V21
}
