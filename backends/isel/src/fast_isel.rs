//! `-gen-fast-isel`: functions that each select a single operation, without regard to its context.
//!
//! A signature lists the kinds of an operation's operands. There is a function for each pair of an operation and a
//! signature that a simple pattern has: see [`collect`]. A function first chooses by types. Then it tests the
//! predicates of the patterns, the most complex pattern first, and emits the instruction of the first pattern whose
//! predicates hold.

mod collect;
mod emit;
mod signature;
#[cfg(test)]
mod tests;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output};
use pattern_model::Patterns;

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-fast-isel",
    "Generate a \"fast\" instruction selector",
    &["Instruction", "SDNode", "Target"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let patterns = cx.model::<Patterns>()?;
    let target = &patterns.instructions.target;
    let title = format!(
        "\"Fast\" Instruction Selector for the {} target",
        target.name
    );
    push_header_without_input(out, &title);
    let functions = collect::functions(cx, &patterns)?;
    emit::write(cx, out, &functions)
}
