//! The bodies of builders, which add operands, attributes, regions, successors and result types to an
//! `OperationState`.

use backend::{Fatal, Release};

use mlir_model::names::{getter, setter};
use mlir_model::operation::{NamedAttribute, Operation, Value, variable_length, variadic};
use mlir_model::type_constraint::Arity;

use super::super::attributes::attribute_of;
use super::super::changes::{self, TypeAttribute};
use super::super::slots::{OPERAND_SEGMENTS, RESULT_SEGMENTS, Slots};
use super::Collected;
use super::parameters::{Attributes, argument_name, result_name, segment_attributes};
use crate::cpp::Indented;

/// The C++ expression for the properties in an `OperationState`.
const PROPERTIES: &str = "odsState.getOrAddProperties<Properties>()";

/// Writes the bodies of an operation's builders.
pub(super) struct Bodies<'b, 'a> {
    pub(super) op: &'b Operation<'a>,
    pub(super) slots: &'b Slots<'a>,
    pub(super) release: Release,
}

impl Bodies<'_, '_> {
    /// Writes the code that adds operands, attributes and properties, each from its own parameter, then regions and
    /// successors.
    pub(super) fn push_arguments(
        &self,
        body: &mut Indented,
        attributes: Attributes,
    ) -> Result<(), Fatal> {
        for (index, operand) in self.op.operands.iter().enumerate() {
            self.push_operand(body, operand, &argument_name(self.op, index))?;
        }
        if self.op.has_operand_segments() {
            let name = |index| argument_name(self.op, index);
            let sizes = self.sizes(&self.op.operands, name);
            self.push_segments(body, "  ", OPERAND_SEGMENTS, &sizes);
        }
        if changes::has_property_accessors(self.release) {
            for it in &self.op.properties {
                let (setter, name) = (setter(it.name), it.name);
                writeln!(body, "  {PROPERTIES}.{setter}({name});");
            }
        }
        let inferred = segment_attributes(self.op)?;
        for it in self.op.native_attributes() {
            if !inferred.iter().any(|name| *name == it.name) {
                self.push_attribute(body, it, attributes)?;
            }
        }
        for region in &self.op.regions {
            if region.is_variadic {
                let name = region.name;
                write!(body, "  for (unsigned i = 0; i < {name}Count; ++i)\n  ");
            }
            body.push("  (void)odsState.addRegion();\n");
        }
        for successor in &self.op.successors {
            writeln!(body, "  odsState.addSuccessors({});", successor.name);
        }
        Ok(())
    }

    fn push_operand(&self, body: &mut Indented, operand: &Value, name: &str) -> Result<(), Fatal> {
        match operand.ty.arity {
            Arity::One | Arity::Variadic => writeln!(body, "  odsState.addOperands({name});"),
            Arity::Optional => {
                writeln!(body, "  if ({name})\n    odsState.addOperands({name});");
            }
            Arity::VariadicOfVariadic => {
                let attribute = operand.ty.segment_attribute()?;
                let set = if self.slots.sets_properties {
                    format!("{PROPERTIES}.{attribute} = rangeAttr;")
                } else {
                    let getter = getter(&attribute);
                    format!("odsState.addAttribute({getter}AttrName(odsState.name), rangeAttr);")
                };
                write!(
                    body,
                    "  for (::mlir::ValueRange range : {name})
   odsState.addOperands(range);
  {{
    ::llvm::SmallVector<int32_t> rangeSegments;
    for (::mlir::ValueRange range : {name})
      rangeSegments.push_back(range.size());
    auto rangeAttr = odsBuilder.getDenseI32ArrayAttr(rangeSegments);
    {set}  }}
"
                );
            }
        }
        Ok(())
    }

    /// The segment sizes of operands or results, separated by commas. `name` returns the C++ expression for the values
    /// at an index.
    fn sizes(&self, values: &[Value], name: impl Fn(usize) -> String) -> String {
        let size = |(index, value): (usize, &Value)| match value.ty.arity {
            Arity::One => "1".to_owned(),
            Arity::Optional => format!("({} ? 1 : 0)", name(index)),
            Arity::Variadic => format!("static_cast<int32_t>({}.size())", name(index)),
            Arity::VariadicOfVariadic => changes::total_size(self.release, &name(index)),
        };
        let sizes: Vec<String> = values.iter().enumerate().map(size).collect();
        sizes.join(", ")
    }

    fn push_segments(&self, body: &mut Indented, start: &str, name: &str, sizes: &str) {
        if self.slots.sets_properties {
            writeln!(
                body,
                "  ::llvm::copy(::llvm::ArrayRef<int32_t>({{{sizes}}}), {PROPERTIES}.{name}.begin());"
            );
        } else {
            let getter = getter(name);
            writeln!(
                body,
                "{start}odsState.addAttribute({getter}AttrName(odsState.name), \
                 odsBuilder.getDenseI32ArrayAttr({{{sizes}}}));"
            );
        }
    }

    fn push_attribute(
        &self,
        body: &mut Indented,
        it: &NamedAttribute,
        attributes: Attributes,
    ) -> Result<(), Fatal> {
        let is_raw = attributes == Attributes::Unwrapped;
        let has_default = it.attr.has_default();
        let is_guarded = it.attr.is_optional()? && !has_default
            || has_default && !is_raw
            || is_raw && it.attr.def_name() == "UnitAttr";
        let value = if is_raw && it.attr.can_be_unwrapped() {
            attribute_of(it.attr, "odsBuilder", it.name)
        } else {
            it.name.to_owned()
        };
        let name = it.name;
        let set = if self.slots.sets_properties {
            format!("{PROPERTIES}.{name} = {value};")
        } else {
            let getter = getter(name);
            format!("odsState.addAttribute({getter}AttrName(odsState.name), {value});")
        };
        if is_guarded {
            write!(body, "  if ({name}) {{\n    {set}\n  }}\n");
        } else {
            writeln!(body, "  {set}");
        }
        Ok(())
    }

    /// Writes the code that adds result types, each from its own parameter.
    pub(super) fn push_separate_types(&self, body: &mut Indented) {
        for (index, result) in self.op.results.iter().enumerate() {
            let name = result_name(result, index);
            if result.ty.is_optional() {
                write!(body, "  if ({name})\n  ");
            }
            writeln!(body, "  odsState.addTypes({name});");
        }
        if self.op.has_result_segments() {
            let name = |index: usize| result_name(&self.op.results[index], index);
            let sizes = self.sizes(&self.op.results, name);
            self.push_segments(body, " ", RESULT_SEGMENTS, &sizes);
        }
    }

    /// Writes the code that adds all result types from one parameter.
    pub(super) fn push_types(&self, body: &mut Indented) {
        let variable = variable_length(&self.op.results);
        let fixed = self.op.results.len() - variable;
        if variable == 0 || fixed != 0 {
            let operator = if variable == 0 { "==" } else { ">=" };
            writeln!(
                body,
                "  assert(resultTypes.size() {operator} {fixed}u && \"mismatched number of results\");"
            );
        }
        body.push("  odsState.addTypes(resultTypes);\n");
    }

    /// Writes the code that adds the result types that the operation infers from the state built so far.
    pub(super) fn push_inferred_types(&self, body: &mut Indented) {
        let class = self.op.class_name;
        let failure = changes::inference_failure(self.release);
        write!(
            body,
            "
        ::llvm::SmallVector<::mlir::Type, 2> inferredReturnTypes;
        if (::mlir::succeeded({class}::inferReturnTypes(odsBuilder.getContext(),
                      odsState.location, odsState.operands,
                      odsState.attributes.getDictionary(odsState.getContext()),
                      odsState.getRawProperties(),
                      odsState.regions, inferredReturnTypes)))
          odsState.addTypes(inferredReturnTypes);
        else
          {failure}"
        );
    }

    /// Writes the code that adds the type of the first operand as the type of all results.
    pub(super) fn push_first_operand_type(&self, body: &mut Indented) {
        let (Some(first), false) = (self.op.operands.first(), self.op.results.is_empty()) else {
            return;
        };
        let front = if first.ty.is_variadic() {
            ".front()"
        } else {
            ""
        };
        let ty = format!("{}{front}.getType()", argument_name(self.op, 0));
        let types = vec![ty; self.op.results.len()].join(", ");
        write!(body, "  odsState.addTypes({{{types}}});\n\n");
    }

    /// Writes the body of a collective builder that takes result types.
    pub(super) fn push_collective(&self, body: &mut Indented, collected: Collected) {
        assert_count(body, "operands", &self.op.operands, "parameters");
        self.push_collected(body, collected, "Properties&");
        self.push_regions(body);
        assert_count(body, "resultTypes", &self.op.results, "return types");
        body.push("  odsState.addTypes(resultTypes);\n");
        self.push_conversion(body, collected);
    }

    /// Writes the body of a collective builder that infers result types.
    pub(super) fn push_collective_inferred(&self, body: &mut Indented, collected: Collected) {
        assert_count(body, "operands", &self.op.operands, "parameters");
        self.push_collected(body, collected, "Properties &");
        self.push_regions(body);
        self.push_conversion(body, collected);
        let class = self.op.class_name;
        write!(
            body,
            "
  ::llvm::SmallVector<::mlir::Type, 2> inferredReturnTypes;
  if (::mlir::succeeded({class}::inferReturnTypes(odsBuilder.getContext(),
          odsState.location, operands,
          odsState.attributes.getDictionary(odsState.getContext()),
          odsState.getRawProperties(),
          odsState.regions, inferredReturnTypes))) {{
"
        );
        let mut check = Indented::default();
        assert_count(
            &mut check,
            "inferredReturnTypes",
            &self.op.results,
            "return types",
        );
        body.indent().push(check.as_text());
        body.unindent().push(
            "    odsState.addTypes(inferredReturnTypes);
  } else {
    ::llvm::report_fatal_error(\"Failed to infer result type(s).\");
  }",
        );
    }

    /// Writes the body of a collective builder that gives all results the type of the first operand.
    pub(super) fn push_collective_same(&self, body: &mut Indented, collected: Collected) {
        self.push_collected(body, collected, "Properties&");
        self.push_regions(body);
        let types = vec!["operands[0].getType()"; self.op.results.len()].join(", ");
        write!(body, "  odsState.addTypes({{{types}}});\n\n");
    }

    /// Writes the body of a collective builder that gives all results the type of the first attribute.
    pub(super) fn push_collective_of_attribute(
        &self,
        body: &mut Indented,
        first: &NamedAttribute,
        collected: Collected,
    ) {
        let found = match collected {
            Collected::Properties => TypeAttribute {
                before: format!(
                    "  ::mlir::Attribute typeAttr = properties.{}();\n",
                    getter(first.name)
                ),
                value: "typeAttr",
                after: "",
            },
            Collected::Attributes => changes::type_attribute(self.release, first.name),
        };
        body.push(&found.before);
        self.push_collected(body, collected, "Properties&");
        let value = found.value;
        let ty = if first.attr.is_type() {
            format!("::llvm::cast<::mlir::TypeAttr>({value}).getValue()")
        } else {
            format!("::llvm::cast<::mlir::TypedAttr>({value}).getType()")
        };
        let types = vec![ty; self.op.results.len()].join(", ");
        writeln!(body, "    odsState.addTypes({{{types}}});");
        body.push(found.after);
    }

    /// Writes the code that adds the operands and attributes of a collective builder.
    fn push_collected(&self, body: &mut Indented, collected: Collected, ty: &str) {
        body.push("  odsState.addOperands(operands);\n");
        if collected == Collected::Properties {
            writeln!(
                body,
                "  odsState.useProperties(const_cast<{ty}>(properties));"
            );
        }
        writeln!(body, "  odsState.addAttributes({});", collected.name());
    }

    fn push_regions(&self, body: &mut Indented) {
        let count = self.op.regions.len();
        if count == 0 {
            return;
        }
        let count = if variadic(&self.op.regions) > 0 {
            "numRegions".to_owned()
        } else {
            count.to_string()
        };
        writeln!(body, "  for (unsigned i = 0; i != {count}; ++i)");
        body.push("    (void)odsState.addRegion();\n");
    }

    /// Writes the code that converts the attributes in the list to properties, unless the builder takes a struct of
    /// properties.
    fn push_conversion(&self, body: &mut Indented, collected: Collected) {
        let has_some = self.slots.has_properties && !self.slots.members.is_empty();
        if collected != Collected::Attributes || !has_some {
            return;
        }
        let class = self.op.class_name;
        write!(
            body,
            "
  if (!attributes.empty()) {{
    ::mlir::OpaqueProperties properties =
      &odsState.getOrAddProperties<{class}::Properties>();
    std::optional<::mlir::RegisteredOperationName> info =
      odsState.name.getRegisteredInfo();
    if (failed(info->setOpPropertiesFromAttribute(odsState.name, properties,
        odsState.attributes.getDictionary(odsState.getContext()), nullptr)))
      ::llvm::report_fatal_error(\"Property conversion failed.\");
  }}"
        );
    }
}

/// Writes an assertion about the length of the list `name`: at least the number of single values among the operands or
/// results `values`, and exactly this number if all of them are single values.
fn assert_count(body: &mut Indented, name: &str, values: &[Value], what: &str) {
    let variable = variable_length(values);
    let fixed = values.len() - variable;
    if variable != 0 && fixed == 0 {
        return;
    }
    let operator = if variable == 0 { "==" } else { ">=" };
    writeln!(
        body,
        "  assert({name}.size() {operator} {fixed}u && \"mismatched number of {what}\");"
    );
}
