//! The scheduling of a target's instructions.
//!
//! Instructions list typed reads and writes (`read_writes`) and have an itinerary class. Instructions with equal lists
//! share a scheduling class (`classes`), unless some processors treat them differently. Each processor model specifies
//! the costs of types (`processor`, `resources`, `costs`). A type may have variants, which are selected by predicates
//! on the instruction (`variants`). Each variant leads from a class to another class. `naming` determines the
//! instructions that each pattern of an `InstRW` record names; `idle_parts` finds the parts of such a pattern that add
//! no instruction.

mod aliases;
mod changes;
mod classes;
mod completeness;
mod costs;
mod idle_parts;
mod instregex;
mod naming;
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
pub use idle_parts::{IdlePart, Without};
pub use naming::{InstructionPattern, Naming, NamingRecord};
pub use opcode_predicates::{Condition, OpcodeGroup, OpcodePredicate};
pub use processor::{ProcModel, RegisterCost, RegisterFile};
pub use read_writes::{Alias, ReadWrite, ReadWrites, Sequence, Variant, Variants};
pub use types::{Access, ClassId, ModelId, RwId};

/// The scheduling of a target's instructions.
///
/// Processor models are numbered from 1 in the order of the processors' names; 0 is for processors without a model.
/// Classes are numbered in order of discovery: first the classes of instructions, in the order of the instructions,
/// then the classes that `InstRW` records define, then the classes to which variants lead. 0 is for instructions
/// without scheduling information.
///
/// The model reports the errors of the reference, in the same order. Where the reference does not terminate or fails
/// without a message, an error is reported as well, for example if a model has no processor or a sequence contains
/// itself.
pub struct Schedule {
    /// The instructions that are scheduled.
    pub instructions: Arc<Instructions>,
    /// The processors to which models belong.
    pub processors: Arc<Processors>,
    /// The types of reads and writes.
    pub read_writes: ReadWrites,
    models: Vec<ProcModel>,
    model_ids: FxHashMap<RecordId, ModelId>,
    classes: Vec<SchedClass>,
    /// For each key, the first class with this key.
    keys: FxHashMap<classes::Key, ClassId>,
    /// The number of classes that exist before variants are resolved. They come first.
    explicit: usize,
    class_of: Vec<ClassId>,
    /// The `InstRW` records, which override the reads and writes of instructions for one model, in natural order of
    /// their names.
    pub overrides: Vec<Override>,
    /// The predicates on opcodes, in the order of their first definitions.
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
    /// The processor models in the order of their numbers.
    pub fn models(&self) -> &[ProcModel] {
        &self.models
    }

    /// The model with this id. Panics if the schedule has no such model.
    pub fn model(&self, id: ModelId) -> &ProcModel {
        &self.models[id.index()]
    }

    /// The classes in the order of their numbers.
    pub fn classes(&self) -> &[SchedClass] {
        &self.classes
    }

    /// The classes to which instructions belong before variants are resolved.
    pub fn explicit_classes(&self) -> &[SchedClass] {
        &self.classes[..self.explicit]
    }

    /// The class with this id. Panics if the schedule has no such class.
    pub fn class(&self, id: ClassId) -> &SchedClass {
        &self.classes[id.index()]
    }

    /// The class of an instruction before variants are resolved.
    pub fn class_of(&self, instruction: InstructionId) -> ClassId {
        self.class_of[instruction.index()]
    }

    /// Whether any model has itineraries.
    pub fn has_itineraries(&self) -> bool {
        self.models.iter().any(|it| it.has_itineraries)
    }
}
