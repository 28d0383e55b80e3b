//! Pattern fragments.

use backend::{Rec, RecordId, Records};
use elaborate::symbol::Sym;

use crate::predicate::Predicate;
use crate::tree::NodeId;

/// A fragment: an operator that abbreviates one or several trees, optionally with a predicate.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The record, of class `PatFrags`.
    pub rec: RecordId,
    /// The names of the arguments, in the order in which the record lists them.
    pub arguments: Vec<Sym>,
    /// The alternatives, in which other fragments are expanded. Empty if the fragment has an error, which is reported.
    pub trees: Vec<NodeId>,
    /// Whether the fragment is for results of patterns (`OutPatFrag`), not for sources.
    pub(crate) is_output: bool,
    /// Whether the record is of class `GISelFlags`: expanding the fragment then sets `gisel_flags` at the roots of its
    /// trees.
    pub(crate) has_gisel_flags: bool,
    /// The predicate that the matched node has to satisfy.
    pub predicate: Predicate,
    /// Whether the trees have been read.
    pub(crate) is_read: bool,
}

impl Fragment {
    /// The name of the record. It is not stored, since it may contain the number of an anonymous record.
    pub fn name<'a>(&self, records: &'a Records) -> &'a str {
        records.rec(self.rec).name()
    }

    /// A fragment whose arguments and trees have not been read.
    pub(crate) fn declare(def: Rec) -> Fragment {
        Fragment {
            rec: def.id(),
            arguments: Vec::new(),
            trees: Vec::new(),
            is_output: def.is_a("OutPatFrag"),
            has_gisel_flags: def.is_a("GISelFlags"),
            predicate: Predicate::read(def),
            is_read: false,
        }
    }
}
