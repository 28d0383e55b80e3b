//! The definition of the class with all register information.

use backend::{Fatal, Output, bail};
use target_model::registers::{ClassId, RegisterId};

use super::saved::AllSaved;
use super::{
    Info, changes, class_instances, compositions, dwarf, pressure_tables, push_mask, saved,
};

pub(super) fn push(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    let checked = Checked::new(info)?;
    let target = &info.target;
    out.push("namespace llvm {\n\n");
    writeln!(
        out,
        "extern const MCRegisterClass {target}MCRegisterClasses[];"
    );
    let types = class_instances::value_types(info, out.keeps_map());
    out.push("\nstatic const MVT::SimpleValueType VTLists[] = {\n");
    types.push(out, "MVT::Other", |out, ty| {
        write!(out, "MVT::{}", ty.name())
    });
    out.push("};\n");
    push_indices(info, out);
    class_instances::push_sizes(info, out, &types);
    class_instances::push(info, out)?;
    push_class_list(info, out);
    push_costs(info, out);
    if !info.registers.indices.is_empty() {
        compositions::push_indices(info, out);
        compositions::push_lanes(info, out);
        push_with_sub_register(info, out, checked.class_number);
        push_sub_register_classes(info, out, checked.class_number);
    }
    pressure_tables::push(info, out)?;
    push_base_classes(info, out)?;
    push_constructor(info, out, &checked.numbers)?;
    saved::push(info, out, &checked.saved)?;
    write!(
        out,
        "const {target}FrameLowering *\n{target}GenRegisterInfo::getFrameLowering(const MachineFunction &MF) {{\n  \
         return static_cast<const {target}FrameLowering *>(\n      MF.getSubtarget().getFrameLowering());\n}}\n\n"
    );
    out.push("} // end namespace llvm\n\n");
    Ok(())
}

/// The results of the steps that may fail. These steps run before the large tables are written. Otherwise, the tables
/// would have to be kept in memory until all steps have succeeded.
struct Checked<'a> {
    /// The C++ type for the index of a class plus one.
    class_number: &'static str,
    numbers: dwarf::Numbers,
    saved: AllSaved<'a>,
}

impl<'a> Checked<'a> {
    fn new(info: &Info<'a>) -> Result<Checked<'a>, Fatal> {
        let classes = info.registers.classes.iter();
        for class in classes.filter(|it| !it.alt_order_select.is_empty()) {
            let mut registers = class.orders.iter().skip(1).flatten();
            registers.try_for_each(|it| info.name(*it).map(drop))?;
        }
        Ok(Checked {
            class_number: class_number_type(info)?,
            // The warnings of this step are reported a second time, as in the reference.
            numbers: dwarf::Numbers::read(info)?,
            saved: AllSaved::read(info)?,
        })
    }
}

/// Writes the names, bit ranges and lane masks of sub-register indices.
fn push_indices(info: &Info, out: &mut Output) {
    let indices = &info.lanes.indices;
    indices.ids().for_each(|it| info.of_index(out, it));
    out.push("\nstatic const char *SubRegIndexNameTable[] = { \"");
    for (id, index) in indices.iter() {
        info.of_index(out, id);
        write!(out, "{}\", \"", index.name);
    }
    out.push("\" };\n\n");
    out.no_source();
    out.push("static const TargetRegisterInfo::SubRegCoveredBits SubRegIdxRangeTable[] = {\n");
    for mode in info.registers.modes().ids() {
        out.push("  { 65535, 65535 },\n");
        for (id, index) in indices.iter() {
            let Some(range) = index.range.get(mode) else {
                continue;
            };
            info.of_index(out, id);
            writeln!(
                out,
                "  {{ {}, {} }},\t// {}",
                range.offset, range.size, index.name
            );
        }
        out.no_source();
    }
    out.push("};\n\n\nstatic const LaneBitmask SubRegIndexLaneMaskTable[] = {\n  LaneBitmask::getAll(),\n");
    for (id, index) in indices.iter() {
        info.of_index(out, id);
        out.push("  ");
        push_mask(out, info.lanes.masks[id]);
        writeln!(out, ", // {}", index.name);
    }
    out.no_source();
    out.push(" };\n\n\n");
}

fn push_class_list(info: &Info, out: &mut Output) {
    out.push("\nnamespace {\n  const TargetRegisterClass *const RegisterClasses[] = {\n");
    for (id, name) in info.class_names.with_ids() {
        info.of_class(out, id);
        writeln!(out, "    &{name}RegClass,");
    }
    out.no_source();
    out.push("  };\n} // end anonymous namespace\n");
}

/// Writes the costs of registers, and for each register whether it is allocatable.
fn push_costs(info: &Info, out: &mut Output) {
    let registers = &info.registers.registers;
    let costs = registers.iter().map(|it| it.cost_per_use.len());
    let count = costs.max().unwrap_or_default().max(1);
    // Source map: each line may contain data of all registers.
    let all = |out: &mut Output| registers.ids().for_each(|it| info.of_register(out, it));
    out.push("\nstatic const uint8_t CostPerUseTable[] = { \n");
    all(out);
    for at in 0..count {
        out.push("0, ");
        for register in registers.iter() {
            let cost = register.cost_per_use.get(at).copied().unwrap_or_default();
            write!(out, "{}, ", cost as u32);
        }
    }
    out.push("};\n\n");
    out.no_source();
    out.push("\nstatic const bool InAllocatableClassTable[] = { \n");
    let mut allocatable = vec![false; registers.len()];
    for (id, class) in info
        .registers
        .classes
        .with_ids()
        .filter(|(_, it)| it.allocatable)
    {
        info.of_class(out, id);
        for member in &class.members {
            allocatable[member.0 as usize] = true;
        }
    }
    all(out);
    out.push("false, ");
    for it in allocatable {
        write!(out, "{it}, ");
    }
    out.push("};\n\n");
    out.no_source();
    write!(
        out,
        "\nstatic const TargetRegisterInfoDesc {}RegInfoDesc = {{ // Extra Descriptors\n\
         CostPerUseTable, {count}, InAllocatableClassTable}};\n\n",
        info.target
    );
}

/// The smallest C++ type for the index of a class plus one; 0 means no class. An error if the number has more than 16
/// bits.
fn class_number_type(info: &Info) -> Result<&'static str, Fatal> {
    match info.registers.classes.len() {
        0..=0xFF => Ok("uint8_t"),
        0x100..=0xFFFF => Ok("uint16_t"),
        _ => bail!(info.records, "Too many register classes."),
    }
}

/// Writes the function that returns for a class and an index the largest subclass whose registers all have a
/// sub-register with the index.
fn push_with_sub_register(info: &Info, out: &mut Output, number: &str) {
    push_table(
        info,
        out,
        ["getSubClassWithSubReg", number],
        |out, id, _| {
            let class = info.class(id);
            for (index, it) in info.lanes.indices.iter() {
                let found = class.with_sub_register(index);
                info.of_index(out, index);
                push_entry(info, out, found);
                out.push(&it.name);
                push_target(info, out, found);
            }
        },
    );
}

/// Writes the function that, for a class and an index, returns a class for the sub-registers that the registers of the
/// class have at the index.
fn push_sub_register_classes(info: &Info, out: &mut Output, number: &str) {
    push_table(
        info,
        out,
        ["getSubRegisterClass", number],
        |out, id, name| {
            for (index, it) in info.lanes.indices.iter() {
                let found = info.registers.matching_sub_register_class(id, index);
                info.of_class(out, id);
                info.of_index(out, index);
                push_entry(info, out, found);
                out.push(name);
                out.push(":");
                out.push(&it.name);
                push_target(info, out, found);
            }
        },
    );
}

fn push_entry(info: &Info, out: &mut Output, class: Option<ClassId>) {
    if let Some(class) = class {
        info.of_class(out, class);
    }
    out.push("      ");
    out.push_number(class.map_or(0, |it| it.0 + 1));
    out.push(",\t// ");
}

fn push_target(info: &Info, out: &mut Output, class: Option<ClassId>) {
    if let Some(class) = class {
        out.push(" -> ");
        out.push(&info.class(class).name);
    }
    out.push("\n");
}

/// Writes a function with a table that maps a pair of a class and an index to another class.
fn push_table(
    info: &Info,
    out: &mut Output,
    [function, number]: [&str; 2],
    push_row: impl Fn(&mut Output, ClassId, &str),
) {
    let (classes, indices) = (info.registers.classes.len(), info.registers.indices.len());
    writeln!(
        out,
        "const TargetRegisterClass *{}GenRegisterInfo::{function}(const TargetRegisterClass *RC, unsigned Idx) const {{",
        info.target
    );
    writeln!(
        out,
        "  static const {number} Table[{classes}][{indices}] = {{"
    );
    for (id, class) in info.registers.classes.with_ids() {
        info.of_class(out, id);
        writeln!(out, "    {{\t// {}", class.name);
        push_row(out, id, &class.name);
        out.no_source();
        out.commit();
        out.push("    },\n");
    }
    write!(
        out,
        "  }};\n  assert(RC && \"Missing regclass\");\n  if (!Idx) return RC;\n  --Idx;\n  \
         assert(Idx < {indices} && \"Bad subreg\");\n  unsigned TV = Table[RC->getID()][Idx];\n  \
         return TV ? getRegClass(TV - 1) : nullptr;\n}}\n\n"
    );
}

/// Writes the function that returns the first base class, in the order of `BaseClassOrder`, that contains a register.
/// Writes nothing if there are no base classes.
fn push_base_classes(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    let mut bases = Vec::new();
    for id in info.registers.classes.ids() {
        if let Some(order) = info.base_class_order(id)? {
            bases.push((order, id));
        }
    }
    if bases.is_empty() {
        return Ok(());
    }
    bases.sort_unstable();
    let registers = &info.registers.registers;
    write!(
        out,
        "\n// Register to base register class mapping\n\n\n\
         const TargetRegisterClass *{}GenRegisterInfo::getPhysRegBaseClass(MCRegister Reg) const {{\n  \
         static const uint16_t InvalidRegClassID = UINT16_MAX;\n\n  \
         static const uint16_t Mapping[{}] = {{\n    InvalidRegClassID,  // NoRegister\n",
        info.target,
        registers.len() + 1
    );
    let base = |id: RegisterId| {
        let mut bases = bases.iter().map(|(_, class)| *class);
        bases.find(|class| info.class(*class).contains(id))
    };
    for (id, register) in registers.with_ids() {
        info.of_register(out, id);
        match base(id) {
            Some(class) => {
                info.of_class(out, class);
                write!(out, "    {}RegClassID", info.class_names[class]);
            }
            None => out.push("    InvalidRegClassID"),
        }
        writeln!(out, ",  // {}", register.name);
    }
    out.no_source();
    write!(
        out,
        "  }};\n\n  assert(Reg < ArrayRef(Mapping).size());\n  unsigned RCID = Mapping[{}];\n  \
         if (RCID == InvalidRegClassID)\n    return nullptr;\n  return RegisterClasses[RCID];\n}}\n",
        changes::register_number(info.cx.release())
    );
    Ok(())
}

fn push_constructor(info: &Info, out: &mut Output, numbers: &dwarf::Numbers) -> Result<(), Fatal> {
    let target = &info.target;
    for table in [
        "MCRegisterDesc {}RegDesc[]",
        "int16_t {}RegDiffLists[]",
        "LaneBitmask {}LaneMaskLists[]",
        "char {}RegStrings[]",
        "char {}RegClassStrings[]",
        "MCPhysReg {}RegUnitRoots[][2]",
        "uint16_t {}SubRegIdxLists[]",
        "uint16_t {}RegEncodingTable[]",
    ] {
        writeln!(out, "extern const {};", table.replace("{}", target));
    }
    numbers.push_declarations(info, out);
    let registers = &info.registers;
    let classes = registers.classes.len();
    write!(
        out,
        "{target}GenRegisterInfo::\n{target}GenRegisterInfo\
         (unsigned RA, unsigned DwarfFlavour, unsigned EHFlavour,\n      unsigned PC, unsigned HwMode)\n  \
         : TargetRegisterInfo(&{target}RegInfoDesc, RegisterClasses, RegisterClasses+{classes},\n             \
         SubRegIndexNameTable, SubRegIdxRangeTable, SubRegIndexLaneMaskTable,\n             "
    );
    push_mask(out, info.lanes.covering);
    write!(
        out,
        ", RegClassInfos, VTLists, HwMode) {{\n  InitMCRegisterInfo({target}RegDesc, {}, RA, PC,\n",
        registers.registers.len() + 1
    );
    for argument in [
        format!("{target}MCRegisterClasses, {classes}"),
        format!("{target}RegUnitRoots"),
        format!("{}", registers.units.len()),
        format!("{target}RegDiffLists"),
        format!("{target}LaneMaskLists"),
        format!("{target}RegStrings"),
        format!("{target}RegClassStrings"),
        format!("{target}SubRegIdxLists"),
        format!("{}", registers.indices.len() + 1),
    ] {
        writeln!(out, "                     {argument},");
    }
    write!(out, "                     {target}RegEncodingTable);\n\n");
    dwarf::push_setup(info, out, "")?;
    out.push("}\n\n");
    Ok(())
}
