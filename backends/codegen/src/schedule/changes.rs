//! Differences between releases in schedules.

use backend::Release;

/// Whether a type has one `WriteRes` or `ReadAdvance` at most in a model, by which the reference finds it. Before, a
/// second one was an error only if the type has an alias.
pub(super) fn types_have_one_cost(release: Release) -> bool {
    release >= Release::V21
}

/// The error of the second one: 22 names the type.
pub(super) fn second_cost(release: Release, field: &str, ty: &str, class: &str) -> String {
    let of = if release >= Release::V22 {
        format!(" of {ty}")
    } else {
        String::new()
    };
    format!("{field}{of} already used in another {class}")
}
