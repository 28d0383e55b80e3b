//! One pattern.

use backend::{Fatal, Rec, RecordId, Records};
use elaborate::records::compare_numeric;
use elaborate::symbol::Sym;
use elaborate::value::ValueId;

use crate::tree::NodeId;

/// A tree of the selection graph to match, and the instructions that replace it.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The instruction or pattern that it comes from.
    pub rec: RecordId,
    /// The list of the records of class `Predicate` that have to hold.
    pub predicates: ValueId,
    /// The source, which is matched.
    pub src: NodeId,
    /// The result.
    pub dst: NodeId,
    /// The registers that it also sets.
    pub registers: Vec<RecordId>,
    /// A C++ condition for the hardware mode; empty if it holds in all.
    pub mode_check: Sym,
    /// The source's addition to its complexity (see [`Patterns::complexity`](crate::Patterns::complexity));
    /// `AddedComplexity`.
    pub added_complexity: i32,
    /// Whether GlobalISel leaves it out.
    pub gisel_ignores: bool,
    /// Its position among patterns that are otherwise equal.
    pub order: PatternOrder,
}

/// The last key of the order of patterns. The alternatives of one pattern are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternOrder {
    /// The place of its record among all records.
    Defined(u64),
    /// Derived from another pattern, with a running number.
    Made(u32),
}

impl Pattern {
    /// The records of class `Predicate` that must hold, each once, in natural order of names.
    pub fn predicate_records<'a>(&self, records: &'a Records) -> Vec<Rec<'a>> {
        let listed = records.values.as_list(self.predicates).unwrap_or_default();
        let mut predicates: Vec<_> = listed.iter().filter_map(|it| records.def_of(*it)).collect();
        predicates.sort_by(|a, b| compare_numeric(a.name(), b.name()));
        predicates.dedup();
        predicates
    }

    /// The conjunction of all conditions in C++; empty if there are none.
    pub fn predicate_check(&self, records: &Records) -> Result<String, Fatal> {
        let mut conditions = Vec::new();
        for predicate in self.predicate_records(records) {
            let condition = predicate.string("CondString")?;
            if !condition.is_empty() {
                conditions.push(format!("({condition})"));
            }
        }
        if self.mode_check != Sym::EMPTY {
            conditions.push(self.mode_check.as_str().to_owned());
        }
        Ok(conditions.join(" && "))
    }
}
