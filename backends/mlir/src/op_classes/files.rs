//! The files of operations as a whole.

use backend::text::push_header;
use backend::{Context, Fatal, Output};

use mlir_model::operation::Operation;

use super::adaptor::Adaptors;
use super::slots::Slots;
use super::{SHARDS, changes, class};
use crate::source_text::comment;
use crate::{namespaces, selection};

const GUARD: &str = "GET_OP_CLASSES";

/// Writes what headers include.
pub(super) fn declarations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Op Declarations", cx.records);
    let recs = selection::operations(cx)?;
    let mut ops = Vec::with_capacity(recs.len());
    for rec in &recs {
        ops.push(Operation::read(*rec)?);
    }
    for op in &ops {
        out.of(op.rec, |out| push_forward(cx, out, op))?;
    }
    write!(out, "#ifdef {GUARD}\n#undef {GUARD}\n\n");
    for op in &ops {
        out.of(op.rec, |out| push_class(cx, out, op))?;
    }
    out.push(&changes::guard_end(cx.release(), GUARD));
    push_registrations(cx, out, &ops)
}

fn push_forward(cx: &Context, out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let comment = if changes::has_comments(cx.release()) {
        comment(&op.summary()?, &op.description()?)
    } else {
        String::new()
    };
    namespaces::push(out, cx.release(), &op.namespace, |out| {
        out.push(&comment);
        writeln!(out, "class {};", op.class_name);
    });
    Ok(())
}

fn push_class(cx: &Context, out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let release = cx.release();
    let slots = Slots::of(op, release)?;
    let adaptors = Adaptors::of(op, &slots, release)?;
    let class = class::class_of(cx, op, &slots)?;
    namespaces::push(out, release, &op.namespace, |out| {
        push_rule(out, &format!("{} declarations", op.qualified_class_name()));
        namespaces::push(out, release, "detail", |out| {
            out.push(&adaptors.base.declaration())
        });
        out.push(&adaptors.generic.declaration());
        out.push(&adaptors.adaptor.declaration());
        out.push(&class.declaration());
    });
    if !op.namespace.is_empty() {
        let name = op.qualified_class_name();
        write!(out, "MLIR_DECLARE_EXPLICIT_TYPE_ID({name})\n\n");
    }
    Ok(())
}

fn push_rule(out: &mut Output, title: &str) {
    const RULE: &str =
        "//===----------------------------------------------------------------------===//";
    write!(out, "\n{RULE}\n// {title}\n{RULE}\n\n");
}

/// Declares the functions that register the operations of each shard.
fn push_registrations(cx: &Context, out: &mut Output, ops: &[Operation]) -> Result<(), Fatal> {
    let count = cx.options.uint(&SHARDS) as usize;
    let Some(first) = ops.first().filter(|_| count > 1) else {
        return Ok(());
    };
    let (class, space) = (first.dialect.class_name(), first.dialect.namespace()?);
    namespaces::push(out, cx.release(), &space, |out| {
        for shard in [String::new()].into_iter().chain(shards(ops.len(), count)) {
            writeln!(
                out,
                "void register{class}Operations{shard}({space}::{class} *dialect);"
            );
        }
    });
    Ok(())
}

/// The numbers of shards. There are not more than operations.
fn shards(ops: usize, count: usize) -> impl Iterator<Item = String> {
    (0..count.min(ops)).map(|it| it.to_string())
}
