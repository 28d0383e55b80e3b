//! `-gen-python-op-bindings`: the Python classes for the operations of a dialect.

pub(crate) mod accessors;
mod annotations;
mod builder;
mod changes;
#[cfg(test)]
mod tests;
mod value_kind;

use backend::{Backend, BackendOption, Context, Fatal, Language, Output};
use mlir_model::operation::{Operation, Value, variadic};

use crate::python::identifier;
use crate::selection::{choose, dialect_names, warn_of_unknown_dialect};
use builder::Builder;

const DIALECT: BackendOption =
    BackendOption::text("bind-dialect", "The dialect to run the generator for");

const EXTENSION: BackendOption =
    BackendOption::text("dialect-extension", "The prefix of the dialect extension");

pub(crate) const BACKEND: Backend = Backend::mlir(
    "gen-python-op-bindings",
    "Define operations in Python",
    &["Op"],
    write,
)
.options(&[DIALECT, EXTENSION])
.language(Language::Text);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let dialect = cx.options.text(&DIALECT);
    if dialect.is_empty() {
        let mut error = cx.records.fatal("dialect name not provided".to_owned());
        error.in_words = Some(choose(&DIALECT, &dialect_names(cx)));
        return Err(error);
    }
    warn_of_unknown_dialect(cx, &DIALECT);
    changes::push_imports(out, cx.release());
    if cx.options.text(&EXTENSION).is_empty() {
        write!(
            out,
            "
@_ods_cext.register_dialect
class _Dialect(_ods_ir.Dialect):
  DIALECT_NAMESPACE = \"{dialect}\"
"
        )
    } else {
        write!(out, "\nfrom ._{dialect}_ops_gen import _Dialect\n")
    }
    out.try_each(cx.records.derived("Op")?, |out, rec| {
        let op = Operation::read(rec)?;
        if op.dialect.dialect_name()? == dialect {
            push(out, &op)
        } else {
            Ok(())
        }
    })
}

fn push(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    op.check_traits_before("::mlir::OpTrait::AttrSizedResultSegments")?;
    let (class, name) = (op.class_name, &op.name);
    write!(
        out,
        "
@_ods_cext.register_operation(_Dialect)
class {class}(_ods_ir.OpView):
"
    );
    changes::push_description(out, op);
    writeln!(out, "  OPERATION_NAME = \"{name}\"");
    if op.has_operand_segments() {
        push_segments(out, "OPERAND", &op.operands);
    }
    if op.has_result_segments() {
        push_segments(out, "RESULT", &op.results);
    }
    push_number_of_regions(out, op);
    let builder = Builder::new(op)?;
    builder.push(out, op);
    accessors::push(out, op)?;
    push_function(out, op, &builder);
    Ok(())
}

/// Writes a list with one element for each operand or result: 0 for an optional one, -1 for a variadic one, and 1 for
/// any other.
fn push_segments(out: &mut Output, kind: &str, values: &[Value]) {
    write!(out, "\n  _ODS_{kind}_SEGMENTS = [");
    for value in values {
        out.push(match () {
            () if value.ty.is_optional() => "0,",
            () if value.ty.is_variadic() => "-1,",
            () => "1,",
        });
    }
    out.push("]\n");
}

fn push_number_of_regions(out: &mut Output, op: &Operation) {
    let fixed = op.regions.len() - variadic(&op.regions);
    let is_fixed = if fixed == op.regions.len() {
        "True"
    } else {
        "False"
    };
    write!(out, "\n  _ODS_REGIONS = ({fixed}, {is_fixed})\n");
}

/// Writes the function that creates an operation and returns its results.
fn push_function(out: &mut Output, op: &Operation, builder: &Builder) {
    let name = op.name.split_once('.').map_or(&*op.name, |it| it.1);
    let name = identifier(name);
    let (parameters, arguments) = (builder.function_parameters(), builder.arguments());
    changes::push_function(out, op, &name, &parameters, &arguments);
}
