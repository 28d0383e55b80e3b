//! Pattern fragments.

use backend::{Fatal, Rec, RecordId};
use elaborate::symbol::Sym;

use crate::predicate::Predicate;
use crate::tree::NodeId;

/// A fragment: an operator that stands for one or several trees, with a predicate or without.
#[derive(Clone, Debug)]
pub struct Fragment {
    pub rec: RecordId,
    pub name: String,
    /// The names of its arguments.
    pub arguments: Vec<Sym>,
    /// Its alternatives, without fragments in them.
    pub trees: Vec<NodeId>,
    /// Whether it is for the result of a pattern.
    pub is_output: bool,
    /// Of class `GISelFlags`.
    pub has_gisel_flags: bool,
    pub predicate: Predicate,
    /// Whether the trees are known already.
    pub(crate) is_read: bool,
}

impl Fragment {
    /// What there is to know without the trees.
    pub(crate) fn declare(def: Rec) -> Result<Fragment, Fatal> {
        Ok(Fragment {
            rec: def.id(),
            name: def.name().to_owned(),
            arguments: Vec::new(),
            trees: Vec::new(),
            is_output: def.is_a("OutPatFrag"),
            has_gisel_flags: def.is_a("GISelFlags"),
            predicate: Predicate::read(def)?,
            is_read: false,
        })
    }
}
