//! Functions that resolve a variant scheduling class to the class of an instruction.

use std::fmt::Write as _;

use backend::{Fatal, Output, Rec, RecordId};
use rustc_hash::FxHashMap;
use target_model::schedule::{ModelId, SchedClass, Transition};

use super::Emitter;
use super::conditions::{self, ConditionKind};
use crate::predicate::Expander;

/// The kind of each predicate that occurs in a transition.
#[derive(Default)]
pub(super) struct Predicates(FxHashMap<RecordId, ConditionKind>);

impl Predicates {
    pub(super) fn collect(emitter: &Emitter) -> Result<Predicates, Fatal> {
        let mut kinds = FxHashMap::default();
        let classes = emitter.schedule.classes().iter();
        for id in classes
            .flat_map(|it| &it.transitions)
            .flat_map(|it| &it.predicates)
        {
            if kinds.contains_key(id) {
                continue;
            }
            kinds.insert(*id, conditions::kind(emitter.records.rec(*id))?);
        }
        Ok(Predicates(kinds))
    }

    fn all(&self, transition: &Transition, is: impl Fn(&ConditionKind) -> bool) -> bool {
        transition.predicates.iter().all(|it| is(&self.0[it]))
    }

    fn is_general(&self, transition: &Transition) -> bool {
        self.all(transition, |it| it.is_general)
    }
}

/// The indentation of a conditional transition, in steps of two spaces.
const DEPTH: usize = 3;

impl Emitter<'_> {
    /// Writes the code that the target inserts before the resolution (`PredicateProlog`).
    pub(super) fn push_prolog(&self, out: &mut Output) -> Result<(), Fatal> {
        out.try_each(
            self.records.derived("PredicateProlog")?,
            |out, prolog: Rec| {
                writeln!(out, "{}", prolog.string("Code")?);
                Ok(())
            },
        )
    }

    /// Writes the body of a function that resolves scheduling classes, for `MCInst` or for `MachineInstr`.
    pub(super) fn push_resolver(
        &self,
        out: &mut Output,
        for_machine_code: bool,
    ) -> Result<(), Fatal> {
        let is_shown = |class: &SchedClass| {
            let mut transitions = class.transitions.iter();
            transitions.any(|it| !for_machine_code || self.predicates.is_general(it))
        };
        let classes = self.schedule.classes().iter().enumerate();
        let mut classes = classes.filter(|(_, class)| is_shown(class)).peekable();
        if classes.peek().is_some() {
            out.push("  switch (SchedClass) {\n");
            for (number, class) in classes {
                self.push_case(out, number, class, for_machine_code)?;
            }
            out.push("  };\n");
        }
        out.push(if for_machine_code {
            "  // Don't know how to resolve this scheduling class.\n  return 0;\n"
        } else {
            "  report_fatal_error(\"Expected a variant SchedClass\");\n"
        });
        Ok(())
    }

    fn push_case(
        &self,
        out: &mut Output,
        number: usize,
        class: &SchedClass,
        for_machine_code: bool,
    ) -> Result<(), Fatal> {
        self.sources_of_class(out, class);
        writeln!(out, "  case {number}: // {}", class.name);
        let mut models: Vec<ModelId> = class.transitions.iter().map(|it| it.model).collect();
        models.sort_unstable();
        models.dedup();
        let mut expander = Expander::new(self.target);
        expander.for_machine_code = for_machine_code;
        for id in models {
            let model = self.schedule.model(id);
            let processor = if for_machine_code {
                "CPUID"
            } else {
                "SchedModel->getProcessorID()"
            };
            out.of(self.records.rec(model.def), |out| {
                writeln!(out, "    if ({processor} == {}) {{ // {}", id.0, model.name);
            });
            let mut last = None;
            for transition in class.transitions.iter().filter(|it| it.model == id) {
                if for_machine_code && !self.predicates.is_general(transition) {
                    continue;
                }
                // The unconditional transition is written last.
                if self.predicates.all(transition, |it| it.is_true) {
                    last = Some(transition);
                    continue;
                }
                expander.indent = DEPTH;
                self.push_transition(out, transition, &mut expander)?;
            }
            if let Some(last) = last {
                self.push_transition(out, last, &mut expander)?;
            }
            out.push("    }\n");
        }
        self.sources_of_class(out, class);
        if class.is_inferred() {
            writeln!(out, "    return {number};");
        }
        out.no_source();
        out.push("    break;\n");
        Ok(())
    }

    fn push_transition(
        &self,
        out: &mut Output,
        transition: &Transition,
        expander: &mut Expander,
    ) -> Result<(), Fatal> {
        let to = self.schedule.class(transition.to);
        let predicates = transition.predicates.iter();
        let predicates = predicates.filter(|it| !self.predicates.0[it].is_true);
        let predicates: Vec<Rec> = predicates.map(|it| self.records.rec(*it)).collect();
        expander.text.clear();
        let _ = write!(expander.text, "{:1$}", "", expander.indent * 2);
        if !predicates.is_empty() {
            expander.text.push_str("if (");
            expander.indent += 2;
            for (index, predicate) in predicates.iter().enumerate() {
                if index > 0 {
                    let _ = write!(expander.text, "\n{:1$}&& ", "", expander.indent * 2);
                }
                conditions::expand(expander, *predicate, predicates.len() > 1)?;
            }
            expander.indent -= 1;
            let _ = write!(expander.text, ")\n{:1$}", "", expander.indent * 2);
            expander.indent -= 1;
        }
        let sources = transition.predicates.iter();
        let sources: Vec<Rec> = sources.map(|it| self.records.rec(*it)).collect();
        out.push_from(&sources, &expander.text);
        sources.iter().for_each(|it| out.source(*it));
        self.sources_of_class(out, to);
        writeln!(out, "return {}; // {}", transition.to.0, to.name);
        out.no_source();
        Ok(())
    }

    /// Writes the function that returns the fusion predicates of a subtarget. Writes nothing if the target has no
    /// fusions.
    pub(super) fn push_fusions(&self, out: &mut Output, class: &str) {
        if self.fusions.is_empty() {
            return;
        }
        write!(
            out,
            "std::vector<MacroFusionPredTy> {class}::getMacroFusions() const {{\n\
             \x20 std::vector<MacroFusionPredTy> Fusions;\n"
        );
        out.each(self.fusions.iter().copied(), |out, fusion| {
            let (target, name) = (self.target, fusion.name());
            writeln!(
                out,
                "  if (hasFeature({target}::{name})) Fusions.push_back(llvm::is{name});"
            );
        });
        out.push("  return Fusions;\n}\n");
    }

    /// Source map: the output that follows also comes from `records`.
    pub(super) fn sources(&self, out: &mut Output, records: &[RecordId]) {
        if out.keeps_map() {
            for id in records {
                out.source(*id);
            }
        }
    }

    /// Source map: the output that follows also comes from the records of a scheduling class.
    pub(super) fn sources_of_class(&self, out: &mut Output, class: &SchedClass) {
        if out.keeps_map() {
            self.sources(out, &self.schedule.records_of(class));
        }
    }
}
