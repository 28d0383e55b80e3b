//! Differences between releases.

use backend::Release;

/// Whether the superclasses of a class, and the classes of registers, are looked up in tables. Before, each had a
/// `switch`, which was slow to compile.
pub(super) fn classes_are_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a comment names each user's class.
pub(super) fn names_user_classes(release: Release) -> bool {
    release < Release::V21
}

/// The indentation of the brace that ends a user's class.
pub(super) fn end_of_user_class(release: Release) -> &'static str {
    if release >= Release::V21 {
        "  }\n"
    } else {
        "    }\n"
    }
}

/// Whether the `switch` over variants of mnemonics is left out if there is a single variant without a name.
pub(super) fn nameless_variant_has_no_switch(release: Release) -> bool {
    release >= Release::V21
}

/// The arguments for printing an operand, which depends on the assembly syntax.
pub(super) fn printing_arguments(release: Release) -> &'static str {
    if release >= Release::V21 {
        "dbgs(), *getContext().getAsmInfo()"
    } else {
        "dbgs()"
    }
}

/// The parameter for the subtarget in the check of an operand, for register classes by hardware mode, and its argument.
pub(super) fn subtarget_of_operands(release: Release) -> (&'static str, &'static str) {
    if release >= Release::V22 {
        (", const MCSubtargetInfo &STI", ", *STI")
    } else {
        ("", "")
    }
}

/// The argument of a warning that marks no ranges of the text.
pub(super) fn no_ranges(release: Release) -> &'static str {
    if release >= Release::V22 {
        "{}"
    } else {
        "std::nullopt"
    }
}

/// A word of a comment in the function that matches.
pub(super) fn report(release: Release) -> &'static str {
    if release >= Release::V21 {
        "report"
    } else {
        "reprrt"
    }
}
