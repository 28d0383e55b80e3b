//! Differences between releases in combiners.

use elaborate::records::Release;
use elaborate::symbol::Sym;

use super::pattern::{InstructionPattern, PatternType};
use super::reporter::Reporter;

/// The names of a rule's fields for matching and applying. LLVM 21 renamed them, since one field may do both.
pub(super) fn actions(release: Release) -> [&'static str; 2] {
    if has_combine_action(release) {
        ["Action0", "Action1"]
    } else {
        ["Match", "Apply"]
    }
}

/// Whether one action can both match and apply. True since LLVM 21.
pub(super) fn has_combine_action(release: Release) -> bool {
    release >= Release::V21
}

/// Reports types that `match` patterns must not have; returns whether there are any. Since LLVM 21, packs of operands
/// are allowed.
pub(super) fn refuse_types_of_matches(
    pattern: &InstructionPattern,
    name: Sym,
    reporter: Reporter,
) -> bool {
    let (class, is_refused): (_, fn(PatternType) -> bool) = if reporter.cx.release() >= Release::V21
    {
        ("GITypeOf", |ty| matches!(ty, PatternType::TypeOf(_)))
    } else {
        ("GISpecialType", PatternType::is_special)
    };
    let reason = format!("{class} is not supported in 'match' patterns");
    pattern.refuse_types(name, &reason, is_refused, reporter)
}
