//! The scheduling models of processors.

use backend::{Context, Fatal, Rec, RecordId, Records, record_class};
use elaborate::value::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Schedule;
use super::types::{ModelId, RwId};
use crate::processors::Processors;

record_class! {
    struct ItinRwDef("ItinRW") {
        matched: list_of_defs("MatchedItinClasses"),
        uses: list_of_defs("OperandReadWrites"),
    }
}

record_class! {
    struct RegisterFileDef("RegisterFile") {
        model: def("SchedModel"),
        moves: int("MaxMovesEliminatedPerCycle"),
        zero_only: bit("AllowZeroMoveEliminationOnly"),
        registers: int("NumPhysRegs"),
        classes: list_of_defs("RegClasses"),
        costs: list_of_ints("RegCosts"),
        elimination: list("AllowMoveElimination"),
    }
}

/// A scheduling model, which several processors may share.
pub struct ProcModel {
    /// The number of the model, which is its index among all models.
    pub id: ModelId,
    /// The name of the record that defines the model. For a record of class `ProcessorItineraries` with itineraries,
    /// `Model` is appended.
    pub name: String,
    /// The record of class `SchedMachineModel`.
    pub def: RecordId,
    /// The record of class `ProcessorItineraries`. It may list no itineraries.
    pub itineraries: RecordId,
    /// Whether the record `itineraries` lists any itinerary.
    pub has_itineraries: bool,
    /// The itinerary of each class that exists before variants are resolved. Empty if the model has no itineraries.
    pub itinerary_of_class: Vec<Option<RecordId>>,
    /// The `ItinRW` records: the reads and writes of itinerary classes.
    pub(super) itinerary_uses: Vec<ItineraryUses>,
    /// For each itinerary class, the indices in `itinerary_uses` of the entries that match the class.
    pub(super) uses_of_itinerary: FxHashMap<RecordId, Vec<usize>>,
    /// The records in `UnsupportedFeatures`. The processors do not support instructions that have one of these records
    /// as a predicate.
    pub(super) unsupported: FxHashSet<RecordId>,
    /// The costs of writes: records of class `WriteRes` or `SchedWriteRes`. This list and the next two are in natural
    /// order of names.
    pub write_resources: Vec<RecordId>,
    /// The advances of reads: records of class `ReadAdvance` or `SchedReadAdvance`.
    pub(crate) read_advances: Vec<RecordId>,
    /// The resources: records of class `ProcResourceUnits` or `ProcResGroup`. A resource's number is its index plus 1.
    pub resources: Vec<RecordId>,
    /// The register files, which are used for renaming.
    pub register_files: Vec<RegisterFile>,
    /// The unit that retires instructions, a record of class `RetireControlUnit`. `None` if the model has no such unit.
    pub retire_control: Option<RecordId>,
    /// The queue of pending loads, a record of class `LoadQueue`. `None` if the model has no such queue.
    pub load_queue: Option<RecordId>,
    /// The queue of pending stores, a record of class `StoreQueue`. `None` if the model has no such queue.
    pub store_queue: Option<RecordId>,
}

/// The reads and writes of some itinerary classes on a processor: a record of class `ItinRW`.
pub(super) struct ItineraryUses {
    /// The record of class `ItinRW`.
    pub(super) rec: RecordId,
    /// The writes, in the order of the results.
    pub(super) writes: Vec<RwId>,
    /// The reads, in the order of the operands.
    pub(super) reads: Vec<RwId>,
}

/// A register file: physical registers to which a processor renames registers.
pub struct RegisterFile {
    /// The record of class `RegisterFile`.
    pub rec: RecordId,
    /// The name of the record.
    pub name: Box<str>,
    /// The maximum number of moves that renaming eliminates in a cycle; 0 if it is unlimited.
    pub moves_eliminated: u32,
    /// Whether only moves of zero are eliminated.
    pub zero_moves_only: bool,
    /// The number of physical registers in the file. Never 0.
    pub registers: u32,
    /// The register classes that are renamed, in the order of the record.
    pub costs: Vec<RegisterCost>,
}

/// How registers of a class are renamed.
pub struct RegisterCost {
    /// The record of class `RegisterClass`.
    pub class: RecordId,
    /// The number of physical registers that a register of the class takes; 1 by default.
    pub cost: u32,
    /// Whether moves between registers of the class can be eliminated.
    pub eliminates_moves: bool,
}

impl ProcModel {
    fn new(id: ModelId, name: String, def: Rec, itineraries: Rec) -> Result<ProcModel, Fatal> {
        Ok(ProcModel {
            id,
            name,
            def: def.id(),
            itineraries: itineraries.id(),
            has_itineraries: !itineraries.list_of_defs("IID")?.is_empty(),
            itinerary_of_class: Vec::new(),
            itinerary_uses: Vec::new(),
            uses_of_itinerary: FxHashMap::default(),
            unsupported: FxHashSet::default(),
            write_resources: Vec::new(),
            read_advances: Vec::new(),
            resources: Vec::new(),
            register_files: Vec::new(),
            retire_control: None,
            load_queue: None,
            store_queue: None,
        })
    }

    /// Whether the model specifies costs of writes, or reads and writes of itinerary classes.
    pub fn has_costs(&self) -> bool {
        !self.write_resources.is_empty() || !self.itinerary_uses.is_empty()
    }

    /// Whether the model has register files, a retire unit or memory queues.
    pub fn has_extra_info(&self) -> bool {
        let units = [self.retire_control, self.load_queue, self.store_queue];
        units.iter().any(Option::is_some) || !self.register_files.is_empty()
    }

    /// The number of a resource in this model, from 1. An error if the model does not have the resource.
    pub fn resource(&self, def: Rec) -> Result<u32, Fatal> {
        let found = self.resources.iter().position(|it| *it == def.id());
        let missing = || {
            def.fatal(format!(
                "ProcResource def is not included in the ProcResources list for {}",
                self.name
            ))
        };
        found.map(|at| at as u32 + 1).ok_or_else(missing)
    }

    /// The first `ItinRW` entry for an itinerary class. An error if there are several such entries and `at_most_one` is
    /// set.
    pub(super) fn uses_of(
        &self,
        records: &Records,
        itinerary: RecordId,
        at_most_one: bool,
    ) -> Result<Option<&ItineraryUses>, Fatal> {
        let found = self.uses_of_itinerary.get(&itinerary);
        let found = found.map_or(&[][..], Vec::as_slice);
        if let [_, second, ..] = found
            && at_most_one
        {
            let rec = records.rec(self.itinerary_uses[*second].rec);
            let class = records.rec(itinerary).name();
            let name = &self.name;
            return Err(rec.fatal(format!(
                "Duplicate itinerary class {class} in ItinResources for {name}"
            )));
        }
        Ok(found.first().map(|at| &self.itinerary_uses[*at]))
    }
}

/// The record `name`, which every target must define. An error if it is missing.
fn known<'a>(records: &'a Records, name: &str) -> Result<Rec<'a>, Fatal> {
    let missing = || records.fatal(format!("No record '{name}'"));
    records.def(name).ok_or_else(missing)
}

/// The models found so far.
#[derive(Default)]
pub(super) struct Models {
    pub list: Vec<ProcModel>,
    /// The ids of the models, keyed by the records that define the models.
    pub ids: FxHashMap<RecordId, ModelId>,
}

impl Models {
    /// Adds the model `NoSchedModel`, followed by the models of all processors in the order of the processors.
    pub(super) fn collect(
        &mut self,
        records: &Records,
        processors: &Processors,
    ) -> Result<(), Fatal> {
        let none = known(records, "NoSchedModel")?;
        self.add(
            none,
            "NoSchedModel".to_owned(),
            none,
            known(records, "NoItineraries")?,
        )?;
        for processor in &processors.list {
            if self.ids.contains_key(&processor.schedule) {
                continue;
            }
            let key = records.rec(processor.schedule);
            let name = key.name().to_owned();
            if key.is_a("SchedMachineModel") {
                self.add(key, name, key, key.def("Itineraries")?)?;
            } else {
                let has_itineraries = !key.list_of_defs("IID")?.is_empty();
                let name = if has_itineraries {
                    name + "Model"
                } else {
                    name
                };
                let def = records.rec(processor.rec).def("SchedModel")?;
                self.add(key, name, def, key)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, key: Rec, name: String, def: Rec, itineraries: Rec) -> Result<(), Fatal> {
        let id = ModelId(self.list.len() as u32);
        self.ids.insert(key.id(), id);
        self.list.push(ProcModel::new(id, name, def, itineraries)?);
        Ok(())
    }
}

impl Schedule {
    /// The model that a record of class `SchedMachineModel` or `ProcessorItineraries` defines; `None` if no processor
    /// has it.
    pub fn model_of(&self, key: RecordId) -> Option<ModelId> {
        self.model_ids.get(&key).copied()
    }

    /// The model that the field `SchedModel` of a record refers to. An error if no processor has it.
    pub(super) fn model_named(&self, rec: Rec) -> Result<ModelId, Fatal> {
        let key = rec.def("SchedModel")?;
        self.model_of(key.id())
            .ok_or_else(|| rec.fatal(format!("No processor has the SchedModel '{}'", key.name())))
    }

    /// Finds the itinerary of each class in each model.
    pub(super) fn collect_itineraries(&mut self, records: &Records) -> Result<(), Fatal> {
        let mut classes: FxHashMap<RecordId, Vec<usize>> = FxHashMap::default();
        for (index, class) in self.classes.iter().enumerate() {
            if let Some(itinerary) = class.itinerary {
                classes.entry(itinerary).or_default().push(index);
            }
        }
        for model in self.models.iter_mut().filter(|it| it.has_itineraries) {
            model.itinerary_of_class = vec![None; self.classes.len()];
            for data in records.rec(model.itineraries).list_of_defs("IID")? {
                let class = data.def("TheClass")?.id();
                for index in classes.get(&class).into_iter().flatten() {
                    model.itinerary_of_class[*index] = Some(data.id());
                }
            }
        }
        Ok(())
    }

    /// Collects the `ItinRW` records, and the predicates of unsupported instructions.
    pub(super) fn collect_itinerary_uses(&mut self, records: &Records) -> Result<(), Fatal> {
        for def in ItinRwDef::all(records)? {
            let Some(_) = super::read_writes::optional_model(def.0)? else {
                return Err(def.fatal("SchedModel is undefined".to_owned()));
            };
            let key = def.def("SchedModel")?;
            let Some(model) = self.model_of(key.id()) else {
                return Err(def.fatal(format!("Undefined SchedMachineModel {}", key.name())));
            };
            let (writes, reads) = self.read_writes.split(&def.uses()?);
            let model = &mut self.models[model.index()];
            for class in def.matched()? {
                let uses = model.uses_of_itinerary.entry(class.id()).or_default();
                if uses.last() != Some(&model.itinerary_uses.len()) {
                    uses.push(model.itinerary_uses.len());
                }
            }
            model.itinerary_uses.push(ItineraryUses {
                rec: def.id(),
                writes,
                reads,
            });
        }
        for model in &mut self.models {
            let features = records.rec(model.def).list_of_defs("UnsupportedFeatures")?;
            model.unsupported = features.iter().map(|it| it.id()).collect();
        }
        Ok(())
    }

    /// Collects register files, retire units and memory queues.
    pub(super) fn collect_units(&mut self, cx: &Context) -> Result<(), Fatal> {
        for def in RegisterFileDef::all(cx.records)? {
            let model = self.model_named(def.0)?;
            let file = read_register_file(def)?;
            self.models[model.index()].register_files.push(file);
        }
        self.collect_unit(cx, "RetireControlUnit", "RetireControlUnit", |it| {
            &mut it.retire_control
        })?;
        self.collect_unit(cx, "MemoryQueue", "LoadQueue", |it| &mut it.load_queue)?;
        self.collect_unit(cx, "MemoryQueue", "StoreQueue", |it| &mut it.store_queue)
    }

    /// Finds the unit of class `kind` that each model has. If a model has several such units, an error is reported and
    /// the last unit is used.
    fn collect_unit(
        &mut self,
        cx: &Context,
        class: &str,
        kind: &str,
        unit_of: impl Fn(&mut ProcModel) -> &mut Option<RecordId>,
    ) -> Result<(), Fatal> {
        for def in cx.records.derived(class)? {
            let model = self.model_named(def)?;
            if !def.is_a(kind) {
                continue;
            }
            let unit = unit_of(&mut self.models[model.index()]);
            if let Some(previous) = unit.replace(def.id()) {
                let previous = cx.records.rec(previous);
                let place = previous.record().locs.first().copied();
                let error = def.fatal(format!("Expected a single {kind} definition"));
                let note = format!("Previous definition of {kind} was here");
                cx.report(error.with_note(place.map(elaborate::diagnostic::At::start), note));
            }
        }
        Ok(())
    }
}

fn read_register_file(def: RegisterFileDef) -> Result<RegisterFile, Fatal> {
    // Numbers are truncated to the widths that they have in the reference.
    let moves_eliminated = def.moves()? as u32;
    let zero_moves_only = def.zero_only()?;
    let registers = def.registers()? as u32;
    if registers == 0 {
        return Err(def.fatal("Invalid RegisterFile with zero physical registers".to_owned()));
    }
    let (classes, costs, elimination) = (def.classes()?, def.costs()?, def.elimination()?);
    let costs = classes.iter().enumerate().map(|(index, class)| {
        let eliminates = elimination.get(index).map(|it| def.records().node(*it));
        RegisterCost {
            class: class.id(),
            cost: costs.get(index).map_or(1, |it| *it as u32),
            eliminates_moves: matches!(eliminates, Some(Node::Bit(true))),
        }
    });
    Ok(RegisterFile {
        rec: def.id(),
        name: def.name().into(),
        moves_eliminated,
        zero_moves_only,
        registers,
        costs: costs.collect(),
    })
}
