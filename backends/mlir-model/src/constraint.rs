//! Constraints on types, attributes, properties, regions and successors.

use std::borrow::Cow;

use backend::{Fatal, Rec, bail};

use crate::predicate;

/// The kind of entity that a constraint applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// Types of operands and results.
    Type,
    /// Attributes.
    Attr,
    /// Properties.
    Prop,
    /// Regions.
    Region,
    /// Successors.
    Successor,
    /// Several entities of a rewrite pattern together.
    Other,
}

/// A record of the class `Constraint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint<'a> {
    /// The record of the constraint itself, not an `Arg` or `Res` around it.
    pub rec: Rec<'a>,
    /// The kind of entity that the constraint applies to.
    pub kind: ConstraintKind,
}

impl<'a> Constraint<'a> {
    /// Reads the constraint `rec`. If `rec` is an `Arg` or `Res`, reads the constraint to which it refers. An error if
    /// `rec` is not a constraint.
    pub fn read(rec: Rec<'a>) -> Result<Constraint<'a>, Fatal> {
        let rec = without_decorators(rec)?;
        let kinds = [
            ("TypeConstraint", ConstraintKind::Type),
            ("AttrConstraint", ConstraintKind::Attr),
            ("PropConstraint", ConstraintKind::Prop),
            ("RegionConstraint", ConstraintKind::Region),
            ("SuccessorConstraint", ConstraintKind::Successor),
            ("Constraint", ConstraintKind::Other),
        ];
        match kinds.iter().find(|it| rec.is_a(it.0)) {
            Some(&(_, kind)) => Ok(Constraint { rec, kind }),
            None => bail!(rec, "'{}' is not a constraint", rec.name()),
        }
    }

    /// The predicate of the constraint, if there is one.
    pub fn predicate(self) -> Option<Rec<'a>> {
        let value = self.rec.field("predicate")?.value?;
        self.rec.records().def_of(value)
    }

    /// The C++ template of the condition that an entity has to satisfy; `true` if there is no predicate.
    pub fn condition(self) -> Result<String, Fatal> {
        match self.predicate() {
            Some(predicate) => predicate::condition(predicate),
            None => Ok("true".to_owned()),
        }
    }

    /// The summary, or the name of the record if the summary is missing.
    pub fn summary(self) -> Result<Cow<'a, str>, Fatal> {
        let given = self.rec.optional_string("summary")?;
        Ok(given.unwrap_or(Cow::Borrowed(self.rec.name())))
    }

    /// The description; empty if it is missing.
    pub fn description(self) -> Result<Cow<'a, str>, Fatal> {
        Ok(self.rec.optional_string("description")?.unwrap_or_default())
    }

    /// The name of the record, or of its base if the record is anonymous.
    pub fn def_name(self) -> &'a str {
        let mut rec = self.rec;
        // The number of steps is limited, since a record may be its own base.
        for _ in 0..64 {
            match self.base(rec) {
                Some(base) => rec = base,
                None => break,
            }
        }
        rec.name()
    }

    /// The name of the record. If the record is anonymous and has a base, the result is the name of the base, followed
    /// by the record's name in parentheses.
    pub fn unique_name(self) -> String {
        match self.base(self.rec) {
            Some(_) => format!("{}({})", self.def_name(), self.rec.name()),
            None => self.rec.name().to_owned(),
        }
    }

    /// The base of a constraint; `None` if the record is not anonymous or has no base.
    fn base(self, rec: Rec<'a>) -> Option<Rec<'a>> {
        let field = match self.kind {
            ConstraintKind::Attr => "baseAttr",
            ConstraintKind::Type => "baseType",
            _ => return None,
        };
        let base = rec.is_anonymous().then(|| rec.field(field))??.value?;
        rec.records().def_of(base)
    }
}

/// The constraint to which an `Arg` or `Res` adds decorators, or the record itself.
pub fn without_decorators(rec: Rec) -> Result<Rec, Fatal> {
    if rec.is_a("OpVariable") {
        rec.def("constraint")
    } else {
        Ok(rec)
    }
}
