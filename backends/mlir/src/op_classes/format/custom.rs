//! `custom`: calls of functions that are written by hand.

use backend::Fatal;

use mlir_model::format::operation::Own;
use mlir_model::format::{Custom, Element};
use mlir_model::names::getter;
use mlir_model::template::Substitutions;
use mlir_model::type_constraint::Arity;

use super::{Formatted, builder_in_parser};
use crate::cpp::Indented;

const OPERAND: &str = "::std::optional<::mlir::OpAsmParser::UnresolvedOperand>";

impl Formatted<'_, '_> {
    /// Writes the call of a custom parser. With `is_optional`, the call is the first element of an optional group, and
    /// the result of the call indicates whether the group is present.
    pub(super) fn push_custom_parser(
        &self,
        out: &mut Indented,
        custom: &Custom<Own>,
        is_optional: bool,
    ) -> Result<(), Fatal> {
        out.push("  {\n");
        for argument in &custom.arguments {
            self.push_argument_storage(out, argument);
        }
        write!(out, "    auto odsResult = parse{}(parser", custom.name);
        for argument in &custom.arguments {
            write!(out, ", {}", self.parsed_argument(argument));
        }
        out.push(");\n");
        out.push(if is_optional {
            "    if (!odsResult.has_value()) return {};
    if (::mlir::failed(*odsResult)) return ::mlir::failure();
"
        } else {
            "    if (odsResult) return ::mlir::failure();\n"
        });
        for argument in &custom.arguments {
            self.push_argument_use(out, argument)?;
        }
        out.push("  }\n");
        Ok(())
    }

    /// Writes the code for an argument before the call of the custom parser: it records the location of an operand, and
    /// declares a variable if the custom parser takes another form of the argument than the generated parser stores.
    fn push_argument_storage(&self, out: &mut Indented, argument: &Element<Own>) {
        match argument {
            Element::Own(Own::Operand(index)) => {
                let it = self.op.operands[*index];
                let name = it.name;
                writeln!(out, "    {name}OperandsLoc = parser.getCurrentLocation();");
                match it.ty.arity {
                    Arity::Optional => writeln!(out, "    {OPERAND} {name}Operand;"),
                    Arity::VariadicOfVariadic => writeln!(
                        out,
                        "    ::llvm::SmallVector<::llvm::SmallVector<::mlir::OpAsmParser::UnresolvedOperand>> {name}OperandGroups;"
                    ),
                    Arity::One | Arity::Variadic => {}
                }
            }
            Element::Own(Own::Type(of, _)) => match self.types(of) {
                (name, Arity::Optional) => writeln!(out, "    ::mlir::Type {name}Type;"),
                (name, Arity::VariadicOfVariadic) => writeln!(
                    out,
                    "    ::llvm::SmallVector<llvm::SmallVector<::mlir::Type>> {name}TypeGroups;"
                ),
                _ => {}
            },
            Element::Own(Own::Ref(of)) => match &**of {
                Element::Own(Own::Operand(index)) => {
                    let it = self.op.operands[*index];
                    let name = it.name;
                    if it.ty.is_optional() {
                        writeln!(
                            out,
                            "    {OPERAND} {name}Operand = {name}Operands.empty() ? {OPERAND}() : {name}Operands[0];"
                        );
                    }
                }
                Element::Own(Own::Type(of, _)) => {
                    if let (name, Arity::Optional) = self.types(of) {
                        writeln!(
                            out,
                            "    ::mlir::Type {name}Type = {name}Types.empty() ? ::mlir::Type() : {name}Types[0];"
                        );
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// The C++ argument that is passed to the custom parser.
    fn parsed_argument(&self, argument: &Element<Own>) -> String {
        let own = match argument {
            Element::Own(own) => own,
            Element::Text(text) => {
                let names = builder_in_parser().with("_ctxt", "parser.getContext()");
                return names.fill(text);
            }
            _ => return String::new(),
        };
        match own {
            Own::Attribute(..) => format!("{}Attr", self.attribute_name(argument)),
            Own::Property(index) => {
                let name = self.op.properties[*index].name;
                format!("result.getOrAddProperties<Properties>().{name}")
            }
            Own::AttrDict(_) => "result.attributes".to_owned(),
            Own::PropDict => "result".to_owned(),
            Own::Operand(index) => {
                let it = self.op.operands[*index];
                let kind = match it.ty.arity {
                    Arity::One => "RawOperand",
                    Arity::Optional => "Operand",
                    Arity::Variadic => "Operands",
                    Arity::VariadicOfVariadic => "OperandGroups",
                };
                format!("{}{kind}", it.name)
            }
            Own::Region(index) => match self.op.regions[*index] {
                it if it.is_variadic => format!("{}Regions", it.name),
                it => format!("*{}Region", it.name),
            },
            Own::Successor(index) => match self.op.successors[*index] {
                it if it.is_variadic => format!("{}Successors", it.name),
                it => format!("{}Successor", it.name),
            },
            Own::Ref(of) => self.parsed_argument(of),
            Own::Type(of, _) => {
                let (name, arity) = self.types(of);
                let kind = match arity {
                    Arity::One => "RawType",
                    Arity::Optional => "Type",
                    Arity::Variadic => "Types",
                    Arity::VariadicOfVariadic => "TypeGroups",
                };
                format!("{name}{kind}")
            }
            Own::Result(_)
            | Own::Operands
            | Own::Results
            | Own::Regions
            | Own::Successors
            | Own::FunctionalType(..)
            | Own::OiList(_) => String::new(),
        }
    }

    /// Writes the code that stores an argument which the custom parser has returned.
    fn push_argument_use(&self, out: &mut Indented, argument: &Element<Own>) -> Result<(), Fatal> {
        match argument {
            Element::Own(Own::Attribute(index, _)) => {
                let it = &self.op.attributes[*index];
                let name = it.name;
                if it.attr.is_optional()? || it.attr.has_default() {
                    write!(out, "    if ({name}Attr)\n  ");
                }
                if self.has_properties {
                    let properties = self.parsed_properties();
                    writeln!(out, "    {properties}.{name} = {name}Attr;");
                } else {
                    writeln!(out, "    result.addAttribute(\"{name}\", {name}Attr);");
                }
            }
            Element::Own(Own::Operand(index)) => {
                let it = self.op.operands[*index];
                let name = it.name;
                match it.ty.arity {
                    Arity::Optional => write!(
                        out,
                        "    if ({name}Operand.has_value())\n      {name}Operands.push_back(*{name}Operand);\n"
                    ),
                    Arity::VariadicOfVariadic => write!(
                        out,
                        "    for (const auto &subRange : {name}OperandGroups) {{
      {name}Operands.append(subRange.begin(), subRange.end());
      {name}OperandGroupSizes.push_back(subRange.size());
    }}
"
                    ),
                    Arity::One | Arity::Variadic => {}
                }
            }
            Element::Own(Own::Type(of, _)) => match self.types(of) {
                (name, Arity::Optional) => write!(
                    out,
                    "    if ({name}Type)\n      {name}Types.push_back({name}Type);\n"
                ),
                (name, Arity::VariadicOfVariadic) => write!(
                    out,
                    "    for (const auto &subRange : {name}TypeGroups)
      {name}Types.append(subRange.begin(), subRange.end());
"
                ),
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    pub(super) fn push_custom_printer(&self, out: &mut Indented, custom: &Custom<Own>) {
        write!(out, "  print{}(_odsPrinter, *this", custom.name);
        for argument in &custom.arguments {
            write!(out, ", {}", self.printed_argument(argument));
        }
        out.push(");\n");
    }

    /// The C++ argument that is passed to the custom printer.
    fn printed_argument(&self, argument: &Element<Own>) -> String {
        let own = match argument {
            Element::Own(own) => own,
            Element::Text(text) => {
                return Substitutions::new()
                    .with("_builder", "::mlir::Builder(getContext())")
                    .with("_ctxt", "getContext()")
                    .fill(text);
            }
            _ => return String::new(),
        };
        match own {
            Own::Attribute(index, _) => {
                format!("{}Attr()", getter(self.op.attributes[*index].name))
            }
            Own::Property(index) => {
                let it = self.op.properties[*index];
                let storage = format!("getProperties().{}", it.name);
                let names = Substitutions::new().with("_storage", storage);
                names.fill(&it.prop.text("convertFromStorage"))
            }
            Own::AttrDict(_) => "getOperation()->getAttrDictionary()".to_owned(),
            Own::PropDict => "getProperties()".to_owned(),
            Own::Operand(index) => format!("{}()", getter(self.op.operands[*index].name)),
            Own::Region(index) => format!("{}()", getter(self.op.regions[*index].name)),
            Own::Successor(index) => format!("{}()", getter(self.op.successors[*index].name)),
            Own::Ref(of) => self.printed_argument(of),
            Own::Type(of, _) => match self.value(of) {
                Some(value) => {
                    let getter = getter(value.name);
                    match value.ty.arity {
                        Arity::One => format!("{getter}().getType()"),
                        Arity::Optional => {
                            format!("({getter}() ? {getter}().getType() : ::mlir::Type())")
                        }
                        Arity::Variadic | Arity::VariadicOfVariadic => {
                            format!("{getter}().getTypes()")
                        }
                    }
                }
                None => String::new(),
            },
            Own::Result(_)
            | Own::Operands
            | Own::Results
            | Own::Regions
            | Own::Successors
            | Own::FunctionalType(..)
            | Own::OiList(_) => String::new(),
        }
    }
}
