//! The processors of a target.

use backend::{Context, Fatal, Model, Rec, RecordId, record_class, std_sort};

record_class! {
    /// A processor, as the source defines it.
    pub struct ProcessorDef("Processor") {
        /// Its name on a command line.
        name_on_command_line: string("Name"),
        /// Its features.
        features: list_of_defs("Features"),
        /// The features for tuning code for it.
        tune_features: list_of_defs("TuneFeatures"),
        /// Its schedule by reads and writes, of class `SchedMachineModel`.
        model: def("SchedModel"),
        /// Its schedule by itineraries, which takes precedence if it has any.
        itineraries: def("ProcItin"),
    }
}

/// The processors in byte order of their command-line names. Two with the same name are an error.
pub struct Processors {
    /// In that order.
    pub list: Vec<Processor>,
}

/// A processor.
pub struct Processor {
    /// Its record, of class `Processor`.
    pub rec: RecordId,
    /// On a command line.
    pub name: Box<str>,
    /// The record that its schedule is known by: its model, or its itineraries if it has any of its own.
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
