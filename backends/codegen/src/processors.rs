//! The processors of a target.

use backend::{Context, Fatal, Model, Rec, RecordId, record_class, std_sort};

record_class! {
    /// The record of a processor.
    pub struct ProcessorDef("Processor") {
        /// The name on the command line.
        name_on_command_line: string("Name"),
        /// The features of the processor.
        features: list_of_defs("Features"),
        /// The features for which code is tuned.
        tune_features: list_of_defs("TuneFeatures"),
        /// The scheduling model of class `SchedMachineModel`, which describes reads and writes of instructions.
        model: def("SchedModel"),
        /// The scheduling model of class `ProcessorItineraries`. It takes precedence if its list of itineraries is not
        /// empty.
        itineraries: def("ProcItin"),
    }
}

/// The processors of a target. An error if two processors have the same command-line name.
pub struct Processors {
    /// The processors in byte order of their command-line names.
    pub list: Vec<Processor>,
}

/// A processor that the command line can name.
pub struct Processor {
    /// The record of class `Processor`.
    pub rec: RecordId,
    /// The name on the command line.
    pub name: Box<str>,
    /// The record of the scheduling model, or that of the itineraries if these are not empty.
    pub schedule: RecordId,
}

impl Model for Processors {
    fn build(cx: &Context) -> Result<Processors, Fatal> {
        let all = ProcessorDef::all(cx.records)?;
        let named = std_sort::sort_by_read(all, ProcessorDef::name_on_command_line)?;
        if let Some(same) = named.windows(2).find(|it| it[0].0 == it[1].0) {
            let (name, def) = &same[0];
            return Err(def.fatal(format!("Duplicate processor name {name}")));
        }
        let mut list = Vec::new();
        for (name, def) in named {
            list.push(Processor {
                rec: def.id(),
                name: name.into(),
                schedule: schedule(def)?.id(),
            });
        }
        Ok(Processors { list })
    }
}

fn schedule(def: ProcessorDef<'_>) -> Result<Rec<'_>, Fatal> {
    let (model, itineraries) = (def.model()?, def.itineraries()?);
    let has_own = !itineraries.list_of_defs("IID")?.is_empty();
    Ok(if has_own { itineraries } else { model })
}
