//! The namespaces of C++ that a part of a file is in.

use backend::{Output, Release};

use crate::source_text;

/// Writes the members of a namespace. 22 opens `a::b` in one line; before, each part is opened by itself.
pub(crate) fn push<R>(
    out: &mut Output,
    release: Release,
    path: &str,
    write: impl FnOnce(&mut Output) -> R,
) -> R {
    if release >= Release::V22 {
        push_joined(out, path.strip_prefix("::").unwrap_or(path), write)
    } else {
        source_text::namespace(out, path, write)
    }
}

fn push_joined<R>(out: &mut Output, path: &str, write: impl FnOnce(&mut Output) -> R) -> R {
    if path.is_empty() {
        return write(out);
    }
    backend::text::push_namespace(out, path, write)
}
