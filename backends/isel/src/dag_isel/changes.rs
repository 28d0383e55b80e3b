//! Differences between releases in tables for selection graphs.

use elaborate::records::Release;
use target_model::value_types::ValueType;

/// Whether the steps of a pattern are contracted in one pass. True since LLVM 21. Before, a recursive function also
/// changed earlier steps again.
pub(super) fn contracts_in_one_pass(release: Release) -> bool {
    release >= Release::V21
}

/// Whether value types are written as numbers of one or more bytes. True since LLVM 21, which has more types than fit
/// in a byte.
pub(super) fn has_numbers_of_types(release: Release) -> bool {
    release >= Release::V21
}

/// The value of an immediate operand. Since LLVM 21 it is truncated to its type and sign-extended, so that equal values
/// have the same bytes.
pub(super) fn immediate(release: Release, value: i64, ty: ValueType) -> i64 {
    let bits = ty.size_in_bits();
    if release < Release::V21 || !(1..i64::BITS).contains(&bits) {
        return value;
    }
    let unused = i64::BITS - bits;
    value << unused >> unused
}

/// Whether comments on steps name the slots of the results. True since LLVM 21.
pub(super) fn tells_results(release: Release) -> bool {
    release >= Release::V21
}

/// The macro for the index of a covered pattern. Since LLVM 21 the index has four bytes.
pub(super) fn coverage_macro(release: Release) -> &'static str {
    if release >= Release::V21 {
        "COVERAGE_IDX_VAL"
    } else {
        "TARGET_VAL"
    }
}

/// Whether lines are formatted uniformly: without trailing blanks, with comments after the last comma, and with one
/// more digit in offsets. True since LLVM 22. A type whose number takes one byte is then written by name, which LLVM 21
/// does not do.
pub(super) fn has_tidy_lines(release: Release) -> bool {
    release >= Release::V22
}

/// Whether signed numbers are written as signed LEB128. True since LLVM 22. Before, the sign was in bit 0.
pub(super) fn has_leb(release: Release) -> bool {
    release >= Release::V22
}

/// Whether numbers with names are written by the same step as other numbers. True since LLVM 22. If such a number takes
/// more than one byte, its name is only in the comment.
pub(super) fn names_all_numbers(release: Release) -> bool {
    release >= Release::V22
}

/// Whether instructions may have a deactivation symbol, an operand that deactivates them. True since LLVM 22.
pub(super) fn has_deactivation_symbols(release: Release) -> bool {
    release >= Release::V22
}

/// Whether steps that create a node without results and without a chain have short forms. LLVM 22 removed these forms,
/// since such a node would not be selected.
pub(super) fn shortens_nodes_without_results(release: Release) -> bool {
    release < Release::V22
}

/// The C++ type of the table's elements: `uint8_t` since LLVM 22.
pub(super) fn element_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "uint8_t"
    } else {
        "unsigned char"
    }
}

/// The definitions of the macros that the table uses. LLVM 21 added the macro for the index of a covered pattern.
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

/// The directives that undefine the macros after the table. LLVM 21 added one macro.
pub(super) fn undefined_macros(release: Release) -> &'static str {
    if release >= Release::V21 {
        "  #undef COVERAGE_IDX_VAL\n  #undef TARGET_VAL\n"
    } else {
        "  #undef TARGET_VAL\n"
    }
}

/// The signatures of the functions that check predicates, without and with arguments. Since LLVM 21 they take a value,
/// not a node.
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
