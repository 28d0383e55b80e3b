//! Scheduling classes: instructions with the same scheduling.

use backend::sets::Sets;
use backend::{Fatal, Rec, RecordId, Records, record_class};
use elaborate::diagnostic::{At, Diagnostic, Severity};
use elaborate::value::ValueId;
use elaborate::value::print::value;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Schedule;
use super::instregex::ByName;
use super::types::{ClassId, ModelId, RwId};
use crate::instructions::InstructionId;

record_class! {
    struct InstRwDef("InstRW") {
        uses: list_of_defs("OperandReadWrites"),
        model: def("SchedModel"),
    }
}

/// A scheduling class. An inferred class is the result of resolving the variants of another class on some processors.
pub struct SchedClass {
    /// The names of the itinerary, the writes and the reads, joined by `_`. If an `InstRW` record defines the class,
    /// the names of the instructions in `named_after`, joined by `_`. Not unique.
    pub name: String,
    /// The itinerary class. `None` if the class was found by resolving variants.
    pub itinerary: Option<RecordId>,
    /// The writes of its instructions, in the order of their results.
    pub writes: Vec<RwId>,
    /// The reads of its instructions, in the order of their operands.
    pub reads: Vec<RwId>,
    /// The models for which the class exists. Only [`ModelId::NONE`] if it exists for all models.
    pub models: Vec<ModelId>,
    /// The transitions to the variants of the class.
    pub transitions: Vec<Transition>,
    /// The indices in [`Schedule::overrides`] of the overrides of its instructions.
    pub overrides: Vec<usize>,
    /// The models for which `overrides` determine the variants of the class.
    pub(super) overridden: Vec<ModelId>,
    /// The instructions after which the class is named.
    pub named_after: Vec<InstructionId>,
    /// The number of instructions in the class.
    pub(super) members: usize,
}

/// A variant of a class, which applies if all predicates hold.
pub struct Transition {
    /// The class of the variant.
    pub to: ClassId,
    /// The model for which the variant applies.
    pub model: ModelId,
    /// The conditions, records of class `SchedPredicateBase`.
    pub predicates: Vec<RecordId>,
}

/// An override, which a record of class `InstRW` defines: reads and writes that replace those of some instructions on
/// one model.
pub struct Override {
    /// The record of class `InstRW`.
    pub rec: RecordId,
    /// The writes, in the order of the results.
    pub writes: Vec<RwId>,
    /// The reads, in the order of the operands.
    pub reads: Vec<RwId>,
}

/// The key that identifies a class: its itinerary, writes and reads.
pub(super) type Key = (Option<RecordId>, Vec<RwId>, Vec<RwId>);

pub(super) const NO_ITINERARY: &str = "NoItinerary";

impl Schedule {
    /// Assigns instructions to classes: first by their own fields, then by `InstRW` records.
    pub(super) fn collect_classes(&mut self, records: &Records) -> Result<(), Fatal> {
        let none = records.def(NO_ITINERARY).map(|it| it.id());
        let class = SchedClass::new("NoInstrModel".to_owned(), none);
        self.keys
            .insert((none, Vec::new(), Vec::new()), ClassId::NONE);
        self.classes.push(SchedClass {
            models: vec![ModelId::NONE],
            ..class
        });

        let instructions = self.instructions.clone();
        // Many instructions share an itinerary and a list of reads and writes, so each pair is resolved only once.
        let mut known: FxHashMap<(RecordId, ValueId), ClassId> = FxHashMap::default();
        for (_, instruction) in instructions.iter() {
            let def = records.rec(instruction.rec);
            let itinerary = def.def("Itinerary")?;
            let list = def.value("SchedRW")?;
            let class = match known.get(&(itinerary.id(), list)) {
                Some(class) => *class,
                None => {
                    let uses = match list {
                        ValueId::UNSET => Vec::new(),
                        _ => def.list_of_defs("SchedRW")?,
                    };
                    let (writes, reads) = self.read_writes.split(&uses);
                    let key = (Some(itinerary.id()), writes, reads);
                    let class = self.add_class(records, key, &[ModelId::NONE]);
                    known.insert((itinerary.id(), list), class);
                    class
                }
            };
            self.class_of.push(class);
            self.classes[class.index()].members += 1;
        }

        let instructions = self.instructions.clone();
        let mut sets = super::instregex::sets(records, &instructions);
        for def in InstRwDef::all(records)? {
            self.apply_override(records, &mut sets, def)?;
        }
        self.explicit = self.classes.len();
        Ok(())
    }

    /// Returns the class with the key `key`, and adds `models` to the models of the class. The class is added if it
    /// does not exist yet.
    pub(super) fn add_class(&mut self, records: &Records, key: Key, models: &[ModelId]) -> ClassId {
        if let Some(&known) = self.keys.get(&key) {
            let class = &mut self.classes[known.index()];
            class.models.extend(models);
            class.models.sort_unstable();
            class.models.dedup();
            return known;
        }
        let id = ClassId(self.classes.len() as u32);
        self.keys.insert(key.clone(), id);
        let (itinerary, writes, reads) = key;
        self.classes.push(SchedClass {
            name: self.class_name(records, itinerary, &writes, &reads),
            itinerary,
            writes,
            reads,
            models: models.to_vec(),
            ..SchedClass::new(String::new(), None)
        });
        id
    }

    fn class_name(
        &self,
        records: &Records,
        itinerary: Option<RecordId>,
        writes: &[RwId],
        reads: &[RwId],
    ) -> String {
        use super::types::Access::{Read, Write};
        let itinerary = itinerary.map(|it| records.rec(it).name());
        let itinerary = itinerary.filter(|it| *it != NO_ITINERARY);
        let mut name = itinerary.unwrap_or_default().to_owned();
        for write in writes {
            if !name.is_empty() {
                name.push('_');
            }
            name += &self.read_writes.get(*write, Write).name;
        }
        for read in reads {
            name.push('_');
            name += &self.read_writes.get(*read, Read).name;
        }
        name
    }

    /// Moves the instructions that an `InstRW` record matches to new classes. A class keeps its instructions if the
    /// record matches all of them and an earlier override created the class.
    fn apply_override<'a>(
        &mut self,
        records: &'a Records,
        sets: &mut Sets<'a, ByName<'a>>,
        def: InstRwDef<'a>,
    ) -> Result<(), Fatal> {
        let instructions = sets.expand(def.0)?.unwrap_or_default();
        if instructions.is_empty() {
            return Err(def.fatal("No matching instruction opcodes".to_owned()));
        }
        let mut by_class: IndexMap<ClassId, Vec<(Rec, InstructionId)>, FxBuildHasher> =
            IndexMap::default();
        for instruction in instructions.iter() {
            let Some(number) = self.instructions.number(*instruction) else {
                return Err(instruction.fatal("No sched class for instruction.".to_owned()));
            };
            let class = self.class_of[number.index()];
            by_class
                .entry(class)
                .or_default()
                .push((*instruction, number));
        }
        let (writes, reads) = self.read_writes.split(&def.uses()?);
        let this = self.overrides.len();
        self.overrides.push(Override {
            rec: def.id(),
            writes,
            reads,
        });
        for (class, instructions) in by_class {
            self.override_class(records, def, this, class, &instructions)?;
        }
        Ok(())
    }

    fn override_class(
        &mut self,
        records: &Records,
        def: InstRwDef,
        this: usize,
        old: ClassId,
        instructions: &[(Rec, InstructionId)],
    ) -> Result<(), Fatal> {
        let has_old = old != ClassId::NONE;
        let of_old = if has_old {
            self.classes[old.index()].overrides.clone()
        } else {
            Vec::new()
        };
        // If an earlier override created the class and all its instructions match, the class is kept.
        let is_all = !of_old.is_empty() && self.classes[old.index()].members == instructions.len();
        let model = has_old.then(|| def.model()).transpose()?;
        for other in &of_old {
            let other = InstRwDef(records.rec(self.overrides[*other].rec));
            let Some(model) = model else { continue };
            if other.model()? == model && (!is_all || model.bit("FullInstRWOverlapCheck")?) {
                return Err(self.overlap(records, def, other, instructions[0].0));
            }
        }
        if is_all {
            self.classes[old.index()].overrides.push(this);
            return Ok(());
        }
        let mut name = String::new();
        for (index, (instruction, _)) in instructions.iter().enumerate() {
            name += if index > 0 { "_" } else { "" };
            name += instruction.name();
        }
        let id = ClassId(self.classes.len() as u32);
        let old = &mut self.classes[old.index()];
        let class = SchedClass {
            name,
            itinerary: old.itinerary,
            writes: old.writes.clone(),
            reads: old.reads.clone(),
            models: vec![ModelId::NONE],
            overrides: of_old.into_iter().chain([this]).collect(),
            named_after: instructions.iter().map(|(_, number)| *number).collect(),
            members: instructions.len(),
            ..SchedClass::new(String::new(), None)
        };
        old.members -= instructions.len();
        self.classes.push(class);
        for (_, number) in instructions {
            self.class_of[number.index()] = id;
        }
        Ok(())
    }

    /// The records that define a class: its itinerary, its types, and the instructions after which it is named.
    pub fn records_of(&self, class: &SchedClass) -> Vec<RecordId> {
        use super::types::Access::{Read, Write};
        let mut records: Vec<RecordId> = class.itinerary.into_iter().collect();
        let mut rest: Vec<_> = class.writes.iter().map(|it| (*it, Write)).collect();
        rest.extend(class.reads.iter().map(|it| (*it, Read)));
        while let Some((id, access)) = rest.pop() {
            let it = self.read_writes.get(id, access);
            records.extend(it.def);
            if it.def.is_none() {
                let parts = it.sequence.iter().flat_map(|it| &it.parts);
                rest.extend(parts.map(|it| (*it, access)));
            }
        }
        let named = class.named_after.iter();
        records.extend(named.map(|it| self.instructions.get(*it).rec));
        records
    }

    fn overlap(
        &self,
        records: &Records,
        def: InstRwDef,
        other: InstRwDef,
        instruction: Rec,
    ) -> Fatal {
        let described = other.value("Instrs");
        let described = described.map_or_else(|_| String::new(), |it| value(&records.names(), it));
        let name = instruction.name();
        let message = format!(
            "Overlapping InstRW definition for \"{name}\" also matches previous \"{described}\"."
        );
        let place = other.record().locs.first().copied();
        let note = "Previous match was here.".to_owned();
        let error: Diagnostic = def.diagnostic(Severity::Error, message);
        Box::new(error.with_note(place.map(At::start), note))
    }
}

impl SchedClass {
    fn new(name: String, itinerary: Option<RecordId>) -> SchedClass {
        SchedClass {
            name,
            itinerary,
            writes: Vec::new(),
            reads: Vec::new(),
            models: Vec::new(),
            transitions: Vec::new(),
            overrides: Vec::new(),
            overridden: Vec::new(),
            named_after: Vec::new(),
            members: 0,
        }
    }

    /// Whether the class was found by resolving variants.
    pub fn is_inferred(&self) -> bool {
        self.itinerary.is_none()
    }
}
