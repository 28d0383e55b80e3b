//! What releases write differently.

use backend::{Output, Release};

/// Opens namespaces in `llvm`: since 21 in one line, as C++17 allows. Blank lines follow the first and the last line in 19
/// (`old`), and the line of 21 (`new`).
pub(super) fn open(
    release: Release,
    out: &mut Output,
    names: &[&str],
    [old_first, old_last]: [&str; 2],
    new: &str,
) {
    if release >= Release::V21 {
        write!(out, "namespace llvm::{} {{\n{new}", names.join("::"));
        return;
    }
    write!(out, "namespace llvm {{\n{old_first}");
    for name in names {
        writeln!(out, "namespace {name} {{");
    }
    out.push(old_last);
}

/// Closes them.
pub(super) fn close(release: Release, out: &mut Output, names: &[&str]) {
    if release >= Release::V21 {
        writeln!(out, "}} // end namespace llvm::{}", names.join("::"));
        return;
    }
    for name in names.iter().rev().chain(&["llvm"]) {
        writeln!(out, "}} // end namespace {name}");
    }
}

/// What stands between the functions on machine code and the end of their section.
pub(super) fn blank_after_helpers(release: Release) -> &'static str {
    match release >= Release::V21 {
        true => "",
        false => "\n",
    }
}

/// Whether the tables of named and of logical operands are there only if an instruction asks for them.
pub(super) fn drops_unused_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Whether names of operands are an `enum class`, numbered in their order, so that no other number is taken for one.
pub(super) fn has_enum_of_names(release: Release) -> bool {
    release >= Release::V21
}

/// Whether types of operands are told. Only BOLT asks for them, of X86.
pub(super) fn tells_operand_types(release: Release, namespace: &str) -> bool {
    release < Release::V21 || namespace == "X86"
}

/// Whether types of logical operands are told, which nothing asked for.
pub(super) fn tells_logical_types(release: Release) -> bool {
    release < Release::V21
}

/// How arrays in functions are qualified.
pub(super) fn array_qualifier(release: Release) -> &'static str {
    match release >= Release::V21 {
        true => "constexpr",
        false => "const",
    }
}

/// Whether the name of an instruction stands behind its row. Before, it stood in the line above.
pub(super) fn names_end_rows(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a description says where operands are before it says where implicit registers are, as `MCInstrDesc` has them.
pub(super) fn operands_come_first(release: Release) -> bool {
    release >= Release::V21
}

/// What stands before the values of a relation's fields.
pub(super) fn enumerator_indent(release: Release) -> &'static str {
    match release >= Release::V21 {
        true => "  ",
        false => "\t",
    }
}

/// Whether the table of a relation stands in its function.
pub(super) fn relations_hold_tables(release: Release) -> bool {
    release >= Release::V21
}
