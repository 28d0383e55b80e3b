//! What an instruction does: whether it reads or writes memory and has other effects.

use backend::RecordId;

/// What an instruction does: what its record says and, where that leaves it open, its patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionEffects {
    /// Whether it may read memory.
    pub may_load: bool,
    /// Whether it may write memory.
    pub may_store: bool,
    /// Whether it may do something that neither its operands nor memory show. If neither record nor pattern says so, it
    /// may where the target lets that be guessed.
    pub has_side_effects: bool,
    /// Whether it changes the type of a value and nothing else.
    pub is_bitcast: bool,
    /// Whether its own pattern has a chain; `None` if it has no pattern that says so.
    pub has_chain: Option<bool>,
    /// The record of the pattern that decided what was left open; `None` if nothing was, or no pattern makes this
    /// instruction alone.
    pub(crate) inferred_from: Option<RecordId>,
}
