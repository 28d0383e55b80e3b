//! Descriptions of registers, register classes and sub-register indices.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};
use target_model::hw_modes::{ByHwMode, HwModes, TypeByHwMode};
use target_model::registers::{
    ClassId, IndexId, Lanes, Pressure, Register, RegisterId, Registers, field_of_class,
};

use crate::page::{Page, count};

/// Describes a register that a record defines.
pub(crate) fn register(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let registers = cx.model::<Registers>()?;
    if let Some(id) = registers.find(rec.id()) {
        show_register(cx, &registers, id, page)?;
    }
    Ok(())
}

fn show_register(
    cx: &Context,
    registers: &Registers,
    id: RegisterId,
    page: &mut Page,
) -> Result<(), Fatal> {
    let register = &registers.registers[id];
    page.prose(heading(cx, registers, id)?);
    let name = |id: RegisterId| registers.registers[id].name.as_str();
    let parts = register.sub_registers.iter();
    let parts = parts.map(|(index, it)| by_index(registers, *it, Some(*index)));
    page.names("sub-registers", parts);
    let wholes = register.super_registers.iter();
    let wholes = wholes.map(|it| by_index(registers, *it, registers.registers[*it].index_of(id)));
    page.names("part of", wholes);
    page.names("aliases", register.aliases.iter().map(|it| name(*it)));
    let units = register.units.iter().map(|unit| {
        let root = &registers.units[*unit];
        match root.alias {
            Some(alias) => format!("{}: {} and {}", unit.0, name(root.root), name(alias)),
            None => format!("{}: {}", unit.0, name(root.root)),
        }
    });
    page.names("units", units);
    let numbers = dwarf_numbers(cx, register)?;
    page.names("DWARF numbers", numbers.iter().map(i64::to_string));
    let classes = registers.classes.with_ids();
    let classes: Vec<ClassId> = classes
        .filter(|(_, it)| it.contains(id))
        .map(|(id, _)| id)
        .collect();
    page.names("classes", names_of(registers, &classes));
    if let Ok(pressure) = cx.model::<Pressure>() {
        let sets = register.units.iter();
        let sets = sets.flat_map(|it| &pressure.lists[pressure.list_of_unit[*it]]);
        let mut sets: Vec<u32> = sets.copied().collect();
        sets.sort_unstable();
        sets.dedup();
        page.names("pressure sets", names_of_sets(&pressure, &sets));
    }
    Ok(())
}

/// A description of a register in one line.
fn heading(cx: &Context, registers: &Registers, id: RegisterId) -> Result<String, Fatal> {
    let register = &registers.registers[id];
    let name = registers.qualified_name(cx.records, id)?;
    let mut line = format!("register {}, number {}", code_span(&name), id.number());
    if !register.asm_name.is_empty() {
        line += &format!(", {} in assembly", code_span(&register.asm_name));
    }
    let costs: Vec<String> = register.cost_per_use.iter().map(i64::to_string).collect();
    if register.cost_per_use.iter().any(|it| *it != 0) {
        line += &format!(", cost per use {}", costs.join(" or "));
    }
    let traits = [
        (register.artificial, "artificial"),
        (register.constant, "constant"),
        (
            register.covered && !register.explicit.is_empty(),
            "covered by its sub-registers",
        ),
    ];
    for (_, what) in traits.iter().filter(|it| it.0) {
        line += ", ";
        line += what;
    }
    Ok(line)
}

/// The name of a register, followed by the name of `index` in parentheses if `index` is given.
fn by_index(registers: &Registers, id: RegisterId, index: Option<IndexId>) -> String {
    let name = &registers.registers[id].name;
    match index {
        Some(index) => format!("{name} ({})", registers.indices[index].name),
        None => name.clone(),
    }
}

/// The DWARF numbers of a register, one for each numbering of the target.
fn dwarf_numbers(cx: &Context, register: &Register) -> Result<Vec<i64>, Fatal> {
    let rec = cx.records.rec(register.rec);
    if register.tuple.is_none()
        && let Some(alias) = rec.field("DwarfAlias").and_then(|it| it.value)
        && let Some(alias) = cx.records.def_of(alias)
    {
        return alias.list_of_ints("DwarfNumbers");
    }
    let read = |rec: Rec| rec.list_of_ints("DwarfNumbers");
    match register.tuple {
        Some(tuple) => {
            let tuple = cx.records.rec(tuple);
            field_of_class(tuple, &register.name, "DwarfNumbers", read)
        }
        None => read(rec),
    }
}

/// Describes the registers that a record of class `RegisterTuples` defines.
pub(crate) fn tuples(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let registers = cx.model::<Registers>()?;
    let made = registers.of_tuples(rec.id());
    page.prose(format!("makes {}", count(made.len(), "register")));
    let name = |id: &RegisterId| registers.registers[*id].name.as_str();
    page.names("registers", made.iter().map(name));
    let Some(first) = made.first() else {
        return Ok(());
    };
    show_register(cx, &registers, *first, page)
}

/// Describes a register class.
pub(crate) fn class(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let registers = cx.model::<Registers>()?;
    let Some(id) = registers.find_class(rec.id()) else {
        return Ok(());
    };
    let class = &registers.classes[id];
    let modes = registers.modes();
    let mut line = format!(
        "register class {}, number {}: {}",
        code_span(&class.qualified_name()),
        id.0,
        count(class.members.len(), "register")
    );
    if !class.allocatable {
        line += ", not allocated";
    }
    page.prose(line);
    let name = |id: &RegisterId| registers.registers[*id].name.as_str();
    page.names("members", class.members.iter().map(name));
    for (number, order) in class.orders.iter().enumerate() {
        let what = match number {
            0 => "allocated in the order".to_owned(),
            other => format!("or, by order {other}"),
        };
        if *order != class.members {
            page.names(&what, order.iter().map(name));
        }
    }
    let sizes = in_modes(modes, &class.size, |it| {
        let (size, spill, align) = (it.size, it.spill_size, it.spill_alignment);
        format!("{size} bits, spilled to {spill} bits aligned to {align}")
    });
    page.point("size", sizes);
    page.names("types", class.types.iter().map(|it| type_name(modes, it)));
    if class.copy_cost != 1 {
        page.point("copy cost", class.copy_cost);
    }
    if class.allocation_priority != 0 {
        page.point("allocation priority", class.allocation_priority);
    }
    let below: Vec<ClassId> = class.sub_classes.iter().filter(|it| *it != id).collect();
    page.names("sub-classes", names_of(&registers, &below));
    page.names("super-classes", names_of(&registers, &class.super_classes));
    let indices = registers.indices.iter();
    let indices = indices.filter(|(index, _)| class.with_sub_register(*index) == Some(id));
    let indices =
        indices.map(
            |(index, known)| match registers.matching_sub_register_class(id, index) {
                Some(of) => format!("{} in {}", known.name, registers.classes[of].name),
                None => known.name.clone(),
            },
        );
    page.names("sub-registers of all", indices);
    let pressure = cx.model::<Pressure>()?;
    let (each, all) = pressure.class_weights[id];
    page.point("weight", format!("{each} for each register, {all} for all"));
    let sets = pressure.lists.get(id.0 as usize);
    let sets = names_of_sets(&pressure, sets.map_or(&[], Vec::as_slice));
    page.names("pressure sets", sets);
    Ok(())
}

/// The names of register classes: first those that records define, then the inferred ones.
fn names_of<'a>(registers: &'a Registers, classes: &[ClassId]) -> impl Iterator<Item = &'a str> {
    let (defined, inferred): (Vec<_>, Vec<_>) = classes
        .iter()
        .map(|it| &registers.classes[*it])
        .partition(|it| it.rec.is_some());
    defined
        .into_iter()
        .chain(inferred)
        .map(|it| it.name.as_str())
}

fn names_of_sets(pressure: &Pressure, sets: &[u32]) -> impl Iterator<Item = String> {
    sets.iter().filter_map(|it| {
        let set = pressure.sets.get(*it as usize)?;
        Some(format!("{} (limit {})", set.name, set.weight))
    })
}

/// The text of a value that may depend on the hardware mode. If it does, the text lists the value for each mode.
fn in_modes<T>(modes: &HwModes, by_mode: &ByHwMode<T>, show: impl Fn(&T) -> String) -> String {
    if let Some(only) = by_mode.as_simple() {
        return show(only);
    }
    let each = by_mode.iter().map(|(mode, it)| {
        let mode = modes.name_or(*mode, "otherwise");
        format!("{}: {}", escape(mode), show(it))
    });
    each.collect::<Vec<_>>().join("; ")
}

fn type_name(modes: &HwModes, ty: &TypeByHwMode) -> String {
    let short = |name: &str| name.trim_start_matches("MVT::").to_owned();
    in_modes(modes, &ty.types, |it| short(it.name()))
}

/// Describes a sub-register index.
pub(crate) fn index(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let registers = cx.model::<Registers>()?;
    let known = cx.model::<Lanes>();
    let indices = known.as_ref().map_or(&registers.indices, |it| &it.indices);
    let Some((id, index)) = indices.iter().find(|(_, it)| it.rec == Some(rec.id())) else {
        return Ok(());
    };
    page.prose(format!(
        "sub-register index {}, number {}",
        code_span(&index.qualified_name()),
        id.number()
    ));
    let range = in_modes(registers.modes(), &index.range, |it| {
        if it.is_placed() {
            format!("{} from bit {}", it.size, it.offset)
        } else {
            "in no one place".to_owned()
        }
    });
    page.point("bits", range);
    let name = |id: &IndexId| indices[*id].name.as_str();
    page.names("side by side", index.concatenation.iter().map(name));
    let composites = index.composites();
    let composites = composites.map(|(then, both)| format!("{} → {}", name(&then), name(&both)));
    page.names("followed by", composites);
    if let Ok(lanes) = &known {
        page.point("lanes", code_span(&format!("{:#x}", lanes.masks[id].0)));
    }
    let having = registers.registers.iter();
    let having = having.filter(|it| it.sub_register(id).is_some());
    page.names("registers", having.map(|it| it.name.as_str()));
    Ok(())
}
