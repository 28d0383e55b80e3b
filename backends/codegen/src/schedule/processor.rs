//! Processor models, each on its own.

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

/// The schedule of some processors.
pub struct ProcModel {
    /// Its number, which is its position among all.
    pub id: ModelId,
    /// The name of its record. If there are only itineraries, their name followed by `Model`.
    pub name: String,
    /// The record of class `SchedMachineModel`.
    pub def: RecordId,
    /// The record of class `ProcessorItineraries`, which may have none.
    pub itineraries: RecordId,
    /// Whether it has any.
    pub has_itineraries: bool,
    /// The itinerary of each class that instructions are in by themselves; empty if there are no itineraries.
    pub itinerary_of_class: Vec<Option<RecordId>>,
    /// The reads and writes of itinerary classes.
    pub(super) itinerary_uses: Vec<ItineraryUses>,
    /// The indices of these by itinerary class.
    pub(super) uses_of_itinerary: FxHashMap<RecordId, Vec<usize>>,
    /// Predicates of instructions that these processors do not have.
    pub(super) unsupported: FxHashSet<RecordId>,
    /// The costs of writes: records of the classes `WriteRes` and `SchedWriteRes`, in natural order of names, as the
    /// next two are.
    pub write_resources: Vec<RecordId>,
    /// The advances of reads: records of the classes `ReadAdvance` and `SchedReadAdvance`.
    pub(crate) read_advances: Vec<RecordId>,
    /// The resources: records of the classes `ProcResourceUnits` and `ProcResGroup`. Elsewhere they are numbered from
    /// 1.
    pub resources: Vec<RecordId>,
    /// The files that registers are renamed in.
    pub register_files: Vec<RegisterFile>,
    /// How instructions are done in the end: the record of class `RetireControlUnit`.
    pub retire_control: Option<RecordId>,
    /// The queue of waiting loads: the record of class `LoadQueue`.
    pub load_queue: Option<RecordId>,
    /// The queue of waiting stores: the record of class `StoreQueue`.
    pub store_queue: Option<RecordId>,
}

/// The reads and writes of some itinerary classes on a processor.
pub(super) struct ItineraryUses {
    /// Its record, of class `ItinRW`.
    pub(super) rec: RecordId,
    /// The writes, in the order of their results.
    pub(super) writes: Vec<RwId>,
    /// The reads, in the order of their operands.
    pub(super) reads: Vec<RwId>,
}

/// A file of registers that instructions are renamed to.
pub struct RegisterFile {
    /// Its record, of class `RegisterFile`.
    pub rec: RecordId,
    /// The name of its record.
    pub name: Box<str>,
    /// The largest number of moves eliminated by renaming in one cycle. 0 means unlimited.
    pub moves_eliminated: u32,
    /// Whether only moves of zero are eliminated.
    pub zero_moves_only: bool,
    /// The number of physical registers in it, never 0.
    pub registers: u32,
    /// The renamed classes, in the order of its record.
    pub costs: Vec<RegisterCost>,
}

/// How registers of a class are renamed.
pub struct RegisterCost {
    /// A record of class `RegisterClass`.
    pub class: RecordId,
    /// The number of physical registers for one of the class: 1 unless the source gives another number.
    pub cost: u32,
    /// Whether moves between two of them can be eliminated.
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

    /// Whether it has costs of single instructions.
    pub fn has_costs(&self) -> bool {
        !self.write_resources.is_empty() || !self.itinerary_uses.is_empty()
    }

    /// Whether it has information besides the costs of instructions.
    pub fn has_extra_info(&self) -> bool {
        let units = [self.retire_control, self.load_queue, self.store_queue];
        units.iter().any(Option::is_some) || !self.register_files.is_empty()
    }

    /// The number of a resource, from 1.
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

    /// The first entry for an itinerary class. It is an error if there are several and `at_most_one` is set.
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

/// A record that all targets have.
fn known<'a>(records: &'a Records, name: &str) -> Result<Rec<'a>, Fatal> {
    let missing = || records.fatal(format!("No record '{name}'"));
    records.def(name).ok_or_else(missing)
}

/// The models as they are found.
#[derive(Default)]
pub(super) struct Models {
    pub list: Vec<ProcModel>,
    /// Indexed by record.
    pub ids: FxHashMap<RecordId, ModelId>,
}

impl Models {
    /// Finds the models of processors.
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
    /// The model that a record of class `SchedMachineModel` or `ProcessorItineraries` is that of some processor.
    pub fn model_of(&self, key: RecordId) -> Option<ModelId> {
        self.model_ids.get(&key).copied()
    }

    /// The model that a field of a record names; an error if no processor has it.
    pub(super) fn model_named(&self, rec: Rec) -> Result<ModelId, Fatal> {
        let key = rec.def("SchedModel")?;
        self.model_of(key.id())
            .ok_or_else(|| rec.fatal(format!("No processor has the SchedModel '{}'", key.name())))
    }

    /// Finds the itineraries of classes.
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

    /// Collects the reads and writes of itinerary classes.
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

    /// Collects the other units of processors.
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

    /// Finds the one unit of a kind that a model has; of several the last.
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
    // The widths that the reference has for them.
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
