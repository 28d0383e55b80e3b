//! Differences between LLVM releases in schedules.

use backend::Release;

/// Whether a second `WriteRes` or `ReadAdvance` for a type in a model is an error in any case. Before LLVM 21, it is an
/// error only if the type has an alias.
pub(super) fn types_have_one_cost(release: Release) -> bool {
    release >= Release::V21
}

/// The error message for a second `WriteRes` or `ReadAdvance` for a type. Since LLVM 22, it names the type.
pub(super) fn second_cost(release: Release, field: &str, ty: &str, class: &str) -> String {
    let of = if release >= Release::V22 {
        format!(" of {ty}")
    } else {
        String::new()
    };
    format!("{field}{of} already used in another {class}")
}
