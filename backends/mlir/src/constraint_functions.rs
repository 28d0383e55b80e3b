//! `-gen-{attr,type}-constraint-{decls,defs}`: functions that test whether an attribute or a type satisfies a
//! constraint.

#[cfg(test)]
mod tests;

use backend::{Backend, Context, Fatal, Output};

use mlir_model::constraint::Constraint;
use mlir_model::template::Substitutions;

pub(crate) const ATTR_CONSTRAINT_DECLS: Backend = Backend::mlir(
    "gen-attr-constraint-decls",
    "Generate attribute constraint declarations",
    &["AttrConstraint"],
    |cx, out| each(cx, out, &ATTR, declare),
);

pub(crate) const ATTR_CONSTRAINT_DEFS: Backend = Backend::mlir(
    "gen-attr-constraint-defs",
    "Generate attribute constraint definitions",
    &["AttrConstraint"],
    |cx, out| each(cx, out, &ATTR, define),
);

pub(crate) const TYPE_CONSTRAINT_DECLS: Backend = Backend::mlir(
    "gen-type-constraint-decls",
    "Generate type constraint declarations",
    &["TypeConstraint"],
    |cx, out| each(cx, out, &TYPE, declare),
);

pub(crate) const TYPE_CONSTRAINT_DEFS: Backend = Backend::mlir(
    "gen-type-constraint-defs",
    "Generate type constraint definitions",
    &["TypeConstraint"],
    |cx, out| each(cx, out, &TYPE, define),
);

/// The kind of values that the functions test.
struct Tested {
    constraint: &'static str,
    class: &'static str,
    parameter: &'static str,
}

const ATTR: Tested = Tested {
    constraint: "AttrConstraint",
    class: "Attribute",
    parameter: "attr",
};

const TYPE: Tested = Tested {
    constraint: "TypeConstraint",
    class: "Type",
    parameter: "type",
};

type Write = fn(&mut Output, &Tested, Constraint, &str) -> Result<(), Fatal>;

/// Calls `write` for each constraint in the root file that has a `cppFunctionName`. Writes nothing if the class of
/// constraints does not exist, as for a file of passes.
fn each(cx: &Context, out: &mut Output, tested: &Tested, write: Write) -> Result<(), Fatal> {
    let all = cx.records.derived_if_defined(tested.constraint).into_iter();
    out.try_each(
        all.filter(|it| cx.records.is_in_root(*it)),
        |out, rec| match rec.optional_string("cppFunctionName")? {
            Some(name) if !name.is_empty() => write(out, tested, Constraint::read(rec)?, &name),
            _ => Ok(()),
        },
    )
}

fn declare(out: &mut Output, tested: &Tested, _: Constraint, name: &str) -> Result<(), Fatal> {
    let Tested {
        class, parameter, ..
    } = tested;
    writeln!(out, "bool {name}(::mlir::{class} {parameter});");
    Ok(())
}

fn define(
    out: &mut Output,
    tested: &Tested,
    constraint: Constraint,
    name: &str,
) -> Result<(), Fatal> {
    let Tested {
        class, parameter, ..
    } = tested;
    let condition = constraint.condition()?;
    let condition = Substitutions::new()
        .with("_self", *parameter)
        .fill(&condition);
    write!(
        out,
        "\nbool {name}(::mlir::{class} {parameter}) {{\nreturn ({condition});\n}}\n"
    );
    Ok(())
}
