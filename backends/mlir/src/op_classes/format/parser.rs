//! The code that parses one element after another.

use backend::Fatal;

use mlir_model::format::Element;
use mlir_model::format::operation::Own;
use mlir_model::type_constraint::Arity;

use super::{Ending, Formatted};
use crate::cpp::Indented;
use crate::literals::parsing_call;

impl Formatted<'_, '_> {
    /// Writes the parser of an element. With `in_group`, an optional attribute is parsed as if it were required,
    /// because the group is present.
    pub(super) fn push_element_parser(
        &self,
        out: &mut Indented,
        element: &Element<Own>,
        in_group: bool,
    ) -> Result<(), Fatal> {
        match element {
            Element::Literal(literal) => {
                let call = parsing_call(literal);
                write!(
                    out,
                    "  if (parser.parse{call})\n    return ::mlir::failure();\n"
                );
            }
            Element::Space(_) | Element::Text(_) => {}
            Element::Custom(custom) => self.push_custom_parser(out, custom, false)?,
            Element::Group(group) => self.push_group_parser(out, group)?,
            Element::Own(own) => self.push_own_parser(out, own, in_group)?,
        }
        Ok(())
    }

    fn push_own_parser(&self, out: &mut Indented, own: &Own, in_group: bool) -> Result<(), Fatal> {
        match own {
            Own::Attribute(index, is_qualified) => {
                let is_optional = !in_group && self.op.attributes[*index].attr.is_optional()?;
                self.push_attribute_parser(out, *index, *is_qualified, is_optional)?;
            }
            Own::Property(index) => self.push_property_parser(out, *index, false)?,
            Own::Operand(index) => self.push_operand_parser(out, *index),
            Own::Region(index) => {
                let it = self.op.regions[*index];
                if it.is_variadic {
                    self.push_regions_parser(out, it.name);
                } else {
                    let name = it.name;
                    write!(
                        out,
                        "
  if (parser.parseRegion(*{name}Region))
    return ::mlir::failure();
"
                    );
                    self.push_region_end(out, name);
                }
            }
            Own::Successor(index) => {
                let it = self.op.successors[*index];
                if it.is_variadic {
                    push_successors_parser(out, it.name);
                } else {
                    write!(
                        out,
                        "
  if (parser.parseSuccessor({}Successor))
    return ::mlir::failure();
",
                        it.name
                    );
                }
            }
            Own::AttrDict(has_keyword) => self.push_dictionary_parser(out, *has_keyword),
            Own::PropDict => {
                if self.has_dictionary() {
                    out.push(
                        "  if (parseProperties(parser, result))\n    return ::mlir::failure();\n",
                    );
                }
            }
            Own::Operands => out.push(
                "  [[maybe_unused]] ::llvm::SMLoc allOperandLoc = parser.getCurrentLocation();
  if (parser.parseOperandList(allOperands))
    return ::mlir::failure();
",
            ),
            Own::Regions => self.push_regions_parser(out, "full"),
            Own::Successors => push_successors_parser(out, "full"),
            Own::Type(of, is_qualified) => self.push_type_parser(out, of, *is_qualified)?,
            Own::FunctionalType(inputs, results) => {
                let (inputs, results) = (self.types(inputs).0, self.types(results).0);
                let name = format!("{inputs}__{results}_functionType");
                write!(
                    out,
                    "
  ::mlir::FunctionType {name};
  if (parser.parseType({name}))
    return ::mlir::failure();
  {inputs}Types = {name}.getInputs();
  {results}Types = {name}.getResults();
"
                );
            }
            Own::OiList(clauses) => self.push_oilist_parser(out, clauses)?,
            Own::Result(_) | Own::Results | Own::Ref(_) => {}
        }
        Ok(())
    }

    pub(super) fn push_operand_parser(&self, out: &mut Indented, index: usize) {
        let it = self.op.operands[index];
        let name = it.name;
        match it.ty.arity {
            Arity::One => write!(
                out,
                "
  {name}OperandsLoc = parser.getCurrentLocation();
  if (parser.parseOperand({name}RawOperand))
    return ::mlir::failure();
"
            ),
            Arity::Variadic => write!(
                out,
                "
  {name}OperandsLoc = parser.getCurrentLocation();
  if (parser.parseOperandList({name}Operands))
    return ::mlir::failure();
"
            ),
            Arity::Optional => write!(
                out,
                "
  {{
    {name}OperandsLoc = parser.getCurrentLocation();
    ::mlir::OpAsmParser::UnresolvedOperand operand;
    ::mlir::OptionalParseResult parseResult =
                                    parser.parseOptionalOperand(operand);
    if (parseResult.has_value()) {{
      if (failed(*parseResult))
        return ::mlir::failure();
      {name}Operands.push_back(operand);
    }}
  }}
"
            ),
            Arity::VariadicOfVariadic => write!(
                out,
                "
  {{
    {name}OperandsLoc = parser.getCurrentLocation();
    int32_t curSize = 0;
    do {{
      if (parser.parseOptionalLParen())
        break;
      if (parser.parseOperandList({name}Operands) || parser.parseRParen())
        return ::mlir::failure();
      {name}OperandGroupSizes.push_back({name}Operands.size() - curSize);
      curSize = {name}Operands.size();
    }} while (succeeded(parser.parseOptionalComma()));
  }}
"
            ),
        }
    }

    fn push_type_parser(
        &self,
        out: &mut Indented,
        of: &Element<Own>,
        is_qualified: bool,
    ) -> Result<(), Fatal> {
        let (name, arity) = self.types(of);
        match arity {
            Arity::One if is_qualified => write!(
                out,
                "
  if (parser.parseType({name}RawType))
    return ::mlir::failure();
"
            ),
            Arity::One => {
                let ty = match self.value(of) {
                    Some(value) => value.ty.cpp_type()?,
                    None => "::mlir::Type".into(),
                };
                write!(
                    out,
                    "
  {{
    {ty} type;
    if (parser.parseCustomTypeWithFallback(type))
      return ::mlir::failure();
    {name}RawType = type;
  }}
"
                );
            }
            Arity::Variadic => write!(
                out,
                "
  if (parser.parseTypeList({name}Types))
    return ::mlir::failure();
"
            ),
            Arity::Optional => write!(
                out,
                "
  {{
    ::mlir::Type optionalType;
    ::mlir::OptionalParseResult parseResult =
                                    parser.parseOptionalType(optionalType);
    if (parseResult.has_value()) {{
      if (failed(*parseResult))
        return ::mlir::failure();
      {name}Types.push_back(optionalType);
    }}
  }}
"
            ),
            Arity::VariadicOfVariadic => write!(
                out,
                "
  do {{
    if (parser.parseOptionalLParen())
      break;
    if (parser.parseOptionalRParen() &&
        (parser.parseTypeList({name}Types) || parser.parseRParen()))
      return ::mlir::failure();
  }} while (succeeded(parser.parseOptionalComma()));
"
            ),
        }
        Ok(())
    }

    pub(super) fn push_regions_parser(&self, out: &mut Indented, name: &str) {
        write!(
            out,
            "
  {{
    std::unique_ptr<::mlir::Region> region;
    auto firstRegionResult = parser.parseOptionalRegion(region);
    if (firstRegionResult.has_value()) {{
      if (failed(*firstRegionResult))
        return ::mlir::failure();
      {name}Regions.emplace_back(std::move(region));

      // Parse any trailing regions.
      while (succeeded(parser.parseOptionalComma())) {{
        region = std::make_unique<::mlir::Region>();
        if (parser.parseRegion(*region))
          return ::mlir::failure();
        {name}Regions.emplace_back(std::move(region));
      }}
    }}
  }}
"
        );
        match self.ending() {
            Ending::Any => {}
            Ending::Block => write!(
                out,
                "
  for (auto &region : {name}Regions)
    if (region->empty()) region->emplaceBlock();
"
            ),
            Ending::Terminator => write!(
                out,
                "
  for (auto &region : {name}Regions)
    ensureTerminator(*region, parser.getBuilder(), result.location);
"
            ),
        }
    }

    /// Writes the code that adds the required block or terminator to a parsed region.
    pub(super) fn push_region_end(&self, out: &mut Indented, name: &str) {
        match self.ending() {
            Ending::Any => {}
            Ending::Block => write!(
                out,
                "
  if ({name}Region->empty()) {name}Region->emplaceBlock();
"
            ),
            Ending::Terminator => write!(
                out,
                "
  ensureTerminator(*{name}Region, parser.getBuilder(), result.location);
"
            ),
        }
    }

    fn push_dictionary_parser(&self, out: &mut Indented, has_keyword: bool) {
        let keyword = if has_keyword { "WithKeyword" } else { "" };
        write!(
            out,
            "  {{
    auto loc = parser.getCurrentLocation();(void)loc;
    if (parser.parseOptionalAttrDict{keyword}(result.attributes))
      return ::mlir::failure();
"
        );
        if self.has_properties {
            out.push(
                "    if (failed(verifyInherentAttrs(result.name, result.attributes, [&]() {
        return parser.emitError(loc) << \"'\" << result.name.getStringRef() << \"' op \";
      })))
      return ::mlir::failure();
",
            );
        }
        out.push("  }\n");
    }
}

fn push_successors_parser(out: &mut Indented, name: &str) {
    write!(
        out,
        "
  {{
    ::mlir::Block *succ;
    auto firstSucc = parser.parseOptionalSuccessor(succ);
    if (firstSucc.has_value()) {{
      if (failed(*firstSucc))
        return ::mlir::failure();
      {name}Successors.emplace_back(succ);

      // Parse any trailing successors.
      while (succeeded(parser.parseOptionalComma())) {{
        if (parser.parseSuccessor(succ))
          return ::mlir::failure();
        {name}Successors.emplace_back(succ);
      }}
    }}
  }}
"
    );
}
