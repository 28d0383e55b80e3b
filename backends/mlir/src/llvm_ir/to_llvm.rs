//! The export of operations to LLVM IR.

use backend::{Context, Fatal, Output, bail};
use mlir_model::names::getter;
use mlir_model::operation::Operation;

use super::template;

/// Writes an `if` statement for each operation. The statement tests for the operation's class, and contains the code
/// that converts the operation.
pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.try_each(cx.records.derived("LLVM_OpBase")?, |out, rec| {
        push(out, &Operation::read(rec)?)
    })
}

fn push(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    if op.rec.field("llvmBuilder").is_none() {
        bail!(op.rec, "expected 'llvmBuilder' field");
    }
    let builder = op.rec.string("llvmBuilder")?;
    if builder.is_empty() {
        return Ok(());
    }
    let builder = template::fill(&builder, |name| value(op, name))?;
    let class = op.qualified_class_name();
    write!(
        out,
        "if (auto op = dyn_cast<{class}>(opInst)) {{
{builder}
  return success();
}}
"
    );
    Ok(())
}

/// The C++ expression for a name in the template.
fn value(op: &Operation, name: &str) -> Result<String, Fatal> {
    if let Some(operand) = op.operands.iter().find(|it| it.name == name) {
        let lookup = if operand.ty.is_variadic() {
            "lookupValues"
        } else {
            "lookupValue"
        };
        let getter = getter(name);
        return Ok(format!("moduleTranslation.{lookup}(op.{getter}())"));
    }
    if op.attributes.iter().any(|it| it.name == name) {
        return Ok(format!("op.{}()", getter(name)));
    }
    if op.results.iter().any(|it| it.name == name) {
        return Ok(format!("moduleTranslation.mapValue(op.{}())", getter(name)));
    }
    let value = match name {
        "_resultType" => "moduleTranslation.convertType(op.getResult().getType())",
        "_hasResult" => "opInst.getNumResults() == 1",
        "_location" => "opInst.getLoc()",
        "_numOperands" => "opInst.getNumOperands()",
        "$" => "$",
        _ => bail!(
            op.rec,
            "expected keyword, argument, or result, but got {name}"
        ),
    };
    Ok(value.to_owned())
}
