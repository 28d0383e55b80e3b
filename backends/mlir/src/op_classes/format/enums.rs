//! Enumeration attributes that are written as keywords.

use backend::Fatal;

use mlir_model::enums::Enum;
use mlir_model::format::is_keyword;
use mlir_model::names::getter;

use super::{Formatted, builder_in_parser};
use crate::cpp::Indented;

impl Formatted<'_, '_> {
    pub(super) fn push_enum_parser(
        &self,
        out: &mut Indented,
        index: usize,
        it: &Enum,
        is_optional: bool,
    ) -> Result<(), Fatal> {
        let attr = &self.op.attributes[index];
        let name = attr.name;
        let texts: Vec<&str> = it.cases.iter().map(|it| &*it.text).collect();
        let keywords = texts.iter().filter(|it| is_keyword(it));
        let quoted: Vec<String> = keywords.map(|it| format!("\"{it}\"")).collect();
        let keywords = match &*quoted {
            // In the reference, the closing brace overwrites the opening brace if the list is empty.
            [] => "}".to_owned(),
            _ => format!("{{{}}}", quoted.join(",")),
        };
        let error = if is_optional {
            String::new()
        } else {
            format!(
                "return parser.emitError(loc, \"expected string or keyword containing one of the \
                 following enum values for attribute '{name}' [{}]\");",
                texts.join(", ")
            )
        };
        let assignment = if self.has_properties {
            format!("  {}.{name} = {name}Attr;", self.parsed_properties())
        } else {
            format!("result.addAttribute(\"{name}\", {name}Attr);")
        };
        let (space, function) = (&it.namespace, it.rec.string("stringToSymbolFnName")?);
        let builder = attr.attr.base().const_builder();
        let value = builder_in_parser().fill_with(&builder, &["*attrOptional"]);
        write!(
            out,
            "
  {{
    ::llvm::StringRef attrStr;
    ::mlir::NamedAttrList attrStorage;
    auto loc = parser.getCurrentLocation();
    if (parser.parseOptionalKeyword(&attrStr, {keywords})) {{
      ::mlir::StringAttr attrVal;
      ::mlir::OptionalParseResult parseResult =
        parser.parseOptionalAttribute(attrVal,
                                      parser.getBuilder().getNoneType(),
                                      \"{name}\", attrStorage);
      if (parseResult.has_value()) {{
        if (failed(*parseResult))
          return ::mlir::failure();
        attrStr = attrVal.getValue();
      }} else {{
        {error}
      }}
    }}
    if (!attrStr.empty()) {{
      auto attrOptional = {space}::{function}(attrStr);
      if (!attrOptional)
        return parser.emitError(loc, \"invalid \")
               << \"{name} attribute specification: \\\"\" << attrStr << '\"';;

      {name}Attr = {value};
      {assignment}
    }}
  }}
"
        );
        Ok(())
    }

    pub(super) fn push_enum_printer(
        &self,
        out: &mut Indented,
        index: usize,
        it: &Enum,
    ) -> Result<(), Fatal> {
        let attr = &self.op.attributes[index];
        let getter = getter(attr.name);
        let optional = if attr.attr.is_optional()? { "*" } else { "" };
        let function = it.rec.string("symbolToStringFnName")?;
        write!(
            out,
            "
  {{
    auto caseValue = {optional}{getter}();
    auto caseValueStr = {function}(caseValue);
"
        );
        // In a bit enumeration, a case that is not a single bit is quoted, even if its text is a keyword.
        let is_one_bit = |value: i64| value > 0 && value.count_ones() == 1;
        let (plain, quoted): (Vec<_>, Vec<_>) = it.cases.iter().partition(|case| {
            is_keyword(&case.text) && (it.bits.is_none() || is_one_bit(case.value))
        });
        if quoted.is_empty() {
            out.push("    _odsPrinter << caseValueStr;\n  }\n");
            return Ok(());
        }
        out.push("    switch (caseValue) {\n");
        for case in plain {
            let (space, class) = (&it.namespace, &it.name);
            writeln!(out, "    case {space}::{class}::{}:", case.identifier());
        }
        out.push(
            "      _odsPrinter << caseValueStr;
      break;
    default:
      _odsPrinter << '\"' << caseValueStr << '\"';
      break;
    }
  }
",
        );
        Ok(())
    }
}
