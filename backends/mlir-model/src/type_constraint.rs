//! Constraints on the types of operands and results.

use std::borrow::Cow;

use backend::{Fatal, Rec, Release};

use crate::constraint::{Constraint, ConstraintKind};
use crate::dialect::Dialect;

/// The number of values of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one value.
    One,
    /// At most one value.
    Optional,
    /// Any number of values.
    Variadic,
    /// Any number of lists of any length.
    VariadicOfVariadic,
}

/// A constraint on the type of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeConstraint<'a> {
    /// The constraint, of the kind [`ConstraintKind::Type`].
    pub constraint: Constraint<'a>,
    /// The number of values.
    pub arity: Arity,
}

impl<'a> TypeConstraint<'a> {
    /// Reads a type constraint from a record of the class `TypeConstraint`.
    pub fn new(rec: Rec<'a>) -> TypeConstraint<'a> {
        let kinds = [
            ("VariadicOfVariadic", Arity::VariadicOfVariadic),
            ("Variadic", Arity::Variadic),
            ("Optional", Arity::Optional),
        ];
        let arity = kinds.iter().find(|it| rec.is_a(it.0));
        TypeConstraint {
            constraint: Constraint {
                rec,
                kind: ConstraintKind::Type,
            },
            arity: arity.map_or(Arity::One, |it| it.1),
        }
    }

    /// The record of the constraint, of the class `TypeConstraint`.
    pub fn rec(self) -> Rec<'a> {
        self.constraint.rec
    }

    /// Whether there is at most one value.
    pub fn is_optional(self) -> bool {
        self.arity == Arity::Optional
    }

    /// Whether the operand or result is variadic, or variadic of variadic.
    pub fn is_variadic(self) -> bool {
        matches!(self.arity, Arity::Variadic | Arity::VariadicOfVariadic)
    }

    /// Whether the operand is variadic of variadic.
    pub fn is_variadic_of_variadic(self) -> bool {
        self.arity == Arity::VariadicOfVariadic
    }

    /// Whether the number of values may differ from 1.
    pub fn has_variable_length(self) -> bool {
        self.arity != Arity::One
    }

    /// The name of the attribute that stores the sizes of the groups of a variadic-of-variadic operand.
    pub fn segment_attribute(self) -> Result<Cow<'a, str>, Fatal> {
        self.rec().string("segmentAttrName")
    }

    /// The C++ template that builds the type, or, if there may be several values, the type of each value. `None` if the
    /// constraint has no such template.
    pub fn builder_call(self) -> Result<Option<Cow<'a, str>>, Fatal> {
        let base = if self.has_variable_length() {
            self.rec().def("baseType")?
        } else {
            self.rec()
        };
        let value = base.field("builderCall").and_then(|it| it.value);
        let text = value.and_then(|it| base.text_of(it));
        Ok(text.filter(|it| !it.is_empty()))
    }

    /// The C++ class of the types that satisfy the constraint.
    pub fn cpp_type(self) -> Result<Cow<'a, str>, Fatal> {
        let rec = self.rec();
        if rec.records().release() >= Release::V22 {
            return rec.string("cppType");
        }
        let name = rec.string("cppClassName")?;
        if name.contains("::") || rec.field("dialect").is_none() {
            return Ok(name);
        }
        let namespace = Dialect(rec.def("dialect")?).namespace()?;
        Ok(format!("{namespace}::{name}").into())
    }

    /// Whether the constraint has a predicate. A constraint without a predicate accepts every type.
    pub fn has_predicate(self) -> bool {
        self.constraint.predicate().is_some()
    }
}
