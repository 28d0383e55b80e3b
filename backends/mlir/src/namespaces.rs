//! C++ namespaces around a part of the output.

use backend::{Output, Release};

use crate::source_text;

/// Writes a namespace with its members. Since LLVM 22, `a::b` is opened as one nested namespace; in earlier releases,
/// `a` and `b` are opened separately.
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
