//! Registers that calls preserve, and categories of registers.

use backend::ids::Arena;
use backend::sets::Set;
use backend::{Fatal, Output, record_class};
use target_model::registers::{Listed, RegisterId};

use super::{Info, changes, push_words};

record_class! {
    struct SavedDef("CalleeSavedRegs") {}
}

/// The registers that calls with one calling convention preserve.
struct Saved<'a> {
    def: SavedDef<'a>,
    list: Vec<RegisterId>,
    /// All preserved registers: the registers that `list` and the field `OtherPreserved` cover, and the constant
    /// registers.
    covered: Covered,
}

/// The lists of registers that calls preserve.
pub(super) struct AllSaved<'a>(Vec<Saved<'a>>);

impl<'a> AllSaved<'a> {
    pub(super) fn read(info: &Info<'a>) -> Result<AllSaved<'a>, Fatal> {
        let mut sets = info.registers.sets(info.records);
        let registers = info.registers.registers.with_ids();
        let constant = registers.filter(|(_, it)| it.constant).map(|(id, _)| id);
        let constant = covered(info, constant);
        let mut all = Vec::new();
        for def in SavedDef::all(info.records)? {
            let listed = sets.expand(*def)?.unwrap_or_default();
            let list = ids(info, &listed)?;
            list.iter().try_for_each(|it| info.name(*it).map(drop))?;
            let mut saved = Saved {
                def,
                covered: covered(info, list.iter().copied()),
                list,
            };
            let other = def.value("OtherPreserved")?;
            if info.records.dag(other).is_some() {
                let mut preserved = Set::default();
                sets.evaluate(other, &mut preserved, *def)?;
                let preserved = ids(info, &preserved.elements)?;
                union(&mut saved.covered, &covered(info, preserved.into_iter()));
            }
            union(&mut saved.covered, &constant);
            all.push(saved);
        }
        Ok(AllSaved(all))
    }
}

/// Writes the lists and the masks of preserved registers, the functions that return all masks and their names, and the
/// functions for categories of registers.
pub(super) fn push(info: &Info, out: &mut Output, saved: &AllSaved) -> Result<(), Fatal> {
    let all = &saved.0;
    for saved in all {
        let name = saved.def.name();
        out.source(*saved.def);
        write!(out, "static const MCPhysReg {name}_SaveList[] = {{ ");
        for register in &saved.list {
            info.of_register(out, *register);
            write!(out, "{}, ", info.name(*register)?);
        }
        out.push("0 };\n");
        out.source(*saved.def);
        write!(out, "static const uint32_t {name}_RegMask[] = {{ ");
        let covered = info
            .registers
            .registers
            .ids()
            .filter(|it| saved.covered[*it]);
        let numbers = covered.map(|it| it.number() as usize);
        push_words(out, info.registers.registers.len() + 1, numbers);
        out.push("};\n");
    }
    out.no_source();
    out.push("\n\n");
    let target = &info.target;
    let defs: Vec<SavedDef> = all.iter().map(|it| it.def).collect();
    writeln!(
        out,
        "ArrayRef<const uint32_t *> {target}GenRegisterInfo::getRegMasks() const {{"
    );
    push_array(
        info,
        out,
        &defs,
        "const uint32_t *const Masks",
        |out, name| {
            writeln!(out, "    {name}_RegMask,");
        },
    );
    push_categories(info, out)?;
    writeln!(
        out,
        "ArrayRef<const char *> {target}GenRegisterInfo::getRegMaskNames() const {{"
    );
    push_array(info, out, &defs, "const char *Names", |out, name| {
        writeln!(out, "    \"{name}\",");
    });
    Ok(())
}

/// Writes the body of a function that returns an array with an element for each record.
fn push_array(
    info: &Info,
    out: &mut Output,
    defs: &[SavedDef],
    array: &str,
    push: impl Fn(&mut Output, &str),
) {
    if defs.is_empty() {
        let empty = changes::empty_array(info.cx.release());
        write!(out, "  return {empty};\n}}\n\n");
        return;
    }
    writeln!(out, "  static {array}[] = {{");
    out.each(defs.iter().copied(), |out, def| push(out, def.name()));
    let name = array.rsplit([' ', '*']).next().unwrap_or_default();
    write!(out, "  }};\n  return ArrayRef({name});\n}}\n\n");
}

type Covered = Arena<RegisterId, bool>;

fn union(all: &mut Covered, more: &Covered) {
    for (all, more) in all.iter_mut().zip(more.iter()) {
        *all |= more;
    }
}

fn ids(info: &Info, listed: &[Listed]) -> Result<Vec<RegisterId>, Fatal> {
    let ids = listed.iter().map(|it| it.register(&info.registers));
    ids.collect()
}

/// The given registers and their sub-registers. A register is also in the set if its sub-registers cover it and are all
/// in the set.
fn covered(info: &Info, registers: impl Iterator<Item = RegisterId>) -> Covered {
    let all = &info.registers.registers;
    let mut covered: Covered = all.iter().map(|_| false).collect();
    // For each register, the number of its sub-registers that are not yet known to be covered.
    let mut missing: Arena<RegisterId, usize> =
        all.iter().map(|it| it.sub_registers.len()).collect();
    let mut todo: Vec<RegisterId> = registers.collect();
    let parts = todo
        .iter()
        .flat_map(|it| all[*it].sub_registers.iter().map(|part| part.1));
    let parts: Vec<RegisterId> = parts.collect();
    todo.extend(parts);
    while let Some(id) = todo.pop() {
        if std::mem::replace(&mut covered[id], true) {
            continue;
        }
        for whole in &all[id].super_registers {
            missing[*whole] -= 1;
            if missing[*whole] == 0 && all[*whole].covered {
                todo.push(*whole);
            }
        }
    }
    covered
}

/// The parameters of a function, and the condition that it tests for each class of a category.
type Question = [&'static str; 2];

const REGISTER: Question = [
    "const MachineFunction &MF, MCRegister PhysReg",
    "contains(PhysReg)",
];
const CLASS: Question = ["const TargetRegisterClass *RC", "hasSubClassEq(RC)"];

/// Writes a function that returns whether the condition holds for some class of a category.
fn push_category(
    info: &Info,
    out: &mut Output,
    function: &str,
    category: &str,
    [parameters, question]: Question,
) {
    write!(
        out,
        "bool {}GenRegisterInfo::\n{function}({parameters}) const {{\n  return\n",
        info.target
    );
    let mut categories = info.registers.categories.iter();
    if let Some(category) = categories.find(|it| it.name == category) {
        for class in &category.classes {
            info.of_class(out, *class);
            out.source(info.records.rec(category.rec));
            let name = &info.class_names[*class];
            writeln!(out, "      {name}RegClass.{question} ||");
        }
        out.no_source();
    }
    out.push("      false;\n}\n\n");
}

/// Writes the functions that test whether a register or class belongs to a category, and whether a register is
/// constant.
fn push_categories(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    let target = &info.target;
    push_category(
        info,
        out,
        "isGeneralPurposeRegister",
        "GeneralPurposeRegisters",
        REGISTER,
    );
    if changes::tells_general_purpose_classes(info.cx.release()) {
        let function = "isGeneralPurposeRegisterClass";
        push_category(info, out, function, "GeneralPurposeRegisters", CLASS);
    }
    push_category(info, out, "isFixedRegister", "FixedRegisters", REGISTER);
    push_category(
        info,
        out,
        "isArgumentRegister",
        "ArgumentRegisters",
        REGISTER,
    );
    write!(
        out,
        "bool {target}GenRegisterInfo::\nisConstantPhysReg(MCRegister PhysReg) const {{\n  return\n"
    );
    for (id, _) in info
        .registers
        .registers
        .with_ids()
        .filter(|(_, it)| it.constant)
    {
        info.of_register(out, id);
        writeln!(out, "      PhysReg == {} ||", info.name(id)?);
    }
    out.no_source();
    out.push("      false;\n}\n\n");
    Ok(())
}
