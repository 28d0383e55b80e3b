//! The code that prints properties and dictionaries of attributes.

use backend::Fatal;
use backend::string_map::StringMap;

use mlir_model::names::getter;
use mlir_model::template::Substitutions;

use super::super::attributes::default_attribute;
use super::{Formatted, changes};
use crate::cpp::Indented;

const ATTRIBUTES: &str = "elidedAttrs";
const PROPERTIES: &str = "elidedProps";

impl Formatted<'_, '_> {
    /// Writes the code that prints a property.
    pub(super) fn push_property(&self, out: &mut Indented, index: usize) {
        let it = self.op.properties[index];
        let code = Substitutions::new()
            .with("_printer", "_odsPrinter")
            .with("_ctxt", "getContext()")
            .with("_storage", format!("getProperties().{}", it.name))
            .fill(&it.prop.text("printer"));
        writeln!(out, "{code};");
    }

    /// Writes the code that prints the attributes that the format does not print elsewhere.
    pub(super) fn push_attributes(
        &self,
        out: &mut Indented,
        has_keyword: bool,
    ) -> Result<(), Fatal> {
        writeln!(
            out,
            "  ::llvm::SmallVector<::llvm::StringRef, 2> {ATTRIBUTES};"
        );
        self.push_segments_elision(out, ATTRIBUTES);
        let mut inferred = StringMap::default();
        for name in &self.format.inferred_attributes {
            inferred.get_or_insert_with(name, || ());
        }
        for (name, ()) in inferred.iter() {
            push_elision(out, ATTRIBUTES, name);
        }
        self.push_attributes_elision(out, ATTRIBUTES)?;
        let keyword = if has_keyword { "WithKeyword" } else { "" };
        let all = if self.format.has_prop_dict {
            "llvm::to_vector((*this)->getDiscardableAttrs())"
        } else {
            "(*this)->getAttrs()"
        };
        writeln!(
            out,
            "  _odsPrinter.printOptionalAttrDict{keyword}({all}, {ATTRIBUTES});"
        );
        Ok(())
    }

    /// Writes the code that prints the properties that the format does not print elsewhere.
    pub(super) fn push_properties(&self, out: &mut Indented) -> Result<(), Fatal> {
        writeln!(
            out,
            "  ::llvm::SmallVector<::llvm::StringRef, 2> {PROPERTIES};"
        );
        if changes::elides_segments(self.release) {
            self.push_segments_elision(out, PROPERTIES);
        }
        for index in &self.format.used_properties {
            push_elision(out, PROPERTIES, self.op.properties[*index].name);
        }
        self.push_attributes_elision(out, PROPERTIES)?;
        for it in &self.op.properties {
            if !it.prop.has_default() {
                continue;
            }
            let names = Substitutions::new().with("_builder", "odsBuilder");
            let default = names.fill(&it.prop.default_value());
            let (getter, name) = (getter(it.name), it.name);
            writeln!(
                out,
                "  if ({getter}() == {default}) {{    {PROPERTIES}.push_back(\"{name}\");"
            );
            out.push("  }\n");
        }
        if self.has_dictionary() {
            write!(
                out,
                "  _odsPrinter << \" \";
  printProperties(this->getContext(), _odsPrinter, getProperties(), {PROPERTIES});
"
            );
        }
        Ok(())
    }

    /// Writes the code that omits segment sizes from a dictionary if the format prints operands or result types
    /// separately.
    fn push_segments_elision(&self, out: &mut Indented, list: &str) {
        if !self.format.has_all_operands && self.op.has_operand_segments() {
            push_elision(out, list, "operandSegmentSizes");
        }
        if !self.format.has_all_result_types && self.op.has_result_segments() {
            push_elision(out, list, "resultSegmentSizes");
        }
    }

    /// Writes the code that omits from a dictionary the attributes that the format prints elsewhere or that have their
    /// default value.
    fn push_attributes_elision(&self, out: &mut Indented, list: &str) -> Result<(), Fatal> {
        for index in &self.format.used_attributes {
            push_elision(out, list, self.op.attributes[*index].name);
        }
        for it in &self.op.attributes {
            if it.attr.is_derived() || !it.attr.has_default() {
                continue;
            }
            let default = default_attribute(it.attr, "odsBuilder");
            let (getter, name) = (getter(it.name), it.name);
            write!(
                out,
                "  {{
     ::mlir::Builder odsBuilder(getContext());
     ::mlir::Attribute attr = {getter}Attr();
     if(attr && (attr == {default}))
       {list}.push_back(\"{name}\");
  }}
"
            );
        }
        Ok(())
    }
}

fn push_elision(out: &mut Indented, list: &str, name: &str) {
    writeln!(out, "  {list}.push_back(\"{name}\");");
}
