//! Effects of instructions, inferred from their patterns.

#[cfg(test)]
mod tests;

use backend::{Context, Diagnostic, Fatal, Rec, RecordId};
use elaborate::diagnostic::Severity;
use smallvec::SmallVec;
use target_model::instructions::{Flags, Instruction, InstructionId};
use target_model::intrinsics::MemoryEffects;

use crate::effects::InstructionEffects;
use crate::pattern::Pattern;
use crate::patterns::Patterns;
use crate::properties::Properties;
use crate::tree::Tree;

/// The effects of a matched tree.
#[derive(Clone, Copy, Default)]
struct TreeEffects {
    may_load: bool,
    may_store: bool,
    has_side_effects: bool,
    is_variadic: bool,
    has_chain: bool,
    is_bitcast: bool,
}

/// The effects of a pattern's source, and the instructions of its result.
struct Replacement {
    /// The effects of the matched tree.
    found: TreeEffects,
    made: Made,
}

/// The instructions of a result, in the order of the tree.
type Made = SmallVec<[InstructionId; 4]>;

impl Patterns {
    /// Infers the effects of instructions. An effect that an instruction's record leaves open is taken from the first
    /// pattern whose result is this instruction alone.
    ///
    /// It is an error if a record contradicts its pattern, or if an effect remains unknown and the target does not
    /// allow guessing.
    pub(crate) fn infer_effects(&mut self, cx: &Context) -> Result<(), Fatal> {
        let instructions = self.instructions.iter();
        let recorded = instructions.map(|(_, it)| InstructionEffects::of_record(it));
        let mut effects: Vec<_> = recorded.collect();
        let replacements = self.list.iter().map(|it| self.replacement(it));
        let replacements: Vec<_> = replacements.collect();
        self.infer_from_patterns(cx, &replacements, &mut effects)?;
        self.settle_open(cx, &mut effects)?;
        self.verify(cx, &replacements, &effects)?;
        self.effects = effects;
        Ok(())
    }

    fn infer_from_patterns(
        &self,
        cx: &Context,
        replacements: &[Replacement],
        effects: &mut [InstructionEffects],
    ) -> Result<(), Fatal> {
        let mut has_conflict = false;
        for (pattern, Replacement { found, made }) in self.list.iter().zip(replacements) {
            let [made] = made[..] else { continue };
            let known = &mut effects[made.index()];
            if known.inferred_from.is_some() {
                continue;
            }
            let instruction = self.instructions.get(made);
            let rec = cx.records.rec(pattern.rec);
            has_conflict |= is_contradicted(cx, rec, instruction, known, *found);
            known.infer(rec, instruction, *found);
        }
        if has_conflict {
            return Err(cx.ended("pattern conflicts"));
        }
        Ok(())
    }

    /// Settles the effects that neither a record nor a pattern has decided. If the target allows guessing, an
    /// instruction with unknown side effects is assumed to have side effects. Otherwise, each unknown effect is an
    /// error.
    fn settle_open(&self, cx: &Context, effects: &mut [InstructionEffects]) -> Result<(), Fatal> {
        let target = cx.records.rec(self.instructions.target.rec);
        let guess = target
            .def("InstructionSet")?
            .bit("guessInstructionProperties")?;
        for ((_, instruction), effects) in self.instructions.iter().zip(effects) {
            if effects.inferred_from.is_some() {
                continue;
            }
            let open = instruction.effects;
            if guess {
                effects.has_side_effects |= open.has_side_effects.is_none();
                continue;
            }
            let open = [
                ("hasSideEffects", open.has_side_effects),
                ("mayStore", open.may_store),
                ("mayLoad", open.may_load),
            ];
            for (field, value) in open {
                if value.is_none() {
                    let rec = cx.records.rec(instruction.rec);
                    let message = format!("Can't infer {field} from patterns");
                    cx.report(rec.diagnostic(Severity::Error, message));
                }
            }
        }
        Ok(())
    }

    /// Checks that the result of each pattern has the effects of the pattern's source.
    fn verify(
        &self,
        cx: &Context,
        replacements: &[Replacement],
        effects: &[InstructionEffects],
    ) -> Result<(), Fatal> {
        let mut has_error = false;
        for (pattern, Replacement { found, made }) in self.list.iter().zip(replacements) {
            if made.is_empty() {
                continue;
            }
            let any = |does: fn(&InstructionEffects) -> bool| {
                made.iter().any(|it| does(&effects[it.index()]))
            };
            let missing = [
                (
                    found.has_side_effects && !any(|it| it.has_side_effects),
                    "pattern has side effects, but hasSideEffects isn't set",
                ),
                // A store is only checked if the pattern has no side effects, and a load only if the pattern has no
                // store.
                (
                    !found.has_side_effects && found.may_store && !any(|it| it.may_store),
                    "pattern may store, but mayStore isn't set",
                ),
                (
                    !found.may_store && found.may_load && !any(|it| it.may_load),
                    "pattern may load, but mayLoad isn't set",
                ),
            ];
            let missing = missing.into_iter().filter(|(is_missing, _)| *is_missing);
            let messages: Vec<_> = missing.map(|(_, message)| message).collect();
            if !messages.is_empty() {
                has_error = true;
                self.report_missing(cx, pattern, made, &messages, effects);
            }
        }
        if has_error {
            return Err(cx.ended("Errors in DAG patterns"));
        }
        Ok(())
    }

    fn report_missing(
        &self,
        cx: &Context,
        pattern: &Pattern,
        made: &Made,
        messages: &[&str],
        effects: &[InstructionEffects],
    ) {
        let error = |rec: RecordId, message: &str| {
            let rec = cx.records.rec(rec);
            rec.diagnostic(Severity::Error, message.to_owned())
        };
        let mut others = Vec::new();
        for made in made {
            let instruction = self.instructions.get(*made).rec;
            if instruction != pattern.rec {
                others.push(error(instruction, "defined here"));
            }
            let from = effects[made.index()].inferred_from;
            let from = from.filter(|it| *it != instruction && *it != pattern.rec);
            others.extend(from.map(|it| error(it, "inferred from pattern")));
        }
        let place = match made.len() {
            1 => "instruction",
            _ => "output instructions",
        };
        for message in messages {
            let said = error(pattern.rec, &format!("{message} on the {place}"));
            let hint = |said: Diagnostic, it: &Diagnostic| {
                let hint = (it.at, it.message.clone());
                if said.hints.contains(&hint) {
                    said
                } else {
                    said.with_hint(hint.0, hint.1)
                }
            };
            cx.report(others.iter().fold(said, hint));
        }
        // Editors show these errors as hints of the errors above. The reference reports them separately.
        for other in others {
            cx.report(other.for_reference());
        }
    }

    fn replacement(&self, pattern: &Pattern) -> Replacement {
        let mut made = Made::new();
        self.dst(pattern)
            .for_each(&mut |it| made.extend(it.instruction()));
        Replacement {
            found: self.effects_of(self.src(pattern)),
            made,
        }
    }

    fn effects_of(&self, tree: Tree) -> TreeEffects {
        let mut effects = TreeEffects::default();
        tree.for_each(&mut |it| self.add_effects(it, &mut effects));
        effects.is_bitcast = self.is_bitcast(tree)
            && !effects.has_side_effects
            && !effects.may_load
            && !effects.may_store
            && !effects.is_variadic;
        effects
    }

    fn add_effects(&self, tree: Tree, effects: &mut TreeEffects) {
        let properties = self.properties(tree);
        let has = |property| properties.contains(property);
        effects.may_store |= has(Properties::MAY_STORE);
        effects.may_load |= has(Properties::MAY_LOAD);
        effects.has_side_effects |= has(Properties::SIDE_EFFECT);
        if tree.is_leaf() {
            return;
        }
        effects.is_variadic |= has(Properties::VARIADIC);
        effects.has_chain |= has(Properties::HAS_CHAIN);
        if let Some(intrinsic) = self.intrinsic(tree) {
            effects.may_load |= intrinsic.memory.reads();
            effects.may_store |= intrinsic.memory.writes();
            effects.has_side_effects |=
                intrinsic.has_side_effects || intrinsic.memory == MemoryEffects::UNKNOWN;
        }
    }

    /// Whether a tree does nothing but change the type of a leaf.
    fn is_bitcast(&self, tree: Tree) -> bool {
        let [child] = tree.node().children[..] else {
            return false;
        };
        let node = self.sd_node(&tree);
        self.tree(child).is_leaf()
            && node.is_some_and(|it| {
                it.results == 1 && it.operands == Some(1) && it.opcode == "ISD::BITCAST"
            })
    }
}

impl InstructionEffects {
    fn of_record(instruction: &Instruction) -> InstructionEffects {
        let effects = instruction.effects;
        InstructionEffects {
            may_load: effects.may_load == Some(true),
            may_store: effects.may_store == Some(true),
            has_side_effects: effects.has_side_effects == Some(true),
            is_bitcast: instruction.flags.contains(Flags::IS_BITCAST),
            has_chain: None,
            inferred_from: None,
        }
    }

    fn infer(&mut self, rec: Rec, instruction: &Instruction, found: TreeEffects) {
        let said = instruction.effects;
        if said.may_load.is_none() || said.may_store.is_none() || said.has_side_effects.is_none() {
            self.inferred_from = Some(rec.id());
        }
        self.has_side_effects |= found.has_side_effects;
        self.may_store |= found.may_store;
        self.may_load |= found.may_load;
        if rec.is_a("Instruction") {
            self.is_bitcast |= found.is_bitcast;
            self.has_chain = Some(self.has_chain == Some(true) || found.has_chain);
        }
    }
}

/// Reports each effect of a pattern that the instruction's record denies, and a store that the record claims but the
/// pattern lacks; returns whether anything was reported. The record may claim other effects that the pattern lacks: the
/// instruction may trap, or load an immediate.
fn is_contradicted(
    cx: &Context,
    rec: Rec,
    instruction: &Instruction,
    known: &InstructionEffects,
    found: TreeEffects,
) -> bool {
    let said = instruction.effects;
    let report = |flag: &str, value: bool| {
        let message = format!("Pattern doesn't match {flag} = {}", u8::from(value));
        cx.report(rec.diagnostic(Severity::Error, message));
    };
    let side_effects =
        said.has_side_effects.is_some() && found.has_side_effects && !known.has_side_effects;
    if side_effects {
        report("hasSideEffects", known.has_side_effects);
    }
    let stores = said.may_store.is_some() && found.may_store != known.may_store;
    if stores {
        report("mayStore", known.may_store);
    }
    let loads = said.may_load.is_some() && found.may_load && !known.may_load;
    if loads {
        report("mayLoad", known.may_load);
    }
    side_effects || stores || loads
}
