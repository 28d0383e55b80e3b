//! The C++ expressions for the names of a pattern.

use std::borrow::Cow;

use backend::{Fatal, Rec, Release, bail};

use mlir_model::operation::{Operation, Value};
use mlir_model::pattern::{Bound, SymbolRef, Symbols};

use super::changes;

/// The C++ class of the variable for a name in the pattern.
pub(super) fn class<'t>(bound: &'t Bound) -> Cow<'t, str> {
    match bound {
        Bound::Attribute(_) => bound.storage_type().unwrap_or_default(),
        Bound::Property(owner) => match owner.property() {
            Some(property) => property.interface_type().into_owned().into(),
            None => Cow::default(),
        },
        Bound::Operand(_) => "::mlir::Operation::operand_range".into(),
        Bound::Results(op) => op.qualified_class_name().into(),
        Bound::Value => "::mlir::Value".into(),
        Bound::Values(_) => "::mlir::ValueRange".into(),
    }
}

/// The declaration of a name's variable.
pub(super) fn declaration(symbol: SymbolRef) -> String {
    // `operand_range` has no default constructor.
    let value = match symbol.bound {
        Bound::Operand(_) => "(op0->getOperands())",
        _ => "",
    };
    format!("{} {}{value};\n", class(symbol.bound), symbol.variable)
}

/// Returns the C++ expressions for the names in one pattern.
#[derive(Clone, Copy)]
pub(super) struct Uses<'t, 'a> {
    pub(super) symbols: &'t Symbols<'a>,
    pub(super) pattern: Rec<'a>,
    pub(super) release: Release,
}

impl Uses<'_, '_> {
    /// The expressions for the values to which a name is bound. A variadic operand or result has one expression, which
    /// is a range.
    pub(super) fn values(self, symbol: &str) -> Result<Vec<String>, Fatal> {
        let (bound, name, index) = self.symbols.get(symbol)?;
        let value = match bound {
            Bound::Operand(operand) => {
                let ty = operand.ty();
                let is = |what: fn(_) -> bool| ty.is_some_and(what);
                let has_optional = changes::has_optional_values(self.release);
                if has_optional && is(|it| it.is_optional()) {
                    format!("({name}.empty() ? ::mlir::Value() : *{name}.begin())")
                } else if is(|it| it.has_variable_length()) && operand.part.is_none() {
                    name.to_owned()
                } else {
                    format!("(*{name}.begin())")
                }
            }
            Bound::Results(op) => return self.result_values(op, name, index),
            Bound::Values(_) => several(name, index),
            _ => name.to_owned(),
        };
        Ok(vec![value])
    }

    /// The expressions for the values to which a name is bound, separated by commas.
    pub(super) fn value(self, symbol: &str) -> Result<String, Fatal> {
        Ok(self.values(symbol)?.join(", "))
    }

    /// The expressions for the ranges of values to which a name is bound.
    pub(super) fn ranges(self, symbol: &str) -> Result<Vec<String>, Fatal> {
        let (bound, name, index) = self.symbols.get(symbol)?;
        let range = match bound {
            Bound::Results(op) => {
                let all = match index {
                    Some(index) => index..index + 1,
                    None => 0..op.results.len(),
                };
                return Ok(all.map(|it| results(name, it)).collect());
            }
            Bound::Value => format!("{{{name}}}"),
            Bound::Values(_) => several(name, index),
            _ => name.to_owned(),
        };
        Ok(vec![range])
    }

    /// The expressions for the values of all results or, if `index` is given, of the result at this index.
    fn result_values(
        self,
        op: &Operation,
        name: &str,
        index: Option<usize>,
    ) -> Result<Vec<String>, Fatal> {
        let value = |(number, result): (usize, &Value)| {
            let range = results(name, number);
            if result.ty.is_variadic() {
                range
            } else {
                format!("(*{range}.begin())")
            }
        };
        let Some(index) = index else {
            // If an operation has no results, its name refers to the variable of the operation.
            let all: Vec<_> = op.results.iter().enumerate().map(value).collect();
            let itself = || vec![name.to_owned()];
            return Ok(if all.is_empty() { itself() } else { all });
        };
        match op.results.get(index) {
            Some(result) => Ok(vec![value((index, result))]),
            None => bail!(
                self.pattern,
                "op '{}' has no result #{index} for '{name}__{index}'",
                op.name
            ),
        }
    }
}

/// The expression for the values of a result.
fn results(name: &str, index: usize) -> String {
    format!("{name}.getODSResults({index})")
}

/// The expression for a range of values that C++ code returns, or for the value at `index`.
fn several(name: &str, index: Option<usize>) -> String {
    match index {
        Some(index) => format!("{name}[{index}]"),
        None => format!("{name}.begin(), {name}.end()"),
    }
}
