//! Properties of operations.

use std::borrow::Cow;

use backend::{Rec, Release};

use crate::constraint::{Constraint, ConstraintKind};
use crate::dialect::trimmed;

/// A record of the class `Property`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property<'a>(pub Rec<'a>);

impl<'a> Property<'a> {
    /// The record as a constraint.
    pub fn constraint(self) -> Constraint<'a> {
        Constraint {
            rec: self.0,
            kind: ConstraintKind::Prop,
        }
    }

    /// One of its texts without white space around; empty if it is missing.
    pub fn text(self, field: &str) -> Cow<'a, str> {
        trimmed(self.0, field)
    }

    /// The C++ type that it is stored as.
    pub fn storage_type(self) -> Cow<'a, str> {
        self.text("storageType")
    }

    /// The C++ type that callers see.
    pub fn interface_type(self) -> Cow<'a, str> {
        self.text("interfaceType")
    }

    /// Its value where none is given; empty if there is none.
    pub fn default_value(self) -> Cow<'a, str> {
        self.text("defaultValue")
    }

    /// Whether it has a value where none is given.
    pub fn has_default(self) -> bool {
        !self.default_value().is_empty()
    }

    /// The predicate that its values have to meet. 19's have none.
    pub fn predicate(self) -> Option<Rec<'a>> {
        if self.0.records().release() < Release::V22 {
            return None;
        }
        self.constraint().predicate()
    }
}
