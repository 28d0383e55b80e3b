//! Differences between LLVM releases in `-gen-instr-info`.

use backend::{Output, Release};

/// Opens namespaces inside `llvm`. Since LLVM 21, they are opened in one line, as C++17 allows.
///
/// Before LLVM 21, `old_first` and `old_last` are the blank lines after the first and after the last line. In LLVM 21,
/// `new` follows the line. Since LLVM 22, a blank line follows.
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

/// Closes the namespaces that `open` opened. Since LLVM 21, one line closes all of them.
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

/// The blank line that follows the `#undef` of each section since LLVM 22; empty before.
pub(super) fn gap_of_part(release: Release) -> &'static str {
    if release >= Release::V22 { "\n" } else { "" }
}

/// Ends a section. `old` is the start of the section's last line in releases before LLVM 22.
pub(super) fn end(release: Release, out: &mut Output, guard: &str, old: &str) {
    if release >= Release::V22 {
        write!(out, "\n#endif // {guard}\n\n")
    } else {
        write!(out, "{old}{guard}\n\n")
    }
}

/// The end of the section with functions on machine code. Before LLVM 22, the comment misspells the name of the macro.
pub(super) fn end_of_helpers(release: Release, out: &mut Output) {
    if release >= Release::V22 {
        end(release, out, "GET_INSTRINFO_MC_HELPERS", "")
    } else {
        out.push("#endif // GET_GENISTRINFO_MC_HELPERS\n\n")
    }
}

/// The start of the line that closes a namespace. LLVM 22 changed the comment.
pub(super) fn end_of_namespace(release: Release) -> &'static str {
    if release >= Release::V22 {
        "} // namespace"
    } else {
        "} // end namespace"
    }
}

/// The blank line that some sections had before LLVM 22 gave all sections the same layout.
pub(super) fn old_gap(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// Whether the numbers of instructions are aligned and followed by the locations of the definitions: since LLVM 22.
pub(super) fn tells_places(release: Release) -> bool {
    release >= Release::V22
}

/// Whether implicit registers precede operands in the table: since LLVM 22. Offsets of operands then need a base, and
/// offsets of registers need none. The base is small, because there are fewer registers than operands.
pub(super) fn registers_precede_operands(release: Release) -> bool {
    release >= Release::V22
}

/// The parameters of the constructor of the target's `InstrInfo`, and the arguments for its base class. Since LLVM 22,
/// the base class gets the register information and, for register classes by mode, the subtarget.
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

/// Whether a register class may depend on the hardware mode, and a target may define generic instructions with its own
/// pointer operands: since LLVM 22.
pub(super) fn has_classes_by_mode(release: Release) -> bool {
    release >= Release::V22
}

/// Whether there are constants for the indices of an operand's named parts: since LLVM 22.
pub(super) fn names_parts(release: Release) -> bool {
    release >= Release::V22
}

/// Whether names of operands are looked up by index and indices by name, both through the index of an instruction's
/// row: since LLVM 22.
pub(super) fn has_rows_of_names(release: Release) -> bool {
    release >= Release::V22
}

/// Whether the comments in tables of instructions contain the number of the instruction: before LLVM 22.
pub(super) fn numbers_conditions(release: Release) -> bool {
    release < Release::V22
}

/// The text between the functions on machine code and the end of their section. Since LLVM 21 it is empty.
pub(super) fn blank_after_helpers(release: Release) -> &'static str {
    if release >= Release::V21 { "" } else { "\n" }
}

/// Whether the tables of named and of logical operands are omitted if no instruction needs them: since LLVM 21.
pub(super) fn drops_unused_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the names of operands are enumerators of an `enum class`, numbered in alphabetical order: since LLVM 21. The
/// C++ compiler then rejects plain numbers.
pub(super) fn has_enum_of_names(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the function `getOperandType` is written. Since LLVM 21, only X86 has it, for BOLT.
pub(super) fn tells_operand_types(release: Release, namespace: &str) -> bool {
    release < Release::V21 || namespace == "X86"
}

/// Whether the function for the types of logical operands is written. LLVM 21 removed it as unused.
pub(super) fn tells_logical_types(release: Release) -> bool {
    release < Release::V21
}

/// The qualifier of local arrays in functions. LLVM 21 changed it.
pub(super) fn array_qualifier(release: Release) -> &'static str {
    if release >= Release::V21 {
        "constexpr"
    } else {
        "const"
    }
}

/// Whether the name of an instruction follows its row. Before LLVM 21, it was in the line above.
pub(super) fn names_end_rows(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the offset of the operands precedes the offset of the implicit registers in a description: since LLVM 21.
pub(super) fn operands_come_first(release: Release) -> bool {
    release >= Release::V21
}

/// The indentation of the enumerators for the values of a relation's column fields. Before LLVM 21 it is a tab.
pub(super) fn enumerator_indent(release: Release) -> &'static str {
    if release >= Release::V21 { "  " } else { "\t" }
}

/// Whether the table of a relation is a local array of the relation's function: since LLVM 21.
pub(super) fn relations_hold_tables(release: Release) -> bool {
    release >= Release::V21
}
