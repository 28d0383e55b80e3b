//! How the instructions of a target are scheduled.
//!
//! Instructions say what they write and read in types (`read_writes`), and belong to itinerary classes. Instructions
//! that say the same are of one class (`classes`), unless something is said of some of them for single processors. What
//! a type costs is said for each model of processors (`processor`, `resources`, `costs`); it may depend on the
//! instruction at hand (`variants`), which leads from a class to others.

mod aliases;
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

/// How the instructions of a target are scheduled.
///
/// Models of processors are numbered as the processors come by their names, from 1; 0 is for processors without any.
/// Classes are numbered as they are found: first those of instructions in the order of their numbers, then those that
/// records of class `InstRW` make, then those that variants lead to; 0 is for instructions of which nothing is known.
///
/// The errors are those of the reference, in its order. Where it would not end or fail without a word, as for a model
/// that no processor has or for a sequence that is part of itself, an error says so.
pub struct Schedule {
    /// The instructions that are scheduled.
    pub instructions: Arc<Instructions>,
    /// The processors that models are of.
    pub processors: Arc<Processors>,
    /// What instructions write and read.
    pub read_writes: ReadWrites,
    models: Vec<ProcModel>,
    model_ids: FxHashMap<RecordId, ModelId>,
    classes: Vec<SchedClass>,
    /// The first of equal classes.
    keys: FxHashMap<classes::Key, ClassId>,
    /// How many classes there are that instructions are in.
    explicit: usize,
    class_of: Vec<ClassId>,
    /// `InstRW`s: what instructions read and write in single models, in the order of names with numbers by their size.
    pub overrides: Vec<Override>,
    /// The functions that processors define for groups of opcodes, in the order in which records define them first.
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
