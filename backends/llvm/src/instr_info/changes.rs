//! Differences between releases.

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
    if release >= Release::V22 {
        write!(out, "{} {{\n\n", namespace(names));
        return;
    }
    if release >= Release::V21 {
        write!(out, "{} {{\n{new}", namespace(names));
        return;
    }
    write!(out, "namespace llvm {{\n{old_first}");
    for name in names {
        writeln!(out, "namespace {name} {{");
    }
    out.push(old_last);
}

fn namespace(names: &[&str]) -> String {
    let names = [&["llvm"], names].concat();
    format!("namespace {}", names.join("::"))
}

/// Closes them.
pub(super) fn close(release: Release, out: &mut Output, names: &[&str]) {
    if release >= Release::V22 {
        write!(out, "\n}} // {}\n", namespace(names));
        return;
    }
    if release >= Release::V21 {
        writeln!(out, "}} // end {}", namespace(names));
        return;
    }
    for name in names.iter().rev().chain(&["llvm"]) {
        writeln!(out, "}} // end namespace {name}");
    }
}

/// The text after the first lines of a part. Since 22 all parts have the same layout.
pub(super) fn gap_of_part(release: Release) -> &'static str {
    if release >= Release::V22 { "\n" } else { "" }
}

/// Ends a part, before 22 with `old`.
pub(super) fn end(release: Release, out: &mut Output, guard: &str, old: &str) {
    if release >= Release::V22 {
        write!(out, "\n#endif // {guard}\n\n")
    } else {
        write!(out, "{old}{guard}\n\n")
    }
}

/// The comment at the end of the functions on machine code. Before 22 the macro in it was misspelt.
pub(super) fn end_of_helpers(release: Release, out: &mut Output) {
    if release >= Release::V22 {
        end(release, out, "GET_INSTRINFO_MC_HELPERS", "")
    } else {
        out.push("#endif // GET_GENISTRINFO_MC_HELPERS\n\n")
    }
}

/// The start of a namespace's end.
pub(super) fn end_of_namespace(release: Release) -> &'static str {
    if release >= Release::V22 {
        "} // namespace"
    } else {
        "} // end namespace"
    }
}

/// A blank line that 22 leaves to the layout of all parts.
pub(super) fn old_gap(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// Whether the numbers of instructions are aligned, with the place of each definition.
pub(super) fn tells_places(release: Release) -> bool {
    release >= Release::V22
}

/// Whether implicit registers precede operands in the table, so that the offsets of registers, of which there are
/// fewer, need no base.
pub(super) fn registers_precede_operands(release: Release) -> bool {
    release >= Release::V22
}

/// The parameters of the constructor of target information, and the arguments for its base class. Since 22 that gets
/// the registers and, for register classes by mode, the subtarget.
pub(super) fn constructor(release: Release) -> (&'static str, &'static str) {
    if release >= Release::V22 {
        (
            "const TargetSubtargetInfo &STI, const TargetRegisterInfo &TRI, ",
            "TRI, ",
        )
    } else {
        ("", "")
    }
}

/// Whether a register class may depend on the hardware mode, and generic instructions have pointers as a target defines
/// them.
pub(super) fn has_classes_by_mode(release: Release) -> bool {
    release >= Release::V22
}

/// Whether the places of parts in operands have names.
pub(super) fn names_parts(release: Release) -> bool {
    release >= Release::V22
}

/// Whether named operands are looked up in both directions, by the number of an instruction's row.
pub(super) fn has_rows_of_names(release: Release) -> bool {
    release >= Release::V22
}

/// Whether the number of an instruction follows its name where conditions are listed.
pub(super) fn numbers_conditions(release: Release) -> bool {
    release < Release::V22
}

/// The text between the functions on machine code and the end of their section.
pub(super) fn blank_after_helpers(release: Release) -> &'static str {
    if release >= Release::V21 { "" } else { "\n" }
}

/// Whether the tables of named and of logical operands are omitted if no instruction needs them.
pub(super) fn drops_unused_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Whether names of operands are an `enum class`, numbered in their order, so that other numbers are not accepted.
pub(super) fn has_enum_of_names(release: Release) -> bool {
    release >= Release::V21
}

/// Whether there is a function for types of operands. Only BOLT uses it, for X86.
pub(super) fn tells_operand_types(release: Release, namespace: &str) -> bool {
    release < Release::V21 || namespace == "X86"
}

/// Whether there is a function for types of logical operands, which nothing used.
pub(super) fn tells_logical_types(release: Release) -> bool {
    release < Release::V21
}

/// How arrays in functions are qualified.
pub(super) fn array_qualifier(release: Release) -> &'static str {
    if release >= Release::V21 {
        "constexpr"
    } else {
        "const"
    }
}

/// Whether the name of an instruction follows its row. Before, it was in the line above.
pub(super) fn names_end_rows(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a description has the offset of operands before that of implicit registers, as in `MCInstrDesc`.
pub(super) fn operands_come_first(release: Release) -> bool {
    release >= Release::V21
}

/// The indentation of the values of a relation's fields.
pub(super) fn enumerator_indent(release: Release) -> &'static str {
    if release >= Release::V21 { "  " } else { "\t" }
}

/// Whether the table of a relation is inside its function.
pub(super) fn relations_hold_tables(release: Release) -> bool {
    release >= Release::V21
}
