//! What releases write differently in functions that parse and print operations.

use backend::{Fatal, Release};

use mlir_model::operation::Operation;

/// Whether the condition that an attribute is printed compares it with null, and whether with its default value. 19
/// compares with both, but the anchor of a group not with the default value if it is optional, and an attribute in a
/// clause only if it has one.
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

/// Joins the conditions that an attribute is present and that it differs from its default value.
pub(super) fn both(release: Release, present: &str, differs: &str) -> String {
    if release >= Release::V22 {
        format!("({present} && {differs})")
    } else {
        format!("{present} && {differs}")
    }
}

/// Whether attributes are parsed into properties. Before 22 segment sizes alone did not count as properties.
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

/// Whether a dictionary of properties with unknown keys is rejected.
pub(super) fn rejects_unknown_keys(release: Release) -> bool {
    release >= Release::V22
}

/// The condition that a required property is missing, and the start of the condition on the conversion of a present
/// one. In 19 all are required.
pub(super) fn parsed_property(release: Release, is_required: bool) -> (String, &'static str) {
    if release >= Release::V22 {
        (format!("!attr && {is_required}"), "attr && ")
    } else {
        ("!attr".to_owned(), "")
    }
}

/// Whether `prop-dict` has code. Before 22 it has even if no attribute is stored as a property.
pub(super) fn has_dictionary(release: Release, has_properties: bool) -> bool {
    release < Release::V22 || has_properties
}

/// Whether the dictionary of properties omits segment sizes if the operands or result types are printed one by one.
pub(super) fn elides_segments(release: Release) -> bool {
    release >= Release::V22
}
