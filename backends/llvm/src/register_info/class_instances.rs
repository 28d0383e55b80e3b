//! The C++ objects for register classes: sizes, value types, subclasses, superclasses and allocation orders.

use backend::offset_table::OffsetTable;
use backend::text::push_hex;
use backend::{Fatal, Output, Rec};
use target_model::hw_modes::ModeId;
use target_model::registers::{ClassId, IndexId, RegisterClass};
use target_model::value_types::ValueType;

use super::{Info, changes, push_mask, push_words};

/// The table with the list of value types of each class in each mode.
pub(super) fn value_types<'a>(
    info: &Info<'a>,
    with_sources: bool,
) -> OffsetTable<'a, Vec<ValueType>> {
    let modes = info.registers.modes().ids();
    let lists = modes.flat_map(|mode| {
        let classes = info.registers.classes.with_ids();
        classes.map(move |(id, class)| (types_in(class, mode), sources(info, id, with_sources)))
    });
    OffsetTable::new(info.cx, lists)
}

fn sources<'a>(info: &Info<'a>, id: ClassId, wanted: bool) -> Vec<Rec<'a>> {
    if wanted {
        info.class_sources(id).to_vec()
    } else {
        Vec::new()
    }
}

/// The value types of a class in a mode.
fn types_in(class: &RegisterClass, mode: ModeId) -> Vec<ValueType> {
    let types = class.types.iter().filter_map(|it| it.in_mode(mode));
    types.collect()
}

/// Writes the sizes of each class in each mode, and the offsets of its value types.
pub(super) fn push_sizes(info: &Info, out: &mut Output, types: &OffsetTable<Vec<ValueType>>) {
    out.push("\nstatic const TargetRegisterInfo::RegClassInfo RegClassInfos[] = {\n");
    for mode in info.registers.modes().ids() {
        let name = info.registers.modes().name_or(mode, "Default");
        writeln!(out, "  // Mode = {} ({name})", mode.0);
        for (id, class) in info.registers.classes.with_ids() {
            let Some(size) = class.size.get(mode) else {
                continue;
            };
            info.of_class(out, id);
            writeln!(
                out,
                "  {{ {}, {}, {}, /*VTLists+*/{} }},    // {}",
                size.size,
                size.spill_size,
                size.spill_alignment,
                types.offset(&types_in(class, mode)),
                class.name
            );
        }
        out.no_source();
    }
    out.push("};\n");
}

/// Writes the objects for all classes, and the tables to which they refer.
pub(super) fn push(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    if !changes::numbers_super_classes(info.cx.release()) {
        out.push("\nstatic const TargetRegisterClass *const NullRegClasses[] = { nullptr };\n\n");
    }
    for id in info.registers.classes.ids() {
        push_sub_classes(info, out, id);
    }
    let with_sources = out.keeps_map();
    let lists = info.registers.classes.with_ids();
    let lists = lists.map(|(id, it)| (projecting(it), sources(info, id, with_sources)));
    let lists = OffsetTable::new(info.cx, lists);
    out.push("static const uint16_t SuperRegIdxSeqs[] = {\n");
    lists.push(out, "0", |out, index| out.push_number(index.number()));
    out.push("};\n\n");
    for id in info.registers.classes.ids() {
        push_super_classes(info, out, id);
    }
    for (id, class) in info.registers.classes.with_ids() {
        if !class.alt_order_select.is_empty() {
            push_orders(info, out, id)?;
        }
    }
    let namespace = match info.registers.classes.iter().next() {
        Some(first) => &first.namespace,
        None => return Ok(()),
    };
    writeln!(
        out,
        "\nnamespace {namespace} {{   // Register class instances"
    );
    for id in info.registers.classes.ids() {
        push_instance(info, out, id, &lists);
    }
    writeln!(out, "}} // end namespace {namespace}");
    Ok(())
}

/// The sub-register indices for which there is a class whose sub-registers with this index are all in `class`.
fn projecting(class: &RegisterClass) -> Vec<IndexId> {
    class
        .projections()
        .iter()
        .map(|(index, _)| *index)
        .collect()
}

/// Writes bit masks for a class: the mask of its subclasses, and for each sub-register index the mask of the classes
/// whose sub-registers with this index are all in the class.
fn push_sub_classes(info: &Info, out: &mut Output, id: ClassId) {
    let class = info.class(id);
    let count = info.registers.classes.len();
    info.of_class(out, id);
    writeln!(
        out,
        "static const uint32_t {}SubClassMask[] = {{",
        class.name
    );
    info.of_members(out, id);
    out.push("  ");
    push_words(out, count, class.sub_classes.iter().map(|it| it.0 as usize));
    for (index, from) in class.projections() {
        info.of_class(out, id);
        out.push("\n  ");
        info.of_index(out, *index);
        push_words(out, count, from.iter().map(|it| it.0 as usize));
        write!(out, "// {}", info.registers.indices[*index].name);
    }
    out.no_source();
    out.push("\n};\n\n");
}

fn push_super_classes(info: &Info, out: &mut Output, id: ClassId) {
    let class = info.class(id);
    if class.super_classes.is_empty() {
        return;
    }
    let [ty, before, after, end] = if changes::numbers_super_classes(info.cx.release()) {
        ["unsigned const ", "", "RegClassID", ""]
    } else {
        [
            "const TargetRegisterClass *const ",
            "&",
            "RegClass",
            "  nullptr\n",
        ]
    };
    info.of_class(out, id);
    writeln!(out, "static {ty}{}Superclasses[] = {{", class.name);
    for it in &class.super_classes {
        info.of_class(out, *it);
        writeln!(out, "  {before}{}{after},", info.class_names[*it]);
    }
    out.no_source();
    write!(out, "{end}}};\n\n");
    out.commit();
}

/// Writes the function that returns the allocation order of a class in a machine function.
fn push_orders(info: &Info, out: &mut Output, id: ClassId) -> Result<(), Fatal> {
    let class = info.class(id);
    let (name, orders) = (&class.name, &class.orders);
    let [parameter, argument] = changes::reversed_order(info.cx.release());
    out.push("\n");
    info.of_class(out, id);
    write!(
        out,
        "static inline unsigned {name}AltOrderSelect(const MachineFunction &MF{parameter}) {{{}}}\n\n",
        class.alt_order_select
    );
    writeln!(
        out,
        "static ArrayRef<MCPhysReg> {name}GetRawAllocationOrder(const MachineFunction &MF{parameter}) {{"
    );
    for (number, order) in orders.iter().enumerate().skip(1) {
        if order.is_empty() {
            continue;
        }
        info.of_members(out, id);
        write!(out, "  static const MCPhysReg AltOrder{number}[] = {{");
        for (at, register) in order.iter().enumerate() {
            out.push(if at > 0 { ", " } else { " " });
            out.push(info.name(*register)?);
        }
        out.push(" };\n");
    }
    info.of_class(out, id);
    write!(
        out,
        "  const MCRegisterClass &MCR = {}MCRegisterClasses[{}RegClassID];\n  \
         const ArrayRef<MCPhysReg> Order[] = {{\n    ArrayRef(MCR.begin(), MCR.getNumRegs()",
        info.target, info.class_names[id]
    );
    for (number, order) in orders.iter().enumerate().skip(1) {
        if order.is_empty() {
            out.push("),\n    ArrayRef<MCPhysReg>(")
        } else {
            write!(out, "),\n    ArrayRef(AltOrder{number}")
        }
    }
    write!(
        out,
        ")\n  }};\n  const unsigned Select = {name}AltOrderSelect(MF{argument});\n  \
         assert(Select < {});\n  return Order[Select];\n}}\n",
        orders.len()
    );
    out.no_source();
    Ok(())
}

fn push_instance(info: &Info, out: &mut Output, id: ClassId, lists: &OffsetTable<Vec<IndexId>>) {
    let class = info.class(id);
    let name = &class.name;
    let (disjunct, covered) = structure(info, class);
    let start = lists.offset(&projecting(class));
    // Source map: all lines of the object come from the class.
    info.of_class(out, id);
    write!(
        out,
        "  extern const TargetRegisterClass {name}RegClass = {{\n    \
         &{}MCRegisterClasses[{name}RegClassID],\n    {name}SubClassMask,\n    \
         SuperRegIdxSeqs + {start},\n    ",
        info.target
    );
    push_mask(out, info.lanes.of_classes[id]);
    write!(
        out,
        ",\n    {},\n    {},\n    ",
        class.allocation_priority, class.global_priority
    );
    push_hex(&mut out.text, class.ts_flags.into(), 2);
    write!(
        out,
        ", /* TSFlags */\n    {disjunct}, /* HasDisjunctSubRegs */\n    \
         {covered}, /* CoveredBySubRegs */\n    "
    );
    let count = class.super_classes.len();
    match (changes::numbers_super_classes(info.cx.release()), count) {
        (false, 0) => out.push("NullRegClasses,\n    "),
        (false, _) => write!(out, "{name}Superclasses,\n    "),
        (true, 0) => out.push("nullptr, 0,\n    "),
        (true, _) => write!(out, "{name}Superclasses,  {count},\n    "),
    }
    if class.alt_order_select.is_empty() {
        out.push("nullptr\n")
    } else {
        writeln!(out, "{name}GetRawAllocationOrder")
    }
    out.push("  };\n\n");
    out.no_source();
}

/// Whether any member has two sub-registers that do not overlap, and whether all members are covered by their
/// sub-registers.
pub(super) fn structure(info: &Info, class: &RegisterClass) -> (bool, bool) {
    let members = || {
        class
            .members
            .iter()
            .map(|it| &info.registers.registers[*it])
    };
    let (mut some, mut all) = (members(), members());
    (some.any(|it| it.disjunct), all.all(|it| it.covered))
}
