//! Pattern fragments.

use backend::RecordId;
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
}
