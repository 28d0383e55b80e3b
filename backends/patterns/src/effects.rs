//! What an instruction does: whether it reads or writes memory and has other effects.

use backend::RecordId;

/// What an instruction does: what its record says and, where that leaves it open, its patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionEffects {
    pub may_load: bool,
    pub may_store: bool,
    pub has_side_effects: bool,
    pub is_bitcast: bool,
    /// Whether its own pattern has a chain; `None` if it has no pattern that says so.
    pub has_chain: Option<bool>,
    /// The record of the pattern that decided what was left open.
    pub inferred_from: Option<RecordId>,
}
