//! The C++ functions that serialize operations to SPIR-V's binary form.

use backend::{Fatal, Output, bail};
use mlir_model::operation::{Argument, NamedAttribute, Operation, variable_length};

use super::{Encoding, attribute_class};

/// Writes the function that serializes an operation.
pub(super) fn push(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let class = op.qualified_class_name();
    write!(
        out,
        "template <> LogicalResult\nSerializer::processOp<{class}>({class} op) {{\n"
    );
    let is_extension = op.rec.is_a("SPIRV_ExtInstOp");
    if op.attributes.is_empty() && variable_length(&op.operands) == 0 {
        out.push("  return processOpWithoutGrammarAttr(op, ");
        if is_extension {
            let set = op.rec.string("extendedInstSetName")?;
            write!(out, "\"{set}\", {}", op.rec.int("extendedInstOpcode")?);
        } else {
            let name = op.rec.string("spirvOpName")?;
            write!(out, "\"\", static_cast<uint32_t>(spirv::Opcode::{name})");
        }
        out.push(");\n}\n\n");
        return Ok(());
    }
    out.push("  SmallVector<uint32_t, 4> operands;\n  SmallVector<StringRef, 2> elidedAttrs;\n");
    if op.results.len() == 1 {
        out.push(
            "  uint32_t resultID = 0;
  uint32_t resultTypeID = 0;
  if (failed(processType(op.getLoc(), op.getType(), resultTypeID))) {
    return failure();
  }
  operands.push_back(resultTypeID);
  resultID = getNextID();
  valueIDMap[op.getResult()] = resultID;
  operands.push_back(resultID);
",
        );
    }
    push_arguments(out, op)?;
    if is_extension {
        let set = op.rec.string("extendedInstSetName")?;
        let opcode = op.rec.int("extendedInstOpcode")?;
        writeln!(
            out,
            "  (void)encodeExtensionInstruction(op, \"{set}\", {opcode}, operands);"
        );
    } else {
        let name = op.rec.string("spirvOpName")?;
        write!(
            out,
            "  (void)emitDebugLine(functionBody, op.getLoc());
  (void)encodeInstructionInto(functionBody, spirv::Opcode::{name}, operands);
"
        );
    }
    if op.results.len() == 1 {
        out.push(
            "  for (auto attr : op->getAttrs()) {
    if (llvm::is_contained(elidedAttrs, attr.getName())) {      continue;
    }
    if (failed(processDecoration(op.getLoc(), resultID, attr))) {
      return failure();
    }
  }
",
        );
    }
    out.push("  return success();\n}\n\n");
    Ok(())
}

/// Writes the serialization of the arguments: all operands in one loop if they come before all attributes, otherwise
/// one argument after the other.
fn push_arguments(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let is_attribute = |it: &Argument| matches!(it, Argument::Attribute(_));
    let mut behind = op.arguments.iter().skip_while(|it| !is_attribute(it));
    if behind.all(is_attribute) {
        if !op.operands.is_empty() {
            out.push(
                "  for (Value operand : op->getOperands()) {
    auto id = getValueID(operand);
    assert(id && \"use before def!\");
    operands.push_back(id);
  }
",
            );
        }
        for attribute in &op.attributes {
            push_attribute(out, op, attribute, "  ")?;
        }
        return Ok(());
    }
    for argument in &op.arguments {
        out.push("  {\n");
        match *argument {
            Argument::Operand(number) => write!(
                out,
                "    for (auto arg : op.getODSOperands({number})) {{
      auto argID = getValueID(arg);
      if (!argID) {{
        return emitError(op.getLoc(), \"operand #{number} has a use before def\");
      }}
      operands.push_back(argID);
    }}
"
            ),
            Argument::Attribute(index) => push_attribute(out, op, &op.attributes[index], "    ")?,
            Argument::Property(_) => {
                bail!(op.rec, "properties have no binary form in SPIR-V")
            }
        }
        out.push("  }\n");
    }
    Ok(())
}

fn push_attribute(
    out: &mut Output,
    op: &Operation,
    attribute: &NamedAttribute,
    indent: &str,
) -> Result<(), Fatal> {
    let name = attribute.name;
    let Some(encoding) = Encoding::read(attribute.attr)? else {
        bail!(
            op.rec,
            "unhandled attribute type in SPIR-V serialization generation : '{}'",
            attribute.attr.def_name()
        );
    };
    writeln!(out, "{indent}if (auto attr = op->getAttr(\"{name}\")) {{");
    match encoding {
        Encoding::Constant(values) => writeln!(
            out,
            "{indent}  operands.push_back(prepareConstantInt(op.getLoc(), Builder(op).getI32IntegerAttr(static_cast<uint32_t>(::llvm::cast<{}>(attr).getValue()))));",
            attribute_class(&values)
        ),
        Encoding::Value(values) => writeln!(
            out,
            "{indent}  operands.push_back(static_cast<uint32_t>(::llvm::cast<{}>(attr).getValue()));",
            attribute_class(&values)
        ),
        Encoding::Numbers => write!(
            out,
            "{indent}  for (auto attrElem : llvm::cast<ArrayAttr>(attr)) {{
{indent}    operands.push_back(static_cast<uint32_t>(llvm::cast<IntegerAttr>(attrElem).getValue().getZExtValue()));
{indent}  }}
"
        ),
        Encoding::Number => writeln!(
            out,
            "{indent}  operands.push_back(static_cast<uint32_t>(llvm::cast<IntegerAttr>(attr).getValue().getZExtValue()));"
        ),
        Encoding::Type => write!(
            out,
            "{indent}  uint32_t attrTypeID = 0;
{indent}  if (failed(processType(op.getLoc(), llvm::cast<TypeAttr>(attr).getValue(), attrTypeID))) {{
{indent}    return failure();
{indent}  }}
{indent}  operands.push_back(attrTypeID);
"
        ),
    }
    write!(
        out,
        "{indent}}}\n{indent}elidedAttrs.push_back(\"{name}\");\n"
    );
    Ok(())
}

/// Writes the function that calls the serializer of a given operation.
pub(super) fn push_dispatch(out: &mut Output, ops: &[Operation]) -> Result<(), Fatal> {
    out.push("LogicalResult Serializer::dispatchToAutogenSerialization(Operation *op) {\n");
    for op in ops {
        if !op.rec.bit("hasOpcode")? && !op.rec.is_a("SPIRV_ExtInstOp") {
            continue;
        }
        out.source(op.rec);
        let class = op.qualified_class_name();
        write!(
            out,
            "  if (isa<{class}>(op)) {{
    return processOp(cast<{class}>(op));
  }}
"
        );
    }
    out.no_source();
    out.push("  return op->emitError(\"unhandled operation serialization\");\n}\n\n");
    Ok(())
}
