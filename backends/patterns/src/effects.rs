//! The effects of an instruction: reading and writing memory, and others.

use backend::RecordId;

/// The effects of an instruction: those of its record and, where that leaves them open, of its patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionEffects {
    /// Whether it may read memory.
    pub may_load: bool,
    /// Whether it may write memory.
    pub may_store: bool,
    /// Whether it may have effects beyond its operands and memory. If neither a record nor a pattern decides this, it
    /// may have them if the target allows guessing.
    pub has_side_effects: bool,
    /// Whether it changes the type of a value and nothing else.
    pub is_bitcast: bool,
    /// Whether the pattern in its own record has a chain; `None` if its effects are not inferred from that pattern.
    pub has_chain: Option<bool>,
    /// The record of the pattern from which unknown effects were inferred. `None` if the instruction's record gives all
    /// effects, or if no pattern has this instruction alone as its result.
    pub(crate) inferred_from: Option<RecordId>,
}
