//! The registers of a target: sub-registers and the indices that name them, register units, and register classes,
//! including inferred classes.
//!
//! Data that only tables of register information need is computed separately: [`Lanes`] and [`Pressure`].

mod categories;
mod changes;
mod classes;
mod elements;
mod hierarchy;
mod indices;
mod infer;
mod lanes;
mod lookup;
mod name_order;
mod pressure;
mod projections;
mod secondary;
mod sub_registers;
mod tuples;
mod weights;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use backend::bit_set::BitSet;
use backend::ids::Arena;
use backend::{Context, Fatal, Model, RecordId, bail, id};
use rustc_hash::FxHashMap;

use crate::hw_modes::{HwModes, SizeByHwMode, TypeByHwMode};
use crate::target::Target;

pub use categories::Category;
pub use elements::field_of_class;
pub use indices::{Indices, SubRegIndex};
pub use lanes::{LaneMask, LaneStep, Lanes};
pub use lookup::{Listed, RegisterSets};
pub use name_order::NameOrder;
pub use pressure::{Pressure, PressureSet};

id! {
    /// The id of a register.
    pub struct RegisterId;
    /// The id of a sub-register index.
    pub struct IndexId;
    /// The id of a register class.
    pub struct ClassId;
    /// The id of a register unit.
    pub struct UnitId;
}

impl RegisterId {
    /// The number in generated tables, where 0 means no register.
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}

impl IndexId {
    /// The number in generated tables, where 0 means no index.
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}

/// All registers of a target.
pub struct Registers {
    /// The target of the registers.
    pub target: Arc<Target>,
    /// The sub-register indices: first those that records define, in the order of their names, then derived indices in
    /// order of discovery.
    pub indices: Indices,
    /// The registers in the order of their numbers.
    pub registers: Arena<RegisterId, Register>,
    /// The register units in order of discovery. A register's sub-registers are visited before the register itself.
    pub units: Arena<UnitId, Unit>,
    /// The register classes. Each class comes before the subclasses that have fewer members.
    pub classes: Arena<ClassId, RegisterClass>,
    /// The categories of registers, in the order of their names.
    pub categories: Vec<Category>,
    by_record: FxHashMap<RecordId, RegisterId>,
    by_asm_name: FxHashMap<String, RegisterId>,
    class_by_record: FxHashMap<RecordId, ClassId>,
    /// The registers that each record of class `RegisterTuples` defines.
    tuples: FxHashMap<RecordId, Vec<RegisterId>>,
}

/// A register that a record defines, or one of the tuples that a record of class `RegisterTuples` defines.
pub struct Register {
    /// The record of the register. For a tuple, the record of its first member: it gives the fields that are not stored
    /// here.
    pub rec: RecordId,
    /// The record of class `RegisterTuples` if the register is a tuple.
    pub tuple: Option<RecordId>,
    /// The index of a tuple in the order in which tuples are created.
    expansion: u32,
    /// The name of the record. For a tuple, the names of the members, joined by `_`.
    pub name: String,
    /// The name in assembly. It may be empty. If several registers have the same name, the name refers to the first of
    /// them.
    pub asm_name: String,
    /// The additional cost of using the register instead of other registers in its class, for each of the target's cost
    /// models. Missing costs are 0.
    pub cost_per_use: Vec<i64>,
    /// Whether the sub-registers cover all bits of the register.
    pub covered: bool,
    /// Whether the register has sub-registers that do not overlap.
    pub disjunct: bool,
    /// Whether the register exists only as a part of other registers, so that no instruction uses it.
    pub artificial: bool,
    /// Whether the value never changes, even if the register is written.
    pub constant: bool,
    /// The sub-registers that the definition lists.
    pub explicit: Vec<(IndexId, RegisterId)>,
    /// All sub-registers, sorted by index. Each sub-register has a single index.
    pub sub_registers: Vec<(IndexId, RegisterId)>,
    /// The registers that contain this register, each after its own sub-registers.
    pub super_registers: Vec<RegisterId>,
    /// The aliases of this register that definitions declare: registers that overlap with it although neither register
    /// contains the other. The relation is symmetric.
    pub aliases: Vec<RegisterId>,
    /// The register units in ascending order. Two registers overlap if they have a unit in common.
    pub units: Vec<UnitId>,
    /// A number that registers share if their sub-registers have the same indices and, recursively, the same
    /// structures.
    pub structure: u32,
}

impl Register {
    /// The sub-register with this index; `None` if the register has no such sub-register.
    pub fn sub_register(&self, index: IndexId) -> Option<RegisterId> {
        let at = self.sub_registers.binary_search_by_key(&index, |it| it.0);
        at.ok().map(|at| self.sub_registers[at].1)
    }

    /// The index of the sub-register `register`; `None` if it is not a sub-register.
    pub fn index_of(&self, register: RegisterId) -> Option<IndexId> {
        let mut all = self.sub_registers.iter();
        all.find(|(_, it)| *it == register).map(|it| it.0)
    }
}

/// A register unit: the smallest part of registers for which overlaps are tracked. A unit belongs to a register without
/// sub-registers, or is the common part of two aliases.
pub struct Unit {
    /// The register for which the unit exists, or the first of two aliases.
    pub root: RegisterId,
    /// The second alias if the unit is the common part of two aliases.
    pub alias: Option<RegisterId>,
    /// Whether `root` or `alias` is artificial.
    pub artificial: bool,
}

/// A register class: registers of the same size. A record defines it, or it is inferred.
#[derive(Default)]
pub struct RegisterClass {
    /// The record of the class; `None` if it is inferred.
    pub rec: Option<RecordId>,
    /// How the class is inferred; `None` if a record defines it.
    pub origin: Option<Origin>,
    /// The name of the record. For an inferred class, a name that is derived from its origin: `a_with_index`,
    /// `a_and_b`, `a_with_index_in_b`.
    pub name: String,
    /// The C++ namespace of the enumerator. May be empty.
    pub namespace: String,
    /// The types of the values, at least one.
    pub types: Vec<TypeByHwMode>,
    /// The size of the registers and their spill slots.
    pub size: SizeByHwMode,
    /// The allocation orders. The first order is the default.
    pub orders: Vec<Vec<RegisterId>>,
    /// The members in the order of their numbers.
    pub members: Vec<RegisterId>,
    /// The members as a set.
    pub member_set: BitSet<RegisterId>,
    /// The cost of copying a register of the class, in instructions. If negative, copies are prohibitively expensive.
    pub copy_cost: i32,
    /// Whether virtual registers may have the class.
    pub allocatable: bool,
    /// The C++ code that chooses an allocation order; empty if it is missing.
    pub alt_order_select: String,
    /// The priority of the class in register allocation, from 0 to 31. Higher priorities are allocated first.
    pub allocation_priority: u8,
    /// Whether the register allocator treats all live ranges of the class as global, which leads to fewer spills.
    pub global_priority: bool,
    /// The first eight target-specific flags. The first flag of `TSFlags` is the lowest bit.
    pub ts_flags: u8,
    /// Whether all members are artificial.
    pub artificial: bool,
    /// Whether register pressure is tracked for the class.
    pub(crate) generates_pressure_set: bool,
    /// All subclasses, including the class itself.
    pub sub_classes: BitSet<ClassId>,
    /// All superclasses in the order of the classes, without the class itself.
    pub super_classes: Vec<ClassId>,
    /// For each index that some member has, the largest class of members that have this index. Sorted by index.
    /// Artificial indices may be missing.
    with_sub_register: Vec<(IndexId, ClassId)>,
    /// For each index, the classes that project into this class: each member of such a class has a sub-register with
    /// the index, and this sub-register is a member of this class.
    projects_from: Vec<(IndexId, Vec<ClassId>)>,
    /// For each index, the classes that contain every member's sub-register with this index. Larger classes come first.
    projects_to: Vec<(IndexId, Vec<ClassId>)>,
}

id! {
    /// The id of a structure; see [`Register::structure`].
    struct Structure;
}

/// How a class is inferred from the registers of `class`. With `index` alone, its members are the registers that have
/// this sub-register index. With `other` alone, they are the registers that are also in `other`. With both, they are
/// the registers whose sub-registers with `index` are in `other`.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The class from which the registers are taken.
    pub class: ClassId,
    /// The sub-register index that the registers have. `None` for an intersection of two classes.
    pub index: Option<IndexId>,
    /// The class that contains the registers or, if there is an index, their sub-registers. `None` without such a
    /// condition.
    pub other: Option<ClassId>,
}

impl RegisterClass {
    /// The name qualified with the namespace.
    pub fn qualified_name(&self) -> String {
        match self.namespace.as_str() {
            "" => self.name.clone(),
            namespace => format!("{namespace}::{}", self.name),
        }
    }

    /// Whether `register` is a member.
    pub fn contains(&self, register: RegisterId) -> bool {
        self.member_set.contains(register)
    }

    /// The largest class of the members that have a sub-register `index`. `None` if no member has such a sub-register,
    /// or if the index is artificial and no class was inferred for it.
    pub fn with_sub_register(&self, index: IndexId) -> Option<ClassId> {
        let at = self
            .with_sub_register
            .binary_search_by_key(&index, |it| it.0);
        at.ok().map(|at| self.with_sub_register[at].1)
    }

    /// For each index, the classes that contain every member's sub-register with this index. The classes are listed in
    /// the order of the indices, and a class may occur several times.
    pub fn projected(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.projects_to
            .iter()
            .flat_map(|(_, to)| to.iter().copied())
    }

    /// For each index, the classes whose members all have a sub-register with this index that is a member of this
    /// class.
    pub fn projections(&self) -> &[(IndexId, Vec<ClassId>)] {
        &self.projects_from
    }
}

impl Model for Registers {
    /// An error if a definition is invalid. Indices are read first, then registers, then classes.
    fn build(cx: &Context) -> Result<Registers, Fatal> {
        let target = cx.model::<Target>()?;
        let mut indices = Indices::read(cx.records, &target.modes)?;
        let mut sets = elements::sets(cx.records);
        let found = elements::registers(&mut sets, &indices)?;
        let elements::FoundRegisters {
            mut registers,
            by_element,
            by_asm_name,
        } = found;
        if registers.is_empty() && !cx.records.derived("RegisterClass")?.is_empty() {
            bail!(cx.records, "No 'Register' subclasses defined!");
        }
        let units = sub_registers::complete(cx.records, &mut registers, &mut indices)?;
        let by_concatenation = indices.close_concatenations(cx.records)?;
        secondary::complete(cx.records, &mut registers, &mut indices, by_concatenation)?;
        sub_registers::order_super_registers(&mut registers);
        sub_registers::find_artificial_indices(&registers, &mut indices);

        let mut classes = classes::read(&mut sets, &by_element, &registers, &target.modes)?;
        let projections = infer::complete(cx.release(), &mut classes, &registers, &indices);
        let classes = hierarchy::order(cx.records, classes, projections)?;
        let class_by_record = classes.with_ids().filter(|(_, it)| !it.artificial);
        let class_by_record = class_by_record
            .filter_map(|(id, class)| Some((class.rec?, id)))
            .collect();
        let categories = categories::read(cx.records, &class_by_record)?;
        let (by_record, tuples) = elements::by_record(sets, &by_element);
        Ok(Registers {
            target,
            indices,
            registers,
            units,
            classes,
            categories,
            by_record,
            by_asm_name,
            class_by_record,
            tuples,
        })
    }
}

impl Registers {
    /// The hardware modes, on which sizes, types and bit ranges may depend.
    pub fn modes(&self) -> &HwModes {
        &self.target.modes
    }

    /// The sort key for the order in which registers are created. Registers that records define come first, in the
    /// order of the definitions. Tuples follow in order of discovery.
    pub fn creation_order(&self, records: &backend::Records, id: RegisterId) -> (bool, u64) {
        let register = &self.registers[id];
        match register.tuple {
            Some(_) => (true, register.expansion.into()),
            None => (false, records.rec(register.rec).order()),
        }
    }

    /// The record that defines a register: its own, or the `RegisterTuples` record.
    pub fn location_of<'a>(records: &'a backend::Records, register: &Register) -> backend::Rec<'a> {
        records.rec(register.tuple.unwrap_or(register.rec))
    }
}
