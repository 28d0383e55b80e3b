//! Pattern fragments.

use backend::{Rec, RecordId};
use elaborate::symbol::Sym;

use crate::predicate::Predicate;
use crate::tree::NodeId;

/// A fragment: an operator that abbreviates one or several trees, optionally with a predicate.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// Its record, of class `PatFrags`.
    pub rec: RecordId,
    /// The name of its record.
    pub name: String,
    /// The names of its arguments, in the order in which its record lists them.
    pub arguments: Vec<Sym>,
    /// Its alternatives, in which other fragments are expanded. Empty if there is an error in it, which is reported.
    pub trees: Vec<NodeId>,
    /// Whether it is for results of patterns (`OutPatFrag`), not for sources.
    pub(crate) is_output: bool,
    /// Whether it is of class `GISelFlags`, which marks the roots of its trees.
    pub(crate) has_gisel_flags: bool,
    /// The predicate of the matched node.
    pub predicate: Predicate,
    /// Whether the trees have been read.
    pub(crate) is_read: bool,
}

impl Fragment {
    /// A fragment without its trees.
    pub(crate) fn declare(def: Rec) -> Fragment {
        Fragment {
            rec: def.id(),
            name: def.name().to_owned(),
            arguments: Vec::new(),
            trees: Vec::new(),
            is_output: def.is_a("OutPatFrag"),
            has_gisel_flags: def.is_a("GISelFlags"),
            predicate: Predicate::read(def),
            is_read: false,
        }
    }
}
