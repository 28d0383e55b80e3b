//! The constructors of operations in Python.

use backend::{Fatal, Output};
use mlir_model::names::snake_case;
use mlir_model::operation::{Argument, NamedAttribute, Operation, variable_length};

use super::changes;
use crate::python::identifier;

/// The constructor of an operation.
pub(super) struct Builder {
    /// The required parameters. Their arguments are passed by position or name.
    positional: Vec<String>,
    /// The optional parameters. Their arguments are passed by name.
    named: Vec<String>,
    /// The lines of the body before the line that creates the operation.
    lines: Vec<String>,
}

/// How a constructor determines the types of an operation's results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultTypes {
    /// All results have the type of the first operand.
    OfOperand,
    /// The first attribute determines the type of all results.
    OfAttribute,
    /// The operation infers the types.
    Inferred,
    /// The caller passes the types.
    Given,
}

impl ResultTypes {
    fn new(op: &Operation) -> ResultTypes {
        let are_single = variable_length(&op.results) == 0;
        if are_single && op.has_trait("::mlir::OpTrait::SameOperandsAndResultType") {
            ResultTypes::OfOperand
        } else if are_single && op.has_trait("::mlir::OpTrait::FirstAttrDerivedResultType") {
            ResultTypes::OfAttribute
        } else if is_inferred(op) {
            ResultTypes::Inferred
        } else {
            ResultTypes::Given
        }
    }
}

/// Whether an operation infers the types of its results.
pub(super) fn is_inferred(op: &Operation) -> bool {
    op.has_trait("::mlir::InferTypeOpInterface::Trait") && op.regions.is_empty()
}

impl Builder {
    /// Builds the constructor of an operation.
    pub(super) fn new(op: &Operation) -> Result<Builder, Fatal> {
        let release = op.rec.records().release();
        let mut builder = Builder {
            positional: Vec::new(),
            named: Vec::new(),
            lines: Vec::new(),
        };
        let result_types = ResultTypes::new(op);
        let results = match result_types {
            ResultTypes::Given => result_names(op),
            _ => Vec::new(),
        };
        builder.positional.extend(results.iter().cloned());
        let names = argument_names(op);
        for (argument, name) in op.arguments.iter().zip(&names) {
            if may_be_left_out(op, *argument)? {
                builder.named.push(name.clone())
            } else {
                builder.positional.push(name.clone())
            }
        }
        builder.add_operands(op, &names);
        builder.add_attributes(op, &names)?;
        builder.add_results(op, result_types, &results);
        builder.add_successors(op);
        builder.add_regions(op);
        if result_types != ResultTypes::Given {
            builder.named.extend(changes::results_parameter(release));
        }
        Ok(builder)
    }

    fn add_operands(&mut self, op: &Operation, names: &[String]) {
        let release = op.rec.records().release();
        let has_segments = op.has_operand_segments();
        // As in the reference, only attributes are skipped, so an operand after a property gets the name of the
        // property.
        let is_attribute = |it: &Argument| matches!(it, Argument::Attribute(_));
        let names = op.arguments.iter().zip(names);
        let names = names.filter(|it| !is_attribute(it.0));
        for (operand, (_, name)) in op.operands.iter().zip(names) {
            let single = changes::operand_value(release, name);
            self.lines.push(match () {
                () if !operand.ty.has_variable_length() => format!("operands.append({single})"),
                () if operand.ty.is_optional() && has_segments => {
                    changes::append_optional(release, name)
                }
                () if operand.ty.is_optional() => {
                    format!("if {name} is not None: operands.append({single})")
                }
                () if has_segments => {
                    format!("operands.append(_get_op_results_or_values({name}))")
                }
                () => format!("operands.extend(_get_op_results_or_values({name}))"),
            });
        }
    }

    fn add_attributes(&mut self, op: &Operation, names: &[String]) -> Result<(), Fatal> {
        let line = "_ods_context = _ods_get_default_loc_context(loc)";
        self.lines.push(line.to_owned());
        for (argument, name) in op.arguments.iter().zip(names) {
            if let Argument::Attribute(index) = *argument {
                let attribute = &op.attributes[index];
                self.lines.push(attribute_line(attribute, name)?);
            }
        }
        Ok(())
    }

    fn add_results(&mut self, op: &Operation, types: ResultTypes, names: &[String]) {
        let release = op.rec.records().release();
        let number = op.results.len();
        match types {
            ResultTypes::OfOperand => {
                let line = changes::same_results(release, "operands[0].type", number);
                self.lines.push(line);
            }
            ResultTypes::OfAttribute => {
                let source = op.attributes.first().map_or("", |it| it.name);
                let lines = changes::results_of_attribute(release, source, number);
                self.lines.extend(lines);
            }
            ResultTypes::Inferred => {}
            ResultTypes::Given => {
                self.lines.extend(changes::given_results(release));
                let has_segments = op.has_result_segments();
                for (result, name) in op.results.iter().zip(names) {
                    self.lines.push(match () {
                        () if result.ty.is_optional() => {
                            format!("if {name} is not None: results.append({name})")
                        }
                        () if result.ty.has_variable_length() && !has_segments => {
                            format!("results.extend({name})")
                        }
                        () => format!("results.append({name})"),
                    });
                }
            }
        }
    }

    fn add_successors(&mut self, op: &Operation) {
        if op.successors.is_empty() {
            return self.lines.push("_ods_successors = None".to_owned());
        }
        self.lines.push("_ods_successors = []".to_owned());
        for (index, successor) in op.successors.iter().enumerate() {
            let name = name_or(successor.name, || format!("_gen_successor_{index}"));
            let method = if successor.is_variadic {
                "extend"
            } else {
                "append"
            };
            self.lines.push(format!("_ods_successors.{method}({name})"));
            self.positional.push(name);
        }
    }

    /// Adds the parameter with the number of regions, which is needed if the last region is variadic.
    fn add_regions(&mut self, op: &Operation) {
        let Some((last, others)) = op.regions.split_last() else {
            return;
        };
        if !last.is_variadic {
            return;
        }
        let mut name = last.name.to_owned();
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        self.lines
            .push(format!("regions = {} + num_{name}", others.len()));
        self.positional.push(format!("num_{name}"));
    }

    /// Writes the constructor.
    pub(super) fn push(&self, out: &mut Output, op: &Operation) {
        let release = op.rec.records().release();
        let mut parameters = self.positional.clone();
        parameters.push("*".to_owned());
        parameters.extend(self.named.iter().map(|it| format!("{it}=None")));
        let results = changes::no_results(release);
        write!(
            out,
            "
  def __init__(self, {}, loc=None, ip=None):
    operands = []
{results}    attributes = {{}}
    regions = None
    {}
    {}
",
            parameters.join(", "),
            self.lines.join("\n    "),
            changes::call_of_super(release, is_inferred(op))
        );
    }

    /// The parameters of the function that calls the constructor, in snake case.
    pub(super) fn function_parameters(&self) -> String {
        let mut parameters: Vec<_> = self.positional.iter().map(|it| snake_case(it)).collect();
        parameters.push("*".to_owned());
        let named = self.named.iter();
        parameters.extend(named.map(|it| format!("{}=None", snake_case(it))));
        parameters.push("loc=None, ip=None".to_owned());
        parameters.join(", ")
    }

    /// The arguments with which the function that creates an operation calls the constructor.
    pub(super) fn arguments(&self) -> String {
        let names = self.positional.iter().chain(&self.named);
        let mut arguments: Vec<_> = names.map(|it| format!("{it}={}", snake_case(it))).collect();
        arguments.push("loc=loc, ip=ip".to_owned());
        arguments.join(", ")
    }
}

fn name_or(name: &str, other: impl FnOnce() -> String) -> String {
    if name.is_empty() {
        identifier(&other())
    } else {
        identifier(name)
    }
}

fn result_names(op: &Operation) -> Vec<String> {
    let names = op.results.iter().enumerate();
    let names = names.map(|(index, result)| {
        name_or(result.name, || match op.results.len() {
            // The base class of all operations has the property `result` for a single result.
            1 => "result".to_owned(),
            _ => format!("_gen_res_{index}"),
        })
    });
    names.collect()
}

fn argument_names(op: &Operation) -> Vec<String> {
    let names = op.arguments.iter().enumerate();
    let names = names.map(|(index, argument)| {
        let name = op.argument_name(*argument);
        name_or(name, || format!("_gen_arg_{index}"))
    });
    names.collect()
}

fn may_be_left_out(op: &Operation, argument: Argument) -> Result<bool, Fatal> {
    Ok(match argument {
        Argument::Attribute(index) => {
            let attr = op.attributes[index].attr;
            attr.is_optional()? || attr.has_default()
        }
        Argument::Operand(index) => op.operands[index].ty.is_optional(),
        Argument::Property(_) => false,
    })
}

/// Whether the storage type of an attribute is `UnitAttr`.
pub(super) fn is_unit(attribute: &NamedAttribute) -> bool {
    let storage = attribute.attr.storage_type();
    storage.trim_matches(backend::text::SPACES) == "::mlir::UnitAttr"
}

/// The line that adds an attribute. If the argument is not an attribute, a registered builder converts it.
fn attribute_line(attribute: &NamedAttribute, name: &str) -> Result<String, Fatal> {
    let (key, attr) = (attribute.name, attribute.attr);
    if is_unit(attribute) {
        return Ok(format!(
            "if bool({name}): attributes[\"{key}\"] = _ods_ir.UnitAttr.get(
      _ods_get_default_loc_context(loc))"
        ));
    }
    let kind = attr.def_name();
    let (start, indent) = if attr.is_optional()? || attr.has_default() {
        (format!("if {name} is not None: "), "    ")
    } else {
        (String::new(), "")
    };
    Ok(format!(
        "{start}attributes[\"{key}\"] = ({name} if (
    {indent}isinstance({name}, _ods_ir.Attribute) or
    {indent}not _ods_ir.AttrBuilder.contains('{kind}')) else
    {indent}  _ods_ir.AttrBuilder.get('{kind}')({name}, context=_ods_context))"
    ))
}
