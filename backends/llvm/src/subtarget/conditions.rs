//! Conditions of scheduling variants, and their C++ text.

use std::fmt::Write as _;

use backend::{Fatal, Rec, Release, bail};

use crate::predicate::Expander;

/// The properties of a condition that determine how a transition with this condition is written.
#[derive(Clone, Copy)]
pub(super) struct ConditionKind {
    /// Whether the condition can be tested on an `MCInst` as well.
    pub(super) is_general: bool,
    pub(super) is_true: bool,
}

mod changes {
    use super::Release;

    /// Whether a condition may test a feature or combine other conditions: since LLVM 22.
    pub(super) fn has_combiners(release: Release) -> bool {
        release >= Release::V22
    }
}

/// A record of class `SchedPredicateBase`, by the kind of condition.
enum Condition<'a> {
    OfInstruction(Rec<'a>),
    Feature(Rec<'a>),
    Not(Rec<'a>),
    All(Vec<Rec<'a>>),
    Any(Vec<Rec<'a>>),
    Code(Rec<'a>),
}

fn read(rec: Rec) -> Result<Condition, Fatal> {
    if rec.is_a("MCSchedPredicate") {
        return Ok(Condition::OfInstruction(rec));
    }
    if !changes::has_combiners(rec.records().release()) {
        return Ok(Condition::Code(rec));
    }
    if rec.is_a("FeatureSchedPredicate") {
        return Ok(Condition::Feature(rec));
    }
    if !rec.is_a("SchedPredicateCombiner") {
        return Ok(Condition::Code(rec));
    }
    let parts = rec.list_of_defs("Predicates")?;
    if parts.is_empty() {
        bail!(rec, "Empty SchedPredicateCombiner is not allowed");
    }
    if rec.is_a("NotSchedPred") {
        let [part] = parts[..] else {
            bail!(rec, "NotSchedPred can only have a single sub-predicate.");
        };
        return Ok(Condition::Not(part));
    }
    Ok(if rec.is_a("AllOfSchedPreds") {
        Condition::All(parts)
    } else {
        Condition::Any(parts)
    })
}

/// The maximum nesting depth of conditions.
const MAX_DEPTH: usize = 1000;

pub(super) fn kind(rec: Rec) -> Result<ConditionKind, Fatal> {
    let is_true = rec.is_a("MCSchedPredicate") && rec.def("Pred")?.is_a("MCTrue");
    Ok(ConditionKind {
        is_general: is_general(rec, 0)?,
        is_true,
    })
}

fn is_general(rec: Rec, depth: usize) -> Result<bool, Fatal> {
    if depth == MAX_DEPTH {
        bail!(rec, "conditions nest too deeply");
    }
    let parts = match read(rec)? {
        Condition::OfInstruction(_) | Condition::Feature(_) => return Ok(true),
        Condition::Code(_) => return Ok(false),
        Condition::Not(part) => vec![part],
        Condition::All(parts) | Condition::Any(parts) => parts,
    };
    for part in parts {
        if !is_general(part, depth + 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Appends the C++ text of a condition. If `is_part` is true, the condition is part of another condition, and is put in
/// parentheses if necessary.
pub(super) fn expand(expander: &mut Expander, rec: Rec, is_part: bool) -> Result<(), Fatal> {
    expand_within(expander, rec, is_part, 0)
}

fn expand_within(
    expander: &mut Expander,
    rec: Rec,
    is_part: bool,
    depth: usize,
) -> Result<(), Fatal> {
    if depth == MAX_DEPTH {
        bail!(rec, "conditions nest too deeply");
    }
    let (parts, operator) = match read(rec)? {
        Condition::OfInstruction(rec) => return expander.expand(rec.def("Pred")?),
        Condition::Feature(rec) => {
            let subtarget = if expander.for_machine_code {
                "STI."
            } else {
                "this->"
            };
            let (target, feature) = (expander.target, rec.def("Feature")?.name());
            let _ = write!(expander.text, "{subtarget}hasFeature({target}::{feature})");
            return Ok(());
        }
        Condition::Code(rec) => {
            let text = rec.string("Predicate")?;
            let _ = if is_part {
                write!(expander.text, "({text})")
            } else {
                write!(expander.text, "{text}")
            };
            return Ok(());
        }
        Condition::Not(part) => {
            expander.text.push('!');
            return expand_within(expander, part, true, depth + 1);
        }
        Condition::All(parts) => (parts, " && "),
        Condition::Any(parts) => (parts, " || "),
    };
    if is_part {
        expander.text.push('(');
    }
    let has_many = parts.len() > 1;
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            expander.text.push_str(operator);
        }
        expand_within(expander, part, has_many, depth + 1)?;
    }
    if is_part {
        expander.text.push(')');
    }
    Ok(())
}
