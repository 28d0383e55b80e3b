//! The effects of an instruction: whether it reads or writes memory, or has other side effects.

use backend::RecordId;

/// The effects of an instruction, as its record gives them or, if the record leaves them open, as its patterns imply
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionEffects {
    /// Whether the instruction may read memory.
    pub may_load: bool,
    /// Whether the instruction may write memory.
    pub may_store: bool,
    /// Whether the instruction may have effects beyond its operands and memory. If neither its record nor a pattern
    /// decides this and the target allows guessing, the instruction is assumed to have such effects.
    pub has_side_effects: bool,
    /// Whether the instruction only changes the type of a value.
    pub is_bitcast: bool,
    /// Whether the pattern in the instruction's own record has a chain; `None` if the effects are not inferred from
    /// this pattern.
    pub has_chain: Option<bool>,
    /// The record of the pattern from which unknown effects were inferred. `None` if the instruction's record gives all
    /// effects, or if no pattern has this instruction alone as its result.
    pub(crate) inferred_from: Option<RecordId>,
}
