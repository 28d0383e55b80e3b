//! A selection pattern.

use backend::{Fatal, Rec, RecordId, Records};
use elaborate::symbol::Sym;
use elaborate::value::ValueId;

use crate::tree::NodeId;

/// A tree of the selection graph to match, and the instructions that replace it.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The record of class `Instruction` or `Pattern` from which the pattern was read.
    pub rec: RecordId,
    /// The list of the records of class `Predicate` that have to hold, as a value.
    pub predicates: ValueId,
    /// The tree of the source, which is matched.
    pub src: NodeId,
    /// The tree of the result.
    pub dst: NodeId,
    /// The registers that the pattern sets in addition to its results.
    pub registers: Vec<RecordId>,
    /// A C++ condition on the hardware mode; empty if the pattern applies in all modes.
    pub mode_check: Sym,
    /// `AddedComplexity` of the record, which is added to the complexity of the source (see
    /// [`Patterns::complexity`](crate::Patterns::complexity)).
    pub added_complexity: i32,
    /// Whether GlobalISel ignores the pattern.
    pub gisel_ignores: bool,
    /// The position among patterns for which all other criteria of the order are equal.
    pub order: PatternOrder,
}

/// The last criterion of the order of patterns. It is the same for all alternatives of one pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternOrder {
    /// The position of the pattern's record in the order of definitions.
    Defined(u64),
    /// A pattern that is derived from another pattern. The number increases with each derived pattern.
    Made(u32),
}

impl Pattern {
    /// The records of class `Predicate` that must hold, each once, in natural order of names.
    pub fn predicate_records<'a>(&self, records: &'a Records) -> Vec<Rec<'a>> {
        let listed = records.values.as_list(self.predicates).unwrap_or_default();
        let mut predicates: Vec<_> = listed.iter().filter_map(|it| records.def_of(*it)).collect();
        records.sort_by_name(&mut predicates);
        predicates.dedup();
        predicates
    }

    /// The conjunction of all conditions in C++; empty for a pattern without conditions.
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
