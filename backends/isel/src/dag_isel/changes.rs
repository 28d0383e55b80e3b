//! Differences between releases in tables for selection graphs.

use elaborate::records::Release;
use target_model::value_types::ValueType;

/// 21 replaced a recursion over the steps of a pattern by a loop that never goes back.
pub(super) fn contracts_in_one_pass(release: Release) -> bool {
    release >= Release::V21
}

/// 21 writes value types as numbers of as many bytes as they need: there are more than a byte holds.
pub(super) fn has_numbers_of_types(release: Release) -> bool {
    release >= Release::V21
}

/// A number that becomes an operand. 21 truncates it to its type and sign-extends it, so that equal values have the
/// same bytes.
pub(super) fn immediate(release: Release, value: i64, ty: ValueType) -> i64 {
    let bits = ty.size_in_bits();
    if release < Release::V21 || !(1..i64::BITS).contains(&bits) {
        return value;
    }
    let unused = i64::BITS - bits;
    value << unused >> unused
}

/// 21 has comments with the slots of results.
pub(super) fn tells_results(release: Release) -> bool {
    release >= Release::V21
}

/// 21 has four bytes for the number of a covered pattern.
pub(super) fn coverage_macro(release: Release) -> &'static str {
    if release >= Release::V21 {
        "COVERAGE_IDX_VAL"
    } else {
        "TARGET_VAL"
    }
}

/// 22 formats lines uniformly: no trailing blanks, comments after the last comma, a digit more in offsets. Types that
/// take one byte have names again.
pub(super) fn has_tidy_lines(release: Release) -> bool {
    release >= Release::V22
}

/// 22 writes numbers with a sign as LEB128. Before, bit 0 was the sign.
pub(super) fn has_leb(release: Release) -> bool {
    release >= Release::V22
}

/// In 22, named numbers are written like others; only the comment has the name if the number takes more than a byte.
pub(super) fn names_all_numbers(release: Release) -> bool {
    release >= Release::V22
}

/// 22 has instructions with a symbol operand that deactivates them.
pub(super) fn has_deactivation_symbols(release: Release) -> bool {
    release >= Release::V22
}

/// 22 has short forms for nodes without results only if they have a chain: others would not be selected.
pub(super) fn shortens_nodes_without_results(release: Release) -> bool {
    release < Release::V22
}

/// The type of the table's elements.
pub(super) fn element_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "uint8_t"
    } else {
        "unsigned char"
    }
}

/// The start of the function with the table.
pub(super) fn macros(release: Release) -> &'static str {
    if release >= Release::V21 {
        concat!(
            "  // Some target values are emitted as 2 bytes, TARGET_VAL handles\n",
            "  // this. Coverage indexes are emitted as 4 bytes,\n",
            "  // COVERAGE_IDX_VAL handles this.\n",
            "  #define TARGET_VAL(X) X & 255, unsigned(X) >> 8\n",
            "  #define COVERAGE_IDX_VAL(X) X & 255, (unsigned(X) >> 8) & 255, ",
            "(unsigned(X) >> 16) & 255, (unsigned(X) >> 24) & 255\n"
        )
    } else {
        concat!(
            "  // Some target values are emitted as 2 bytes, TARGET_VAL handles\n",
            "  // this.\n",
            "  #define TARGET_VAL(X) X & 255, unsigned(X) >> 8\n"
        )
    }
}

/// The end of the macros after the table.
pub(super) fn undefined_macros(release: Release) -> &'static str {
    if release >= Release::V21 {
        "  #undef COVERAGE_IDX_VAL\n  #undef TARGET_VAL\n"
    } else {
        "  #undef TARGET_VAL\n"
    }
}

/// The functions that check predicates, without and with arguments. 21 passes a value, not a node.
pub(super) fn predicate_functions(release: Release) -> [&'static str; 2] {
    if release >= Release::V21 {
        [
            "CheckNodePredicate(SDValue Op, unsigned PredNo) const",
            "CheckNodePredicateWithOperands(SDValue Op, unsigned PredNo, ArrayRef<SDValue> Operands) const",
        ]
    } else {
        [
            "CheckNodePredicate(SDNode *Node, unsigned PredNo) const",
            "CheckNodePredicateWithOperands(SDNode *Node, unsigned PredNo, \
             const SmallVectorImpl<SDValue> &Operands) const",
        ]
    }
}
