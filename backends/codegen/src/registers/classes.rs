//! Register classes as records define them.

use backend::bit_set::BitSet;
use backend::ids::Arena;
use backend::sets::Set;
use backend::{Fatal, Rec, ValueId, bail, record_class};

use super::elements::{ByElement, id_of};
use super::tuples::{Element, ElementSets};
use super::{ClassId, Origin, Register, RegisterClass, RegisterId, changes};
use crate::hw_modes::{HwModes, ModeId, RegisterSize, SizeByHwMode, TypeByHwMode};

record_class! {
    struct ClassDef("RegisterClass") {
        generates_pressure_set: bit("GeneratePressureSet"),
        types: list_of_defs("RegTypes"),
        alt_orders: list("AltOrders"),
        namespace: string("Namespace"),
        size: int("Size"),
        alignment: int("Alignment"),
        copy_cost: int("CopyCost"),
        allocatable: bit("isAllocatable"),
        alt_order_select: string("AltOrderSelect"),
        allocation_priority: int("AllocationPriority"),
        global_priority: bit("GlobalPriority"),
        flags: bits("TSFlags"),
    }
}

/// Reads all classes, in the order of their names.
pub(super) fn read<'a>(
    sets: &mut ElementSets<'a>,
    by_element: &ByElement<'a>,
    registers: &Arena<RegisterId, Register>,
    modes: &HwModes,
) -> Result<Arena<ClassId, RegisterClass>, Fatal> {
    let defs = ClassDef::all(sets.records())?;
    if defs.is_empty() {
        bail!(sets.records(), "No 'RegisterClass' subclasses defined!");
    }
    let mut reader = Reader {
        sets,
        by_element,
        registers,
        modes,
    };
    defs.into_iter().map(|def| reader.read(def)).collect()
}

struct Reader<'r, 'a> {
    sets: &'r mut ElementSets<'a>,
    by_element: &'r ByElement<'a>,
    registers: &'r Arena<RegisterId, Register>,
    modes: &'r HwModes,
}

impl<'a> Reader<'_, 'a> {
    fn read(&mut self, def: ClassDef<'a>) -> Result<RegisterClass, Fatal> {
        let generates_pressure_set = def.generates_pressure_set()?;
        let types = self.types(def)?;
        let elements = self.sets.expand(*def)?.unwrap_or_default();
        let alt_orders = def.alt_orders()?;
        let order = self.ids(&elements)?;
        let member_set: BitSet<RegisterId> = order.iter().copied().collect();
        let mut orders = vec![order];
        for order in alt_orders {
            orders.push(self.alt_order(def, *order, &member_set)?);
        }
        let namespace = def.namespace()?.into_owned();
        let size = self.size(def, &types)?;
        let Some(copy_cost) = changes::copy_cost(def.records().release(), def.copy_cost()?) else {
            bail!(def, "'CopyCost' must be an 8-bit value");
        };
        let allocatable = def.allocatable()?;
        let alt_order_select = def.alt_order_select()?.into_owned();
        let Some(allocation_priority) = (def.allocation_priority()? as i32)
            .try_into()
            .ok()
            .filter(|it: &u8| *it < 32)
        else {
            bail!(def, "AllocationPriority out of range [0,31]");
        };
        let global_priority = def.global_priority()?;
        let ts_flags = flags(def)?;
        let class = RegisterClass::new(def.name().to_owned(), member_set, self.registers);
        Ok(RegisterClass {
            rec: Some(def.id()),
            namespace,
            types,
            size,
            orders,
            copy_cost,
            allocatable,
            alt_order_select,
            allocation_priority,
            global_priority,
            ts_flags,
            generates_pressure_set,
            ..class
        })
    }

    fn types(&self, def: ClassDef) -> Result<Vec<TypeByHwMode>, Fatal> {
        let types = def.types()?;
        if types.is_empty() {
            bail!(def, "RegTypes list must not be empty!");
        }
        let read = |ty: Rec| {
            if !ty.is_a("ValueType") {
                bail!(
                    def,
                    "RegTypes list member '{}' does not derive from the ValueType class!",
                    ty.name()
                );
            }
            TypeByHwMode::read(ty, self.modes)
        };
        types.into_iter().map(read).collect()
    }

    fn ids(&self, elements: &[Element<'a>]) -> Result<Vec<RegisterId>, Fatal> {
        let ids = elements.iter().map(|it| id_of(self.by_element, *it));
        ids.collect()
    }

    fn alt_order(
        &mut self,
        def: ClassDef<'a>,
        order: ValueId,
        members: &BitSet<RegisterId>,
    ) -> Result<Vec<RegisterId>, Fatal> {
        let mut found = Set::default();
        self.sets.evaluate(order, &mut found, *def)?;
        // The reference checks the elements in reverse order. Only the first error is reported.
        for element in found.elements.iter().rev() {
            let register = id_of(self.by_element, *element)?;
            if !members.contains(register) {
                let name = &self.registers[register].name;
                bail!(def, " AltOrder register {name} is not a class member");
            }
        }
        self.ids(&found.elements)
    }

    fn size(&self, def: ClassDef, types: &[TypeByHwMode]) -> Result<SizeByHwMode, Fatal> {
        let chosen = match def.field("RegInfos").and_then(|it| it.value) {
            Some(v) => def.records().def_of(v),
            None => None,
        };
        let mut sizes = match chosen {
            Some(select) => self.modes.read(select, RegisterSize::read)?,
            None => SizeByHwMode::default(),
        };
        let given = def.size()? as u32;
        if !sizes.has_default() {
            let of_type = || types[0].types.as_simple().map(|it| it.size_in_bits());
            let size = match given {
                0 => of_type(),
                _ => Some(given),
            };
            let Some(size) = size else {
                bail!(def, "Impossible to determine register size");
            };
            let size = RegisterSize {
                size,
                spill_size: size,
                spill_alignment: def.alignment()? as u32,
            };
            sizes.insert(ModeId::DEFAULT, size);
        }
        Ok(sizes)
    }
}

/// The first eight flags as a bit mask. An error if any flag has no value, even a flag after the first eight.
fn flags(def: ClassDef) -> Result<u8, Fatal> {
    let mut flags = 0;
    for (at, bit) in def.flags()?.iter().enumerate() {
        match *bit {
            ValueId::TRUE if at < 8 => flags |= 1 << at,
            ValueId::TRUE | ValueId::FALSE => {}
            _ => {
                return Err(def.fatal_at("TSFlags", "TSFlags has bits that are not set".to_owned()));
            }
        }
    }
    Ok(flags)
}

impl RegisterClass {
    /// An allocatable class with this name and these members. Its other properties are still empty.
    pub(super) fn new(
        name: String,
        member_set: BitSet<RegisterId>,
        registers: &Arena<RegisterId, Register>,
    ) -> RegisterClass {
        let members: Vec<RegisterId> = member_set.iter().collect();
        RegisterClass {
            name,
            allocatable: true,
            artificial: members.iter().all(|it| registers[*it].artificial),
            members,
            member_set,
            ..RegisterClass::default()
        }
    }

    /// Copies properties from `model`, which is a superclass of this inferred class. The allocation orders keep only
    /// members of this class.
    pub(super) fn inherit(&mut self, model: &RegisterClass) {
        self.namespace = model.namespace.clone();
        self.types = model.types.clone();
        self.copy_cost = model.copy_cost;
        self.alt_order_select = model.alt_order_select.clone();
        self.allocation_priority = model.allocation_priority;
        self.global_priority = model.global_priority;
        self.ts_flags = model.ts_flags;
        self.generates_pressure_set |= model.generates_pressure_set;
        let own = |order: &Vec<RegisterId>| {
            let own = order.iter().filter(|it| self.member_set.contains(**it));
            own.copied().collect()
        };
        self.orders = model.orders.iter().map(own).collect();
    }
}

impl Origin {
    /// Replaces each class id of the origin with the result of `to`.
    pub(super) fn map(self, mut to: impl FnMut(ClassId) -> ClassId) -> Origin {
        Origin {
            class: to(self.class),
            index: self.index,
            other: self.other.map(to),
        }
    }
}
