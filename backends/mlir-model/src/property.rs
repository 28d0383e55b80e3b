//! Properties of operations.

use std::borrow::Cow;

use backend::{Rec, Release};

use crate::constraint::{Constraint, ConstraintKind};
use crate::dialect::trimmed;

/// The maximum number of base properties that are followed. A property that is its own base reaches this limit.
const MAX_BASES: usize = 64;

/// A record of the class `Property`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property<'a>(pub Rec<'a>);

impl<'a> Property<'a> {
    /// The property as a constraint of the kind [`ConstraintKind::Prop`].
    pub fn constraint(self) -> Constraint<'a> {
        Constraint {
            rec: self.0,
            kind: ConstraintKind::Prop,
        }
    }

    /// The text in a field, without leading and trailing white space; empty if the field is missing or not a string.
    pub fn text(self, field: &str) -> Cow<'a, str> {
        trimmed(self.0, field)
    }

    /// The C++ type in which the property is stored.
    pub fn storage_type(self) -> Cow<'a, str> {
        self.text("storageType")
    }

    /// The C++ type in accessors and builders.
    pub fn interface_type(self) -> Cow<'a, str> {
        self.text("interfaceType")
    }

    /// The default value as C++; empty if it is missing.
    pub fn default_value(self) -> Cow<'a, str> {
        self.text("defaultValue")
    }

    /// Whether `defaultValue` is given and not empty.
    pub fn has_default(self) -> bool {
        !self.default_value().is_empty()
    }

    /// The innermost property: follows `baseProperty` through all wrappers.
    pub fn base(self) -> Property<'a> {
        let mut rec = self.0;
        for _ in 0..MAX_BASES {
            let base = rec.field("baseProperty").and_then(|it| it.value);
            match base.and_then(|it| rec.records().def_of(it)) {
                Some(base) => rec = base,
                None => break,
            }
        }
        Property(rec)
    }

    /// The name of the record, or of the innermost property if the record is anonymous.
    pub fn def_name(self) -> &'a str {
        if self.0.is_anonymous() {
            self.base().0.name()
        } else {
            self.0.name()
        }
    }

    /// The predicate that values of the property have to satisfy. `None` if there is no predicate; always `None` before
    /// LLVM 22.
    pub fn predicate(self) -> Option<Rec<'a>> {
        if self.0.records().release() < Release::V22 {
            return None;
        }
        self.constraint().predicate()
    }
}
