//! What releases write differently in rewriters.

use backend::Release;

/// The number in the name of the first constraint function of a kind.
pub(super) fn first_function(release: Release) -> usize {
    usize::from(release >= Release::V22)
}

/// The start of the declaration of a function that may stay unused.
pub(super) fn unused_function(release: Release) -> &'static str {
    if release >= Release::V22 {
        "[[maybe_unused]] void"
    } else {
        "void LLVM_ATTRIBUTE_UNUSED"
    }
}

/// The path of a pattern's file in the output: since 22 only the file name if the path is absolute.
pub(super) fn shown_path(release: Release, path: &str) -> &str {
    let is_cut = release >= Release::V22 && path.starts_with('/');
    match path.rsplit_once('/') {
        Some((_, name)) if is_cut => name,
        _ => path,
    }
}

/// Whether attributes are stored as properties, and created operations take a struct of properties.
pub(super) fn has_properties(release: Release) -> bool {
    release >= Release::V22
}

/// The start of the call that creates an operation.
pub(super) fn create(release: Release, class: &str) -> String {
    if release >= Release::V22 {
        format!("{class}::create(rewriter, ")
    } else {
        format!("rewriter.create<{class}>(")
    }
}

/// Whether the default value of an attribute is filled as a template.
pub(super) fn fills_default_values(release: Release) -> bool {
    release >= Release::V22
}

/// Whether operands of one name are compared before the author's constraints.
pub(super) fn compares_operands_first(release: Release) -> bool {
    release >= Release::V22
}

/// Whether an optional operand is used as a value, which is null without it, and not as a range.
pub(super) fn has_optional_values(release: Release) -> bool {
    release >= Release::V22
}

/// Whether operands are looked up by their index among the operands. Otherwise by the index among the arguments.
pub(super) fn numbers_operands(release: Release) -> bool {
    release >= Release::V22
}

/// Whether a single value for a variadic operand is an error.
pub(super) fn checks_variadic_operands(release: Release) -> bool {
    release >= Release::V22
}

/// The purpose of a nested `NativeCodeCall` in the message about other nested trees.
pub(super) fn called_for_arguments(release: Release) -> &'static str {
    if release >= Release::V22 {
        "creating attributes and properties"
    } else {
        "creating attribute"
    }
}
