//! Differences between releases.

use backend::Release;

/// The start of the list of registers: since 21 the type is unsigned, as in `Register`.
pub(super) fn register_enum(release: Release) -> &'static str {
    if release >= Release::V21 {
        "enum : unsigned"
    } else {
        "enum"
    }
}

/// Whether descriptions of registers have a flag for artificial ones.
pub(super) fn tells_artificial(release: Release) -> bool {
    release >= Release::V21
}

/// Whether a second index can be found from the first and the composite.
pub(super) fn composes_backwards(release: Release) -> bool {
    release >= Release::V21
}

/// Whether there is a function for classes of general-purpose registers.
pub(super) fn tells_general_purpose_classes(release: Release) -> bool {
    release >= Release::V21
}

/// Whether superclasses are lists of numbers with a count, which need no relocations. Before, they were pointers
/// terminated by a null one.
pub(super) fn numbers_super_classes(release: Release) -> bool {
    release >= Release::V21
}

/// The parameter and the argument for the reversed order of registers.
pub(super) fn reversed_order(release: Release) -> [&'static str; 2] {
    if release >= Release::V21 {
        [", bool Rev", ", Rev"]
    } else {
        ["", ""]
    }
}

/// An empty `ArrayRef`, which is no longer made of `std::nullopt`.
pub(super) fn empty_array(release: Release) -> &'static str {
    if release >= Release::V21 {
        "{}"
    } else {
        "std::nullopt"
    }
}

/// The number of a `Reg`, which is no longer converted implicitly.
pub(super) fn register_number(release: Release) -> &'static str {
    if release >= Release::V21 {
        "Reg.id()"
    } else {
        "Reg"
    }
}

/// Whether each part is a separate file, so that an includer of one does not read the others.
pub(super) fn parts_are_files(release: Release) -> bool {
    release >= Release::V22
}

/// The type of register units, a type of their own since 22.
pub(super) fn unit_type(release: Release) -> &'static str {
    if release >= Release::V22 {
        "MCRegUnit"
    } else {
        "unsigned"
    }
}

/// The number of a `RegUnit`.
pub(super) fn unit_number(release: Release) -> &'static str {
    if release >= Release::V22 {
        "static_cast<unsigned>(RegUnit)"
    } else {
        "RegUnit"
    }
}
