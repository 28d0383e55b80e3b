//! The functions that parse and print types and attributes by their declarative formats.

mod parser;
mod printer;

use backend::{Context, Fatal, Output, Release};

use mlir_model::definition::Definition;
use mlir_model::dialect::Dialect;
use mlir_model::format::definition::Elements;
use mlir_model::names::qualified;

use super::Kind;
use crate::namespaces;

/// The bodies of the functions that parse and print a type or attribute.
pub(super) fn bodies(
    def: &Definition,
    kind: &Kind,
    elements: &Elements,
    release: Release,
) -> Result<(String, String), Fatal> {
    let parser = parser::body(def, kind, elements, release)?;
    let printer = printer::body(def, elements, release)?;
    Ok((parser, printer))
}

/// Writes two functions. The first parses a mnemonic and then the type or attribute with this mnemonic. The second
/// prints a type or attribute with its mnemonic. Writes nothing if no type or attribute has a mnemonic.
pub(super) fn push_dispatch(
    out: &mut Output,
    defs: &[Definition],
    kind: &Kind,
) -> Result<(), Fatal> {
    if defs.iter().all(|it| it.mnemonic.is_none()) {
        return Ok(());
    }
    let long = kind.long;
    let (ty, argument) = if kind.is_attribute {
        ("::mlir::Type type, ", ", type")
    } else {
        ("", "")
    };
    writeln!(
        out,
        "static ::mlir::OptionalParseResult generated{long}Parser(::mlir::AsmParser &parser, \
         ::llvm::StringRef *mnemonic, {ty}::mlir::{long} &value) {{"
    );
    out.push("  return ::mlir::AsmParser::KeywordSwitch<::mlir::OptionalParseResult>(parser)\n");
    let mut printers = String::new();
    for def in defs.iter().filter(|it| it.mnemonic.is_some()) {
        let space = def
            .dialect()
            .map(Dialect::namespace)
            .transpose()?
            .unwrap_or_default();
        let class = format!("{space}::{}", def.class_name()?);
        let has_format = def.has_custom_format || def.assembly_format.is_some();
        let (parse, print) = if has_format {
            (format!("parse(parser{argument})"), "\nt.print(printer);")
        } else {
            ("get(parser.getContext())".to_owned(), "")
        };
        out.of(def.rec, |out| {
            write!(
                out,
                "    .Case({class}::getMnemonic(), [&](llvm::StringRef, llvm::SMLoc) {{\n      \
                 value = {class}::{parse};\n      return ::mlir::success(!!value);\n    }})\n"
            );
        });
        printers += &format!(
            "    .Case<{class}>([&](auto t) {{\n      printer << {class}::getMnemonic();{print}\n      \
             return ::mlir::success();\n    }})\n"
        );
    }
    out.push(
        "    .Default([&](llvm::StringRef keyword, llvm::SMLoc) {\n      *mnemonic = keyword;\n      \
         return std::nullopt;\n    });\n}\n\n",
    );
    writeln!(
        out,
        "static ::llvm::LogicalResult generated{long}Printer(::mlir::{long} def, \
         ::mlir::AsmPrinter &printer) {{"
    );
    write!(
        out,
        "  return ::llvm::TypeSwitch<::mlir::{long}, ::llvm::LogicalResult>(def){printers}"
    );
    out.push("    .Default([](auto) { return ::mlir::failure(); });\n}\n\n");
    Ok(())
}

/// Writes the functions by which the dialect parses and prints all its types or attributes, if the dialect uses the
/// default functions.
pub(super) fn push_dialect_functions(
    cx: &Context,
    out: &mut Output,
    dialect: Dialect,
    kind: &Kind,
) -> Result<(), Fatal> {
    let field = format!("useDefault{}PrinterParser", kind.long);
    if !dialect.bit(&*field)? {
        return Ok(());
    }
    let is_extensible = dialect.bit("isExtensible")?;
    let class = qualified("", &dialect.class_name());
    let text = if kind.is_attribute {
        attribute_functions(&class, is_extensible)
    } else {
        type_functions(&class, is_extensible)
    };
    let space = dialect.namespace()?;
    out.of(dialect.0, |out| {
        namespaces::push(out, cx.release(), &space, |out| out.push(&text));
    });
    Ok(())
}

/// The code that parses and the code that prints types or attributes that are defined at run time. `kind` is `Type` or
/// `Attr`; `tag`, `made` and `value` are names of C++ variables.
fn dynamic(kind: &str, tag: &str, made: &str, value: &str) -> (String, String) {
    let declaration = match kind {
        "Attr" => "\n    ::mlir::Attribute genAttr;",
        _ => "",
    };
    let none = match kind {
        "Attr" => "Attribute()",
        _ => "::mlir::Type()",
    };
    (
        format!(
            "
  {{{declaration}
    auto parseResult = parseOptionalDynamic{kind}({tag}, parser, {made});
    if (parseResult.has_value()) {{
      if (::mlir::succeeded(parseResult.value()))
        return {made};
      return {none};
    }}
  }}
"
        ),
        format!(
            "
  if (::mlir::succeeded(printIfDynamic{kind}({value}, printer)))
    return;
"
        ),
    )
}

fn attribute_functions(class: &str, is_extensible: bool) -> String {
    let (parse, print) = if is_extensible {
        dynamic("Attr", "attrTag", "genAttr", "attr")
    } else {
        Default::default()
    };
    format!(
        "
/// Parse an attribute registered to this dialect.
::mlir::Attribute {class}::parseAttribute(::mlir::DialectAsmParser &parser,
                                      ::mlir::Type type) const {{
  ::llvm::SMLoc typeLoc = parser.getCurrentLocation();
  ::llvm::StringRef attrTag;
  {{
    ::mlir::Attribute attr;
    auto parseResult = generatedAttributeParser(parser, &attrTag, type, attr);
    if (parseResult.has_value())
      return attr;
  }}
  {parse}
  parser.emitError(typeLoc) << \"unknown attribute `\"
      << attrTag << \"` in dialect `\" << getNamespace() << \"`\";
  return {{}};
}}
/// Print an attribute registered to this dialect.
void {class}::printAttribute(::mlir::Attribute attr,
                         ::mlir::DialectAsmPrinter &printer) const {{
  if (::mlir::succeeded(generatedAttributePrinter(attr, printer)))
    return;
  {print}
}}
"
    )
}

fn type_functions(class: &str, is_extensible: bool) -> String {
    let (parse, print) = if is_extensible {
        dynamic("Type", "mnemonic", "genType", "type")
    } else {
        Default::default()
    };
    format!(
        "
/// Parse a type registered to this dialect.
::mlir::Type {class}::parseType(::mlir::DialectAsmParser &parser) const {{
  ::llvm::SMLoc typeLoc = parser.getCurrentLocation();
  ::llvm::StringRef mnemonic;
  ::mlir::Type genType;
  auto parseResult = generatedTypeParser(parser, &mnemonic, genType);
  if (parseResult.has_value())
    return genType;
  {parse}
  parser.emitError(typeLoc) << \"unknown  type `\"
      << mnemonic << \"` in dialect `\" << getNamespace() << \"`\";
  return {{}};
}}
/// Print a type registered to this dialect.
void {class}::printType(::mlir::Type type,
                    ::mlir::DialectAsmPrinter &printer) const {{
  if (::mlir::succeeded(generatedTypePrinter(type, printer)))
    return;
  {print}
}}
"
    )
}
