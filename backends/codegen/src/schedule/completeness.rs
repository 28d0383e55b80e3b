//! The check that complete scheduling models have scheduling information for all instructions.

use backend::{Context, Fatal, RecordId, Records};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::value::ValueId;

use super::Schedule;
use super::classes::NO_ITINERARY;
use super::processor::ProcModel;
use super::types::ClassId;
use crate::instructions::Flags;

/// The advice printed after the errors.
const ADVICE: &str = "Incomplete schedule models found.
- Consider setting 'CompleteModel = 0' while developing new models.
- Pseudo instructions can be marked with 'hasNoSchedulingInfo = 1'.
- Instructions should usually have Sched<[...]> as a superclass, you may temporarily use an empty list.
- Instructions related to unsupported features can be excluded with list<Predicate> UnsupportedFeatures = [HasA,..,HasY]; in the processor model.";

impl Schedule {
    /// Reports each instruction for which a complete model has no scheduling information.
    pub(super) fn check_completeness(&self, cx: &Context) -> Result<(), Fatal> {
        let mut is_complete = true;
        for model in &self.models {
            if !cx.records.rec(model.def).bit("CompleteModel")? {
                continue;
            }
            for ((_, instruction), class) in self.instructions.iter().zip(&self.class_of) {
                if instruction.flags.contains(Flags::HAS_NO_SCHEDULING_INFO) {
                    continue;
                }
                let lacks = self.lacks(cx.records, model, instruction.rec, *class)?;
                if let Some(message) = lacks
                    && !is_unsupported(cx.records, model, instruction.rec)?
                {
                    let rec = cx.records.rec(instruction.rec);
                    cx.report(rec.diagnostic(Severity::Error, message));
                    is_complete = false;
                }
            }
        }
        if is_complete {
            return Ok(());
        }
        cx.report(Diagnostic::new(Severity::Note, None, ADVICE.to_owned()));
        Err(cx.ended("Incomplete schedule model"))
    }

    /// The error message if a model has no scheduling information for an instruction; otherwise `None`. An empty list
    /// `SchedRW` counts as information if the instruction has no itinerary.
    fn lacks(
        &self,
        records: &Records,
        model: &ProcModel,
        instruction: RecordId,
        class: ClassId,
    ) -> Result<Option<String>, Fatal> {
        let rec = || records.rec(instruction);
        if class == ClassId::NONE {
            let is_unknown = rec().value("SchedRW")? == ValueId::UNSET;
            return Ok(is_unknown.then(|| {
                format!(
                    "No schedule information for instruction '{}' in SchedMachineModel '{}'",
                    rec().name(),
                    records.rec(model.def).name()
                )
            }));
        }
        let class = &self.classes[class.index()];
        if !class.writes.is_empty() {
            return Ok(None);
        }
        let itinerary = class.itinerary.map(|it| records.rec(it).name());
        if model.has_itineraries && itinerary.is_some_and(|it| it != NO_ITINERARY) {
            return Ok(None);
        }
        for index in &class.overrides {
            let rec = records.rec(self.overrides[*index].rec);
            if rec.def("SchedModel")?.id() == model.def {
                return Ok(None);
            }
        }
        let (model, name) = (&model.name, rec().name());
        Ok(Some(format!("'{model}' lacks information for '{name}'")))
    }
}

/// Whether the model lists one of the instruction's predicates in `UnsupportedFeatures`.
fn is_unsupported(
    records: &Records,
    model: &ProcModel,
    instruction: RecordId,
) -> Result<bool, Fatal> {
    if model.unsupported.is_empty() {
        return Ok(false);
    }
    let predicates = records.rec(instruction).list_of_defs("Predicates")?;
    Ok(predicates
        .iter()
        .any(|it| model.unsupported.contains(&it.id())))
}
