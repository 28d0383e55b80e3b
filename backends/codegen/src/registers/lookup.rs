//! Queries on registers.

use backend::bit_set::BitSet;
use backend::sets::{Kind, Sets};
use backend::{Fatal, Rec, RecordId, Records};
use rustc_hash::FxHashSet;

use super::elements::no_register;
use super::{ClassId, IndexId, Register, RegisterClass, RegisterId, Registers};

impl Registers {
    /// The register that a record defines. An error if the record does not define a register.
    pub fn resolve(&self, rec: Rec) -> Result<RegisterId, Fatal> {
        self.find(rec.id()).ok_or_else(|| no_register(rec))
    }

    /// The register that a record defines; `None` if the record does not define a register.
    pub fn find(&self, rec: RecordId) -> Option<RegisterId> {
        self.by_record.get(&rec).copied()
    }

    /// The register with this name in assembly; `None` if no register has the name. If several registers have the
    /// name, the first of them.
    pub fn by_asm_name(&self, name: &str) -> Option<RegisterId> {
        self.by_asm_name.get(name).copied()
    }

    /// The class that a record defines. An error if the record does not define a class, or if all registers of the
    /// class are artificial.
    pub fn class_of(&self, rec: Rec) -> Result<ClassId, Fatal> {
        let known = self.find_class(rec.id());
        known.ok_or_else(|| rec.fatal("Not a known RegisterClass!".to_owned()))
    }

    /// The class that a record defines. `None` if the record does not define a class, or if all registers of the class
    /// are artificial.
    pub fn find_class(&self, rec: RecordId) -> Option<ClassId> {
        self.class_by_record.get(&rec).copied()
    }

    /// The largest class that contains a register. `None` if no class contains it, if the classes that contain it have
    /// different types, or if none of these classes is a superclass of all the others.
    pub fn class_of_register(&self, register: RegisterId) -> Option<ClassId> {
        let holds = |a: ClassId, b| self.classes[a].sub_classes.contains(b);
        let classes = self.classes.with_ids();
        let mut classes = classes.filter(|(_, it)| it.contains(register));
        let (mut found, _) = classes.next()?;
        for (id, class) in classes {
            if class.types != self.classes[found].types {
                return None;
            }
            if holds(id, found) {
                found = id;
            } else if !holds(found, id) {
                return None;
            }
        }
        Some(found)
    }

    /// The registers that a record of class `RegisterTuples` defines.
    pub fn of_tuples(&self, rec: RecordId) -> &[RegisterId] {
        self.tuples.get(&rec).map_or(&[], Vec::as_slice)
    }

    /// The name of a register, qualified with its namespace.
    pub fn qualified_name(&self, records: &Records, id: RegisterId) -> Result<String, Fatal> {
        let register = &self.registers[id];
        let rec = records.rec(register.rec);
        let name = &register.name;
        if rec.field("Namespace").is_none() {
            return Ok(name.clone());
        }
        match &*rec.string("Namespace")? {
            "" => Ok(name.clone()),
            namespace => Ok(format!("{namespace}::{name}")),
        }
    }

    /// The records that define a register: its own record or, for a tuple, the record of class `RegisterTuples` and the
    /// records that define the members.
    pub fn register_sources(&self, id: RegisterId) -> Vec<RecordId> {
        let mut sources = Vec::new();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            let register: &Register = &self.registers[id];
            match register.tuple {
                None => sources.push(register.rec),
                Some(tuple) => {
                    sources.push(tuple);
                    todo.extend(register.explicit.iter().map(|it| it.1));
                }
            }
        }
        sources
    }

    /// The records that define an index: its own record, or the records of its parts.
    pub fn index_sources(&self, id: IndexId) -> Vec<RecordId> {
        let mut sources = Vec::new();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            let index = &self.indices[id];
            sources.extend(index.rec);
            todo.extend(&index.parts);
        }
        sources
    }

    /// The records that define a class: its own record, or the records that define the classes and the index in its
    /// origin. Each record is listed once.
    pub fn class_sources(&self, id: ClassId) -> Vec<RecordId> {
        let mut sources = Vec::new();
        let mut seen = BitSet::from_iter([id]);
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            let class: &RegisterClass = &self.classes[id];
            sources.extend(class.rec);
            if let Some(origin) = class.origin {
                let classes = [Some(origin.class), origin.other].into_iter().flatten();
                todo.extend(classes.filter(|it| seen.insert(*it)));
                let index = origin.index.map(|it| self.index_sources(it));
                sources.extend(index.unwrap_or_default());
            }
        }
        let mut seen = FxHashSet::default();
        sources.retain(|it| seen.insert(*it));
        sources
    }

    /// The evaluator of set expressions for lists of registers.
    pub fn sets<'a>(&'a self, records: &'a Records) -> Sets<'a, RegisterSets<'a>> {
        let mut sets = Sets::of(records, RegisterSets(self));
        sets.expand_field("RegisterClass", "MemberList");
        sets.expand_field("CalleeSavedRegs", "SaveList");
        sets
    }

    /// The second class that [`Self::matching_classes`] returns: the class that contains the sub-registers.
    pub fn matching_sub_register_class(&self, id: ClassId, index: IndexId) -> Option<ClassId> {
        Some(self.matching_classes(id, index)?.1)
    }

    /// The largest suitable subclass of the class `id`, and a second class. A subclass is suitable if some class
    /// contains the `index` sub-registers of all its members. The second class is such a class, preferably one that is
    /// not larger than the subclass. `None` if no subclass is suitable.
    pub fn matching_classes(&self, id: ClassId, index: IndexId) -> Option<(ClassId, ClassId)> {
        let largest = self.classes[id].with_sub_register(index)?;
        let len = |it: ClassId| self.classes[it].members.len();
        let subs = &self.classes[largest].sub_classes;
        // The first candidate is usually suitable, so the sort below is rarely needed.
        let first = if subs.contains(id) && len(id) == len(largest) {
            Some(id)
        } else {
            subs.first()
        };
        if let Some(found) = self.projected(first?, index, id) {
            return Some((first?, found));
        }
        let mut subs: Vec<ClassId> = subs.iter().collect();
        // Among subclasses of the same size, the class `id` itself comes first.
        subs.sort_by_key(|it| (std::cmp::Reverse(len(*it)), *it != id));
        subs.into_iter()
            .find_map(|it| Some((it, self.projected(it, index, id)?)))
    }

    /// A class into which `from` projects by `index`: the largest class that is not larger than `from`, or else the
    /// smallest class. If several classes have the same size, `preferred` is taken in the first case and avoided in the
    /// second case. `None` if `from` projects into no class.
    fn projected(&self, from: ClassId, index: IndexId, preferred: ClassId) -> Option<ClassId> {
        let to = &self.classes[from].projects_to;
        let at = to.binary_search_by_key(&index, |it| it.0).ok()?;
        let to = &to[at].1;
        let len = |it: &ClassId| self.classes[*it].members.len();
        let size = len(&from);
        let preferred_at = || to.iter().position(|it| *it == preferred);
        match to.iter().find(|it| len(it) <= size) {
            Some(found) => match preferred_at() {
                Some(at) if len(&to[at]) == len(found) => Some(preferred),
                _ => Some(*found),
            },
            // All classes are larger, so the last class is the smallest. If the last class is `preferred`, and the
            // class before it has the same size, the class before it is taken.
            None => match *to.as_slice() {
                [.., other, last] if last == preferred && len(&other) == len(&last) => Some(other),
                [.., last] => Some(last),
                [] => None,
            },
        }
    }
}

/// The kind of sets whose elements are registers.
pub struct RegisterSets<'a>(&'a Registers);

/// An element of a set of registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Listed<'a> {
    /// A register, or another record that is listed in place of a register.
    Record(Rec<'a>),
    /// A register that a record of class `RegisterTuples` defines.
    Tuple(RegisterId),
}

impl<'a> From<Rec<'a>> for Listed<'a> {
    fn from(rec: Rec<'a>) -> Self {
        Listed::Record(rec)
    }
}

impl<'a> Kind<'a> for RegisterSets<'a> {
    type Element = Listed<'a>;

    const CLASS: Option<&'static str> = Some("RegisterTuples");

    fn expand(sets: &mut Sets<'a, Self>, set: Rec<'a>) -> Result<Vec<Listed<'a>>, Fatal> {
        let tuples = sets.kind.0.tuples.get(&set.id()).into_iter().flatten();
        Ok(tuples.map(|it| Listed::Tuple(*it)).collect())
    }
}

impl Listed<'_> {
    /// The id of the register. An error if the record is not a register.
    pub fn register(self, registers: &Registers) -> Result<RegisterId, Fatal> {
        match self {
            Listed::Tuple(id) => Ok(id),
            Listed::Record(rec) => registers.resolve(rec),
        }
    }
}
