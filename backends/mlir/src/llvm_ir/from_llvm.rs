//! The import of LLVM IR: operations for instructions and intrinsics.

use std::fmt::Write;

use backend::{Context, Fatal, Output, Rec, bail};
use mlir_model::operation::{Argument, Operation};

use super::template;

/// Writes an `if` statement for each operation. The statement tests whether an instruction is imported as this
/// operation, and contains the code that imports the instruction.
pub(super) fn write_operations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    write(cx, out, "LLVM_OpBase", |rec| {
        let name = rec.string("llvmInstName")?;
        Ok(format!("inst->getOpcode() == llvm::Instruction::{name}"))
    })
}

/// Writes an `if` statement for each operation. The statement tests whether an intrinsic is imported as this
/// operation, and contains the code that imports the intrinsic.
pub(super) fn write_intrinsics(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    write(cx, out, "LLVM_IntrOpBase", |rec| {
        let name = rec.string("llvmEnumName")?;
        Ok(format!("intrinsicID == llvm::Intrinsic::{name}"))
    })
}

fn write(
    cx: &Context,
    out: &mut Output,
    class: &str,
    condition: impl Fn(Rec) -> Result<String, Fatal>,
) -> Result<(), Fatal> {
    out.try_each(cx.records.derived(class)?, |out, rec| {
        let op = Operation::read(rec)?;
        if rec.field("mlirBuilder").is_none() {
            bail!(rec, "expected 'mlirBuilder' field");
        }
        let builder = rec.string("mlirBuilder")?;
        if builder.is_empty() {
            return Ok(());
        }
        let (arguments, builder) = Import::read(&op)?.fill(&builder)?;
        let condition = condition(rec)?;
        write!(
            out,
            "if ({condition}) {{
{arguments}
{builder}
  return success();
}}
"
        );
        Ok(())
    })
}

/// Builds the C++ code that imports an instruction or intrinsic as the operation `op`.
struct Import<'o, 'a> {
    op: &'o Operation<'a>,
    /// For each argument of the operation, the index of its operand in LLVM IR.
    operands: Vec<i64>,
    /// The C++ code that converts the operands that the template mentions.
    conversions: String,
}

impl<'o, 'a> Import<'o, 'a> {
    fn read(op: &'o Operation<'a>) -> Result<Import<'o, 'a>, Fatal> {
        let number = op.arguments.len();
        let mut operands = op.rec.list_of_ints("llvmArgIndices")?;
        if operands.is_empty() {
            operands = (0..).take(number).collect();
        }
        if operands.len() != number {
            bail!(
                op.rec,
                "expected 'llvmArgIndices' size to match the number of arguments"
            );
        }
        Ok(Import {
            op,
            operands,
            conversions: String::new(),
        })
    }

    /// Fills the template `builder`. Returns the code that converts operands, and the filled template.
    fn fill(mut self, builder: &str) -> Result<(String, String), Fatal> {
        let builder = template::fill(builder, |name| self.value(name))?;
        Ok((self.conversions, builder))
    }

    fn value(&mut self, name: &str) -> Result<String, Fatal> {
        let op = self.op;
        let mut arguments = op.arguments.iter();
        if let Some(index) = arguments.position(|it| op.argument_name(*it) == name) {
            return self.argument(name, op.arguments[index], self.operands[index]);
        }
        if op.results.iter().any(|it| it.name == name) {
            if op.results.len() != 1 {
                bail!(op.rec, "expected op to have one result");
            }
            return Ok("moduleImport.mapValue(inst)".to_owned());
        }
        let value = match name {
            "_op" => "moduleImport.mapNoResultOp(inst)",
            "_int_attr" => "moduleImport.matchIntegerAttr",
            "_float_attr" => "moduleImport.matchFloatAttr",
            "_var_attr" => "moduleImport.matchLocalVariableAttr",
            "_label_attr" => "moduleImport.matchLabelAttr",
            "_fpExceptionBehavior_attr" => "moduleImport.matchFPExceptionBehaviorAttr",
            "_roundingMode_attr" => "moduleImport.matchRoundingModeAttr",
            "_resultType" => "moduleImport.convertType(inst->getType())",
            "_location" => "moduleImport.translateLoc(inst->getDebugLoc())",
            "_builder" => "odsBuilder",
            "_qualCppClassName" => return Ok(op.qualified_class_name()),
            "$" => "$",
            _ => bail!(
                op.rec,
                "expected keyword, argument, or result, but got {name}"
            ),
        };
        Ok(value.to_owned())
    }

    /// The C++ expression for an argument. For an attribute, it is the operand in LLVM IR; for other arguments, it is
    /// the result of converting one or more operands to MLIR values.
    fn argument(&mut self, name: &str, argument: Argument, operand: i64) -> Result<String, Fatal> {
        if operand < 0 {
            bail!(
                self.op.rec,
                "expected non-negative operand index for argument {name}"
            );
        }
        let is_variadic = match argument {
            Argument::Attribute(_) => return Ok(format!("llvmOperands[{operand}]")),
            Argument::Operand(index) => self.op.operands[index].ty.is_variadic(),
            Argument::Property(_) => false,
        };
        let variable = format!("_llvmir_gen_operand_{name}");
        let _ = if is_variadic {
            writeln!(
                self.conversions,
                "FailureOr<SmallVector<Value>> {variable} = moduleImport.convertValues(llvmOperands.drop_front({operand}));"
            )
        } else {
            writeln!(
                self.conversions,
                "FailureOr<Value> {variable} = moduleImport.convertValue(llvmOperands[{operand}]);"
            )
        };
        let _ = writeln!(
            self.conversions,
            "if (failed({variable}))\n  return failure();"
        );
        Ok(format!("*{variable}"))
    }
}
