//! Attribute constraints: the attributes that operations take.

use std::borrow::Cow;

use backend::{Fatal, Rec};

use crate::constraint::{Constraint, ConstraintKind};
use crate::dialect::{Dialect, text_or_empty, trimmed};
use crate::type_constraint::TypeConstraint;

/// The maximum number of base attributes that are followed. An attribute that is its own base reaches this limit.
const MAX_BASES: usize = 64;

/// A record of the class `Attr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a>(pub Rec<'a>);

impl<'a> Attribute<'a> {
    /// The attribute as a constraint of the kind [`ConstraintKind::Attr`].
    pub fn constraint(self) -> Constraint<'a> {
        Constraint {
            rec: self.0,
            kind: ConstraintKind::Attr,
        }
    }

    /// Whether the attribute is computed by C++ code instead of stored.
    pub fn is_derived(self) -> bool {
        self.0.is_a("DerivedAttr")
    }

    /// Whether the value of the attribute is a type.
    pub fn is_type(self) -> bool {
        self.0.is_a("TypeAttrBase")
    }

    /// Whether the attribute is a reference to a symbol.
    pub fn is_symbol_ref(self) -> bool {
        let names = ["SymbolRefAttr", "FlatSymbolRefAttr"];
        let is_one = |name: &&str| self.0.name() == *name || self.0.is_a(*name);
        names.iter().any(is_one)
    }

    /// The C++ class of the attribute; `::mlir::Attribute` if the record gives none.
    pub fn storage_type(self) -> Cow<'a, str> {
        match trimmed(self.0, "storageType") {
            text if text.is_empty() => "::mlir::Attribute".into(),
            text => text,
        }
    }

    /// The C++ type of the attribute's value; empty if the record gives none.
    pub fn return_type(self) -> Cow<'a, str> {
        trimmed(self.0, "returnType")
    }

    /// The type constraint of the attribute's value, if there is one.
    pub fn value_type(self) -> Option<TypeConstraint<'a>> {
        let value = self.0.field("valueType")?.value?;
        self.0.records().def_of(value).map(TypeConstraint::new)
    }

    /// The C++ expression for the type of the attribute's value. `None` if the attribute does not determine one type.
    pub fn type_builder(self) -> Result<Option<Cow<'a, str>>, Fatal> {
        let builder = self.value_type().map(TypeConstraint::builder_call);
        Ok(builder.transpose()?.flatten())
    }

    /// The C++ template that converts the attribute `$_self` to its value; empty if it is missing.
    pub fn convert_from_storage(self) -> Cow<'a, str> {
        trimmed(self.0, "convertFromStorage")
    }

    /// The C++ template that builds the attribute from the value `$0`; empty if it is missing.
    pub fn const_builder(self) -> Cow<'a, str> {
        trimmed(self.0, "constBuilderCall")
    }

    /// The default value as C++; empty if it is missing.
    pub fn default_value(self) -> Cow<'a, str> {
        trimmed(self.0, "defaultValue")
    }

    /// Whether `defaultValue` is given and not empty.
    pub fn has_default(self) -> bool {
        !self.default_value().is_empty()
    }

    /// Whether an operation may lack the attribute (`isOptional`).
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

    /// The C++ body of the function that computes a derived attribute. An error if the record has no field `body`.
    pub fn derived_body(self) -> Result<Cow<'a, str>, Fatal> {
        self.0.string("body")
    }

    /// The dialect of the attribute, if it belongs to one.
    pub fn dialect(self) -> Option<Dialect<'a>> {
        let value = self.0.field("dialect")?.value?;
        self.0.records().def_of(value).map(Dialect)
    }

    /// The description, or the description of the innermost attribute if the description is missing or empty.
    pub fn description(self) -> Cow<'a, str> {
        match text_or_empty(self.0, "description") {
            text if text.is_empty() => text_or_empty(self.base().0, "description"),
            text => text,
        }
    }

    /// Whether builders can take the value of the attribute instead of the attribute.
    pub fn can_be_unwrapped(self) -> bool {
        self.return_type() != self.storage_type() && !self.const_builder().is_empty()
    }
}
