//! `-gen-semantics`: a table of what instructions do, from which a decompiler makes code of its own.
//!
//! The backend is one of a fork of LLVM 5, and what it is run on are targets of that release: see [`older`].

mod emit;
mod flatten;
mod generic;
mod names;
mod older;
#[cfg(test)]
mod tests;

use backend::{Backend, Context, Fatal, Output};

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-semantics",
    "Generate a table of what instructions do",
    &["Semantics"],
    write,
);

/// Writes the table.
fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let Some(records) = older::upgraded(cx.records) else {
        return emit::write(cx, target_model::instructions::GENERIC, out);
    };
    cx.over(&records, |cx| emit::write(cx, generic::GENERIC, out))
}
