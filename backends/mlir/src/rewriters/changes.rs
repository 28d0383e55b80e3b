//! What releases write differently in rewriters.

use backend::Release;

/// The number of the first function of a kind.
pub(super) fn first_function(release: Release) -> usize {
    usize::from(release >= Release::V22)
}

/// How a function is declared that may stay unused.
pub(super) fn unused_function(release: Release) -> &'static str {
    if release >= Release::V22 {
        "[[maybe_unused]] void"
    } else {
        "void LLVM_ATTRIBUTE_UNUSED"
    }
}

/// How the file of a pattern is named: without its folders if the path starts at the root of the file system.
pub(super) fn shown_path(release: Release, path: &str) -> &str {
    let is_cut = release >= Release::V22 && path.starts_with('/');
    match path.rsplit_once('/') {
        Some((_, name)) if is_cut => name,
        _ => path,
    }
}

/// Whether attributes are kept as properties, of which an operation is made.
pub(super) fn has_properties(release: Release) -> bool {
    release >= Release::V22
}

/// How an operation is made.
pub(super) fn create(release: Release, class: &str) -> String {
    if release >= Release::V22 {
        format!("{class}::create(rewriter, ")
    } else {
        format!("rewriter.create<{class}>(")
    }
}

/// Whether the default value of an attribute is a template, too.
pub(super) fn fills_default_values(release: Release) -> bool {
    release >= Release::V22
}

/// Whether operands of one name are compared before the author's constraints.
pub(super) fn compares_operands_first(release: Release) -> bool {
    release >= Release::V22
}

/// Whether an operand that may be missing is used as a value.
pub(super) fn has_optional_values(release: Release) -> bool {
    release >= Release::V22
}

/// Whether operands are looked up by their number among operands, and not by that among arguments.
pub(super) fn numbers_operands(release: Release) -> bool {
    release >= Release::V22
}

/// Whether a value for an operand that stands for any number is a mistake.
pub(super) fn checks_variadic_operands(release: Release) -> bool {
    release >= Release::V22
}

/// What nested C++ may be called for.
pub(super) fn called_for_arguments(release: Release) -> &'static str {
    if release >= Release::V22 {
        "creating attributes and properties"
    } else {
        "creating attribute"
    }
}
