//! The scheduling of a target's instructions.
//!
//! Instructions list typed reads and writes (`read_writes`), and belong to itinerary classes. Instructions with the
//! same lists share a class (`classes`), unless single processors treat some of them differently. The costs of types
//! are given per processor model (`processor`, `resources`, `costs`); they may depend on the instruction (`variants`),
//! which leads from a class to others.

mod aliases;
mod changes;
mod classes;
mod completeness;
mod costs;
mod instregex;
mod opcode_predicates;
mod processor;
mod read_writes;
mod resources;
#[cfg(test)]
mod tests;
mod types;
mod variants;

use std::sync::Arc;

use backend::{Context, Fatal, Model, RecordId};
use rustc_hash::FxHashMap;

use self::processor::Models;
use crate::instructions::{InstructionId, Instructions};
use crate::processors::Processors;
use crate::target::Target;

pub use classes::{Override, SchedClass, Transition};
pub use costs::{Advance, ClassCost, Costs, Latency, ResourceUse};
pub use opcode_predicates::{Condition, OpcodeGroup, OpcodePredicate};
pub use processor::{ProcModel, RegisterCost, RegisterFile};
pub use read_writes::{Alias, ReadWrite, ReadWrites, Sequence, Variant, Variants};
pub use types::{Access, ClassId, ModelId, RwId};

/// The scheduling of a target's instructions.
///
/// Processor models are numbered in the order of the processors' names, from 1; 0 is for processors without one.
/// Classes are numbered in order of discovery: first those of instructions in the order of their numbers, then those
/// that records of class `InstRW` make, then those that variants lead to; 0 is for instructions without scheduling
/// information.
///
/// The errors are those of the reference, in its order. Inputs for which it does not end or fails without a message,
/// such as a model without a processor or a sequence that contains itself, are errors as well.
pub struct Schedule {
    /// The instructions that are scheduled.
    pub instructions: Arc<Instructions>,
    /// The processors that models are of.
    pub processors: Arc<Processors>,
    /// The types of reads and writes.
    pub read_writes: ReadWrites,
    models: Vec<ProcModel>,
    model_ids: FxHashMap<RecordId, ModelId>,
    classes: Vec<SchedClass>,
    /// The first of equal classes.
    keys: FxHashMap<classes::Key, ClassId>,
    /// The number of classes that contain instructions.
    explicit: usize,
    class_of: Vec<ClassId>,
    /// `InstRW`s: reads and writes of instructions in single models, in natural order of names.
    pub overrides: Vec<Override>,
    /// The functions that processors define for groups of opcodes, in the order of their first definitions.
    pub opcode_predicates: Vec<OpcodePredicate>,
}

impl Model for Schedule {
    fn build(cx: &Context) -> Result<Schedule, Fatal> {
        let records = cx.records;
        cx.model::<Target>()?;
        let processors = cx.model::<Processors>()?;
        let mut models = Models::default();
        models.collect(records, &processors)?;
        let instructions = cx.model::<Instructions>()?;
        let mut schedule = Schedule {
            read_writes: ReadWrites::collect(records, &instructions)?,
            instructions,
            processors,
            models: models.list,
            model_ids: models.ids,
            classes: Vec::new(),
            keys: FxHashMap::default(),
            explicit: 0,
            class_of: Vec::new(),
            overrides: Vec::new(),
            opcode_predicates: Vec::new(),
        };
        schedule.collect_classes(records)?;
        schedule.collect_itineraries(records)?;
        schedule.collect_itinerary_uses(records)?;
        schedule.infer_classes(records)?;
        schedule.collect_resources(records)?;
        schedule.collect_units(cx)?;
        schedule.check_completeness(cx)?;
        schedule.collect_opcode_predicates(records)?;
        Ok(schedule)
    }
}

impl Schedule {
    /// The models of processors by their numbers.
    pub fn models(&self) -> &[ProcModel] {
        &self.models
    }

    /// The model of a number. Panics if it is no number of this schedule.
    pub fn model(&self, id: ModelId) -> &ProcModel {
        &self.models[id.index()]
    }

    /// The classes by their numbers.
    pub fn classes(&self) -> &[SchedClass] {
        &self.classes
    }

    /// The classes that instructions are in, as far as variants have not been resolved.
    pub fn explicit_classes(&self) -> &[SchedClass] {
        &self.classes[..self.explicit]
    }

    /// The class of a number. Panics if it is no number of this schedule.
    pub fn class(&self, id: ClassId) -> &SchedClass {
        &self.classes[id.index()]
    }

    /// The class of an instruction.
    pub fn class_of(&self, instruction: InstructionId) -> ClassId {
        self.class_of[instruction.index()]
    }

    /// Whether any model has itineraries.
    pub fn has_itineraries(&self) -> bool {
        self.models.iter().any(|it| it.has_itineraries)
    }
}
