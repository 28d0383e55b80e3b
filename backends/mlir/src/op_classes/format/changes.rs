//! What releases write differently in functions that parse and print operations.

use backend::{Fatal, Release};

use mlir_model::operation::Operation;

/// The condition that an attribute is there, and differs from its default value.
pub(super) fn given_attribute(
    release: Release,
    present: String,
    differs: Option<String>,
    is_optional: bool,
    in_clause: bool,
) -> String {
    let is_new = release >= Release::V22;
    match differs {
        None => present,
        Some(_) if !is_new && is_optional && !in_clause => present,
        Some(differs) if !is_new => format!("{present} && {differs}"),
        Some(differs) if is_optional => format!("({present} && {differs})"),
        Some(differs) => differs,
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

/// The class of properties of which one is handed to a function of the author.
pub(super) fn properties_of_argument(release: Release, class: &str) -> String {
    if release >= Release::V22 {
        format!("{class}::Properties")
    } else {
        "Properties".to_owned()
    }
}
