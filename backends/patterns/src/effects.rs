//! The effects of an instruction: reading and writing memory, and others.

use backend::RecordId;

/// The effects of an instruction: those of its record and, where that leaves them open, of its patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionEffects {
    /// Whether it may read memory.
    pub may_load: bool,
    /// Whether it may write memory.
    pub may_store: bool,
    /// Whether it may have effects beyond its operands and memory. If neither record nor pattern decide, it may if the
    /// target allows guessing.
    pub has_side_effects: bool,
    /// Whether it changes the type of a value and nothing else.
    pub is_bitcast: bool,
    /// Whether its own pattern has a chain; `None` without a pattern that decides it.
    pub has_chain: Option<bool>,
    /// The record of the pattern that decided open effects; `None` if there were none, or if no pattern has this
    /// instruction alone as its result.
    pub(crate) inferred_from: Option<RecordId>,
}
