//! Traits of operations, types and attributes.

use std::borrow::Cow;

use backend::{Fatal, Rec};

use crate::names::qualified;

/// How a trait is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraitKind {
    /// A condition over several operands, results and attributes.
    Predicate,
    /// Known only to the generators, without a C++ class.
    Internal,
    /// An interface.
    Interface,
    /// A C++ class template.
    Native,
}

/// A trait of an operation, type or attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trait<'a> {
    /// The record of the trait.
    pub rec: Rec<'a>,
    /// How the trait is defined.
    pub kind: TraitKind,
}

impl<'a> Trait<'a> {
    /// Reads a trait from a record. A trait of no other kind is [`TraitKind::Native`].
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

    /// The C++ name: qualified with the namespace for interfaces and native traits, as the source has it for internal
    /// traits, and empty for predicates.
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

    /// Whether the trait is verified before the constraints of the operation.
    pub fn is_structural(self) -> bool {
        self.rec.is_a("StructuralOpTrait")
    }
}
