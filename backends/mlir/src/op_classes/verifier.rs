//! The verifiers of operations and adaptors. The verifier of an operation checks properties, attributes, operands,
//! results, regions, successors and predicate traits; the verifier of an adaptor checks attributes and properties.

mod attributes;
mod parts;

use backend::Fatal;

use mlir_model::names::{camel_case, getter};
use mlir_model::operation::{Operation, Value};
use mlir_model::predicate;
use mlir_model::template::Substitutions;
use mlir_model::traits::TraitKind;

use super::changes;
use super::checks::Checks;
use super::error_text::{Message, error_text};
use super::slots::{Reader, Slots};
use crate::cpp::Indented;

/// Writes the verifier of an operation.
pub(super) fn push(
    body: &mut Indented,
    op: &Operation,
    slots: &Slots,
    checks: &Checks,
) -> Result<(), Fatal> {
    let names = Substitutions::new()
        .with("_op", "(*this->getOperation())")
        .with("_ctxt", "this->getOperation()->getContext()");
    let mut verifier = Verifier {
        op,
        slots,
        checks,
        reader: Reader::Class,
        error: "emitOpError(\"".to_owned(),
        names: with_arguments(names, op, Reader::Class),
    };
    verifier.push_properties(body)?;
    verifier.push_attributes(body)?;
    verifier.push_values(body, &op.operands, "operand")?;
    verifier.push_values(body, &op.results, "result")?;
    verifier.push_traits(body)?;
    verifier.push_regions(body)?;
    verifier.push_successors(body)?;
    body.push("  return ::mlir::success();\n");
    Ok(())
}

/// Writes the verifier of an adaptor.
pub(super) fn push_adaptor(
    body: &mut Indented,
    op: &Operation,
    slots: &Slots,
    checks: &Checks,
) -> Result<(), Fatal> {
    let reader = Reader::Adaptor(op.class_name);
    let mut verifier = Verifier {
        op,
        slots,
        checks,
        reader,
        error: changes::adaptor_error(checks.release(), &op.name),
        names: with_arguments(Substitutions::new(), op, reader),
    };
    verifier.push_properties(body)?;
    verifier.push_attributes(body)?;
    body.push("  return ::mlir::success();");
    Ok(())
}

/// Adds to `names` the placeholders by which conditions refer to attributes, operands and results.
fn with_arguments<'a>(
    mut names: Substitutions<'a>,
    op: &Operation<'a>,
    reader: Reader,
) -> Substitutions<'a> {
    for it in &op.attributes {
        names.set(it.name, format!("{}()", getter(it.name)));
    }
    let values = |values: &[Value<'a>], kind: &str| {
        let named = values.iter().enumerate().filter(|it| !it.1.name.is_empty());
        let code = named.map(|(index, value)| {
            let all = format!("this->getODS{kind}s({index})");
            let code = if value.ty.is_variadic() {
                all
            } else {
                format!("(*{all}.begin())")
            };
            (value.name, code)
        });
        code.collect::<Vec<_>>()
    };
    for (name, code) in values(&op.operands, "Operand") {
        names.set(name, code);
    }
    for (name, code) in values(&op.results, "Result") {
        // An adaptor has no results.
        let code = match reader {
            Reader::Class => code,
            Reader::Adaptor(_) => "<no results should be generated>".to_owned(),
        };
        names.set(name, code);
    }
    names
}

struct Verifier<'v, 'a> {
    op: &'v Operation<'a>,
    slots: &'v Slots<'a>,
    checks: &'v Checks<'a>,
    reader: Reader<'v>,
    /// The start of the call that emits an error, up to the message's text.
    error: String,
    /// The placeholders in conditions. As in the reference, `$_self` stays set after a test.
    names: Substitutions<'a>,
}

impl Verifier<'_, '_> {
    fn is_for_class(&self) -> bool {
        self.reader == Reader::Class
    }

    /// Whether the verifier can test a condition: an adaptor has no operation for `$_op`.
    fn has_what_it_needs(&self, condition: &str) -> bool {
        self.is_for_class() || !condition.contains("$_op")
    }

    fn push_properties(&mut self, body: &mut Indented) -> Result<(), Fatal> {
        for it in &self.op.properties {
            let Some(rec) = it.prop.predicate() else {
                continue;
            };
            let condition = predicate::condition(rec)?;
            if condition == "true" || !self.has_what_it_needs(&condition) {
                continue;
            }
            let camel = camel_case(it.name, false);
            let variable = format!("tblgen_{camel}");
            let (name, getter) = (it.name, getter(it.name));
            let ty = it.prop.interface_type();
            write!(
                body,
                "{{

    [[maybe_unused]] {ty} {variable} = this->{getter}();

"
            );
            let function = self.checks.function(it.prop.constraint())?;
            match function.filter(|_| self.is_for_class()) {
                Some(function) => write!(
                    body,
                    "      if (::mlir::failed({function}(*this, {variable}, \"{name}\")))
        return ::mlir::failure();
"
                ),
                None => {
                    self.names.set("_self", variable);
                    let condition = self.names.fill(&condition);
                    let text = self.text(&it.prop.constraint().summary()?);
                    let error = &self.error;
                    write!(
                        body,
                        "    if (!({condition}))
      return {error}property '{name}' failed to satisfy constraint: {text}\");
"
                    );
                }
            }
            body.push("}\n");
        }
        Ok(())
    }

    /// A summary as a part of an error message.
    fn text(&self, summary: &str) -> String {
        error_text(self.checks.release(), summary, &self.names, Message::Call)
    }

    /// Writes the checks of the predicate traits.
    fn push_traits(&self, body: &mut Indented) -> Result<(), Fatal> {
        for it in &self.op.traits {
            if it.kind != TraitKind::Predicate {
                continue;
            }
            let condition = predicate::condition(it.rec.def("predicate")?)?;
            let condition = self.names.fill(&condition);
            let summary = it.rec.string("summary")?;
            let text = format!(
                "  if (!({condition}))
    return emitOpError(\"failed to verify that {summary}\");
"
            );
            body.push(&text);
        }
        Ok(())
    }
}
