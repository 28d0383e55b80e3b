//! Differences between LLVM releases in the code of interfaces.

use backend::{Output, Release};
use mlir_model::interfaces::Method;

use super::methods;

/// The name of a method's entry in the function table. Since LLVM 22, methods with the same name have different
/// entries.
pub(super) fn entry<'a>(release: Release, method: &'a Method) -> &'a str {
    if release >= Release::V22 {
        &method.unique_name
    } else {
        &method.name
    }
}

/// Writes the description of a method as a comment. Since LLVM 22, an empty line precedes it.
pub(super) fn push_comment(out: &mut Output, method: &Method, indent: &str) {
    let has_line = method.rec.records().release() >= Release::V22;
    if has_line && !method.description.is_empty() {
        out.push("\n");
    }
    methods::push_comment(out, method, indent);
}

/// The text before a title: an empty line since LLVM 22.
pub(super) fn before_title(release: Release) -> &'static str {
    if release >= Release::V22 { "\n" } else { "" }
}

/// The text after the title of an interface: an empty line before LLVM 22.
pub(super) fn below_title(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// The text after the documentation of a method: one line break since LLVM 22, two before.
pub(super) fn end_of_method(release: Release) -> &'static str {
    if release >= Release::V22 {
        "\n"
    } else {
        "\n\n"
    }
}
