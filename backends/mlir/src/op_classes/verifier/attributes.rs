//! Checks of attributes: required attributes must be present, and all attributes must satisfy their constraints.

use backend::Fatal;

use mlir_model::attribute::Attribute;
use mlir_model::operation::NamedAttribute;
use mlir_model::predicate;

use super::super::changes;
use super::super::slots::{OPERAND_SEGMENTS, RESULT_SEGMENTS, Slot};
use super::Verifier;
use crate::cpp::Indented;

impl Verifier<'_, '_> {
    pub(super) fn push_attributes(&mut self, body: &mut Indented) -> Result<(), Fatal> {
        if self.slots.attributes.is_empty() {
            return Ok(());
        }
        body.indent();
        if self.slots.has_properties {
            self.push_stored(body);
        } else {
            self.push_sorted(body);
        }
        body.unindent();
        self.push_segments(body);
        for it in &self.op.attributes {
            if let Some(condition) = self.condition(it.attr)? {
                self.push_attribute(body, it, &condition)?;
            }
        }
        Ok(())
    }

    /// The condition of an attribute. `None` if the attribute has no condition, or if the verifier cannot test it.
    fn condition(&self, attr: Attribute) -> Result<Option<String>, Fatal> {
        let Some(rec) = attr.constraint().predicate().filter(|_| !attr.is_derived()) else {
            return Ok(None);
        };
        let condition = predicate::condition(rec)?;
        let is_written = !condition.is_empty() && self.has_what_it_needs(&condition);
        Ok(is_written.then_some(condition))
    }

    fn push_attribute(
        &mut self,
        body: &mut Indented,
        it: &NamedAttribute,
        condition: &str,
    ) -> Result<(), Fatal> {
        let name = it.name;
        let function = self.checks.function(it.attr.constraint())?;
        if let Some(function) = function.filter(|_| self.is_for_class()) {
            write!(
                body,
                "
  if (::mlir::failed({function}(*this, tblgen_{name}, \"{name}\")))
    return ::mlir::failure();
"
            );
            return Ok(());
        }
        self.names.set("_self", format!("tblgen_{name}"));
        let condition = self.names.fill(condition);
        let text = self.text(&it.attr.constraint().summary()?);
        let error = &self.error;
        write!(
            body,
            "
  if (tblgen_{name} && !({condition}))
    return {error}attribute '{name}' failed to satisfy constraint: {text}\");
"
        );
        Ok(())
    }

    /// Declares a variable for each attribute that is stored as a property, and checks that required attributes are
    /// present.
    fn push_stored(&self, body: &mut Indented) {
        for slot in self.slots.attributes.iter().filter(|it| it.is_native()) {
            let (name, error) = (slot.name, &self.error);
            writeln!(
                body,
                "auto tblgen_{name} = getProperties().{name}; (void)tblgen_{name};"
            );
            if slot.is_required {
                writeln!(
                    body,
                    "if (!tblgen_{name}) return {error}requires attribute '{name}'\");"
                );
            }
        }
    }

    /// Declares a variable for each attribute that is in the operation's list, which is sorted by name.
    fn push_sorted(&self, body: &mut Indented) {
        let range = self.reader.range();
        writeln!(body, "auto namedAttrRange = {range};");
        body.push("auto namedAttrIt = namedAttrRange.begin();\n");
        let mut optional: Vec<&Slot> = Vec::new();
        for slot in &self.slots.attributes {
            if !slot.is_required {
                optional.push(slot);
                continue;
            }
            let (name, error) = (slot.name, &self.error);
            let attribute_name = self.reader.attribute_name(name);
            writeln!(body, "::mlir::Attribute tblgen_{name};");
            declare(body, &optional);
            write!(
                body,
                "
while (true) {{
  if (namedAttrIt == namedAttrRange.end())
    return {error}requires attribute '{name}'\");
  if (namedAttrIt->getName() == {attribute_name}) {{
    tblgen_{name} = namedAttrIt->getValue();
    break;
  }}"
            );
            self.push_optional(body, &optional);
            optional.clear();
        }
        if optional.is_empty() {
            return;
        }
        declare(body, &optional);
        body.push(
            "while (true) {
  if (namedAttrIt == namedAttrRange.end()) {
    break;
  }",
        );
        self.push_optional(body, &optional);
    }

    /// Writes the part of the loop over the operation's attributes that sets the variables of optional attributes.
    fn push_optional(&self, body: &mut Indented, optional: &[&Slot]) {
        for slot in optional {
            let name = slot.name;
            let attribute_name = self.reader.attribute_name(name);
            write!(
                body,
                "
  else if (namedAttrIt->getName() == {attribute_name}) {{
    tblgen_{name} = namedAttrIt->getValue();
  }}"
            );
        }
        body.push("\n  ++namedAttrIt;\n}\n");
    }

    /// Writes the checks of the number of segment sizes that are stored as attributes.
    fn push_segments(&self, body: &mut Indented) {
        if self.slots.sets_properties {
            return;
        }
        let op = self.op;
        let lists = [
            (
                op.has_operand_segments(),
                OPERAND_SEGMENTS,
                op.operands.len(),
                "operand",
            ),
            (
                op.has_result_segments(),
                RESULT_SEGMENTS,
                op.results.len(),
                "result",
            ),
        ];
        for (_, name, count, kind) in lists.into_iter().filter(|it| it.0) {
            let error = &self.error;
            let before = changes::before_segments_error(self.checks.release());
            write!(
                body,
                "
  {{
    auto sizeAttr = ::llvm::cast<::mlir::DenseI32ArrayAttr>(tblgen_{name});
    auto numElements = sizeAttr.asArrayRef().size();
    if (numElements != {count})
      return {error}{before}'{name}' attribute for specifying {kind} segments must have {count} \"
                \"elements, but got \") << numElements;
  }}
"
            );
        }
    }
}

fn declare(body: &mut Indented, slots: &[&Slot]) {
    for slot in slots {
        writeln!(body, "::mlir::Attribute tblgen_{};", slot.name);
    }
}
