//! `-gen-global-isel-combiner`: match tables for passes that simplify generic instructions.
//!
//! A combine rule has patterns to match, and patterns or C++ code to apply. [`parser`] reads patterns into [`pattern`]s
//! and [`fragment`]s. [`rule`] combines the patterns of a rule and checks them with [`types`]. [`matching`] and
//! [`applying`] convert the patterns to rules of match tables, and [`emitter`] writes the class of a combiner.

mod applying;
mod changes;
mod code;
mod dump;
mod emitter;
mod fragment;
mod intrinsic;
mod matching;
mod parser;
mod pattern;
mod register_types;
mod reporter;
mod rule;
mod shadows;
#[cfg(test)]
mod tests;
mod types;

use std::sync::Arc;

use backend::{Backend, BackendOption, Context, Fatal, Output, RecordId, bail};
use target_model::instructions::{InstructionId, Instructions};
use target_model::target::Target;

use crate::global_isel::LowLevelType;
use crate::global_isel::features::Features;
use code::Pool;
use fragment::Fragments;
pub use shadows::ShadowedCombines;

const COMBINERS: BackendOption = BackendOption::text(
    "combiners",
    "The combiners to emit, with commas between (-gen-global-isel-combiner)",
);
const STOP_AFTER_PARSE: BackendOption = BackendOption::flag(
    "gicombiner-stop-after-parse",
    "Write how rules are understood instead (-gen-global-isel-combiner)",
);
const DEBUG_CODE: BackendOption = BackendOption::flag(
    "gicombiner-debug-cxxpreds",
    "Say in C++ code which alternatives of fragments it is for (-gen-global-isel-combiner)",
);
const DEBUG_TYPES: BackendOption = BackendOption::flag(
    "gicombiner-debug-typeinfer",
    "Say how types are inferred (-gen-global-isel-combiner)",
);

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-global-isel-combiner",
    "Define classes that simplify generic instructions",
    &["GICombiner"],
    write,
)
.options(&[COMBINERS, STOP_AFTER_PARSE, DEBUG_CODE, DEBUG_TYPES]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = cx.model::<Target>()?;
    let Some(selected) = cx.options.given_text(&COMBINERS) else {
        bail!(cx.records, "No combiners selected with -combiners");
    };
    let mut unit = None;
    for name in selected.split(',') {
        let Some(combiner) = cx.records.def(name) else {
            bail!(cx.records, "Could not find {name}");
        };
        let unit = match &mut unit {
            Some(unit) => unit,
            none => none.insert(Unit::new(cx)?),
        };
        emitter::write(out, unit, &target.name, name, combiner)?;
    }
    Ok(())
}

/// The state shared by all combiners of a run.
struct Unit<'a> {
    cx: &'a Context<'a>,
    instructions: Arc<Instructions>,
    fragments: Fragments,
    /// The pieces of C++ code that check (`checks`) and rewrite (`actions`) matched instructions.
    checks: Pool,
    actions: Pool,
    /// The conditions (records of class `Predicate`) of the current combiner's rules.
    features: Features,
    /// The types that rules mention, each with the record of the rule.
    types: Vec<(LowLevelType, RecordId)>,
    /// The number of match table rules so far.
    rules: u64,
    /// The number of unknown operand types so far. It makes the names of these types unique.
    unknown_types: u32,
    debug: Debug,
}

/// The options for debugging output.
struct Debug {
    stop_after_parse: bool,
    code: bool,
    types: bool,
}

impl<'a> Unit<'a> {
    fn new(cx: &'a Context<'a>) -> Result<Unit<'a>, Fatal> {
        Ok(Unit {
            cx,
            instructions: cx.model::<Instructions>()?,
            fragments: Fragments::default(),
            checks: Pool::default(),
            actions: Pool::default(),
            features: Features::default(),
            types: Vec::new(),
            rules: 0,
            unknown_types: 0,
            debug: Debug {
                stop_after_parse: cx.options.is_on(&STOP_AFTER_PARSE),
                code: cx.options.is_on(&DEBUG_CODE),
                types: cx.options.is_on(&DEBUG_TYPES),
            },
        })
    }

    /// The id of an instruction. An error if the target has no such instruction.
    fn opcode(&self, instruction: backend::Rec) -> Result<InstructionId, Fatal> {
        let number = self.instructions.number(instruction);
        number.ok_or_else(|| {
            instruction.fatal(format!(
                "'{}' is not an instruction of LLVM",
                instruction.name()
            ))
        })
    }
}
