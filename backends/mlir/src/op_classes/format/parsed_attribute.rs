//! The function that sets properties from a dictionary in the text of an operation.

use backend::{Fatal, Release};

use mlir_model::format::operation::OperationFormat;
use mlir_model::operation::{NamedProperty, Operation};
use mlir_model::template::Substitutions;

use super::super::properties::parsed_parameters;
use crate::cpp::{Class, Indented, Method, Qualifiers};

/// Adds it. What the format writes elsewhere is not in the dictionary.
pub(super) fn add(
    class: &mut Class,
    op: &Operation,
    format: &OperationFormat,
    release: Release,
) -> Result<(), Fatal> {
    let method = Method::new(
        "::llvm::LogicalResult",
        "setPropertiesFromParsedAttr",
        Qualifiers::STATIC,
        parsed_parameters(),
    );
    let Some(method) = class.add(method) else {
        return Ok(());
    };
    let out = method.body().indent();
    out.push(
        "::mlir::DictionaryAttr dict = ::llvm::dyn_cast<::mlir::DictionaryAttr>(attr);
if (!dict) {
  emitError() << \"expected DictionaryAttr to set properties\";
  return ::mlir::failure();
}
",
    );
    if release >= Release::V22 {
        out.push(
            "// keep track of used keys in the input dictionary to be able to error out
// if there are some unknown ones.
::mlir::DenseSet<::mlir::StringAttr> usedKeys;
::mlir::MLIRContext *ctx = dict.getContext();
(void)ctx;
",
        );
    }
    for (index, it) in op.properties.iter().enumerate() {
        if !format.used_properties.contains(&index) {
            push_property(out, it);
        }
    }
    for (index, it) in op.attributes.iter().enumerate() {
        if format.used_attributes.contains(&index) || it.attr.is_derived() {
            continue;
        }
        let is_required = !it.attr.is_optional()? && !it.attr.has_default();
        push_attribute(out, it.name, is_required);
    }
    if release >= Release::V22 {
        out.push(
            "
for (::mlir::NamedAttribute attr : dict) {
  if (!usedKeys.contains(attr.getName()))
    return emitError() << \"unknown key '\" << attr.getName() <<
        \"' when parsing properties dictionary\";
}
",
        );
    }
    out.push("return ::mlir::success();\n");
    Ok(())
}

fn push_property(out: &mut Indented, it: &NamedProperty) {
    let (name, is_required) = (it.name, !it.prop.has_default());
    let code = Substitutions::new()
        .with("_attr", "propAttr")
        .with("_storage", "propStorage")
        .with("_diag", "emitError")
        .fill(&it.prop.text("convertFromAttribute"));
    out.push("{\n");
    out.indent();
    write!(
        out,
        "
auto setFromAttr = [] (auto &propStorage, ::mlir::Attribute propAttr,
         ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) -> ::mlir::LogicalResult {{
  {code};
}};
auto {name}AttrName = ::mlir::StringAttr::get(ctx, \"{name}\");
usedKeys.insert({name}AttrName);
auto attr = dict.get({name}AttrName);
if (!attr && {is_required}) {{
  emitError() << \"expected key entry for {name} in DictionaryAttr to set \"
             \"Properties.\";
  return ::mlir::failure();
}}
if (attr && ::mlir::failed(setFromAttr(prop.{name}, attr, [&]() {{
      return emitError() << \"for `{name}`: \";
    }})))
  return ::mlir::failure();
"
    );
    out.unindent().push("}\n");
}

fn push_attribute(out: &mut Indented, name: &str, is_required: bool) {
    out.push("{\n");
    out.indent();
    write!(
        out,
        "
auto &propStorage = prop.{name};
auto {name}AttrName = ::mlir::StringAttr::get(ctx, \"{name}\");
auto attr = dict.get({name}AttrName);
usedKeys.insert({name}AttrName);
if (attr || /*isRequired=*/{is_required}) {{
  if (!attr) {{
    emitError() << \"expected key entry for {name} in DictionaryAttr to set \"
               \"Properties.\";
    return ::mlir::failure();
  }}
  auto convertedAttr = ::llvm::dyn_cast<std::remove_reference_t<decltype(propStorage)>>(attr);
  if (convertedAttr) {{
    propStorage = convertedAttr;
  }} else {{
    emitError() << \"Invalid attribute `{name}` in property conversion: \" << attr;
    return ::mlir::failure();
  }}
}}
"
    );
    out.unindent().push("}\n");
}
