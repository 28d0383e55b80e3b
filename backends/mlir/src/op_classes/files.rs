//! The structure of the two files with the classes of operations.

use backend::text::{push_header, push_joined};
use backend::{Context, Fatal, Output, bail, spend};

use mlir_model::misuse::misused_in;
use mlir_model::operation::Operation;

use super::adaptor::Adaptors;
use super::checks::Checks;
use super::slots::Slots;
use super::{SHARDS, changes, class};
use crate::cpp::Half;
use crate::source_text::comment;
use crate::{namespaces, selection};

const CLASSES: &str = "GET_OP_CLASSES";
const LIST: &str = "GET_OP_LIST";

/// Writes the file that headers include: the declarations of the classes.
pub(super) fn declarations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Op Declarations", cx.records);
    let ops = operations(cx)?;
    let shards = Shards::new(cx, &ops)?;
    for op in &ops {
        out.of(op.rec, |out| push_forward(cx, out, op))?;
    }
    push_guarded(cx, out, CLASSES, |out| {
        let checks = Checks::new(cx.records, &ops, "")?;
        push_classes(cx, out, &ops, &checks, Half::Declarations)
    })?;
    match ops.first() {
        Some(first) if shards.count > 1 => push_registrations(cx, out, first, shards.count),
        _ => Ok(()),
    }
}

/// Writes the file that C++ source files include: the definitions of the classes.
pub(super) fn definitions(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Op Definitions", cx.records);
    let ops = operations(cx)?;
    let shards = Shards::new(cx, &ops)?;
    if shards.count == 1 {
        push_guarded(cx, out, LIST, |out| {
            push_joined(out, ",\n", &ops, |out, op| {
                out.of(op.rec, |out| out.push(&op.qualified_class_name()));
            });
            Ok(())
        })?;
        return push_guarded(cx, out, CLASSES, |out| push_definitions(cx, out, &ops, ""));
    }
    let Some(first) = ops.first() else {
        return Ok(());
    };
    let registration = Registration::new(first)?;
    for index in 0..shards.count {
        spend(16);
        let ops = shards.get(index);
        push_guarded(cx, out, &format!("GET_OP_DEFS_{index}"), |out| {
            if index == 0 {
                registration.define_all(out, shards.count);
            }
            registration.define(out, index, ops);
            push_definitions(cx, out, ops, &index.to_string())
        })?;
    }
    Ok(())
}

/// The operations that the options select.
fn operations<'a>(cx: &Context<'a>) -> Result<Vec<Operation<'a>>, Fatal> {
    let recs = selection::operations(cx)?;
    recs.into_iter().map(Operation::read).collect()
}

/// The operations, divided into shards. The sizes of shards differ by at most one; larger shards come first.
struct Shards<'o, 'a> {
    ops: &'o [Operation<'a>],
    count: usize,
}

impl<'o, 'a> Shards<'o, 'a> {
    /// Divides `ops` into the number of shards that the option gives. An error if this number is 0.
    fn new(cx: &Context<'a>, ops: &'o [Operation<'a>]) -> Result<Shards<'o, 'a>, Fatal> {
        match cx.options.given_uint(&SHARDS) {
            Some(0) => bail!(cx.records, "expected a positive op shard count"),
            count => Ok(Shards {
                ops,
                count: count.unwrap_or(1) as usize,
            }),
        }
    }

    fn get(&self, index: usize) -> &'o [Operation<'a>] {
        let (size, longer) = (self.ops.len() / self.count, self.ops.len() % self.count);
        let start = |index: usize| index * size + index.min(longer);
        self.ops
            .get(start(index)..start(index + 1))
            .unwrap_or_default()
    }
}

/// Writes a section of the file that is compiled only if a macro is defined.
fn push_guarded(
    cx: &Context,
    out: &mut Output,
    guard: &str,
    push: impl FnOnce(&mut Output) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    write!(out, "#ifdef {guard}\n#undef {guard}\n\n");
    push(out)?;
    out.push(&changes::guard_end(cx.release(), guard));
    Ok(())
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

/// Writes the definitions of operations and of the functions that the operations share.
fn push_definitions(
    cx: &Context,
    out: &mut Output,
    ops: &[Operation],
    shard: &str,
) -> Result<(), Fatal> {
    let Some(first) = ops.first() else {
        return Ok(());
    };
    push_rule(out, "Local Utility Method Definitions");
    let checks = Checks::new(cx.records, ops, shard)?;
    let namespace = changes::checks_namespace(cx.release(), first);
    namespaces::push(out, cx.release(), namespace, |out| checks.push(out))?;
    push_classes(cx, out, ops, &checks, Half::Definitions)
}

fn push_classes(
    cx: &Context,
    out: &mut Output,
    ops: &[Operation],
    checks: &Checks,
    half: Half,
) -> Result<(), Fatal> {
    ops.iter().try_for_each(|op| {
        let pushed = out.of(op.rec, |out| push_class(cx, out, op, checks, half));
        pushed.map_err(|it| misused_in(it, op.rec))
    })
}

fn push_class(
    cx: &Context,
    out: &mut Output,
    op: &Operation,
    checks: &Checks,
    half: Half,
) -> Result<(), Fatal> {
    let release = cx.release();
    let slots = Slots::new(op, release)?;
    let adaptors = Adaptors::new(op, &slots, checks, half)?;
    let class = class::class_of(cx, op, &slots, checks, half)?;
    let (title, id) = match half {
        Half::Declarations => ("declarations", "DECLARE"),
        Half::Definitions => ("definitions", "DEFINE"),
    };
    let name = op.qualified_class_name();
    namespaces::push(out, release, &op.namespace, |out| {
        push_rule(out, &format!("{name} {title}"));
        namespaces::push(out, release, "detail", |out| {
            out.push(&adaptors.base.text_of(half))
        });
        for class in [&adaptors.generic, &adaptors.adaptor, &class] {
            out.push(&class.text_of(half));
        }
    });
    if !op.namespace.is_empty() {
        write!(out, "MLIR_{id}_EXPLICIT_TYPE_ID({name})\n\n");
    }
    Ok(())
}

fn push_rule(out: &mut Output, title: &str) {
    const RULE: &str =
        "//===----------------------------------------------------------------------===//";
    write!(out, "\n{RULE}\n// {title}\n{RULE}\n\n");
}

/// The functions that register the operations of each shard with their dialect.
struct Registration {
    class: String,
    namespace: String,
}

impl Registration {
    /// The registration functions of an operation's dialect.
    fn new(op: &Operation) -> Result<Registration, Fatal> {
        Ok(Registration {
            class: op.dialect.class_name().to_string(),
            namespace: op.dialect.namespace()?.to_string(),
        })
    }

    fn declare_all(&self, out: &mut Output, shards: usize) {
        let Registration { class, namespace } = self;
        let numbers = (0..shards).map(|it| it.to_string());
        for number in [String::new()].into_iter().chain(numbers) {
            writeln!(
                out,
                "void register{class}Operations{number}({namespace}::{class} *dialect);"
            );
        }
    }

    fn start(&self, out: &mut Output, number: &str) {
        let Registration { class, namespace } = self;
        writeln!(
            out,
            "void {namespace}::register{class}Operations{number}({namespace}::{class} *dialect) {{"
        );
    }

    fn define_all(&self, out: &mut Output, shards: usize) {
        let Registration { class, namespace } = self;
        self.start(out, "");
        for number in 0..shards {
            writeln!(
                out,
                "  {namespace}::register{class}Operations{number}(dialect);"
            );
        }
        out.push("}\n");
    }

    fn define(&self, out: &mut Output, shard: usize, ops: &[Operation]) {
        push_rule(out, &format!("{} Op Registration Hook", self.class));
        self.start(out, &shard.to_string());
        for op in ops {
            let name = op.qualified_class_name();
            out.of(op.rec, |out| {
                writeln!(
                    out,
                    "  ::mlir::RegisteredOperationName::insert<{name}>(*dialect);"
                );
            });
        }
        out.push("}\n");
    }
}

/// Declares the functions that register the operations of each shard.
fn push_registrations(
    cx: &Context,
    out: &mut Output,
    op: &Operation,
    shards: usize,
) -> Result<(), Fatal> {
    let registration = Registration::new(op)?;
    namespaces::push(out, cx.release(), &op.dialect.namespace()?, |out| {
        registration.declare_all(out, shards);
    });
    Ok(())
}
