//! Differences between releases in assembly matchers.

use backend::Release;

/// Whether the superclasses of an operand class, and the classes of registers, are looked up in tables: since LLVM 21.
/// Before, `switch` statements did this, which were slow to compile.
pub(super) fn classes_are_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Whether the check of each operand class that the target defines has a comment with the name of the class: only
/// before LLVM 21.
pub(super) fn names_user_classes(release: Release) -> bool {
    release < Release::V21
}

/// The brace that ends the check of an operand class that the target defines. The brace is indented correctly since
/// LLVM 21.
pub(super) fn end_of_user_class(release: Release) -> &'static str {
    if release >= Release::V21 {
        "  }\n"
    } else {
        "    }\n"
    }
}

/// Whether the `switch` over variants of mnemonics is omitted if the only variant has no name: since LLVM 21.
pub(super) fn nameless_variant_has_no_switch(release: Release) -> bool {
    release >= Release::V21
}

/// The arguments of the function that prints an operand. Since LLVM 21, printing depends on the assembly syntax.
pub(super) fn printing_arguments(release: Release) -> &'static str {
    if release >= Release::V21 {
        "dbgs(), *getContext().getAsmInfo()"
    } else {
        "dbgs()"
    }
}

/// The subtarget as a parameter and as an argument of the function that checks an operand. Since LLVM 22, checks of
/// register classes by hardware mode need the subtarget.
pub(super) fn subtarget_of_operands(release: Release) -> (&'static str, &'static str) {
    if release >= Release::V22 {
        (", const MCSubtargetInfo &STI", ", *STI")
    } else {
        ("", "")
    }
}

/// The argument of a warning that highlights no source ranges: `{}` since LLVM 22.
pub(super) fn no_ranges(release: Release) -> &'static str {
    if release >= Release::V22 {
        "{}"
    } else {
        "std::nullopt"
    }
}

/// A word in a comment of the matching function, which is misspelled before LLVM 21.
pub(super) fn report(release: Release) -> &'static str {
    if release >= Release::V21 {
        "report"
    } else {
        "reprrt"
    }
}
