//! Checks of operands, results, regions and successors.

use backend::Fatal;

use mlir_model::names::{camel_case, getter};
use mlir_model::operation::{Part, Value};
use mlir_model::type_constraint::Arity;

use super::Verifier;
use crate::cpp::Indented;

impl Verifier<'_, '_> {
    /// Writes the checks of operands or results. Writes nothing if no operand or result needs a check.
    pub(super) fn push_values(
        &self,
        body: &mut Indented,
        values: &[Value],
        kind: &str,
    ) -> Result<(), Fatal> {
        let is_tested = |it: &Value| {
            let arity = it.ty.arity;
            it.ty.has_predicate() || matches!(arity, Arity::Optional | Arity::VariadicOfVariadic)
        };
        if !values.iter().any(is_tested) {
            return Ok(());
        }
        start(body);
        for (index, value) in values.iter().enumerate() {
            if is_tested(value) {
                self.push_value(body, index, value, kind)?;
            }
        }
        body.push("  }\n");
        Ok(())
    }

    fn push_value(
        &self,
        body: &mut Indented,
        index: usize,
        value: &Value,
        kind: &str,
    ) -> Result<(), Fatal> {
        let getter = format!("getODS{}s", camel_case(kind, true));
        writeln!(body, "    auto valueGroup{index} = {getter}({index});");
        match value.ty.arity {
            Arity::Optional => write!(
                body,
                "
    if (valueGroup{index}.size() > 1) {{
      return emitOpError(\"{kind} group starting at #\") << index
          << \" requires 0 or 1 element, but found \" << valueGroup{index}.size();
    }}
"
            ),
            Arity::VariadicOfVariadic => {
                let (attr, name) = (value.ty.segment_attribute()?, value.name);
                write!(
                    body,
                    "    if (::mlir::failed(::mlir::OpTrait::impl::verifyValueSizeAttr(*this, \
                     \"{attr}\", \"{name}\", valueGroup{index}.size())))
      return ::mlir::failure();
"
                );
            }
            Arity::One | Arity::Variadic => {}
        }
        if let Some(function) = self.checks.function(value.ty.constraint)? {
            write!(
                body,
                "
    for (auto v : valueGroup{index}) {{
      if (::mlir::failed({function}(*this, v.getType(), \"{kind}\", index++)))
        return ::mlir::failure();
    }}
"
            );
        }
        Ok(())
    }

    pub(super) fn push_regions(&self, body: &mut Indented) -> Result<(), Fatal> {
        self.push_parts(body, &self.op.regions, "&", "region", |index, region| {
            if region.is_variadic {
                format!("{}()", getter(region.name))
            } else {
                format!("::llvm::MutableArrayRef((*this)->getRegion({index}))")
            }
        })
    }

    pub(super) fn push_successors(&self, body: &mut Indented) -> Result<(), Fatal> {
        let parts = &self.op.successors;
        self.push_parts(body, parts, "*", "successor", |_, successor| {
            // The reference uses the name of the successor instead of the name of the successor's getter.
            if successor.is_variadic {
                format!("{}()", successor.name)
            } else {
                format!("::llvm::MutableArrayRef({}())", successor.name)
            }
        })
    }

    fn push_parts(
        &self,
        body: &mut Indented,
        parts: &[Part],
        reference: &str,
        variable: &str,
        all: impl Fn(usize, &Part) -> String,
    ) -> Result<(), Fatal> {
        if parts.is_empty() {
            return Ok(());
        }
        start(body);
        for (index, part) in parts.iter().enumerate() {
            let Some(function) = self.checks.function(part.constraint)? else {
                continue;
            };
            let (all, name) = (all(index, part), part.name);
            write!(
                body,
                "
    for (auto {reference}{variable} : {all})
      if (::mlir::failed({function}(*this, {variable}, \"{name}\", index++)))
        return ::mlir::failure();
"
            );
        }
        body.push("  }\n");
        Ok(())
    }
}

fn start(body: &mut Indented) {
    body.push("  {\n    unsigned index = 0; (void)index;\n");
}
