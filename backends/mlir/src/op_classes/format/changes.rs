//! What releases write differently in functions that parse and print operations.

use backend::{Fatal, Release};

use mlir_model::operation::Operation;

/// Whether an attribute that decides what is printed is compared with nothing, and whether with its default value. 19 does
/// both but for optional ones that are anchors.
pub(super) fn attribute_checks(
    release: Release,
    is_optional: bool,
    has_default: bool,
    in_clause: bool,
) -> (bool, bool) {
    if release >= Release::V22 {
        (is_optional, has_default)
    } else if in_clause {
        (true, has_default)
    } else {
        (true, !is_optional)
    }
}

/// How the conditions that an attribute is there and that it has not its default value are put together.
pub(super) fn both(release: Release, present: &str, differs: &str) -> String {
    if release >= Release::V22 {
        format!("({present} && {differs})")
    } else {
        format!("{present} && {differs}")
    }
}

/// Whether attributes are parsed into properties. Before 22 lengths of lists did not count.
pub(super) fn has_properties(
    release: Release,
    op: &Operation,
    has_properties: bool,
) -> Result<bool, Fatal> {
    if release >= Release::V22 {
        return Ok(has_properties);
    }
    Ok(op.dialect.uses_properties()? && !op.attributes.is_empty())
}

/// Whether a dictionary of properties may have no other keys.
pub(super) fn rejects_unknown_keys(release: Release) -> bool {
    release >= Release::V22
}

/// The declared result of a function that converts an attribute to a property.
pub(super) fn conversion_result(release: Release) -> &'static str {
    if release >= Release::V22 {
        " -> ::mlir::LogicalResult"
    } else {
        ""
    }
}

/// The condition that a property that has to be there is missing, and the one that it is there. In 19 all have to be.
pub(super) fn parsed_property(release: Release, is_required: bool) -> (String, &'static str) {
    if release >= Release::V22 {
        (format!("!attr && {is_required}"), "attr && ")
    } else {
        ("!attr".to_owned(), "")
    }
}

/// Whether `prop-dict` stands for properties although no attribute is kept as one.
pub(super) fn has_dictionary(release: Release, has_properties: bool) -> bool {
    release < Release::V22 || has_properties
}

/// Whether lengths of lists that are written one by one are left out of the dictionary of properties.
pub(super) fn elides_segments(release: Release) -> bool {
    release >= Release::V22
}
