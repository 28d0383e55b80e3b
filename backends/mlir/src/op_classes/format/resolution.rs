//! The code that adds parsed regions, successors, segment sizes, types and operands to the state of an operation.

use std::fmt::Write as _;

use backend::Fatal;

use mlir_model::format::Element;
use mlir_model::format::operation::{Own, Resolution, Seen};
use mlir_model::operation::Value;
use mlir_model::template::Substitutions;

use super::{Formatted, builder_in_parser};
use crate::cpp::Indented;

impl Formatted<'_, '_> {
    pub(super) fn push_resolution(&self, out: &mut Indented) -> Result<(), Fatal> {
        self.push_regions(out);
        self.push_successors(out);
        self.push_segments(out)?;
        self.push_type_checks(out)?;
        for (index, builder) in self.format.buildable.iter().enumerate() {
            let built = builder_in_parser().fill(builder);
            writeln!(out, "  ::mlir::Type odsBuildableType{index} = {built};");
        }
        self.push_result_types(out);
        self.push_operands(out);
        if self.format.infers_result_types {
            write!(
                out,
                "
  ::llvm::SmallVector<::mlir::Type> inferredReturnTypes;
  if (::mlir::failed({}::inferReturnTypes(parser.getContext(),
      result.location, result.operands,
      result.attributes.getDictionary(parser.getContext()),
      result.getRawProperties(),
      result.regions, inferredReturnTypes)))
    return ::mlir::failure();
  result.addTypes(inferredReturnTypes);
",
                self.op.class_name
            );
        }
        Ok(())
    }

    fn has_element(&self, own: &Own) -> bool {
        let mut elements = self.format.elements.iter();
        elements.any(|it| matches!(it, Element::Own(it) if it == own))
    }

    fn push_regions(&self, out: &mut Indented) {
        if self.has_element(&Own::Regions) {
            out.push("  result.addRegions(fullRegions);\n");
            return;
        }
        for it in &self.op.regions {
            let name = it.name;
            if it.is_variadic {
                writeln!(out, "  result.addRegions({name}Regions);");
            } else {
                writeln!(out, "  result.addRegion(std::move({name}Region));");
            }
        }
    }

    fn push_successors(&self, out: &mut Indented) {
        if self.has_element(&Own::Successors) {
            out.push("  result.addSuccessors(fullSuccessors);\n");
            return;
        }
        for it in &self.op.successors {
            let end = if it.is_variadic { "s" } else { "" };
            writeln!(out, "  result.addSuccessors({}Successor{end});", it.name);
        }
    }

    /// Writes the code that sets the segment sizes of operands and results. Sizes are not set for operands or result
    /// types that the format writes as one list.
    fn push_segments(&self, out: &mut Indented) -> Result<(), Fatal> {
        let is_property = self.op.dialect.uses_properties()?;
        let properties = self.parsed_properties();
        if !self.format.has_all_operands {
            if self.op.has_operand_segments() {
                let sizes = sizes(&self.op.operands, "Operands");
                push_sizes(out, &properties, "operandSegmentSizes", &sizes, is_property);
            }
            for it in &self.op.operands {
                if !it.ty.is_variadic_of_variadic() {
                    continue;
                }
                let (attribute, name) = (it.ty.segment_attribute()?, it.name);
                let value =
                    format!("parser.getBuilder().getDenseI32ArrayAttr({name}OperandGroupSizes)");
                if is_property {
                    writeln!(out, "  {properties}.{attribute} = {value};");
                } else {
                    writeln!(out, "  result.addAttribute(\"{attribute}\", {value});");
                }
            }
        }
        if !self.format.has_all_result_types && self.op.has_result_segments() {
            let sizes = sizes(&self.op.results, "Types");
            push_sizes(out, &properties, "resultSegmentSizes", &sizes, is_property);
        }
        Ok(())
    }

    /// Writes the code that checks the constraint of each type to which a transformer is applied. Each type is checked
    /// only once.
    fn push_type_checks(&self, out: &mut Indented) -> Result<(), Fatal> {
        let mut checked: Vec<Seen> = Vec::new();
        let types = self.format.result_types.iter();
        for it in types.chain(&self.format.operand_types) {
            let Resolution::From(seen, Some(_)) = it else {
                continue;
            };
            let Some(value) = self.seen_value(*seen).filter(|_| !checked.contains(seen)) else {
                continue;
            };
            checked.push(*seen);
            let constraint = value.ty.constraint;
            let condition = Substitutions::new()
                .with("_self", "type")
                .fill(&constraint.condition()?);
            let (name, summary) = (value.name, constraint.summary()?);
            write!(
                out,
                "  for (::mlir::Type type : {name}Types) {{
    (void)type;
    if (!({condition})) {{
      return parser.emitError(parser.getNameLoc()) << \"'{name}' must be {summary}, but got \" << type;
    }}
  }}
"
            );
        }
        Ok(())
    }

    fn seen_value(&self, seen: Seen) -> Option<Value<'_>> {
        match seen {
            Seen::Operand(index) => Some(self.op.operands[index]),
            Seen::Result(index) => Some(self.op.results[index]),
            Seen::Attribute(_) => None,
        }
    }

    /// The C++ expression for the types of an operand or result.
    fn types_of(&self, resolution: &Resolution, value: &Value) -> String {
        match resolution {
            Resolution::Written => format!("{}Types", value.name),
            Resolution::Built(index) => format!("odsBuildableType{index}"),
            Resolution::From(seen, transformer) => {
                let names = Substitutions::new();
                let (types, names) = match (*seen, self.seen_value(*seen)) {
                    (Seen::Attribute(index), _) => {
                        let name = self.op.attributes[index].name;
                        (format!("{name}Attr.getType()"), names)
                    }
                    (_, Some(value)) => {
                        let item = if value.ty.is_variadic() { "" } else { "[0]" };
                        let types = format!("{}Types{item}", value.name);
                        (types, names.with("_ctxt", "parser.getContext()"))
                    }
                    (_, None) => (String::new(), names),
                };
                match transformer {
                    Some(transformer) => names.with("_self", types).fill(transformer),
                    None => types,
                }
            }
        }
    }

    fn push_result_types(&self, out: &mut Indented) {
        if self.format.infers_result_types {
            return;
        }
        if self.format.has_all_result_types {
            out.push("  result.addTypes(allResultTypes);\n");
            return;
        }
        for (value, resolution) in self.op.results.iter().zip(&self.format.result_types) {
            writeln!(
                out,
                "  result.addTypes({});",
                self.types_of(resolution, value)
            );
        }
    }

    fn push_operands(&self, out: &mut Indented) {
        let operands = &self.op.operands;
        let types = self.format.operand_types.iter();
        let types = types.zip(operands).map(|(it, of)| self.types_of(it, of));
        let (has_all, has_all_types) = (
            self.format.has_all_operands,
            self.format.has_all_operand_types,
        );
        match (&**operands, has_all, has_all_types) {
            ([], ..) => {}
            (_, true, true) => push_resolve(out, "allOperands", "allOperandTypes", "allOperandLoc"),
            (_, false, true) => {
                let names = operands.iter().map(|it| format!("{}Operands", it.name));
                let ty = "::mlir::OpAsmParser::UnresolvedOperand";
                let all = concatenated(ty, names.collect());
                push_resolve(out, &all, "allOperandTypes", "parser.getNameLoc()");
            }
            ([_], true, false) => {
                let all: String = types.collect();
                push_resolve(out, "allOperands", &all, "allOperandLoc");
            }
            (_, true, false) => {
                let types = types.map(|it| format!("::llvm::ArrayRef<::mlir::Type>({it})"));
                let all = concatenated("::mlir::Type", types.collect());
                push_resolve(out, "allOperands", &all, "allOperandLoc");
            }
            (_, false, false) => {
                for (operand, types) in operands.iter().zip(types) {
                    let name = operand.name;
                    let (operands, place) =
                        (format!("{name}Operands"), format!("{name}OperandsLoc"));
                    push_resolve(out, &operands, &types, &place);
                }
            }
        }
    }
}

/// The C++ expressions for the segment sizes of operands or results, separated by commas. The C++ variable with the
/// parsed operands or types is named like the operand or result, with the suffix `ending`.
fn sizes(values: &[Value], ending: &str) -> String {
    let mut sizes = String::new();
    for it in values {
        if !sizes.is_empty() {
            sizes.push_str(", ");
        }
        if it.ty.has_variable_length() {
            let _ = write!(sizes, "static_cast<int32_t>({}{ending}.size())", it.name);
        } else {
            sizes.push('1');
        }
    }
    sizes
}

fn push_sizes(out: &mut Indented, properties: &str, name: &str, sizes: &str, is_property: bool) {
    if is_property {
        writeln!(
            out,
            "::llvm::copy(::llvm::ArrayRef<int32_t>({{{sizes}}}), {properties}.{name}.begin());"
        );
    } else {
        writeln!(
            out,
            "  result.addAttribute(\"{name}\", parser.getBuilder().getDenseI32ArrayAttr({{{sizes}}}));"
        );
    }
}

/// The C++ expression for the concatenation of lists. `llvm::concat` needs at least two lists.
fn concatenated(ty: &str, lists: Vec<String>) -> String {
    let joined = lists.join(", ");
    match lists.len() {
        1 => joined,
        _ => format!("::llvm::concat<const {ty}>({joined})"),
    }
}

fn push_resolve(out: &mut Indented, operands: &str, types: &str, place: &str) {
    write!(
        out,
        "  if (parser.resolveOperands({operands}, {types}, {place}, result.operands))
    return ::mlir::failure();
"
    );
}
