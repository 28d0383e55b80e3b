//! Attributes of operations.

use std::borrow::Cow;

use backend::{Fatal, Rec};

use crate::constraint::{Constraint, ConstraintKind};
use crate::dialect::{Dialect, text_or_empty, trimmed};
use crate::type_constraint::TypeConstraint;

/// The number of base attributes that are followed. Only an attribute that is its own base has as many.
const MAX_BASES: usize = 64;

/// A record of the class `Attr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a>(pub Rec<'a>);

impl<'a> Attribute<'a> {
    /// The record as a constraint.
    pub fn constraint(self) -> Constraint<'a> {
        Constraint {
            rec: self.0,
            kind: ConstraintKind::Attr,
        }
    }

    /// Whether C++ works it out, and nothing stores it.
    pub fn is_derived(self) -> bool {
        self.0.is_a("DerivedAttr")
    }

    /// Whether it holds a type.
    pub fn is_type(self) -> bool {
        self.0.is_a("TypeAttrBase")
    }

    /// Whether it is the name of a symbol.
    pub fn is_symbol_ref(self) -> bool {
        let names = ["SymbolRefAttr", "FlatSymbolRefAttr"];
        let is_one = |name: &&str| self.0.name() == *name || self.0.is_a(*name);
        names.iter().any(is_one)
    }

    /// Its C++ class.
    pub fn storage_type(self) -> Cow<'a, str> {
        match trimmed(self.0, "storageType") {
            text if text.is_empty() => "::mlir::Attribute".into(),
            text => text,
        }
    }

    /// The C++ type of its value.
    pub fn return_type(self) -> Cow<'a, str> {
        trimmed(self.0, "returnType")
    }

    /// The type of its value, if it has one.
    pub fn value_type(self) -> Option<TypeConstraint<'a>> {
        let value = self.0.field("valueType")?.value?;
        self.0.records().def_of(value).map(TypeConstraint::new)
    }

    /// The C++ expression for the type of its value. `None` if the attribute does not determine one type.
    pub fn type_builder(self) -> Result<Option<Cow<'a, str>>, Fatal> {
        let builder = self.value_type().map(TypeConstraint::builder_call);
        Ok(builder.transpose()?.flatten())
    }

    /// The C++ that makes the value of the attribute `$_self`.
    pub fn convert_from_storage(self) -> Cow<'a, str> {
        trimmed(self.0, "convertFromStorage")
    }

    /// The C++ template that builds the attribute from the value `$0`; empty without one.
    pub fn const_builder(self) -> Cow<'a, str> {
        trimmed(self.0, "constBuilderCall")
    }

    /// Its default value; empty without one.
    pub fn default_value(self) -> Cow<'a, str> {
        trimmed(self.0, "defaultValue")
    }

    /// Whether it has a value where none is given.
    pub fn has_default(self) -> bool {
        !self.default_value().is_empty()
    }

    /// Whether it may be missing.
    pub fn is_optional(self) -> Result<bool, Fatal> {
        self.0.bit("isOptional")
    }

    /// The innermost attribute: follows `baseAttr` through all wrappers.
    pub fn base(self) -> Attribute<'a> {
        let mut rec = self.0;
        for _ in 0..MAX_BASES {
            let base = rec.field("baseAttr").and_then(|it| it.value);
            match base.and_then(|it| rec.records().def_of(it)) {
                Some(base) => rec = base,
                None => break,
            }
        }
        Attribute(rec)
    }

    /// The name of the record, or of the innermost attribute if the record is anonymous.
    pub fn def_name(self) -> &'a str {
        if self.0.is_anonymous() {
            self.base().0.name()
        } else {
            self.0.name()
        }
    }

    /// The C++ that works out a derived attribute.
    pub fn derived_body(self) -> Result<Cow<'a, str>, Fatal> {
        self.0.string("body")
    }

    /// The dialect that it belongs to, if it does.
    pub fn dialect(self) -> Option<Dialect<'a>> {
        let value = self.0.field("dialect")?.value?;
        self.0.records().def_of(value).map(Dialect)
    }

    /// Its description, or that of the innermost attribute if it has none.
    pub fn description(self) -> Cow<'a, str> {
        match text_or_empty(self.0, "description") {
            text if text.is_empty() => text_or_empty(self.base().0, "description"),
            text => text,
        }
    }

    /// Whether callers can give its value instead of the attribute.
    pub fn can_be_unwrapped(self) -> bool {
        self.return_type() != self.storage_type() && !self.const_builder().is_empty()
    }
}
