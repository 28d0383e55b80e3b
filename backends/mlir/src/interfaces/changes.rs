//! What releases change in the text of interfaces.

use backend::{Output, Release};
use mlir_model::interfaces::Method;

use super::methods;

/// The name of a method's function in the table. In 22 methods of one name have different ones.
pub(super) fn entry<'a>(release: Release, method: &'a Method) -> &'a str {
    if release >= Release::V22 {
        &method.unique_name
    } else {
        &method.name
    }
}

/// Writes the description of a method as a comment, in 22 below an empty line.
pub(super) fn push_comment(out: &mut Output, method: &Method, indent: &str) {
    let has_line = method.rec.records().release() >= Release::V22;
    if has_line && !method.description.is_empty() {
        out.push("\n");
    }
    methods::push_comment(out, method, indent);
}

/// 22 leaves a line before titles.
pub(super) fn before_title(release: Release) -> &'static str {
    if release >= Release::V22 { "\n" } else { "" }
}

/// Before, it is left below the title of an interface.
pub(super) fn below_title(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// The text behind the documentation of a method.
pub(super) fn end_of_method(release: Release) -> &'static str {
    if release >= Release::V22 {
        "\n"
    } else {
        "\n\n"
    }
}
