//! The parameters of builders that have a separate parameter for each operand and attribute.

use std::borrow::Cow;

use backend::{Fatal, Release};

use mlir_model::attribute::Attribute;
use mlir_model::operation::{Argument, Operation, Value, variadic};
use mlir_model::template::Substitutions;
use mlir_model::type_constraint::Arity;

use super::super::changes;
use crate::cpp::Parameter;

/// How a builder gets the types of results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultTypes {
    /// The builder has no parameter for result types.
    None,
    /// The builder has one parameter for the type of each result.
    Separate,
    /// The builder has one parameter for all result types.
    Collective,
}

/// The form in which a builder takes attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Attributes {
    /// As attributes.
    Wrapped,
    /// As values, if the attribute can be built from a value.
    Unwrapped,
}

/// For attributes and for properties: the index, in the list of arguments, of the first parameter with a default value.
struct Defaults {
    attributes: usize,
    properties: usize,
}

/// Adds the parameters for result types, arguments, successors and regions.
pub(super) fn push(
    parameters: &mut Vec<Parameter>,
    op: &Operation,
    release: Release,
    types: ResultTypes,
    attributes: Attributes,
) -> Result<(), Fatal> {
    push_result_types(parameters, op, types);
    let defaults = Defaults::new(op, release, attributes);
    let inferred = segment_attributes(op)?;
    let builder = Substitutions::new().with("_builder", "odsBuilder");
    for (index, argument) in op.arguments.iter().enumerate() {
        match *argument {
            Argument::Operand(number) => {
                let operand = &op.operands[number];
                let ty = match operand.ty.arity {
                    Arity::One | Arity::Optional => "::mlir::Value",
                    Arity::Variadic => "::mlir::ValueRange",
                    Arity::VariadicOfVariadic => "::llvm::ArrayRef<::mlir::ValueRange>",
                };
                let name = argument_name(op, number);
                let parameter = Parameter::new(ty, name);
                parameters.push(parameter.optional(operand.ty.is_optional()));
            }
            Argument::Property(number) => {
                if !changes::has_property_accessors(release) {
                    continue;
                }
                let it = &op.properties[number];
                let has_default = it.prop.has_default();
                let default = if has_default && index >= defaults.properties {
                    builder.fill(&it.prop.default_value())
                } else {
                    String::new()
                };
                let parameter = Parameter::new(it.prop.interface_type(), it.name);
                parameters.push(parameter.with_default(default).optional(has_default));
            }
            Argument::Attribute(number) => {
                let it = &op.attributes[number];
                if inferred.iter().any(|name| *name == it.name) {
                    continue;
                }
                let is_value = attributes == Attributes::Unwrapped && it.attr.can_be_unwrapped();
                let ty = if is_value {
                    it.attr.return_type()
                } else {
                    it.attr.storage_type()
                };
                let default = match (index >= defaults.attributes, is_value) {
                    (false, _) => String::new(),
                    (true, true) => {
                        changes::default_value(release, &it.attr.default_value(), &builder)
                    }
                    (true, false) => "nullptr".to_owned(),
                };
                let parameter = Parameter::new(ty, it.name).with_default(default);
                parameters.push(parameter.optional(it.attr.is_optional()?));
            }
        }
    }
    for it in &op.successors {
        let ty = if it.is_variadic {
            "::mlir::BlockRange"
        } else {
            "::mlir::Block *"
        };
        parameters.push(Parameter::new(ty, it.name));
    }
    for it in op.regions.iter().filter(|it| it.is_variadic) {
        parameters.push(Parameter::new("unsigned", format!("{}Count", it.name)));
    }
    Ok(())
}

fn push_result_types(parameters: &mut Vec<Parameter>, op: &Operation, types: ResultTypes) {
    match types {
        ResultTypes::None => {}
        ResultTypes::Collective => {
            parameters.push(Parameter::new("::mlir::TypeRange", "resultTypes"));
        }
        ResultTypes::Separate => {
            for (index, result) in op.results.iter().enumerate() {
                let name = result_name(result, index);
                let ty = if result.ty.is_variadic() {
                    "::mlir::TypeRange"
                } else {
                    "::mlir::Type"
                };
                let parameter = Parameter::new(ty, name);
                parameters.push(parameter.optional(result.ty.is_optional()));
            }
        }
    }
}

/// The names of the attributes that hold the sizes of operand groups. Builders compute these sizes from the operands.
pub(super) fn segment_attributes<'a>(op: &Operation<'a>) -> Result<Vec<Cow<'a, str>>, Fatal> {
    let nested = op
        .operands
        .iter()
        .filter(|it| it.ty.is_variadic_of_variadic());
    nested.map(|it| it.ty.segment_attribute()).collect()
}

/// The name of the parameter for a result's type.
pub(super) fn result_name(result: &Value, index: usize) -> String {
    match result.name {
        "" => format!("resultType{index}"),
        name => name.to_owned(),
    }
}

/// The name of the parameter for an operand.
pub(super) fn argument_name(op: &Operation, index: usize) -> String {
    match op.operands[index].name {
        "" => format!("odsArg_{index}"),
        name => name.to_owned(),
    }
}

impl Defaults {
    fn new(op: &Operation, release: Release, attributes: Attributes) -> Defaults {
        let count = op.arguments.len();
        let mut defaults = Defaults {
            attributes: count,
            properties: count,
        };
        // Parameters for successors and variadic regions follow. They have no default value, so no parameter before
        // them can have one.
        if !op.successors.is_empty() || variadic(&op.regions) > 0 {
            return defaults;
        }
        for (index, argument) in op.arguments.iter().enumerate().rev() {
            match *argument {
                Argument::Attribute(number) if may_be_left_out(op.attributes[number].attr) => {
                    defaults.attributes = index;
                    defaults.properties = index;
                }
                Argument::Property(number)
                    if changes::has_property_accessors(release)
                        && op.properties[number].prop.has_default() =>
                {
                    defaults.properties = index;
                }
                _ => break,
            }
        }
        // Removes a default value if a call could otherwise be ambiguous between the builder that takes attributes and
        // the builder that takes values.
        let first = op.arguments.get(defaults.attributes);
        if let Some(Argument::Attribute(number)) = first {
            let is_value = op.attributes[*number].attr.can_be_unwrapped();
            let clashes = is_value == (attributes == Attributes::Wrapped);
            if clashes && !has_telling_attribute(op, release, attributes) {
                defaults.attributes += 1;
                defaults.properties = defaults.attributes;
            }
        }
        defaults
    }
}

/// Whether the parameter for an attribute may have a default value.
fn may_be_left_out(attr: Attribute) -> bool {
    let is_number = matches!(&*attr.return_type(), "::llvm::APInt" | "::llvm::APFloat");
    attr.has_default() && !is_number
}

/// Whether an attribute without a default value distinguishes the builders that take attributes from the builders that
/// take values.
fn has_telling_attribute(op: &Operation, release: Release, attributes: Attributes) -> bool {
    let tells = |attr: Attribute| !attr.has_default() && attr.can_be_unwrapped();
    changes::counts_given_attributes(release)
        && attributes == Attributes::Wrapped
        && op.native_attributes().any(|it| tells(it.attr))
}
