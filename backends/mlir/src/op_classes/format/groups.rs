//! The code that parses optional groups, and clauses of `oilist`.

use backend::Fatal;

use mlir_model::format::operation::Own;
use mlir_model::format::{Element, Group, parsable};

use super::Formatted;
use crate::cpp::Indented;
use crate::literals::parsing_call;

impl Formatted<'_, '_> {
    pub(super) fn push_group_parser(
        &self,
        out: &mut Indented,
        group: &Group<Own>,
    ) -> Result<(), Fatal> {
        let then = parsable(&group.then);
        let Some((first, rest)) = then.split_first() else {
            return Ok(());
        };
        self.push_guard(out, first)?;
        let start = group.then.len() - then.len();
        let anchor = (!group.is_inverted && group.anchor != start).then_some(group);
        self.push_guarded(out, rest, start + 1, anchor)?;
        out.push("  }");
        if !group.otherwise.is_empty() {
            out.push(" else {\n");
            let otherwise = parsable(&group.otherwise);
            let start = group.otherwise.len() - otherwise.len();
            let anchor = (group.is_inverted && group.anchor != start).then_some(group);
            self.push_guarded(out, otherwise, start, anchor)?;
            out.push("  }");
        }
        out.push("\n");
        Ok(())
    }

    /// Writes the parser of the first element of a group, and opens the block for the case that the group is present.
    fn push_guard(&self, out: &mut Indented, first: &Element<Own>) -> Result<(), Fatal> {
        match first {
            Element::Literal(literal) => {
                let call = parsing_call(literal);
                writeln!(
                    out,
                    "  if (::mlir::succeeded(parser.parseOptional{call})) {{"
                );
            }
            Element::Custom(custom) => {
                out.push("  if (auto optResult = [&]() -> ::mlir::OptionalParseResult {\n");
                self.push_custom_parser(out, custom, true)?;
                out.push(
                    "    return ::mlir::success();
  }(); optResult.has_value() && ::mlir::failed(*optResult)) {
    return ::mlir::failure();
  } else if (optResult.has_value()) {
",
                );
            }
            Element::Own(Own::Attribute(index, is_qualified)) => {
                self.push_attribute_parser(out, *index, *is_qualified, true)?;
                let name = self.op.attributes[*index].name;
                writeln!(out, "  if ({name}Attr) {{");
            }
            Element::Own(Own::Property(index)) => {
                self.push_property_parser(out, *index, true)?;
                let name = self.op.properties[*index].name;
                writeln!(
                    out,
                    "if ({name}PropParseResult.has_value() && succeeded(*{name}PropParseResult))  {{"
                );
            }
            Element::Own(Own::Operand(index)) => {
                self.push_operand_parser(out, *index);
                let name = self.op.operands[*index].name;
                writeln!(out, "  if (!{name}Operands.empty()) {{");
            }
            Element::Own(Own::Region(index)) => self.push_region_guard(out, *index),
            _ => {}
        }
        Ok(())
    }

    fn push_region_guard(&self, out: &mut Indented, index: usize) {
        let it = self.op.regions[index];
        let name = it.name;
        if it.is_variadic {
            self.push_regions_parser(out, name);
            writeln!(out, "  if (!{name}Regions.empty()) {{");
            return;
        }
        write!(
            out,
            "
  {{
     auto parseResult = parser.parseOptionalRegion(*{name}Region);
     if (parseResult.has_value() && failed(*parseResult))
       return ::mlir::failure();
  }}
  if (!{name}Region->empty()) {{
"
        );
        out.push("  ");
        self.push_region_end(out, name);
    }

    /// Writes the parser of elements of an optional group. `start` is the index of the first element in its branch of
    /// the group. `anchor` is given if the anchor of this group is among the elements. An anchor that is a unit
    /// attribute or property is set without being parsed, because the presence of the group implies it.
    fn push_guarded(
        &self,
        out: &mut Indented,
        elements: &[Element<Own>],
        start: usize,
        anchor: Option<&Group<Own>>,
    ) -> Result<(), Fatal> {
        let elided = anchor.filter(|it| self.is_unit(it.anchor()));
        if let Some(group) = elided {
            let builder = "parser.getBuilder().getUnitAttr()";
            self.push_unit(out, group.anchor(), "    ", builder);
        }
        for (index, element) in elements.iter().enumerate() {
            if elided.is_none_or(|it| it.anchor != start + index) {
                self.push_element_parser(out, element, true)?;
            }
        }
        Ok(())
    }

    /// Writes the code that sets a unit attribute or property.
    fn push_unit(&self, out: &mut Indented, element: &Element<Own>, indent: &str, builder: &str) {
        let (name, properties) = (self.attribute_name(element), self.parsed_properties());
        if matches!(element, Element::Own(Own::Property(_))) {
            write!(out, "    {properties}.{name} = true;");
        } else if self.has_properties {
            write!(
                out,
                "    {properties}.{name} = parser.getBuilder().getUnitAttr();"
            );
        } else {
            writeln!(out, "{indent}result.addAttribute(\"{name}\", {builder});");
        }
    }

    /// The element of a clause that consists of a single unit attribute or property; `None` for other clauses. A clause
    /// with a single unit is written as its keyword only.
    pub(super) fn only_unit<'e>(&self, elements: &'e [Element<Own>]) -> Option<&'e Element<Own>> {
        match elements {
            [only] if self.is_unit(only) => Some(only),
            _ => None,
        }
    }

    pub(super) fn push_oilist_parser(
        &self,
        out: &mut Indented,
        clauses: &[(String, Vec<Element<Own>>)],
    ) -> Result<(), Fatal> {
        for (keyword, _) in clauses {
            writeln!(out, "  bool {keyword}Clause = false;");
        }
        out.push("  while(true) {\n");
        for (keyword, elements) in clauses {
            let call = parsing_call(keyword);
            write!(
                out,
                "if (succeeded(parser.parseOptional{call})) {{

  if ({keyword}Clause) {{
    return parser.emitError(parser.getNameLoc())
          << \"`{keyword}` clause can appear at most once in the expansion of the \"
             \"oilist directive\";
  }}
  {keyword}Clause = true;
"
            );
            match self.only_unit(elements) {
                Some(unit) => {
                    let builder = "UnitAttr::get(parser.getContext())";
                    self.push_unit(out, unit, "  ", builder);
                }
                None => {
                    for element in elements {
                        self.push_element_parser(out, element, false)?;
                    }
                }
            }
            out.push("    } else ");
        }
        out.push(" {\n    break;\n  }\n}\n");
        Ok(())
    }
}
