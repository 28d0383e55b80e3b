//! The function that prints an operation.

use backend::Fatal;

use mlir_model::enums::written_as_keyword;
use mlir_model::format::operation::Own;
use mlir_model::format::{Element, Group, Space, Spacing};
use mlir_model::names::getter;
use mlir_model::operation::Value;
use mlir_model::type_constraint::Arity;

use super::{Ending, Formatted};
use crate::cpp::Indented;
use crate::literals::printing_call;

/// Writes the body of the printer.
pub(super) fn push(formatted: &Formatted, out: &mut Indented) -> Result<(), Fatal> {
    let mut printer = Printer {
        formatted,
        out,
        spacing: Spacing::START,
    };
    printer.elements(&formatted.format.elements, None)
}

struct Printer<'c, 'a> {
    formatted: &'c Formatted<'c, 'a>,
    out: &'c mut Indented,
    spacing: Spacing,
}

impl Printer<'_, '_> {
    /// Writes the code that prints all elements except the one at the index `elided`.
    fn elements(&mut self, elements: &[Element<Own>], elided: Option<usize>) -> Result<(), Fatal> {
        for (index, element) in elements.iter().enumerate() {
            if elided != Some(index) {
                self.element(element)?;
            }
        }
        Ok(())
    }

    fn element(&mut self, element: &Element<Own>) -> Result<(), Fatal> {
        match element {
            Element::Literal(literal) => self.literal(literal),
            Element::Space(space) => self.space(*space),
            Element::Group(group) => self.group(group)?,
            Element::Own(Own::OiList(clauses)) => self.oilist(clauses)?,
            Element::Own(Own::AttrDict(has_keyword)) => {
                self.formatted.push_attributes(self.out, *has_keyword)?;
                self.spacing.was_punctuation = false;
            }
            Element::Own(Own::PropDict) => {
                self.formatted.push_properties(self.out)?;
                self.spacing.was_punctuation = false;
            }
            Element::Custom(custom) => {
                self.blank();
                self.formatted.push_custom_printer(self.out, custom);
            }
            Element::Own(own) => {
                self.blank();
                self.own(own)?;
            }
            Element::Text(_) => {}
        }
        Ok(())
    }

    fn literal(&mut self, literal: &str) {
        let printed = printing_call(&mut self.spacing, literal);
        writeln!(self.out, "  _odsPrinter{printed};");
    }

    fn space(&mut self, space: Space) {
        match space {
            Space::Line => self.out.push("  _odsPrinter.printNewline();\n"),
            Space::Blank => self.out.push("  _odsPrinter << ' ';\n"),
            Space::None => {}
        }
        self.spacing.space_of_operation(space);
    }

    fn blank(&mut self) {
        if self.spacing.element() {
            self.out.push("  _odsPrinter << ' ';\n");
        }
    }

    fn group(&mut self, group: &Group<Own>) -> Result<(), Fatal> {
        let anchor = group.anchor();
        let condition = self.formatted.is_present(anchor)?;
        let not = if group.is_inverted { "!" } else { "" };
        writeln!(self.out, "  if ({not}{condition}) {{");
        self.out.indent();
        // If the anchor is a unit attribute, the presence of the group implies it. Then it is printed only if it is the
        // first element.
        let is_elided = group.anchor > 0 && self.formatted.is_unit(anchor);
        let elided = |is_here: bool| (is_elided && is_here).then_some(group.anchor);
        self.elements(&group.then, elided(!group.is_inverted))?;
        self.out.push("}");
        if !group.otherwise.is_empty() {
            self.out.push(" else {\n");
            self.elements(&group.otherwise, elided(group.is_inverted))?;
            self.out.push("}");
        }
        self.out.unindent().push("\n");
        Ok(())
    }

    fn oilist(&mut self, clauses: &[(String, Vec<Element<Own>>)]) -> Result<(), Fatal> {
        for (keyword, elements) in clauses {
            let condition = self.formatted.clause_is_present(elements)?;
            writeln!(self.out, "  if ({condition}) {{");
            self.literal(keyword);
            if self.formatted.only_unit(elements).is_none() {
                self.elements(elements, None)?;
            }
            self.out.push("  }\n");
        }
        Ok(())
    }

    fn own(&mut self, own: &Own) -> Result<(), Fatal> {
        let op = self.formatted.op;
        match own {
            Own::Attribute(index, is_qualified) => self.attribute(*index, *is_qualified)?,
            Own::Property(index) => self.formatted.push_property(self.out, *index),
            Own::Operand(index) => self.operand(&op.operands[*index]),
            Own::Region(index) => {
                let it = op.regions[*index];
                let region = format!("{}()", getter(it.name));
                if it.is_variadic {
                    self.regions(&region);
                } else {
                    self.region(&region);
                }
            }
            Own::Successor(index) => {
                let it = op.successors[*index];
                let getter = getter(it.name);
                if it.is_variadic {
                    writeln!(
                        self.out,
                        "  ::llvm::interleaveComma({getter}(), _odsPrinter);"
                    );
                } else {
                    writeln!(self.out, "  _odsPrinter << {getter}();");
                }
            }
            Own::Operands => {
                let text = "  _odsPrinter << getOperation()->getOperands();\n";
                self.out.push(text);
            }
            Own::Regions => self.regions("getOperation()->getRegions()"),
            Own::Successors => self
                .out
                .push("  ::llvm::interleaveComma(getOperation()->getSuccessors(), _odsPrinter);\n"),
            Own::Type(of, is_qualified) => self.type_of(of, *is_qualified)?,
            Own::FunctionalType(inputs, results) => {
                let (inputs, results) = (self.types(inputs, true), self.types(results, true));
                writeln!(
                    self.out,
                    "  _odsPrinter.printFunctionalType({inputs}, {results});"
                );
            }
            Own::Result(_)
            | Own::Results
            | Own::Ref(_)
            | Own::AttrDict(_)
            | Own::PropDict
            | Own::OiList(_) => {}
        }
        Ok(())
    }

    fn attribute(&mut self, index: usize, is_qualified: bool) -> Result<(), Fatal> {
        let it = &self.formatted.op.attributes[index];
        if let Some(read) = written_as_keyword(it.attr)? {
            return self.formatted.push_enum_printer(self.out, index, &read);
        }
        let attribute = format!("{}Attr()", getter(it.name));
        let out = &mut *self.out;
        if it.attr.base().def_name() == "SymbolNameAttr" {
            writeln!(
                out,
                "  _odsPrinter.printSymbolName({attribute}.getValue());"
            );
        } else if self.formatted.type_builder(index)?.is_some() {
            writeln!(out, "  _odsPrinter.printAttributeWithoutType({attribute});");
        } else if is_qualified || it.attr.storage_type() == "::mlir::Attribute" {
            writeln!(out, "  _odsPrinter.printAttribute({attribute});");
        } else {
            writeln!(out, "_odsPrinter.printStrippedAttrOrType({attribute});");
        }
        Ok(())
    }

    fn operand(&mut self, it: &Value) {
        let getter = getter(it.name);
        match it.ty.arity {
            Arity::VariadicOfVariadic => writeln!(
                self.out,
                "  ::llvm::interleaveComma({getter}(), _odsPrinter, [&](const auto &operands) \
                 {{ _odsPrinter << \"(\" << operands << \")\"; }});"
            ),
            Arity::Optional => write!(
                self.out,
                "  if (::mlir::Value value = {getter}())\n    _odsPrinter << value;\n"
            ),
            Arity::One | Arity::Variadic => writeln!(self.out, "  _odsPrinter << {getter}();"),
        }
    }

    fn region(&mut self, region: &str) {
        if self.formatted.ending() != Ending::Terminator {
            writeln!(self.out, "  _odsPrinter.printRegion({region});");
            return;
        }
        write!(
            self.out,
            "
  {{
    bool printTerminator = true;
    if (auto *term = {region}.empty() ? nullptr : {region}.begin()->getTerminator()) {{
      printTerminator = !term->getAttrDictionary().empty() ||
                        term->getNumOperands() != 0 ||
                        term->getNumResults() != 0;
    }}
    _odsPrinter.printRegion({region}, /*printEntryBlockArgs=*/true,
      /*printBlockTerminators=*/printTerminator);
  }}
"
        );
    }

    fn regions(&mut self, regions: &str) {
        writeln!(
            self.out,
            "    llvm::interleaveComma({regions}, _odsPrinter, [&](::mlir::Region &region) {{"
        );
        self.out.push("      ");
        self.region("region");
        self.out.push("    });\n");
    }

    fn type_of(&mut self, of: &Element<Own>, is_qualified: bool) -> Result<(), Fatal> {
        let single = self.formatted.value(of);
        let single = single.filter(|it| it.ty.arity == Arity::One);
        if let Some(value) = single {
            let getter = getter(value.name);
            if is_qualified {
                writeln!(self.out, "   _odsPrinter << {getter}().getType();");
                return Ok(());
            }
            let ty = value.ty.cpp_type()?;
            write!(
                self.out,
                "  {{
    auto type = {getter}().getType();
    if (auto validType = ::llvm::dyn_cast<{ty}>(type))
      _odsPrinter.printStrippedAttrOrType(validType);
   else
     _odsPrinter << type;
  }}
"
            );
            return Ok(());
        }
        if let Element::Own(Own::Operand(index)) = of
            && self.formatted.op.operands[*index]
                .ty
                .is_variadic_of_variadic()
        {
            let getter = getter(self.formatted.op.operands[*index].name);
            writeln!(
                self.out,
                "  ::llvm::interleaveComma({getter}().getTypes(), _odsPrinter, \
                 [&](::mlir::TypeRange types) {{ _odsPrinter << \"(\" << types << \")\"; }});"
            );
            return Ok(());
        }
        let types = self.types(of, false);
        writeln!(self.out, "  _odsPrinter << {types};");
        Ok(())
    }

    /// The C++ expression for the types of operands or results. With `as_list`, the type of a single value is a list as
    /// well.
    fn types(&self, of: &Element<Own>, as_list: bool) -> String {
        let Some(value) = self.formatted.value(of) else {
            return match of {
                Element::Own(Own::Results) => "getOperation()->getResultTypes()".to_owned(),
                _ => "getOperation()->getOperandTypes()".to_owned(),
            };
        };
        let getter = getter(value.name);
        match value.ty.arity {
            Arity::VariadicOfVariadic => format!("{getter}().join().getTypes()"),
            Arity::Variadic => format!("{getter}().getTypes()"),
            Arity::Optional => format!(
                "({getter}() ? ::llvm::ArrayRef<::mlir::Type>({getter}().getType()) : \
                 ::llvm::ArrayRef<::mlir::Type>())"
            ),
            Arity::One if as_list => {
                format!("::llvm::ArrayRef<::mlir::Type>({getter}().getType())")
            }
            Arity::One => format!("{getter}().getType()"),
        }
    }
}
