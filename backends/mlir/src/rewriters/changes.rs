//! Differences between LLVM releases in the code of rewriters.

use backend::{Fatal, Release};
use mlir_model::operation::Operation;

/// The first number in the names of constraint functions: 1 since LLVM 22, 0 before.
pub(super) fn first_function(release: Release) -> usize {
    usize::from(release >= Release::V22)
}

/// The start of the declaration of a function that may stay unused. Since LLVM 22, it uses a standard attribute instead
/// of a macro.
pub(super) fn unused_function(release: Release) -> &'static str {
    if release >= Release::V22 {
        "[[maybe_unused]] void"
    } else {
        "void LLVM_ATTRIBUTE_UNUSED"
    }
}

/// The path of a pattern's file as the output shows it. Since LLVM 22, it is only the file name if the path is
/// absolute.
pub(super) fn shown_path(release: Release, path: &str) -> &str {
    let is_cut = release >= Release::V22 && path.starts_with('/');
    match path.rsplit_once('/') {
        Some((_, name)) if is_cut => name,
        _ => path,
    }
}

/// Whether rewrites read and set properties. Since LLVM 22.
pub(super) fn has_properties(release: Release) -> bool {
    release >= Release::V22
}

/// Whether rewrites treat the attributes of an operation as properties, so that its creation takes a struct of
/// properties. Since LLVM 22, if the dialect stores attributes in this way.
pub(super) fn has_attributes_as_properties(op: &Operation) -> Result<bool, Fatal> {
    Ok(has_properties(op.rec.records().release()) && op.dialect.uses_properties()?)
}

/// The start of the call that creates an operation. Since LLVM 22, the call is to a static method of the operation's
/// class; in earlier releases, to a method of the rewriter.
pub(super) fn create(release: Release, class: &str) -> String {
    if release >= Release::V22 {
        format!("{class}::create(rewriter, ")
    } else {
        format!("rewriter.create<{class}>(")
    }
}

/// Whether the default value of an attribute is filled as a template. Since LLVM 22.
pub(super) fn fills_default_values(release: Release) -> bool {
    release >= Release::V22
}

/// Whether operands with the same name are compared before the constraints of the pattern are checked. Since LLVM 22.
pub(super) fn compares_operands_first(release: Release) -> bool {
    release >= Release::V22
}

/// Whether an optional operand is used as a value, which may be null, instead of as a range. Since LLVM 22.
pub(super) fn has_optional_values(release: Release) -> bool {
    release >= Release::V22
}

/// Whether operands are numbered by their index among the operands. Before LLVM 22, they are numbered by their index
/// among the arguments.
pub(super) fn numbers_operands(release: Release) -> bool {
    release >= Release::V22
}

/// Whether a single value for a variadic operand is an error. Since LLVM 22.
pub(super) fn checks_variadic_operands(release: Release) -> bool {
    release >= Release::V22
}

/// The purpose of a `NativeCodeCall` as an argument, for the message that another kind of tree is nested there. Since
/// LLVM 22, the text includes properties.
pub(super) fn called_for_arguments(release: Release) -> &'static str {
    if release >= Release::V22 {
        "creating attributes and properties"
    } else {
        "creating attribute"
    }
}
