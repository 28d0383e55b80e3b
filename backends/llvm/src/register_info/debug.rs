//! The text of `-register-info-debug`: all data of registers in readable form.

use std::fmt::Write;

use backend::Fatal;
use target_model::hw_modes::{BitRange, RegisterSize};

use super::{Info, class_instances};

/// The text of `-register-info-debug` for all classes, sub-register indices and registers, in this order.
pub(super) fn text(info: &Info) -> Result<String, Fatal> {
    let mut text = String::new();
    write(info, &mut text)?;
    Ok(text)
}

fn write(info: &Info, out: &mut String) -> Result<(), Fatal> {
    for id in info.registers.classes.ids() {
        push_class(info, out, id)?;
    }
    for (id, index) in info.lanes.indices.iter() {
        let _ = write!(
            out,
            "SubRegIndex {}:\n\tLaneMask: {:016X}\n\tAllSuperRegsCovered: {}\n\tOffset: {{",
            index.name,
            info.lanes.masks[id].0,
            u8::from(index.covered)
        );
        let of = |field: fn(BitRange) -> u16| {
            move |mode| index.range.get(mode).map(|it| field(*it).into())
        };
        push_by_mode(info, out, of(|it| it.offset));
        out.push_str(" }\n\tSize: {");
        push_by_mode(info, out, of(|it| it.size));
        out.push_str(" }\n");
    }
    for register in info.registers.registers.iter() {
        let _ = write!(out, "Register {}:\n\tCostPerUse: ", register.name);
        for cost in &register.cost_per_use {
            let _ = write!(out, "{cost} ");
        }
        let _ = write!(
            out,
            "\n\tCoveredBySubregs: {}\n\tHasDisjunctSubRegs: {}\n",
            u8::from(register.covered),
            u8::from(register.disjunct)
        );
        for (index, part) in &register.sub_registers {
            let index = &info.registers.indices[*index].name;
            let _ = writeln!(out, "\tSubReg {index} = {}", info.bare_name(*part));
        }
    }
    Ok(())
}

fn push_class(
    info: &Info,
    out: &mut String,
    id: target_model::registers::ClassId,
) -> Result<(), Fatal> {
    let class = info.class(id);
    let (disjunct, covered) = class_instances::structure(info, class);
    let of = |field: fn(RegisterSize) -> u32| move |mode| class.size.get(mode).map(|it| field(*it));
    let _ = write!(out, "RegisterClass {}:\n\tSpillSize: {{", class.name);
    push_by_mode(info, out, of(|it| it.spill_size));
    out.push_str(" }\n\tSpillAlignment: {");
    push_by_mode(info, out, of(|it| it.spill_alignment));
    let order = info.base_class_order(id)?;
    let order = order.map_or("None".to_owned(), |it| it.to_string());
    let _ = write!(
        out,
        " }}\n\tNumRegs: {}\n\tLaneMask: {:016X}\n\tHasDisjunctSubRegs: {}\n\tCoveredBySubRegs: {}\n\t\
         Allocatable: {}\n\tAllocationPriority: {}\n\tBaseClassOrder: {order}\n\tRegs:",
        class.members.len(),
        info.lanes.of_classes[id].0,
        u8::from(disjunct),
        u8::from(covered),
        u8::from(class.allocatable),
        class.allocation_priority
    );
    let members = class.members.iter().map(|it| info.bare_name(*it));
    push_names(out, members);
    out.push_str("\tSubClasses:");
    push_names(
        out,
        class
            .sub_classes
            .iter()
            .map(|it| info.class(it).name.as_str()),
    );
    out.push_str("\tSuperClasses:");
    push_names(
        out,
        class
            .super_classes
            .iter()
            .map(|it| info.class(*it).name.as_str()),
    );
    Ok(())
}

fn push_names<'a>(out: &mut String, names: impl Iterator<Item = &'a str>) {
    for name in names {
        let _ = write!(out, " {name}");
    }
    out.push('\n');
}

fn push_by_mode(
    info: &Info,
    out: &mut String,
    value: impl Fn(target_model::hw_modes::ModeId) -> Option<u32>,
) {
    for mode in info.registers.modes().ids() {
        let name = info.registers.modes().name_or(mode, "Default");
        let _ = write!(out, " {name}:{}", value(mode).unwrap_or_default());
    }
}
