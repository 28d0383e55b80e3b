//! Traits of operations, types and attributes.

use std::borrow::Cow;

use backend::{Fatal, Rec};

use crate::names::qualified;

/// How a trait comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraitKind {
    /// A condition over several operands, results and attributes.
    Predicate,
    /// Known to the generators only.
    Internal,
    /// An interface.
    Interface,
    /// A template of C++.
    Native,
}

/// A trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trait<'a> {
    /// The record.
    pub rec: Rec<'a>,
    /// How it comes about.
    pub kind: TraitKind,
}

impl<'a> Trait<'a> {
    /// The trait of a record.
    pub fn new(rec: Rec<'a>) -> Trait<'a> {
        let kinds = [
            ("PredTrait", TraitKind::Predicate),
            ("GenInternalTrait", TraitKind::Internal),
            ("InterfaceTrait", TraitKind::Interface),
        ];
        let kind = kinds.iter().find(|it| rec.is_a(it.0));
        Trait {
            rec,
            kind: kind.map_or(TraitKind::Native, |it| it.1),
        }
    }

    /// Its name in C++ with namespaces. Predicates have none.
    pub fn qualified_name(self) -> Result<Cow<'a, str>, Fatal> {
        match self.kind {
            TraitKind::Predicate => Ok(Cow::default()),
            TraitKind::Internal => self.rec.string("trait"),
            TraitKind::Interface | TraitKind::Native => {
                let name = self.rec.string("trait")?;
                let namespace = self.rec.string("cppNamespace")?;
                Ok(qualified(&namespace, &name).into())
            }
        }
    }

    /// Whether it is verified before the operation's own conditions.
    pub fn is_structural(self) -> bool {
        self.rec.is_a("StructuralOpTrait")
    }
}
