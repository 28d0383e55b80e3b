//! Differences between LLVM releases in the functions that parse and print operations.

use backend::{Fatal, Release};

use mlir_model::operation::Operation;

/// Which conditions are tested before an attribute is printed: that it is not null, and that it differs from its
/// default value. Before LLVM 22, the first condition is always tested. The second is then tested in a clause
/// (`in_clause`) if the attribute has a default value, and for the anchor of a group if the attribute is not optional.
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

/// Joins the conditions that an attribute is present and that it differs from its default value. Since LLVM 22, the
/// result is in parentheses.
pub(super) fn both(release: Release, present: &str, differs: &str) -> String {
    if release >= Release::V22 {
        format!("({present} && {differs})")
    } else {
        format!("{present} && {differs}")
    }
}

/// Whether attributes are parsed into properties. Before LLVM 22, attributes are not parsed into properties if segment
/// sizes are the only properties.
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

/// Whether unknown keys in a dictionary of properties are an error. Since LLVM 22.
pub(super) fn rejects_unknown_keys(release: Release) -> bool {
    release >= Release::V22
}

/// The condition that a required property is missing, and the start of the condition that a property is present and
/// cannot be converted. Before LLVM 22, all properties are required.
pub(super) fn parsed_property(release: Release, is_required: bool) -> (String, &'static str) {
    if release >= Release::V22 {
        (format!("!attr && {is_required}"), "attr && ")
    } else {
        ("!attr".to_owned(), "")
    }
}

/// Whether `prop-dict` has code. Before LLVM 22, it has code even if no attribute is stored as a property.
pub(super) fn has_dictionary(release: Release, has_properties: bool) -> bool {
    release < Release::V22 || has_properties
}

/// Whether segment sizes are omitted from the dictionary of properties if operands or result types are printed
/// separately. Since LLVM 22.
pub(super) fn elides_segments(release: Release) -> bool {
    release >= Release::V22
}
