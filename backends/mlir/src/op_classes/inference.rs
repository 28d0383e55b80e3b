//! `inferReturnTypes`, for operations whose result types follow from operands, attributes or other results.

use backend::{Fatal, bail, spend};

use mlir_model::interfaces::methods_of;
use mlir_model::operation::{Argument, InferredType, Operation, Source};
use mlir_model::template::Substitutions;

use super::slots::Slots;
use super::{add_needed, changes};
use crate::cpp::{Class, Indented, Qualifiers};
use crate::interface_methods;

/// Adds `inferReturnTypes` to the class, if all result types can be inferred.
pub(super) fn add(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    let name = "inferReturnTypes";
    let (Some(types), Some(interface)) = (&op.inferred_types, op.traits.last()) else {
        return Ok(());
    };
    let methods = methods_of(interface.rec)?;
    let Some(method) = methods.iter().find(|it| it.name == name) else {
        bail!(op.rec, "'{}' has no method '{name}'", interface.rec.name());
    };
    let method = interface_methods::method(method, Qualifiers::NONE);
    let body = add_needed(class, op.rec, name, method)?;
    writeln!(body, "  inferredReturnTypes.resize({});", types.len());
    body.push("  ::mlir::Builder odsBuilder(context);\n");
    push_size_check(body, op, types);
    push_types(body, op, slots, types)?;
    body.push("  return ::mlir::success();");
    Ok(())
}

/// The index of the operand from which a type is inferred; `None` for another source.
fn operand(op: &Operation, ty: &InferredType) -> Option<usize> {
    let Source::Argument(index) = ty.source else {
        return None;
    };
    match op.arguments.get(index)? {
        Argument::Operand(index) => Some(*index),
        Argument::Attribute(_) | Argument::Property(_) => None,
    }
}

/// Writes the check that there are enough operands to infer the types.
fn push_size_check(body: &mut Indented, op: &Operation, types: &[InferredType]) {
    let last = types.iter().filter_map(|it| operand(op, it)).max();
    if let Some(last) = last.filter(|_| changes::counts_operands(op.rec.records().release())) {
        writeln!(body, "  if (operands.size() <= {last})");
        body.push("    return ::mlir::failure();\n");
    }
}

/// Declares a variable for each inferred type, after the variables of the types from which it is inferred.
fn push_types(
    body: &mut Indented,
    op: &Operation,
    slots: &Slots,
    types: &[InferredType],
) -> Result<(), Fatal> {
    let mut names = Substitutions::new()
        .with("_builder", "odsBuilder")
        .with("_ctxt", "context");
    let mut variables: Vec<Option<usize>> = vec![None; types.len()];
    let mut count = 0;
    loop {
        spend(types.len());
        let before = count;
        for (index, inferred) in types.iter().enumerate() {
            if variables[index].is_some() {
                continue;
            }
            let ty = match inferred.source {
                Source::Argument(_) => match operand(op, inferred) {
                    Some(operand) => format!("operands[{operand}].getType()"),
                    None => push_attribute(body, op, slots, inferred, count)?,
                },
                Source::Result(result) => match op.results[result].ty.builder_call()? {
                    Some(builder) => names.fill(&builder),
                    None => match variables[result] {
                        Some(variable) => format!("odsInferredType{variable}"),
                        None => continue,
                    },
                },
            };
            names.set("_self", ty);
            let ty = names.fill(&inferred.transformer);
            writeln!(body, "  ::mlir::Type odsInferredType{count} = {ty};");
            variables[index] = Some(count);
            count += 1;
        }
        // Any remaining types would depend on themselves, which the model excludes.
        if count == before || count == types.len() {
            break;
        }
    }
    for (index, variable) in variables.iter().enumerate() {
        if let Some(variable) = variable {
            writeln!(
                body,
                "  inferredReturnTypes[{index}] = odsInferredType{variable};"
            );
        }
    }
    Ok(())
}

/// Declares a variable for an attribute, and returns the C++ expression for its type.
fn push_attribute(
    body: &mut Indented,
    op: &Operation,
    slots: &Slots,
    inferred: &InferredType,
    number: usize,
) -> Result<String, Fatal> {
    let Source::Argument(source) = inferred.source else {
        return Ok(String::new());
    };
    let index = match op.arguments.get(source) {
        Some(Argument::Attribute(index) | Argument::Property(index)) => *index,
        _ => 0,
    };
    // The reference uses the index among the attributes (or among the properties) as an index among all arguments.
    let argument = op.arguments.get(index).copied();
    let is_attribute = matches!(argument, Some(Argument::Attribute(_)));
    if !is_attribute && changes::infers_from_attributes_only(op.rec.records().release()) {
        bail!(op.rec, "Properties cannot be used for type inference");
    }
    let name = argument.map_or("", |it| op.argument_name(it));
    let found = format!("::llvm::dyn_cast_or_null<::mlir::TypedAttr>(attributes.get(\"{name}\"))");
    let found = if slots.sets_properties {
        format!("(properties ? properties.as<Properties *>()->{name} : {found})")
    } else {
        found
    };
    write!(
        body,
        "  ::mlir::TypedAttr odsInferredTypeAttr{number} = {found};
  if (!odsInferredTypeAttr{number}) return ::mlir::failure();
"
    );
    Ok(format!("odsInferredTypeAttr{number}.getType()"))
}
