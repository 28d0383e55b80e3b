//! The function that sets properties from the dictionary in an operation's assembly.

use backend::{Fatal, Release};

use mlir_model::format::operation::OperationFormat;
use mlir_model::operation::{NamedProperty, Operation};
use mlir_model::template::Substitutions;

use super::super::changes::conversion_result;
use super::super::properties::parsed_parameters;
use super::changes;
use crate::cpp::{Class, Indented, Method, Qualifiers};

/// Adds `setPropertiesFromParsedAttr` to the class. The dictionary that this function reads does not contain attributes
/// and properties that the format writes elsewhere.
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
    let tracks_keys = changes::rejects_unknown_keys(release);
    if tracks_keys {
        out.push(
            "// keep track of used keys in the input dictionary to be able to error out
// if there are some unknown ones.
::mlir::DenseSet<::mlir::StringAttr> usedKeys;
::mlir::MLIRContext *ctx = dict.getContext();
(void)ctx;
",
        );
    }
    let mut reader = Reader {
        out: &mut *out,
        tracks_keys,
        release,
    };
    for (index, it) in op.properties.iter().enumerate() {
        if !format.used_properties.contains(&index) {
            reader.property(it);
        }
    }
    for (index, it) in op.attributes.iter().enumerate() {
        if format.used_attributes.contains(&index) || it.attr.is_derived() {
            continue;
        }
        let is_required = !it.attr.is_optional()? && !it.attr.has_default();
        reader.attribute(it.name, is_required);
    }
    if tracks_keys {
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

/// Writes the code that reads values from the dictionary.
struct Reader<'c> {
    out: &'c mut Indented,
    /// Whether the known keys are collected, so that unknown keys can be rejected.
    tracks_keys: bool,
    release: Release,
}

impl Reader<'_> {
    /// Writes the code that looks up a name in the dictionary.
    fn find(&mut self, name: &str, is_inserted_first: bool) {
        if !self.tracks_keys {
            writeln!(self.out, "auto attr = dict.get(\"{name}\");");
            return;
        }
        writeln!(
            self.out,
            "auto {name}AttrName = ::mlir::StringAttr::get(ctx, \"{name}\");"
        );
        let insert = format!("usedKeys.insert({name}AttrName);\n");
        let find = format!("auto attr = dict.get({name}AttrName);\n");
        let lines = if is_inserted_first {
            [insert, find]
        } else {
            [find, insert]
        };
        lines.iter().for_each(|it| self.out.push(it));
    }

    fn property(&mut self, it: &NamedProperty) {
        let (name, is_required) = (it.name, !it.prop.has_default());
        let code = Substitutions::new()
            .with("_attr", "propAttr")
            .with("_storage", "propStorage")
            .with("_diag", "emitError")
            .fill(&it.prop.text("convertFromAttribute"));
        let result = conversion_result(self.release);
        self.out.push("{\n");
        self.out.indent();
        write!(
            self.out,
            "
auto setFromAttr = [] (auto &propStorage, ::mlir::Attribute propAttr,
         ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError){result} {{
  {code};
}};
"
        );
        self.find(name, true);
        let (missing, present) = changes::parsed_property(self.release, is_required);
        write!(
            self.out,
            "if ({missing}) {{
  emitError() << \"expected key entry for {name} in DictionaryAttr to set \"
             \"Properties.\";
  return ::mlir::failure();
}}
if ({present}::mlir::failed(setFromAttr(prop.{name}, attr, emitError)))
  return ::mlir::failure();
"
        );
        self.out.unindent().push("}\n");
    }

    fn attribute(&mut self, name: &str, is_required: bool) {
        self.out.push("{\n");
        self.out.indent();
        write!(self.out, "\nauto &propStorage = prop.{name};\n");
        self.find(name, false);
        write!(
            self.out,
            "if (attr || /*isRequired=*/{is_required}) {{
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
        self.out.unindent().push("}\n");
    }
}
