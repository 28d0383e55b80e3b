//! The code that parses attributes and properties.

use backend::Fatal;

use mlir_model::enums::written_as_keyword;
use mlir_model::template::Substitutions;

use super::{Formatted, builder_in_parser};
use crate::cpp::Indented;

impl Formatted<'_, '_> {
    pub(super) fn push_attribute_parser(
        &self,
        out: &mut Indented,
        index: usize,
        is_qualified: bool,
        is_optional: bool,
    ) -> Result<(), Fatal> {
        let it = &self.op.attributes[index];
        if let Some(keywords) = written_as_keyword(it.attr)? {
            return self.push_enum_parser(out, index, &keywords, is_optional);
        }
        let name = it.name;
        if it.attr.base().def_name() == "SymbolNameAttr" {
            if is_optional {
                write!(
                    out,
                    "
  // Parsing an optional symbol name doesn't fail, so no need to check the
  // result.
  (void)parser.parseOptionalSymbolName({name}Attr);
"
                );
            } else {
                write!(
                    out,
                    "
  if (parser.parseSymbolName({name}Attr))
    return ::mlir::failure();
"
                );
            }
        } else {
            let ty = match self.type_builder(index)? {
                Some(builder) => builder_in_parser().fill(&builder),
                None => "::mlir::Type{}".to_owned(),
            };
            let is_generic = is_qualified || it.attr.storage_type() == "::mlir::Attribute";
            if is_optional {
                write!(
                    out,
                    "
  ::mlir::OptionalParseResult parseResult{name}Attr =
    parser.parseOptionalAttribute({name}Attr, {ty});
  if (parseResult{name}Attr.has_value() && failed(*parseResult{name}Attr))
    return ::mlir::failure();
  if (parseResult{name}Attr.has_value() && succeeded(*parseResult{name}Attr))
"
                );
            } else if is_generic {
                write!(
                    out,
                    "
  if (parser.parseAttribute({name}Attr, {ty}))
    return ::mlir::failure();
"
                );
            } else {
                write!(
                    out,
                    "
  if (parser.parseCustomAttributeWithFallback({name}Attr, {ty})) {{
    return ::mlir::failure();
  }}
"
                );
            }
        }
        if self.has_properties {
            let properties = self.parsed_properties();
            writeln!(out, "  if ({name}Attr) {properties}.{name} = {name}Attr;");
        } else {
            writeln!(
                out,
                "  if ({name}Attr) result.attributes.append(\"{name}\", {name}Attr);"
            );
        }
        Ok(())
    }

    /// Writes the parser of a property. With `is_optional`, the property may be absent if it has a default value and an
    /// optional parser.
    pub(super) fn push_property_parser(
        &self,
        out: &mut Indented,
        index: usize,
        is_optional: bool,
    ) -> Result<(), Fatal> {
        let it = self.op.properties[index];
        let (name, properties) = (it.name, self.parsed_properties());
        let names = Substitutions::new()
            .with("_parser", "parser")
            .with("_ctxt", "parser.getContext()")
            .with("_storage", "propStorage");
        let optional = it.prop.text("optionalParser");
        if is_optional && it.prop.has_default() && !optional.is_empty() {
            let code = names.fill(&optional);
            write!(
                out,
                "
  auto {name}PropParseResult = [&](auto& propStorage) -> ::mlir::OptionalParseResult {{
    {code}
    return ::mlir::success();
  }}({properties}.{name});
  if ({name}PropParseResult.has_value() && failed(*{name}PropParseResult)) {{
    return ::mlir::failure();
  }}
"
            );
            return Ok(());
        }
        let code = names.fill(&it.prop.text("parser"));
        let summary = it.prop.constraint().summary()?;
        write!(
            out,
            "
  auto {name}PropLoc = parser.getCurrentLocation();
  auto {name}PropParseResult = [&](auto& propStorage) -> ::mlir::ParseResult {{
    {code}
    return ::mlir::success();
  }}({properties}.{name});
  if (failed({name}PropParseResult)) {{
    return parser.emitError({name}PropLoc, \"invalid value for property {name}, expected {summary}\");
  }}
"
        );
        Ok(())
    }
}
