//! What the generated C++ has in common.

use backend::Output;

#[allow(dead_code)]
/// Writes the members of a namespace, whose parts are opened one by one. Without a namespace it is the members only.
pub(crate) fn namespace<R>(
    out: &mut Output,
    name: &str,
    write: impl FnOnce(&mut Output) -> R,
) -> R {
    let parts = || name.split(':').filter(|it| !it.is_empty());
    parts().for_each(|part| writeln!(out, "namespace {part} {{"));
    let result = write(out);
    let parts: Vec<&str> = parts().collect();
    let parts = parts.into_iter().rev();
    parts.for_each(|part| writeln!(out, "}} // namespace {part}"));
    result
}
