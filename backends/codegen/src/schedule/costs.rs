//! The cost of a class's instructions on a processor.

use std::rc::Rc;

use backend::{Fatal, Rec, RecordId, Records, Release, record_class, spend};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Schedule;
use super::processor::ProcModel;
use super::read_writes::{Alias, optional_model};
use super::types::{Access, ClassId, ModelId, RwId};

record_class! {
    /// The record of a write's cost: a `WriteRes` or `SchedWriteRes`.
    struct WriteDef("ProcWriteResources") {
        unsupported: bit("Unsupported"),
        latency: int("Latency"),
        micro_ops: int("NumMicroOps"),
        begin_group: bit("BeginGroup"),
        end_group: bit("EndGroup"),
        single_issue: bit("SingleIssue"),
        retire_out_of_order: bit("RetireOOO"),
        resources: list_of_defs("ProcResources"),
        release_at: list_of_ints("ReleaseAtCycles"),
        acquire_at: list_of_ints("AcquireAtCycles"),
    }
}

record_class! {
    /// The record of a read's advance: a `ReadAdvance` or `SchedReadAdvance`.
    struct AdvanceDef("ProcReadAdvance") {
        unsupported: bit("Unsupported"),
        cycles: int("Cycles"),
        valid_writes: list_of_defs("ValidWrites"),
    }
}

mod changes {
    use super::{AdvanceDef, Fatal, Release};

    /// For each valid write, the number of cycles that is added to the advance. The list may be shorter than the list
    /// of valid writes. It is empty before LLVM 21.
    pub(super) fn tuning(advance: AdvanceDef) -> Result<Vec<i64>, Fatal> {
        if advance.records().release() >= Release::V21 {
            advance.list_of_ints("CycleTunables")
        } else {
            Ok(Vec::new())
        }
    }

    /// The comparison operator between acquire and release cycles in an error message: `<=` since LLVM 21, `<` before.
    pub(super) fn relation_of_cycles(release: Release) -> &'static str {
        if release >= Release::V21 { "<=" } else { "<" }
    }
}

/// The cost of a class's instructions on a processor. The integers have the same widths as in LLVM's tables.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ClassCost {
    /// The number of micro-operations. [`ClassCost::INVALID`] or [`ClassCost::VARIANT`] if there is no such number.
    pub micro_ops: u16,
    /// Whether the instruction must be the first of its issue group.
    pub begin_group: bool,
    /// Whether the instruction must be the last of its issue group.
    pub end_group: bool,
    /// Whether the instruction may retire before earlier instructions.
    pub retire_out_of_order: bool,
    /// The resources that are used, in the order of their numbers.
    pub resources: Vec<ResourceUse>,
    /// The latency of each written operand.
    pub latencies: Vec<Latency>,
    /// For each written operand, the last element of the sequence into which the operand's write expands.
    pub writers: Vec<RwId>,
    /// The advances of the reads, in the order of the operands.
    pub advances: Vec<Advance>,
    /// The records from which the costs come.
    pub sources: Vec<RecordId>,
}

/// The use of a resource, in cycles after the instruction is issued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ResourceUse {
    /// The number of the resource in the model, from 1.
    pub resource: u16,
    /// The first cycle in which the resource is free again. If several writes use the resource, their cycles are added.
    pub release_at: u16,
    /// The first cycle in which the resource is used.
    pub acquire_at: u16,
}

/// The latency of a written operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Latency {
    /// The number of cycles after the instruction is issued.
    pub cycles: i16,
    /// The number of the write if reads distinguish it from other writes; otherwise 0.
    pub write: u16,
}

/// The advance of a read operand: the number of cycles after issue at which the instruction needs the operand's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Advance {
    /// The index of the operand among the operands that are read.
    pub operand: u32,
    /// The number of the write to which the advance applies; 0 for all writes.
    pub write: u32,
    /// The number of cycles by which the write's latency is reduced; if negative, increased.
    pub cycles: i32,
}

impl ClassCost {
    /// The number of bits for the number of micro-operations.
    const MICRO_OPS_BITS: u32 = 13;
    /// The value of `micro_ops` if the processor does not support the instructions of the class or has no costs for
    /// them.
    pub const INVALID: u16 = (1 << ClassCost::MICRO_OPS_BITS) - 1;
    /// The value of `micro_ops` if the cost depends on the instruction, because the class has variants on the
    /// processor.
    pub const VARIANT: u16 = ClassCost::INVALID - 1;

    fn add_micro_ops(&mut self, count: i64) {
        let sum = i64::from(self.micro_ops).wrapping_add(count);
        self.micro_ops = sum as u16 & ClassCost::INVALID;
    }
}

/// Computes the costs of classes on a processor.
pub struct Costs<'a> {
    schedule: &'a Schedule,
    records: &'a Records,
    model: &'a ProcModel,
    /// For each type with a `WriteRes` or `ReadAdvance` record, the indices of these records in the model's
    /// `write_resources` or `read_advances`.
    said_of: FxHashMap<(RecordId, Access), Vec<usize>>,
    resource_ids: FxHashMap<RecordId, u16>,
    /// The resource groups, each with its members.
    groups: Vec<(Rec<'a>, FxHashSet<RecordId>)>,
    /// The writes that some `ProcReadAdvance` record lists in `ValidWrites`.
    told_apart: FxHashSet<RecordId>,
    override_of: FxHashMap<usize, bool>,
    writes: FxHashMap<RwId, Rc<WriteCost>>,
    sequences: FxHashMap<RwId, Rc<[RwId]>>,
    reads: FxHashMap<RwId, Option<AdvanceDef<'a>>>,
}

struct WriteCost {
    def: RecordId,
    is_unsupported: bool,
    latency: i64,
    micro_ops: i64,
    begin_group: bool,
    end_group: bool,
    retire_out_of_order: bool,
    resources: Vec<ResourceUse>,
}

impl<'a> Costs<'a> {
    /// Prepares the computation for a model of the schedule. An error if one of the model's records is invalid.
    pub fn new(
        schedule: &'a Schedule,
        records: &'a Records,
        model: ModelId,
    ) -> Result<Costs<'a>, Fatal> {
        let model = schedule.model(model);
        let mut said_of: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (list, class, field, access) in [
            (
                &model.write_resources,
                "WriteRes",
                "WriteType",
                Access::Write,
            ),
            (
                &model.read_advances,
                "ReadAdvance",
                "ReadType",
                Access::Read,
            ),
        ] {
            for (index, id) in list.iter().enumerate() {
                let rec = records.rec(*id);
                if rec.is_a(class) {
                    let of = (rec.def(field)?.id(), access);
                    said_of.entry(of).or_default().push(index);
                }
            }
        }
        let mut groups = Vec::new();
        for id in &model.resources {
            let rec = records.rec(*id);
            if rec.is_a("ProcResGroup") {
                let members = rec.list_of_defs("Resources")?;
                groups.push((rec, members.iter().map(|it| it.id()).collect()));
            }
        }
        let mut told_apart = FxHashSet::default();
        for id in &model.read_advances {
            let writes = AdvanceDef(records.rec(*id)).valid_writes()?;
            told_apart.extend(writes.iter().map(|it| it.id()));
        }
        let resources = model.resources.iter().copied();
        Ok(Costs {
            schedule,
            records,
            model,
            said_of,
            resource_ids: resources.zip(1..).collect(),
            groups,
            told_apart,
            override_of: FxHashMap::default(),
            writes: FxHashMap::default(),
            sequences: FxHashMap::default(),
            reads: FxHashMap::default(),
        })
    }

    /// The cost of a class's instructions on the processor. If the class does not exist for the processor's model, the
    /// numbers of the cost are 0 and its lists are empty.
    pub fn class(&mut self, class: ClassId) -> Result<ClassCost, Fatal> {
        let class = self.schedule.class(class);
        let mut cost = ClassCost::default();
        if class.transitions.iter().any(|it| it.model == self.model.id) {
            cost.micro_ops = ClassCost::VARIANT;
            return Ok(cost);
        }
        let is_of_all = class.models.first() == Some(&ModelId::NONE);
        if !is_of_all && !class.models.contains(&self.model.id) {
            return Ok(cost);
        }
        let (mut writes, mut reads) = (&class.writes[..], &class.reads[..]);
        let mut own = None;
        for index in &class.overrides {
            if self.is_of_model(*index)? {
                own = Some(&self.schedule.overrides[*index]);
                break;
            }
        }
        if let Some(own) = own {
            (writes, reads) = (&own.writes, &own.reads);
            cost.sources.push(own.rec);
        }
        let extended: Vec<RwId>;
        if writes.is_empty() {
            let uses = match class.itinerary {
                Some(itinerary) => self.model.uses_of(self.records, itinerary, false)?,
                None => None,
            };
            if let Some(uses) = uses {
                writes = &uses.writes;
                extended = [reads, &uses.reads].concat();
                reads = &extended;
                cost.sources.push(uses.rec);
            }
            if writes.is_empty() {
                cost.micro_ops = ClassCost::INVALID;
            }
        }
        for write in writes {
            self.add_write(&mut cost, *write)?;
        }
        for (operand, read) in (0..).zip(reads) {
            let Some(advance) = self.read(*read)? else {
                continue;
            };
            cost.sources.push(advance.id());
            if advance.unsupported()? {
                cost.micro_ops = ClassCost::INVALID;
                break;
            }
            self.add_advances(&mut cost, operand, advance)?;
        }
        if cost.micro_ops == ClassCost::INVALID {
            cost.resources.clear();
            cost.latencies.clear();
            cost.writers.clear();
            cost.advances.clear();
        }
        cost.resources.sort_unstable_by_key(|it| it.resource);
        Ok(cost)
    }

    /// Whether the override with this index belongs to the model.
    fn is_of_model(&mut self, index: usize) -> Result<bool, Fatal> {
        if let Some(known) = self.override_of.get(&index) {
            return Ok(*known);
        }
        let rec = self.records.rec(self.schedule.overrides[index].rec);
        let is_of_model = self.schedule.model_named(rec)? == self.model.id;
        self.override_of.insert(index, is_of_model);
        Ok(is_of_model)
    }

    /// Adds the costs of all parts of a write's sequence to `cost`, up to a part that the processor does not support.
    /// The write's latency is the sum of the latencies of the added parts.
    fn add_write(&mut self, cost: &mut ClassCost, write: RwId) -> Result<(), Fatal> {
        let sequence = self.sequence(write)?;
        let Some(&last) = sequence.last() else {
            return Err(self.nothing(write, Access::Write));
        };
        cost.writers.push(last);
        let def = self.schedule.read_writes.get(last, Access::Write).def;
        let mut latency = Latency {
            cycles: 0,
            write: if def.is_some_and(|it| self.told_apart.contains(&it)) {
                last.0 as u16
            } else {
                0
            },
        };
        for part in sequence.iter() {
            let part = self.write(*part)?;
            cost.sources.push(part.def);
            if part.is_unsupported {
                cost.micro_ops = ClassCost::INVALID;
                break;
            }
            latency.cycles = latency.cycles.wrapping_add(part.latency as i16);
            cost.add_micro_ops(part.micro_ops);
            cost.begin_group |= part.begin_group;
            cost.end_group |= part.end_group;
            cost.retire_out_of_order |= part.retire_out_of_order;
            for used in &part.resources {
                let mut known = cost.resources.iter_mut();
                match known.find(|it| it.resource == used.resource) {
                    // The uses follow one another, so their cycles are added.
                    Some(known) => {
                        known.release_at = known.release_at.wrapping_add(used.release_at)
                    }
                    None => cost.resources.push(*used),
                }
            }
        }
        cost.latencies.push(latency);
        Ok(())
    }

    fn add_advances(
        &self,
        cost: &mut ClassCost,
        operand: u32,
        advance: AdvanceDef,
    ) -> Result<(), Fatal> {
        let valid = advance.valid_writes()?;
        let types = &self.schedule.read_writes;
        let tuning = changes::tuning(advance)?;
        let tuning = tuning.into_iter().chain(std::iter::repeat(0));
        let mut writes: Vec<(u32, i32)> = valid
            .iter()
            .map(|it| types.find(it.id(), Access::Write).0)
            .zip(tuning.map(|it| it as i32))
            .collect();
        if writes.is_empty() {
            writes.push((0, 0));
        }
        writes.sort_unstable();
        for (write, tuning) in writes {
            cost.advances.push(Advance {
                operand,
                write,
                cycles: (advance.cycles()? as i32).wrapping_add(tuning),
            });
        }
        Ok(())
    }

    fn nothing(&self, id: RwId, access: Access) -> Fatal {
        let it = self.schedule.read_writes.get(id, access);
        let message = format!("'{}' expands to nothing", it.name);
        match it.def {
            Some(def) => self.records.rec(def).fatal(message),
            None => self.records.fatal(message),
        }
    }

    /// The sequence into which a write expands on this processor.
    fn sequence(&mut self, write: RwId) -> Result<Rc<[RwId]>, Fatal> {
        if let Some(known) = self.sequences.get(&write) {
            return Ok(known.clone());
        }
        let mut sequence = Vec::new();
        let (schedule, records) = (self.schedule, self.records);
        schedule.expand_for(records, write, Access::Write, self.model, &mut sequence)?;
        let sequence: Rc<[_]> = sequence.into();
        self.sequences.insert(write, sequence.clone());
        Ok(sequence)
    }

    /// The record with the costs of a type on this processor. `None` only for the read `ReadDefault`.
    fn find(&self, id: RwId, access: Access) -> Result<Option<Rec<'a>>, Fatal> {
        let (by_itself, list, kind) = match access {
            Access::Write => ("SchedWriteRes", &self.model.write_resources, "SchedWrite"),
            Access::Read => ("SchedReadAdvance", &self.model.read_advances, "SchedRead"),
        };
        let it = self.schedule.read_writes.get(id, access);
        let Some(def) = it.def else {
            return Err(self.nothing(id, access));
        };
        let rec = self.records.rec(def);
        if rec.is_a(by_itself) {
            return Ok(Some(rec));
        }
        // Here, an alias applies if its target belongs to this model or to no model. The model of the alias itself does
        // not matter.
        let types = &self.schedule.read_writes;
        let model_of = |alias: &Alias| match types.get(alias.to, access).def {
            Some(def) => optional_model(self.records.rec(def)),
            None => Ok(None),
        };
        let alias = self
            .schedule
            .alias(self.records, it, access, self.model, model_of)?;
        let alias = alias.and_then(|it| types.get(it, access).def);
        if let Some(alias) = alias.map(|it| self.records.rec(it))
            && alias.is_a(by_itself)
        {
            return Ok(Some(alias));
        }
        let said = |of: RecordId| {
            self.said_of
                .get(&(of, access))
                .map_or(&[][..], Vec::as_slice)
        };
        let mut found = said(def).to_vec();
        if let Some(alias) = alias.filter(|it| *it != def) {
            found.extend(said(alias));
            found.sort_unstable();
        }
        if let [_, second, ..] = found[..]
            && alias.is_some()
        {
            let second = self.records.rec(list[second]);
            let name = &self.model.name;
            return Err(second.fatal(format!(
                "Resources are defined for both {kind} and its alias on processor {name}"
            )));
        }
        if found.is_empty() && !(access == Access::Read && rec.name() == "ReadDefault") {
            let model = self.records.rec(self.model.def);
            let name = rec.name();
            return Err(model.fatal(format!("Processor does not define resources for {name}")));
        }
        Ok(found.first().map(|at| self.records.rec(list[*at])))
    }

    fn read(&mut self, read: RwId) -> Result<Option<AdvanceDef<'a>>, Fatal> {
        if let Some(known) = self.reads.get(&read) {
            return Ok(*known);
        }
        let found = self.find(read, Access::Read)?.map(AdvanceDef);
        self.reads.insert(read, found);
        Ok(found)
    }

    fn write(&mut self, write: RwId) -> Result<Rc<WriteCost>, Fatal> {
        if let Some(known) = self.writes.get(&write) {
            return Ok(known.clone());
        }
        let Some(def) = self.find(write, Access::Write)? else {
            return Err(self.nothing(write, Access::Write));
        };
        let cost = Rc::new(self.read_write(WriteDef(def))?);
        self.writes.insert(write, cost.clone());
        Ok(cost)
    }

    fn read_write(&self, def: WriteDef<'a>) -> Result<WriteCost, Fatal> {
        let mut cost = WriteCost {
            def: def.id(),
            is_unsupported: def.unsupported()?,
            latency: 0,
            micro_ops: 0,
            begin_group: false,
            end_group: false,
            retire_out_of_order: false,
            resources: Vec::new(),
        };
        if cost.is_unsupported {
            return Ok(cost);
        }
        cost.latency = def.latency()?;
        cost.micro_ops = def.micro_ops()?;
        let (begins, ends, is_single) = (def.begin_group()?, def.end_group()?, def.single_issue()?);
        cost.begin_group = begins || is_single;
        cost.end_group = ends || is_single;
        cost.retire_out_of_order = def.retire_out_of_order()?;
        cost.resources = self.read_uses(def)?;
        Ok(cost)
    }

    /// The resources that a write uses, and the larger resources that contain them.
    fn read_uses(&self, def: WriteDef<'a>) -> Result<Vec<ResourceUse>, Fatal> {
        let resources = def.resources()?;
        let (mut release, mut acquire) = (def.release_at()?, def.acquire_at()?);
        let count = resources.len();
        if !release.is_empty() && release.len() != count {
            let other = release.len();
            return Err(def.fatal(format!(
                "Inconsistent release at cycles: size(ReleaseAtCycles) != size(ProcResources): {count} vs {other}"
            )));
        }
        if !acquire.is_empty() && acquire.len() != count {
            let other = acquire.len();
            return Err(def.fatal(format!(
                "Inconsistent resource cycles: size(AcquireAtCycles) != size(ProcResources): {other} vs {count}"
            )));
        }
        if release.is_empty() {
            release = vec![1; count];
        }
        if acquire.is_empty() {
            acquire = vec![0; count];
        }
        let mut all: Vec<(Rec, i64, i64)> = Vec::new();
        let mut implied = Vec::new();
        for ((resource, release), acquire) in resources.into_iter().zip(release).zip(acquire) {
            all.push((resource, release, acquire));
            let covering = self.covering(resource)?.into_iter();
            implied.extend(covering.map(|it| (it, release, acquire)));
        }
        all.extend(implied);
        let mut uses: Vec<ResourceUse> = Vec::new();
        for (resource, release, acquire) in all {
            let Some(&number) = self.resource_ids.get(&resource.id()) else {
                self.model.resource(resource)?;
                continue;
            };
            if acquire > release {
                let relation = changes::relation_of_cycles(self.records.release());
                return Err(def.fatal(format!(
                    "Inconsistent resource cycles: AcquireAtCycles {relation} ReleaseAtCycles must hold."
                )));
            }
            if acquire < 0 {
                let message = "Invalid value: AcquireAtCycle must be a non-negative value.";
                return Err(def.fatal(message.to_owned()));
            }
            let (release_at, acquire_at) = (release as u16, acquire as u16);
            match uses.iter_mut().find(|it| it.resource == number) {
                Some(known) => known.release_at = known.release_at.wrapping_add(release_at),
                None => uses.push(ResourceUse {
                    resource: number,
                    release_at,
                    acquire_at,
                }),
            }
        }
        Ok(uses)
    }

    /// The larger units and the groups that contain a resource.
    fn covering(&self, resource: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
        let mut covering = Vec::new();
        let members: Vec<RecordId> = if resource.is_a("ProcResGroup") {
            let members = resource.list_of_defs("Resources")?;
            members.iter().map(|it| it.id()).collect()
        } else {
            let mut units = self.schedule.units(resource, self.model, resource)?;
            while units.value("Super")? != elaborate::value::ValueId::UNSET {
                let larger = units.def("Super")?;
                units = self.schedule.units(larger, self.model, units)?;
                if covering.contains(&units) || units == resource {
                    return Err(units.fatal("A processor resource is part of itself".to_owned()));
                }
                covering.push(units);
            }
            vec![resource.id()]
        };
        for (group, all) in &self.groups {
            spend(1);
            if *group != resource && members.iter().all(|it| all.contains(it)) {
                covering.push(*group);
            }
        }
        Ok(covering)
    }
}
