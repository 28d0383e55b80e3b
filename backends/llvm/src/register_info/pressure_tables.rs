//! The register pressure of classes and units: their weights, and the pressure sets to which they belong.

use backend::offset_table::OffsetTable;
use backend::text::smallest_type;
use backend::{Fatal, Output};

use super::{Info, changes};

pub(super) fn push(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    push_class_weights(info, out);
    push_unit_weights(info, out);
    push_sets(info, out);
    push_lists(info, out);
    Ok(())
}

fn push_class_weights(info: &Info, out: &mut Output) {
    write!(
        out,
        "/// Get the weight in units of pressure for this register class.\n\
         const RegClassWeight &{}GenRegisterInfo::\n\
         getRegClassWeight(const TargetRegisterClass *RC) const {{\n  \
         static const RegClassWeight RCWeightTable[] = {{\n",
        info.target
    );
    for (id, class) in info.registers.classes.with_ids() {
        let (one, all) = info.pressure.class_weights[id];
        info.of_members(out, id);
        writeln!(out, "    {{{one}, {all}}},  \t// {}", class.name);
    }
    out.no_source();
    out.push("  };\n  return RCWeightTable[RC->getID()];\n}\n\n");
}

fn push_unit_weights(info: &Info, out: &mut Output) {
    let count = info.registers.units.len();
    let release = info.cx.release();
    let unit = changes::unit_number(release);
    write!(
        out,
        "/// Get the weight in units of pressure for this register unit.\n\
         unsigned {}GenRegisterInfo::\ngetRegUnitWeight({} RegUnit) const {{\n  \
         assert({unit} < {count} && \"invalid register unit\");\n",
        info.target,
        changes::unit_type(release)
    );
    let weights = || info.pressure.unit_weights.iter().take(count);
    if weights().all(|it| *it <= 1) {
        out.push("  // All register units have unit weight.\n  return 1;\n}\n\n");
    } else {
        out.push("  static const uint8_t RUWeightTable[] = {\n    ");
        weights().for_each(|it| write!(out, "{it}, "));
        write!(out, "}};\n  return RUWeightTable[{unit}];\n}}\n\n");
    }
}

fn push_sets(info: &Info, out: &mut Output) {
    let (target, sets) = (&info.target, &info.pressure.sets);
    write!(
        out,
        "\n// Get the number of dimensions of register pressure.\n\
         unsigned {target}GenRegisterInfo::getNumRegPressureSets() const {{\n  return {};\n}}\n\n\
         // Get the name of this register unit pressure set.\n\
         const char *{target}GenRegisterInfo::\ngetRegPressureSetName(unsigned Idx) const {{\n  \
         static const char *PressureNameTable[] = {{\n",
        sets.len()
    );
    for set in sets {
        set.classes.iter().for_each(|it| info.of_class(out, *it));
        writeln!(out, "    \"{}\",", set.name);
    }
    out.no_source();
    let largest = sets.iter().map(|it| it.weight).max().unwrap_or_default();
    write!(
        out,
        "  }};\n  return PressureNameTable[Idx];\n}}\n\n\
         // Get the register unit pressure limit for this dimension.\n\
         // This limit must be adjusted dynamically for reserved registers.\n\
         unsigned {target}GenRegisterInfo::\n\
         getRegPressureSetLimit(const MachineFunction &MF, unsigned Idx) const {{\n  \
         static const {} PressureLimitTable[] = {{\n",
        smallest_type(largest.into())
    );
    for (number, set) in sets.iter().enumerate() {
        set.classes.iter().for_each(|it| info.of_class(out, *it));
        writeln!(out, "    {},  \t// {number}: {}", set.weight, set.name);
    }
    out.no_source();
    out.push("  };\n  return PressureLimitTable[Idx];\n}\n\n");
}

/// Writes the functions that return the pressure sets of a class and of a unit.
fn push_lists(info: &Info, out: &mut Output) {
    let (target, lists) = (&info.target, &info.pressure.lists);
    let release = info.cx.release();
    let unit = changes::unit_number(release);
    let table = OffsetTable::new(info.cx, lists.iter().map(|it| (it.clone(), Vec::new())));
    out.push("/// Table of pressure sets per register class or unit.\nstatic const int RCSetsTable[] = {\n");
    table.push(out, "-1", |out, set| out.push_number(*set));
    out.push("};\n\n");
    let ty = smallest_type((table.size() as u32).wrapping_sub(1).into());
    write!(
        out,
        "/// Get the dimensions of register pressure impacted by this register class.\n\
         /// Returns a -1 terminated array of pressure set IDs\n\
         const int *{target}GenRegisterInfo::\n\
         getRegClassPressureSets(const TargetRegisterClass *RC) const {{\n  \
         static const {ty} RCSetStartTable[] = {{\n    "
    );
    for list in lists.iter().take(info.registers.classes.len()) {
        write!(out, "{},", table.offset(list));
    }
    write!(
        out,
        "}};\n  return &RCSetsTable[RCSetStartTable[RC->getID()]];\n}}\n\n\
         /// Get the dimensions of register pressure impacted by this register unit.\n\
         /// Returns a -1 terminated array of pressure set IDs\n\
         const int *{target}GenRegisterInfo::\n\
         getRegUnitPressureSets({} RegUnit) const {{\n  \
         assert({unit} < {} && \"invalid register unit\");\n  \
         static const {ty} RUSetStartTable[] = {{\n    ",
        changes::unit_type(release),
        info.registers.units.len()
    );
    for list in info.pressure.list_of_unit.iter() {
        write!(out, "{},", table.offset(&lists[*list]));
    }
    write!(
        out,
        "}};\n  return &RCSetsTable[RUSetStartTable[{unit}]];\n}}\n\n"
    );
}
