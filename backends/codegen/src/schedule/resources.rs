//! Finding the resources and costs that each scheduling model defines.

use backend::{Fatal, Rec, RecordId, Records, spend};
use elaborate::value::ValueId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Schedule;
use super::changes;
use super::processor::ProcModel;
use super::read_writes::optional_model;
use super::types::{Access, ModelId, RwId};

const GROUP: &str = "ProcResGroup";
const UNITS: &str = "ProcResourceUnits";

/// Searches for the costs and resources of each model.
struct Search<'a> {
    records: &'a Records,
    units: Vec<Rec<'a>>,
    groups: Vec<Rec<'a>>,
    models: Vec<Used<'a>>,
    /// Caches the results of [`Search::find_units`].
    known_units: FxHashMap<(RecordId, ModelId), Rec<'a>>,
    /// The types that were already examined for a model.
    visited: FxHashSet<(RwId, Access, ModelId)>,
}

/// The costs and resources of a model, in order of discovery.
#[derive(Default)]
struct Used<'a> {
    writes: DistinctRecords<'a>,
    reads: DistinctRecords<'a>,
    resources: DistinctRecords<'a>,
    /// The types for which the model has a `WriteRes` or `ReadAdvance`.
    types: FxHashSet<(RecordId, Access)>,
}

impl<'a> Used<'a> {
    /// Adds a record with the costs of a type. Returns whether it is new. Since LLVM 21, a second `WriteRes` or
    /// `ReadAdvance` for a type is an error.
    fn insert(&mut self, def: Rec<'a>, access: Access) -> Result<bool, Fatal> {
        let (known, class, field) = match access {
            Access::Write => (&mut self.writes, "WriteRes", "WriteType"),
            Access::Read => (&mut self.reads, "ReadAdvance", "ReadType"),
        };
        if !known.insert(def) {
            return Ok(false);
        }
        let release = def.records().release();
        if changes::types_have_one_cost(release) && def.is_a(class) {
            let ty = def.def(field)?;
            if !self.types.insert((ty.id(), access)) {
                let message = changes::second_cost(release, field, ty.name(), class);
                return Err(def.fatal(message));
            }
        }
        Ok(true)
    }
}

#[derive(Default)]
struct DistinctRecords<'a> {
    list: Vec<Rec<'a>>,
    members: FxHashSet<RecordId>,
}

impl<'a> DistinctRecords<'a> {
    fn insert(&mut self, def: Rec<'a>) -> bool {
        let is_new = self.members.insert(def.id());
        if is_new {
            self.list.push(def);
        }
        is_new
    }

    fn into_sorted(mut self, records: &Records) -> Vec<Rec<'a>> {
        records.sort_by_name(&mut self.list);
        self.list
    }
}

impl Schedule {
    /// Finds the costs of writes and reads in each model. Also finds the model's resources: the resources that its
    /// writes use, and the resources whose records name the model.
    pub(super) fn collect_resources(&mut self, records: &Records) -> Result<(), Fatal> {
        let mut search = Search {
            records,
            units: records.derived(UNITS)?,
            groups: records.derived(GROUP)?,
            models: self.models.iter().map(|_| Used::default()).collect(),
            known_units: FxHashMap::default(),
            visited: FxHashSet::default(),
        };
        for class in &self.classes {
            if let Some(itinerary) = class.itinerary {
                for (id, model) in (0..).map(ModelId).zip(&self.models) {
                    if let Some(uses) = model.uses_of(records, itinerary, true)? {
                        search.visit_all(self, &uses.writes, &uses.reads, &[id])?;
                    }
                }
                continue;
            }
            search.visit_all(self, &class.writes, &class.reads, &class.models)?;
        }
        for class in ["WriteRes", "SchedWriteRes"] {
            for def in records.derived(class)? {
                search.add_write(self, def, self.model_named(def)?)?;
            }
        }
        for def in records.derived("ReadAdvance")? {
            search.add_read(self, def, self.model_named(def)?)?;
        }
        for def in records.derived("SchedReadAdvance")? {
            if optional_model(def)?.is_some() {
                search.add_read(self, def, self.model_named(def)?)?;
            }
        }
        for def in records
            .derived(GROUP)?
            .into_iter()
            .chain(records.derived(UNITS)?)
        {
            if optional_model(def)?.is_some() {
                let model = self.model_named(def)?;
                search.models[model.index()].resources.insert(def);
            }
        }
        for (model, used) in self.models.iter_mut().zip(search.models) {
            let ids = |found: DistinctRecords| {
                let sorted = found.into_sorted(records);
                sorted.iter().map(|it| it.id()).collect()
            };
            let resources = used.resources.into_sorted(records);
            check_groups(&resources)?;
            model.resources = resources.iter().map(|it| it.id()).collect();
            model.write_resources = ids(used.writes);
            model.read_advances = ids(used.reads);
        }
        Ok(())
    }

    /// Returns `resource` if it is of class `ProcResourceUnits`, or a group of this model. Any other resource is an
    /// error at the record `at`: like the reference, this function does not search for the units whose `Kind` is
    /// `resource`.
    pub fn units<'a>(
        &self,
        resource: Rec<'a>,
        model: &ProcModel,
        at: Rec,
    ) -> Result<Rec<'a>, Fatal> {
        let is_known = resource.is_a(UNITS)
            || (resource.is_a(GROUP) && resource.def("SchedModel")?.id() == model.def);
        if is_known {
            Ok(resource)
        } else {
            Err(no_resources(resource, at))
        }
    }
}

fn no_resources(resource: Rec, at: Rec) -> Fatal {
    let name = resource.name();
    at.fatal(format!("No ProcessorResources associated with {name}"))
}

/// One step of the budget pays for comparing this many units.
const UNITS_PER_STEP: usize = 8;

/// Checks that for any two groups that share a resource, some group contains all resources of both.
fn check_groups(resources: &[Rec]) -> Result<(), Fatal> {
    let mut groups: Vec<(Rec, Vec<Rec>)> = Vec::new();
    for resource in resources.iter().filter(|it| it.is_a(GROUP)) {
        groups.push((*resource, resource.list_of_defs("Resources")?));
    }
    for (index, (group, units)) in groups.iter().enumerate() {
        for (other, other_units) in &groups[index + 1..] {
            spend(1 + units.len() * other_units.len() / UNITS_PER_STEP);
            if !units.iter().any(|it| other_units.contains(it)) {
                continue;
            }
            let both = units.iter().chain(other_units);
            let has_both = |(_, all): &(Rec, Vec<Rec>)| {
                spend(1 + all.len() / UNITS_PER_STEP);
                both.clone().all(|it| all.contains(it))
            };
            if !groups.iter().any(has_both) {
                let other = other.name();
                return Err(group.fatal(format!(
                    "proc resource group overlaps with {other} but no supergroup contains both."
                )));
            }
        }
    }
    Ok(())
}

impl<'a> Search<'a> {
    fn visit_all(
        &mut self,
        schedule: &Schedule,
        writes: &[RwId],
        reads: &[RwId],
        models: &[ModelId],
    ) -> Result<(), Fatal> {
        for (ids, access) in [(writes, Access::Write), (reads, Access::Read)] {
            for id in ids {
                self.visit(schedule, *id, access, models)?;
            }
        }
        Ok(())
    }

    /// For each of `models`, adds the costs that the record of a type itself specifies, and the costs of the type's
    /// aliases. An alias for a single model is added only for that model.
    fn visit(
        &mut self,
        schedule: &Schedule,
        id: RwId,
        access: Access,
        models: &[ModelId],
    ) -> Result<(), Fatal> {
        let is_new = |it: &ModelId| self.visited.insert((id, access, *it));
        let models: Vec<ModelId> = models.iter().copied().filter(is_new).collect();
        if models.is_empty() {
            return Ok(());
        }
        let it = schedule.read_writes.get(id, access);
        if let Some(def) = it.def.map(|def| self.records.rec(def)) {
            for model in &models {
                match access {
                    Access::Write if def.is_a("SchedWriteRes") => {
                        self.add_write(schedule, def, *model)?;
                    }
                    Access::Read if def.is_a("SchedReadAdvance") => {
                        self.add_read(schedule, def, *model)?;
                    }
                    _ => {}
                }
            }
        }
        for alias in &it.aliases {
            let of = match alias.model {
                None => None,
                Some(_) => Some(schedule.model_named(self.records.rec(alias.rec))?),
            };
            let mut expanded = Vec::new();
            schedule
                .read_writes
                .expand(alias.to, access, self.records, &mut expanded)?;
            for id in expanded {
                match of {
                    Some(model) => self.visit(schedule, id, access, &[model])?,
                    None => self.visit(schedule, id, access, &models)?,
                }
            }
        }
        Ok(())
    }

    /// Adds the costs of a write and the resources that it uses.
    fn add_write(
        &mut self,
        schedule: &Schedule,
        def: Rec<'a>,
        model: ModelId,
    ) -> Result<(), Fatal> {
        if !self.models[model.index()].insert(def, Access::Write)? {
            return Ok(());
        }
        for resource in def.list_of_defs("ProcResources")? {
            self.add_resource(schedule, resource, model, def)?;
        }
        Ok(())
    }

    fn add_read(&mut self, schedule: &Schedule, def: Rec<'a>, model: ModelId) -> Result<(), Fatal> {
        for write in def.list_of_defs("ValidWrites")? {
            if schedule.read_writes.find(write.id(), Access::Write) == RwId::NONE {
                let name = write.name();
                return Err(def.fatal(format!(
                    "ReadAdvance referencing a ValidWrite that is not used by any instruction ({name})"
                )));
            }
        }
        self.models[model.index()].insert(def, Access::Read)?;
        Ok(())
    }

    /// Adds the units of a resource and the larger units that contain them.
    fn add_resource(
        &mut self,
        schedule: &Schedule,
        mut resource: Rec<'a>,
        model: ModelId,
        at: Rec,
    ) -> Result<(), Fatal> {
        loop {
            let units = self.find_units(schedule, resource, model, at)?;
            let is_new = self.models[model.index()].resources.insert(units);
            if !is_new || units.is_a(GROUP) || units.value("Super")? == ValueId::UNSET {
                return Ok(());
            }
            resource = units.def("Super")?;
        }
    }

    /// The `ProcResourceUnits` or `ProcResGroup` record that defines a resource on a model. An error unless
    /// exactly one record defines it.
    fn find_units(
        &mut self,
        schedule: &Schedule,
        resource: Rec<'a>,
        model: ModelId,
        at: Rec,
    ) -> Result<Rec<'a>, Fatal> {
        if resource.is_a(UNITS) {
            return Ok(resource);
        }
        let key = (resource.id(), model);
        if let Some(known) = self.known_units.get(&key) {
            return Ok(*known);
        }
        let model = schedule.models[model.index()].def;
        let mut found = None;
        let mut add = |it: Rec<'a>| match found.replace(it) {
            None => Ok(()),
            Some(_) => {
                let name = resource.name();
                Err(at.fatal(format!(
                    "Multiple ProcessorResourceUnits associated with {name}"
                )))
            }
        };
        for units in &self.units {
            if units.def("Kind")? == resource && units.def("SchedModel")?.id() == model {
                add(*units)?;
            }
        }
        for group in &self.groups {
            if *group == resource && group.def("SchedModel")?.id() == model {
                add(*group)?;
            }
        }
        let found = found.ok_or_else(|| no_resources(resource, at))?;
        self.known_units.insert(key, found);
        Ok(found)
    }
}
