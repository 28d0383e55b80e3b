//! The C++ functions that deserialize operations from SPIR-V's binary form.

use backend::string_map::StringMap;
use backend::{Context, Fatal, Output, bail};
use mlir_model::operation::{Argument, NamedAttribute, Operation, Value, variable_length};

use super::{Encoding, attribute_class, changes};

/// Writes the function that deserializes an operation.
pub(super) fn push(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let class = op.qualified_class_name();
    write!(
        out,
        "template <> LogicalResult\nDeserializer::processOp<{class}>(ArrayRef<uint32_t> words) {{\n"
    );
    if op.attributes.is_empty() && variable_length(&op.operands) == 0 {
        let (has_result, operands) = (!op.results.is_empty(), op.operands.len());
        write!(
            out,
            "  return processOpWithoutGrammarAttr(words, \"{}\", {has_result}, {operands});\n}}\n\n",
            op.name
        );
        return Ok(());
    }
    out.push(
        "  SmallVector<Type, 1> resultTypes;
  size_t wordIndex = 0; (void)wordIndex;
  uint32_t valueID = 0; (void)valueID;
",
    );
    let has_result = match op.results.len() {
        0 => false,
        1 => true,
        _ => bail!(op.rec, "SPIR-V ops can only have zero or one result"),
    };
    if has_result {
        push_result(out, &class);
    }
    out.push("  SmallVector<Value, 4> operands;\n  SmallVector<NamedAttribute, 4> attributes;\n");
    push_arguments(out, op)?;
    write!(
        out,
        "  if (wordIndex != words.size()) {{
    return emitError(unknownLoc, \"found more operands than expected when deserializing {class}, only \") << wordIndex << \" of \" << words.size() << \" processed\";
  }}

"
    );
    if has_result {
        out.push(
            "  if (decorations.count(valueID)) {
    auto attrs = decorations[valueID].getAttrs();
    attributes.append(attrs.begin(), attrs.end());
  }
",
        );
    }
    let create = changes::create(op.rec.records().release(), &class);
    write!(
        out,
        "  Location loc = createFileLineColLoc(opBuilder);
  auto op = {create}loc, resultTypes, operands, attributes); (void)op;
"
    );
    if has_result {
        out.push("  valueMap[valueID] = op.getResult();\n\n");
    }
    out.push(
        "  if (op.hasTrait<OpTrait::IsTerminator>())
    (void)clearDebugLine();
  return success();
}

",
    );
    Ok(())
}

fn push_result(out: &mut Output, class: &str) {
    write!(
        out,
        "  {{
    if (wordIndex >= words.size()) {{
      return emitError(unknownLoc, \"expected result type <id> while deserializing {class}\");
    }}
    auto ty = getType(words[wordIndex]);
    if (!ty) {{
      return emitError(unknownLoc, \"unknown type result <id> : \") << words[wordIndex];
    }}
    resultTypes.push_back(ty);
    wordIndex++;
    if (wordIndex >= words.size()) {{
      return emitError(unknownLoc, \"expected result <id> while deserializing {class}\");
    }}
  }}
  valueID = words[wordIndex++];
"
    );
}

fn push_arguments(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    for (index, argument) in op.arguments.iter().enumerate() {
        match *argument {
            Argument::Operand(operand) => {
                let operand = &op.operands[operand];
                let is_last = index + 1 == op.arguments.len();
                if operand.ty.has_variable_length() && !is_last {
                    bail!(
                        op.rec,
                        "SPIR-V ops can have Variadic<..> or Optional<...> arguments only if it's the last argument"
                    );
                }
                push_operand(out, operand);
            }
            Argument::Attribute(attribute) => push_attribute(out, op, &op.attributes[attribute])?,
            Argument::Property(_) => {
                bail!(op.rec, "properties have no binary form in SPIR-V")
            }
        }
    }
    Ok(())
}

fn push_operand(out: &mut Output, operand: &Value) {
    let has_many = operand.ty.has_variable_length();
    out.push(if has_many {
        "  for (; wordIndex < words.size(); ++wordIndex)"
    } else {
        "  if (wordIndex < words.size())"
    });
    out.push(
        " {
    auto arg = getValue(words[wordIndex]);
    if (!arg) {
      return emitError(unknownLoc, \"unknown result <id> : \") << words[wordIndex];
    }
    operands.push_back(arg);
",
    );
    if !has_many {
        out.push("    wordIndex++;\n");
    }
    out.push("  }\n");
}

fn push_attribute(
    out: &mut Output,
    op: &Operation,
    attribute: &NamedAttribute,
) -> Result<(), Fatal> {
    let name = attribute.name;
    let Some(encoding) = Encoding::read(attribute.attr)? else {
        bail!(
            op.rec,
            "unhandled attribute type in deserialization generation : '{name}'"
        );
    };
    out.push("  if (wordIndex < words.size()) {\n");
    let push = format!("attributes.push_back(opBuilder.getNamedAttr(\"{name}\", ");
    match encoding {
        Encoding::Constant(values) => writeln!(
            out,
            "    {push}opBuilder.getAttr<{}>(static_cast<{}>(getConstantInt(words[wordIndex++]).getValue().getZExtValue()))));",
            attribute_class(&values),
            values.qualified_name()
        ),
        Encoding::Value(values) => writeln!(
            out,
            "      {push}opBuilder.getAttr<{}>(static_cast<{}>(words[wordIndex++]))));",
            attribute_class(&values),
            values.qualified_name()
        ),
        Encoding::Numbers => write!(
            out,
            "    SmallVector<Attribute, 4> attrListElems;
    while (wordIndex < words.size()) {{
      attrListElems.push_back(opBuilder.getI32IntegerAttr(words[wordIndex++]));
    }}
    {push}opBuilder.getArrayAttr(attrListElems)));
"
        ),
        Encoding::Number => writeln!(
            out,
            "    {push}opBuilder.getI32IntegerAttr(words[wordIndex++])));"
        ),
        Encoding::Type => writeln!(
            out,
            "    {push}TypeAttr::get(getType(words[wordIndex++]))));"
        ),
    }
    out.push("  }\n");
    Ok(())
}

/// Writes the function that calls the deserializer of the operation with a given opcode.
pub(super) fn push_dispatch(out: &mut Output, ops: &[Operation]) -> Result<(), Fatal> {
    out.push(
        "LogicalResult spirv::Deserializer::dispatchToAutogenDeserialization(spirv::Opcode opcode, ArrayRef<uint32_t> words) {
  switch (opcode) {
",
    );
    for op in ops {
        if op.rec.bit("hasOpcode")? {
            out.source(op.rec);
            let (name, class) = (op.rec.string("spirvOpName")?, op.qualified_class_name());
            write!(
                out,
                "  case spirv::Opcode::{name}:\n    return processOp<{class}>(words);\n"
            );
        }
    }
    out.no_source();
    out.push(
        "  default:
    ;
  }
  auto opcodeString = spirv::stringifyOpcode(opcode);
  if (!opcodeString.empty()) {
    return emitError(unknownLoc, \"unhandled deserialization of \") << opcodeString;
  } else {
   return emitError(unknownLoc, \"unhandled opcode \") << static_cast<uint32_t>(opcode);
  }
}
",
    );
    Ok(())
}

/// Writes the function that calls the deserializer of an extended instruction, given its instruction set and its opcode
/// in this set.
pub(super) fn push_dispatch_of_sets(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("LogicalResult spirv::Deserializer::dispatchToExtensionSetAutogenDeserialization(StringRef extensionSetName, uint32_t instructionID, ArrayRef<uint32_t> words) {\n");
    let mut sets: StringMap<Vec<Operation>> = StringMap::default();
    for rec in cx.records.derived("SPIRV_ExtInstOp")? {
        if rec.bit("autogenSerialization")? {
            let set = rec.string("extendedInstSetName")?;
            let ops = sets.get_or_insert_with(&set, Vec::new);
            ops.push(Operation::read(rec)?);
        }
    }
    // The reference lists the instruction sets in the order of its hash table.
    for (set, ops) in sets.iter() {
        write!(
            out,
            "  if (extensionSetName == \"{set}\") {{\n    switch (instructionID) {{\n"
        );
        for op in ops {
            out.source(op.rec);
            let (number, class) = (op.rec.int("extendedInstOpcode")?, op.qualified_class_name());
            write!(
                out,
                "    case {number}:\n      return processOp<{class}>(words);\n"
            );
        }
        out.no_source();
        out.push(
            "    default:
      return emitError(unknownLoc, \"unhandled deserializations of \") << instructionID << \" from extension set \" << extensionSetName;
    }
  }
",
        );
    }
    out.push("  return emitError(unknownLoc, \"unhandled deserialization of extended instruction set extensionSetName\");\n}\n");
    Ok(())
}
