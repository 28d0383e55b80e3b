//! The functions that parse and print an operation by its assembly format.
//!
//! `storage` declares the variables of the parser, `parser` parses one element after another, and `resolution` adds
//! regions, successors, types and operands to the operation's state. `printer` writes the printer, and
//! `parsed_attribute` the function that reads the dictionary of `prop-dict`.

mod changes;
mod conditions;
mod custom;
mod enums;
mod groups;
mod parsed_attribute;
mod parser;
mod printer;
mod printer_dictionaries;
mod resolution;
mod storage;
#[cfg(test)]
mod tests;
mod variables;

use std::borrow::Cow;

use backend::{Context, Diagnostic, Fatal, Release};

use mlir_model::format::Element;
use mlir_model::format::operation::{OperationFormat, Own, parse};
use mlir_model::operation::{Operation, Value};
use mlir_model::template::Substitutions;
use mlir_model::type_constraint::Arity;

use super::slots::Slots;
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};
use crate::selection::FORMAT_ERRORS;

/// Adds the parser and the printer of an operation, if it has a declarative format.
pub(super) fn add(
    cx: &Context,
    class: &mut Class,
    op: &Operation,
    slots: &Slots,
) -> Result<(), Fatal> {
    let Some(text) = op.assembly_format() else {
        if super::changes::always_sets_parsed(cx.release()) && slots.has_properties {
            parsed_attribute::add(class, op, &OperationFormat::default(), cx.release())?;
        }
        return Ok(());
    };
    let format = match parse(op, &text, cx.release())? {
        Ok(format) => format,
        Err(errors) => return report(cx, errors.diagnostics(op.rec, &text)),
    };
    let formatted = Formatted {
        op,
        format: &format,
        release: cx.release(),
        has_properties: changes::has_properties(cx.release(), op, slots.has_properties)?,
    };
    let parameters = [
        Parameter::new("::mlir::OpAsmParser &", "parser"),
        Parameter::new("::mlir::OperationState &", "result"),
    ];
    let method = Method::new(
        "::mlir::ParseResult",
        "parse",
        Qualifiers::STATIC,
        parameters,
    );
    if let Some(method) = class.add(method) {
        formatted.push_parser(method.body())?;
    }
    if format.has_prop_dict && formatted.has_dictionary() {
        parsed_attribute::add(class, op, &format, cx.release())?;
    }
    let printer = [Parameter::new("::mlir::OpAsmPrinter &", "_odsPrinter")];
    let method = Method::new("void", "print", Qualifiers::NONE, printer);
    if let Some(method) = class.add(method) {
        printer::push(&formatted, method.body())?;
    }
    Ok(())
}

/// Reports the errors of a format. The last error is fatal, unless the option [`FORMAT_ERRORS`] is off.
fn report(cx: &Context, mut errors: Vec<Diagnostic>) -> Result<(), Fatal> {
    if !cx.options.is_on(&FORMAT_ERRORS) {
        errors.into_iter().for_each(|it| cx.forgive(it));
        return Ok(());
    }
    let last = errors.pop();
    errors.into_iter().for_each(|it| cx.report(it));
    last.map_or(Ok(()), |it| Err(Box::new(it)))
}

/// An operation with its format.
struct Formatted<'c, 'a> {
    op: &'c Operation<'a>,
    format: &'c OperationFormat,
    release: Release,
    /// Whether attributes are stored as properties.
    has_properties: bool,
}

/// The content that a region must have after parsing, even if the parsed text omits the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Any content, possibly none.
    Any,
    /// At least one block.
    Block,
    /// At least one block, with the implicit terminator.
    Terminator,
}

impl<'a> Formatted<'_, 'a> {
    fn push_parser(&self, out: &mut Indented) -> Result<(), Fatal> {
        for element in &self.format.elements {
            self.push_storage(out, element)?;
        }
        for element in &self.format.elements {
            self.push_element_parser(out, element, false)?;
        }
        self.push_resolution(out)?;
        out.push("  return ::mlir::success();\n");
        Ok(())
    }

    /// Whether the directive `prop-dict` has code in the parser and the printer.
    fn has_dictionary(&self) -> bool {
        changes::has_dictionary(self.release, self.has_properties)
    }

    /// The C++ expression for the properties of the parsed operation.
    fn parsed_properties(&self) -> String {
        let class = self.op.class_name;
        format!("result.getOrAddProperties<{class}::Properties>()")
    }

    /// The operand or result to which an element refers; `None` for other elements.
    fn value(&self, element: &Element<Own>) -> Option<Value<'a>> {
        match element {
            Element::Own(Own::Operand(index)) => Some(self.op.operands[*index]),
            Element::Own(Own::Result(index)) => Some(self.op.results[*index]),
            _ => None,
        }
    }

    /// The prefix of the variable that holds the parsed types of an element, and the arity of the element.
    fn types(&self, of: &Element<Own>) -> (&'static str, Arity) {
        match (self.value(of), of) {
            (Some(value), _) => (value.name, value.ty.arity),
            (None, Element::Own(Own::Results)) => ("allResult", Arity::Variadic),
            (None, _) => ("allOperand", Arity::Variadic),
        }
    }

    /// Whether an element is a unit attribute or property.
    fn is_unit(&self, element: &Element<Own>) -> bool {
        match element {
            Element::Own(Own::Attribute(index, _)) => {
                let base = self.op.attributes[*index].attr.base();
                base.def_name() == "UnitAttr"
            }
            Element::Own(Own::Property(index)) => {
                let name = self.op.properties[*index].prop.base().def_name();
                matches!(name, "UnitProp" | "UnitProperty")
            }
            _ => false,
        }
    }

    /// The name of the attribute or property to which an element refers; empty for other elements.
    fn attribute_name(&self, element: &Element<Own>) -> &'static str {
        match element {
            Element::Own(Own::Attribute(index, _)) => self.op.attributes[*index].name,
            Element::Own(Own::Property(index)) => self.op.properties[*index].name,
            _ => "",
        }
    }

    fn ending(&self) -> Ending {
        let mut traits = self.op.traits.iter();
        if traits.any(|it| it.rec.is_a("SingleBlockImplicitTerminatorImpl")) {
            Ending::Terminator
        } else if self.op.has_trait("::mlir::OpTrait::SingleBlock") {
            Ending::Block
        } else {
            Ending::Any
        }
    }

    /// The C++ expression for the type of an attribute. `None` if the type depends on the value.
    fn type_builder(&self, index: usize) -> Result<Option<Cow<'a, str>>, Fatal> {
        self.op.attributes[index].attr.type_builder()
    }
}

/// Substitutions that replace `$_builder` by the builder of the generated parser.
fn builder_in_parser() -> Substitutions<'static> {
    Substitutions::new().with("_builder", "parser.getBuilder()")
}
