//! `-gen-semantics`: a table with the semantics of instructions, from which a decompiler generates code.
//!
//! The backend comes from a fork of LLVM 5, and its inputs are targets of that release: see [`older`].

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

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let Some(records) = older::upgraded(cx.records) else {
        return emit::write(cx, target_model::instructions::GENERIC, out);
    };
    cx.over(&records, |cx| emit::write(cx, generic::GENERIC, out))
}
