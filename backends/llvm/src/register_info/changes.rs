//! Differences between LLVM releases in `-gen-register-info`.

use backend::Release;

/// The start of the enumeration of registers. Since LLVM 21, its underlying type is unsigned, as in `Register`.
pub(super) fn register_enum(release: Release) -> &'static str {
    if release >= Release::V21 {
        "enum : unsigned"
    } else {
        "enum"
    }
}

/// Whether descriptions of registers have a flag for artificial registers: since LLVM 21.
pub(super) fn tells_artificial(release: Release) -> bool {
    release >= Release::V21
}

/// Whether there is a function that returns the second index for a first index and a composite: since LLVM 21.
pub(super) fn composes_backwards(release: Release) -> bool {
    release >= Release::V21
}

/// Whether there is a function that tests whether a class has general-purpose registers: since LLVM 21.
pub(super) fn tells_general_purpose_classes(release: Release) -> bool {
    release >= Release::V21
}

/// Whether superclasses are listed by their ids, with a count: since LLVM 21. Such lists need no relocations. Before
/// LLVM 21, they were pointers, terminated by a null pointer.
pub(super) fn numbers_super_classes(release: Release) -> bool {
    release >= Release::V21
}

/// The parameter and the argument for reversing the allocation order. LLVM 21 added them.
pub(super) fn reversed_order(release: Release) -> [&'static str; 2] {
    if release >= Release::V21 {
        [", bool Rev", ", Rev"]
    } else {
        ["", ""]
    }
}

/// An empty `ArrayRef`. Since LLVM 21, it is not made of `std::nullopt`.
pub(super) fn empty_array(release: Release) -> &'static str {
    if release >= Release::V21 {
        "{}"
    } else {
        "std::nullopt"
    }
}

/// The number of the register `Reg`. Since LLVM 21, it is not converted implicitly.
pub(super) fn register_number(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Reg.id()"
    } else {
        "Reg"
    }
}

/// Whether each section is a file, so that code which includes one section need not read the others: since LLVM 22.
pub(super) fn parts_are_files(release: Release) -> bool {
    release >= Release::V22
}

/// The C++ type of register units, which is a class since LLVM 22.
pub(super) fn unit_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "MCRegUnit"
    } else {
        "unsigned"
    }
}

/// The C++ expression for the number of `RegUnit`. Since LLVM 22, it is a cast.
pub(super) fn unit_number(release: Release) -> &'static str {
    if release >= Release::V22 {
        "static_cast<unsigned>(RegUnit)"
    } else {
        "RegUnit"
    }
}
