//! The registers of a target: sub-registers and the indices that name them, register units, and register classes,
//! including inferred ones.
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
    /// The number of a register.
    pub struct RegisterId;
    /// The number of a sub-register index.
    pub struct IndexId;
    /// The number of a register class.
    pub struct ClassId;
    /// The number of a register unit.
    pub struct UnitId;
}

impl RegisterId {
    /// Its number in generated tables, where 0 is no register.
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}

impl IndexId {
    /// Its number in generated tables, where 0 is no index.
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}

/// All registers of a target.
pub struct Registers {
    /// The target that they are of.
    pub target: Arc<Target>,
    /// Defined indices, in the order of their names, and then composed ones in order of discovery.
    pub indices: Indices,
    /// In the order of their numbers.
    pub registers: Arena<RegisterId, Register>,
    /// In order of discovery, sub-registers first.
    pub units: Arena<UnitId, Unit>,
    /// Larger classes come before their subclasses.
    pub classes: Arena<ClassId, RegisterClass>,
    /// In the order of their names.
    pub categories: Vec<Category>,
    by_record: FxHashMap<RecordId, RegisterId>,
    by_asm_name: FxHashMap<String, RegisterId>,
    class_by_record: FxHashMap<RecordId, ClassId>,
    /// The registers of each record of class `RegisterTuples`.
    tuples: FxHashMap<RecordId, Vec<RegisterId>>,
}

/// A register: defined by a record or made by a record of class `RegisterTuples`.
pub struct Register {
    /// The record that defines it. A tuple has the fields of its first member, apart from those stored here.
    pub rec: RecordId,
    /// The record of the tuple, if it is one.
    pub tuple: Option<RecordId>,
    /// Its position in the order of creation among all tuples.
    expansion: u32,
    /// The name of its record; for a tuple, those of its members joined by `_`.
    pub name: String,
    /// Its name in assembly. May be empty, and several registers may have the same name: then the first is meant.
    pub asm_name: String,
    /// The additional cost of its use in comparison with others in its class, for each of the target's cost models.
    /// Missing ones are zero.
    pub cost_per_use: Vec<i64>,
    /// Whether its sub-registers cover it.
    pub covered: bool,
    /// Whether two of its sub-registers do not overlap.
    pub disjunct: bool,
    /// Whether it only exists as a part of others: no instruction names it.
    pub artificial: bool,
    /// Whether its value never changes, even by a write.
    pub constant: bool,
    /// The sub-registers in the definition.
    pub explicit: Vec<(IndexId, RegisterId)>,
    /// All sub-registers, by their indices. No sub-register has two.
    pub sub_registers: Vec<(IndexId, RegisterId)>,
    /// The registers that contain it, smaller before larger.
    pub super_registers: Vec<RegisterId>,
    /// The registers that overlap with it without a containment; the relation is symmetric.
    pub aliases: Vec<RegisterId>,
    /// In ascending order. Registers overlap if they have one in common.
    pub units: Vec<UnitId>,
    /// Registers with the same number have sub-registers with the same indices and structures.
    pub structure: u32,
}

impl Register {
    /// The sub-register of an index.
    pub fn sub_register(&self, index: IndexId) -> Option<RegisterId> {
        let at = self.sub_registers.binary_search_by_key(&index, |it| it.0);
        at.ok().map(|at| self.sub_registers[at].1)
    }

    /// The index of a sub-register.
    pub fn index_of(&self, register: RegisterId) -> Option<IndexId> {
        let mut all = self.sub_registers.iter();
        all.find(|(_, it)| *it == register).map(|it| it.0)
    }
}

/// The smallest part of registers: a register without sub-registers, or the common part of two aliases.
pub struct Unit {
    /// The register that it was made for, or the first of two that overlap.
    pub root: RegisterId,
    /// The second of these, if it is a common part of two.
    pub alias: Option<RegisterId>,
    /// Whether one of these is artificial.
    pub artificial: bool,
}

/// A set of registers of one size: defined by a record or inferred.
#[derive(Default)]
pub struct RegisterClass {
    /// The record that defines it.
    pub rec: Option<RecordId>,
    /// The origin of an inferred class.
    pub origin: Option<Origin>,
    /// The name of its record, or for an inferred class a name made from its origin: `a_with_index`, `a_and_b`,
    /// `a_with_index_in_b`.
    pub name: String,
    /// The namespace of its number in C++. May be empty.
    pub namespace: String,
    /// The types of its registers' values, one at least.
    pub types: Vec<TypeByHwMode>,
    /// The size of its registers, and that in memory.
    pub size: SizeByHwMode,
    /// The order in which registers are allocated, and other orders to choose from.
    pub orders: Vec<Vec<RegisterId>>,
    /// In the order of their numbers.
    pub members: Vec<RegisterId>,
    /// The same, to look them up.
    pub member_set: BitSet<RegisterId>,
    /// The cost of a copy of such a register, in instructions. If negative, copies are prohibitively expensive.
    pub copy_cost: i32,
    /// Whether virtual registers may have the class.
    pub allocatable: bool,
    /// C++ that chooses an order, or nothing.
    pub alt_order_select: String,
    /// Registers of classes with higher ones are assigned first. At most 31.
    pub allocation_priority: u8,
    /// Whether the register allocator treats all its live ranges as global ones, in order to spill less.
    pub global_priority: bool,
    /// The target's flags, the first of `TSFlags` in the lowest bit.
    pub ts_flags: u8,
    /// Whether all its members are.
    pub artificial: bool,
    /// Whether register pressure is tracked for it.
    pub(crate) generates_pressure_set: bool,
    /// Including itself.
    pub sub_classes: BitSet<ClassId>,
    /// Without itself, in the order of the classes.
    pub super_classes: Vec<ClassId>,
    /// For each index that some member has, the largest class of members that have it.
    with_sub_register: Vec<(IndexId, ClassId)>,
    /// For each index, the classes all of whose sub-registers by it are members of this one.
    projects_from: Vec<(IndexId, Vec<ClassId>)>,
    /// For each index, the classes that hold all sub-registers by it: the largest first, in their order.
    projects_to: Vec<(IndexId, Vec<ClassId>)>,
}

id! {
    /// See [`Register::structure`].
    struct Structure;
}

/// The origin of an inferred class: registers of a class that have an index, that are also in another class, or whose
/// sub-register is in another class.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The class that contains these registers.
    pub class: ClassId,
    /// The index that they have, unless they are an intersection of two classes.
    pub index: Option<IndexId>,
    /// The class that contains them, or their sub-registers by the index; `None` if there is no such condition.
    pub other: Option<ClassId>,
}

impl RegisterClass {
    /// The name with its namespace.
    pub fn qualified_name(&self) -> String {
        match self.namespace.as_str() {
            "" => self.name.clone(),
            namespace => format!("{namespace}::{}", self.name),
        }
    }

    /// Whether a register is a member.
    pub fn contains(&self, register: RegisterId) -> bool {
        self.member_set.contains(register)
    }

    /// The largest class of members that have a sub-register of this index.
    pub fn with_sub_register(&self, index: IndexId) -> Option<ClassId> {
        let at = self
            .with_sub_register
            .binary_search_by_key(&index, |it| it.0);
        at.ok().map(|at| self.with_sub_register[at].1)
    }

    /// The classes that hold all its sub-registers by some index, one after another for each index.
    pub fn projected(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.projects_to
            .iter()
            .flat_map(|(_, to)| to.iter().copied())
    }

    /// The indices by which some class projects into this one, with these classes.
    pub fn projections(&self) -> &[(IndexId, Vec<ClassId>)] {
        &self.projects_from
    }
}

impl Model for Registers {
    /// Errors are those of the definitions: of indices, then of registers, then of classes.
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
    /// The modes that sizes, types and ranges may differ between.
    pub fn modes(&self) -> &HwModes {
        &self.target.modes
    }

    /// The order of registers: defined ones in the order of their definitions, then tuples in order of discovery.
    pub fn creation_order(&self, records: &backend::Records, id: RegisterId) -> (bool, u64) {
        let register = &self.registers[id];
        match register.tuple {
            Some(_) => (true, register.expansion.into()),
            None => (false, records.rec(register.rec).order()),
        }
    }

    /// The record that makes a register: its own, or that of the tuples.
    pub fn location_of<'a>(records: &'a backend::Records, register: &Register) -> backend::Rec<'a> {
        records.rec(register.tuple.unwrap_or(register.rec))
    }
}
