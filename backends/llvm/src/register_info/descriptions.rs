//! The tables that describe registers and register classes in the MC layer.

use backend::ids::Arena;
use backend::offset_table::{OffsetTable, chars};
use backend::text::push_hex;
use backend::{Fatal, Output, Rec};
use target_model::registers::{ClassId, IndexId, LaneMask, Register, RegisterId};

use super::{Info, changes, dwarf, push_mask};

pub(super) fn push(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    out.push("namespace llvm {\n\n");
    push_registers(info, out);
    push_unit_roots(info, out)?;
    push_classes(info, out)?;
    dwarf::push_tables(info, out)?;
    push_encodings(info, out)?;
    push_initialization(info, out)?;
    out.push("} // end namespace llvm\n\n");
    Ok(())
}

/// The lists of a register that are stored in shared tables. The number of a register or unit is stored as the
/// difference from the preceding number.
struct Lists {
    sub_registers: Vec<i16>,
    super_registers: Vec<i16>,
    /// The units except the first unit, which is stored separately.
    units: Vec<i16>,
    lanes: Vec<LaneMask>,
    /// The index of each sub-register, in the order of `sub_registers`.
    indices: Vec<IndexId>,
}

fn push_registers(info: &Info, out: &mut Output) {
    let lists = lists(info);
    let with_sources = out.keeps_map();
    let sources = |id: RegisterId| {
        if with_sources {
            info.register_sources(id).to_vec()
        } else {
            Vec::new()
        }
    };
    let differences = lists.with_ids().flat_map(|(id, it)| {
        let lists = [&it.sub_registers, &it.super_registers, &it.units];
        lists.map(|list| (list.clone(), sources(id)))
    });
    let differences = OffsetTable::new(info.cx, differences);
    let lanes = OffsetTable::without_marks(
        info.cx,
        lists
            .with_ids()
            .map(|(id, it)| (it.lanes.clone(), sources(id))),
    );
    let indices = OffsetTable::without_marks(
        info.cx,
        lists
            .with_ids()
            .map(|(id, it)| (it.indices.clone(), sources(id))),
    );
    let name = |it: &Register| chars(&it.name);
    let all = info.registers.registers.with_ids();
    let names = OffsetTable::new(info.cx, all.map(|(id, it)| (name(it), sources(id))));

    let target = &info.target;
    writeln!(out, "extern const int16_t {target}RegDiffLists[] = {{");
    differences.push(out, "0", |out, it| out.push_number(*it));
    writeln!(
        out,
        "}};\n\nextern const LaneBitmask {target}LaneMaskLists[] = {{"
    );
    lanes.push(out, "LaneBitmask::getAll()", |out, it| push_mask(out, *it));
    writeln!(
        out,
        "}};\n\nextern const uint16_t {target}SubRegIdxLists[] = {{"
    );
    indices.push(out, "0", |out, it| out.push_number(it.number()));
    out.push("};\n\n");
    let declaration = format!("extern const char {target}RegStrings[]");
    names.push_definition(out, &declaration);

    writeln!(
        out,
        "extern const MCRegisterDesc {target}RegDesc[] = {{ // Descriptors"
    );
    let tells_artificial = changes::tells_artificial(info.cx.release());
    let last = if tells_artificial { ", 0" } else { "" };
    writeln!(
        out,
        "  {{ {}, 0, 0, 0, 0, 0, 0{last} }},",
        names.offset(&[])
    );
    for (id, register) in info.registers.registers.with_ids() {
        info.of_register(out, id);
        let lists = &lists[id];
        let first_unit = register.units.first().map_or(u32::MAX, |it| it.0);
        let units = (differences.offset(&lists.units) as u32) << UNIT_BITS | first_unit;
        write!(
            out,
            "  {{ {}, {}, {}, {}, {units}, {}, {}",
            names.offset(&chars(&register.name)),
            differences.offset(&lists.sub_registers),
            differences.offset(&lists.super_registers),
            indices.offset(&lists.indices),
            lanes.offset(&lists.lanes),
            u8::from(register.constant),
        );
        if tells_artificial {
            write!(out, ", {}", u8::from(register.artificial));
        }
        out.push(" },\n");
    }
    out.no_source();
    out.push("};\n\n");
}

/// The number of bits for a register's first unit. The same word contains the offset of the list of the other units.
const UNIT_BITS: u32 = 12;

fn lists(info: &Info) -> Arena<RegisterId, Lists> {
    let registers = &info.registers.registers;
    let mut walk = Walk {
        info,
        found: vec![None; registers.len()],
        indices: vec![IndexId(0); registers.len()],
        order: Vec::new(),
    };
    let lists = |(id, register): (RegisterId, &Register)| {
        walk.run(id);
        let sub_registers = walk.order.iter().map(|it| it.number());
        let super_registers = register.super_registers.iter().map(|it| it.number());
        let units = register.units.iter().map(|it| it.0);
        Lists {
            sub_registers: differences(id.number(), sub_registers),
            super_registers: differences(id.number(), super_registers),
            units: differences(units.clone().next().unwrap_or_default(), units.skip(1)),
            lanes: info.lanes.of_units[id].clone(),
            indices: walk
                .order
                .iter()
                .map(|it| walk.indices[it.0 as usize])
                .collect(),
        }
    };
    registers.with_ids().map(lists).collect()
}

fn differences(first: u32, numbers: impl Iterator<Item = u32>) -> Vec<i16> {
    let mut before = first;
    let difference = |number: u32| {
        let difference = number.wrapping_sub(before) as i16;
        before = number;
        difference
    };
    numbers.map(difference).collect()
}

/// Sorts the sub-registers of a register: each explicitly defined sub-register is followed by its own sub-registers,
/// and the other sub-registers come last.
struct Walk<'w, 'a> {
    info: &'w Info<'a>,
    /// For each register: the last register whose walk found it as a sub-register.
    found: Vec<Option<RegisterId>>,
    /// The index of each sub-register of the current register.
    indices: Vec<IndexId>,
    order: Vec<RegisterId>,
}

impl Walk<'_, '_> {
    fn run(&mut self, id: RegisterId) {
        self.order.clear();
        for (index, part) in &self.info.registers.registers[id].sub_registers {
            self.indices[part.0 as usize] = *index;
        }
        self.add_parts(id, id);
    }

    fn add_parts(&mut self, of: RegisterId, whole: RegisterId) {
        let info = self.info;
        let register = &info.registers.registers[of];
        for (_, part) in &register.explicit {
            if self.add(*part, whole) {
                self.add_parts(*part, whole);
            }
        }
        for (_, part) in &register.sub_registers {
            self.add(*part, whole);
        }
    }

    fn add(&mut self, part: RegisterId, whole: RegisterId) -> bool {
        let is_new = self.found[part.0 as usize].replace(whole) != Some(whole);
        if is_new {
            self.order.push(part);
        }
        is_new
    }
}

/// Writes the root registers of each unit: the register for which the unit exists, or the two aliases whose common part
/// is the unit.
fn push_unit_roots(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    writeln!(
        out,
        "extern const MCPhysReg {}RegUnitRoots[][2] = {{",
        info.target
    );
    for unit in info.registers.units.iter() {
        info.of_register(out, unit.root);
        write!(out, "  {{ {}", info.name(unit.root)?);
        if let Some(alias) = unit.alias {
            info.of_register(out, alias);
            write!(out, ", {}", info.name(alias)?);
        }
        out.push(" },\n");
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

fn push_classes(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    out.push("namespace {     // Register classes...\n");
    for (id, class) in info.registers.classes.with_ids() {
        if !class.orders[0].is_empty() {
            push_members(info, out, id)?;
        }
    }
    out.push("} // end anonymous namespace\n\n");
    let with_sources = out.keeps_map();
    let sources = |id: ClassId| -> Vec<Rec> {
        if with_sources {
            info.class_sources(id).to_vec()
        } else {
            Vec::new()
        }
    };
    let names = info.registers.classes.with_ids();
    let names = names.map(|(id, it)| (chars(&it.name), sources(id)));
    let names = OffsetTable::new(info.cx, names);
    let target = &info.target;
    let declaration = format!("extern const char {target}RegClassStrings[]");
    names.push_definition(out, &declaration);
    writeln!(
        out,
        "extern const MCRegisterClass {target}MCRegisterClasses[] = {{"
    );
    for (id, class) in info.registers.classes.with_ids() {
        info.of_class(out, id);
        let (name, count) = (&class.name, class.orders[0].len());
        match count {
            0 => out.push("  { nullptr, nullptr, "),
            _ => write!(out, "  {{ {name}, {name}Bits, "),
        }
        write!(out, "{}, {count}, ", names.offset(&chars(name)));
        match count {
            0 => out.push("0, "),
            _ => write!(out, "sizeof({name}Bits), "),
        }
        let size = class.size.as_simple().map_or(0, |it| it.size);
        writeln!(
            out,
            "{}RegClassID, {size}, {}, {}, {} }},",
            info.class_names[id],
            class.copy_cost,
            class.allocatable,
            info.base_class_order(id)?.is_some(),
        );
    }
    out.no_source();
    out.push("};\n\n");
    Ok(())
}

/// Writes the registers of a class in the order of their allocation, and as a set of bits.
fn push_members(info: &Info, out: &mut Output, id: ClassId) -> Result<(), Fatal> {
    let class = info.class(id);
    let name = &class.name;
    info.of_class(out, id);
    writeln!(out, "  // {name} Register Class...");
    info.of_class(out, id);
    writeln!(out, "  const MCPhysReg {name}[] = {{");
    info.of_members(out, id);
    out.push("    ");
    for register in &class.orders[0] {
        out.push(info.name(*register)?);
        out.push(", ");
    }
    out.push("\n  };\n\n");
    info.of_class(out, id);
    writeln!(out, "  // {name} Bit set.");
    info.of_class(out, id);
    writeln!(out, "  const uint8_t {name}Bits[] = {{");
    info.of_members(out, id);
    out.push("    ");
    let last = class.members.last().map_or(0, |it| it.number());
    let mut bytes = vec![0_u8; last as usize / 8 + 1];
    for register in &class.members {
        bytes[register.number() as usize / 8] |= 1 << (register.number() % 8);
    }
    for byte in bytes {
        push_hex(&mut out.text, byte.into(), 2);
        out.push(", ");
    }
    out.push("\n  };\n\n");
    out.no_source();
    Ok(())
}

fn push_encodings(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    writeln!(
        out,
        "extern const uint16_t {}RegEncodingTable[] = {{\n  0,",
        info.target
    );
    for (id, register) in info.registers.registers.with_ids() {
        info.of_register(out, id);
        let bits = info.records.rec(register.rec).bits("HWEncoding")?;
        // Unset bits count as 0.
        let set = (0..)
            .zip(bits)
            .filter(|(_, bit)| **bit == backend::ValueId::TRUE);
        let value = set.fold(0_u64, |value, (at, _)| value | 1_u64.wrapping_shl(at));
        writeln!(out, "  {value},");
    }
    out.no_source();
    out.push("};\n");
    Ok(())
}

fn push_initialization(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    let target = &info.target;
    let registers = &info.registers;
    writeln!(
        out,
        "static inline void Init{target}MCRegisterInfo(MCRegisterInfo *RI, unsigned RA, \
         unsigned DwarfFlavour = 0, unsigned EHFlavour = 0, unsigned PC = 0) {{"
    );
    write!(
        out,
        "  RI->InitMCRegisterInfo({target}RegDesc, {}, RA, PC, {target}MCRegisterClasses, {}, \
         {target}RegUnitRoots, {}, {target}RegDiffLists, {target}LaneMaskLists, {target}RegStrings, \
         {target}RegClassStrings, {target}SubRegIdxLists, {},\n{target}RegEncodingTable);\n\n",
        registers.registers.len() + 1,
        registers.classes.len(),
        registers.units.len(),
        registers.indices.len() + 1,
    );
    dwarf::push_setup(info, out, "RI->")?;
    out.push("}\n\n");
    Ok(())
}
