//! `-gen-register-info`: the registers of a target, their sub-registers, and their classes.

mod changes;
mod class_instances;
mod compositions;
mod debug;
mod descriptions;
mod dwarf;
mod enums;
mod header;
mod pressure_tables;
mod saved;
mod target_desc;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::sync::Arc;

use backend::ids::Arena;
use backend::text::push_header_without_input;
use backend::{
    Backend, BackendOption, Context, Fatal, LONG_STRING_LITERALS, Output, Rec, Records, ValueId,
    bail,
};
use target_model::registers::{
    ClassId, IndexId, Lanes, Pressure, RegisterClass, RegisterId, Registers,
};

const DEBUG: BackendOption = BackendOption::flag(
    "register-info-debug",
    "Also list what is known of registers on standard error (-gen-register-info)",
);

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-register-info",
    "Describe a target's registers and register classes",
    &["Register", "Target"],
    write,
)
.options(&[DEBUG, LONG_STRING_LITERALS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let info = Info::new(cx)?;
    for part in &PARTS {
        out.phase(part.phase);
        part.push(&info, out)?;
    }
    if cx.options.is_on(&DEBUG) {
        cx.dump(debug::text(&info)?);
    }
    Ok(())
}

/// A section of the output. C++ code includes each section separately.
struct Part {
    phase: &'static str,
    /// The macro that must be defined to include the section.
    guard: &'static str,
    /// The end of the section's file name, in releases that write a file for each section.
    suffix: &'static str,
    title: &'static str,
    push: fn(&Info, &mut Output) -> Result<(), Fatal>,
}

const PARTS: [Part; 4] = [
    Part {
        phase: "Print enums",
        guard: "GET_REGINFO_ENUM",
        suffix: "Enums.inc",
        title: "Target Register Enum Values",
        push: enums::push,
    },
    Part {
        phase: "Print MC registers",
        guard: "GET_REGINFO_MC_DESC",
        suffix: "MCDesc.inc",
        title: "MC Register Information",
        push: descriptions::push,
    },
    Part {
        phase: "Print header fragment",
        guard: "GET_REGINFO_HEADER",
        suffix: "Header.inc",
        title: "Register Information Header Fragment",
        push: header::push,
    },
    Part {
        phase: "Print target registers",
        guard: "GET_REGINFO_TARGET_DESC",
        suffix: "TargetDesc.inc",
        title: "Target Register and Register Classes Information",
        push: target_desc::push,
    },
];

impl Part {
    fn push(&self, info: &Info, out: &mut Output) -> Result<(), Fatal> {
        let (guard, suffix) = (self.guard, self.suffix);
        if !changes::parts_are_files(info.cx.release()) {
            push_header_without_input(out, self.title);
            write!(out, "\n#ifdef {guard}\n#undef {guard}\n\n");
            (self.push)(info, out)?;
            write!(out, "#endif // {guard}\n\n");
            return Ok(());
        }
        let file = format!("{}{suffix}", out.stem());
        write!(
            out,
            "#ifdef {guard}\n#undef {guard}\n#include \"{file}\"\n#endif\n\n"
        );
        out.file(suffix, |out| {
            push_header_without_input(out, self.title);
            (self.push)(info, out)
        })
    }
}

/// The inputs of all sections.
struct Info<'a> {
    cx: &'a Context<'a>,
    records: &'a Records,
    registers: Arc<Registers>,
    lanes: Arc<Lanes>,
    pressure: Arc<Pressure>,
    target: String,
    /// The namespace of the first register.
    namespace: String,
    /// The names of registers, qualified with their namespaces. An error is reported only if the name is used.
    names: Arena<RegisterId, Result<String, Fatal>>,
    /// The names of register classes, qualified with their namespaces.
    class_names: Arena<ClassId, String>,
    sources: Sources<'a>,
}

/// Source map: the records from which each register, index and class comes. Computed on demand.
#[derive(Default)]
struct Sources<'a> {
    registers: OnceCell<Arena<RegisterId, Vec<Rec<'a>>>>,
    indices: OnceCell<Arena<IndexId, Vec<Rec<'a>>>>,
    classes: OnceCell<Arena<ClassId, Vec<Rec<'a>>>>,
}

impl<'a> Info<'a> {
    fn new(cx: &'a Context<'a>) -> Result<Info<'a>, Fatal> {
        let registers = cx.model::<Registers>()?;
        let lanes = cx.model::<Lanes>()?;
        let pressure = cx.model::<Pressure>()?;
        let records = cx.records;
        let Some(first) = registers.registers.iter().next() else {
            bail!(records, "No 'Register' subclasses defined!");
        };
        let namespace = records.rec(first.rec).string("Namespace")?.into_owned();
        let name = |id: RegisterId| registers.qualified_name(records, id);
        let names = registers.registers.ids().map(name).collect();
        let class_names = registers.classes.iter().map(RegisterClass::qualified_name);
        Ok(Info {
            cx,
            records,
            target: registers.target.name.clone(),
            namespace,
            names,
            class_names: class_names.collect(),
            registers,
            lanes,
            pressure,
            sources: Sources::default(),
        })
    }

    /// The name of a register with its namespace.
    fn name(&self, id: RegisterId) -> Result<&str, Fatal> {
        match &self.names[id] {
            Ok(name) => Ok(name),
            Err(error) => Err(error.clone()),
        }
    }

    /// The name of a register without its namespace.
    fn bare_name(&self, id: RegisterId) -> &str {
        &self.registers.registers[id].name
    }

    fn class(&self, id: ClassId) -> &RegisterClass {
        &self.registers.classes[id]
    }

    fn register_sources(&self, id: RegisterId) -> &[Rec<'a>] {
        let all = self.sources.registers.get_or_init(|| {
            let of = |id| self.recs(self.registers.register_sources(id));
            self.registers.registers.ids().map(of).collect()
        });
        &all[id]
    }

    fn index_sources(&self, id: IndexId) -> &[Rec<'a>] {
        let all = self.sources.indices.get_or_init(|| {
            let of = |id| self.recs(self.registers.index_sources(id));
            self.registers.indices.ids().map(of).collect()
        });
        &all[id]
    }

    fn class_sources(&self, id: ClassId) -> &[Rec<'a>] {
        let all = self.sources.classes.get_or_init(|| {
            let of = |id| self.recs(self.registers.class_sources(id));
            self.registers.classes.ids().map(of).collect()
        });
        &all[id]
    }

    fn recs(&self, ids: Vec<backend::RecordId>) -> Vec<Rec<'a>> {
        ids.into_iter().map(|id| self.records.rec(id)).collect()
    }

    /// Source map: the output that follows comes from the records of a register.
    fn of_register(&self, out: &mut Output, id: RegisterId) {
        out.sources(|| self.register_sources(id).iter().copied());
    }

    /// Source map: the output that follows comes from the records of a sub-register index.
    fn of_index(&self, out: &mut Output, id: IndexId) {
        out.sources(|| self.index_sources(id).iter().copied());
    }

    /// Source map: the output that follows comes from the records of a class.
    fn of_class(&self, out: &mut Output, id: ClassId) {
        out.sources(|| self.class_sources(id).iter().copied());
    }

    /// Source map: the output that follows comes from the records of a class and its members.
    fn of_members(&self, out: &mut Output, id: ClassId) {
        if out.keeps_map() {
            for member in &self.class(id).members {
                self.of_register(out, *member);
            }
            self.of_class(out, id);
        }
    }

    /// The position of a class in the order of base classes (`BaseClassOrder`); `None` if it is not a base class.
    fn base_class_order(&self, id: ClassId) -> Result<Option<i32>, Fatal> {
        let Some(rec) = self.class(id).rec.map(|it| self.records.rec(it)) else {
            return Ok(None);
        };
        match rec.value("BaseClassOrder")? {
            ValueId::UNSET => Ok(None),
            _ => Ok(Some(rec.int("BaseClassOrder")? as i32)),
        }
    }

    fn open_namespace(&self, out: &mut Output) {
        if !self.namespace.is_empty() {
            writeln!(out, "namespace {} {{", self.namespace);
        }
    }

    fn close_namespace(&self, out: &mut Output) {
        if !self.namespace.is_empty() {
            writeln!(out, "}} // end namespace {}", self.namespace);
        }
    }
}

/// Appends a mask of lanes.
fn push_mask(out: &mut Output, mask: target_model::registers::LaneMask) {
    write!(out, "LaneBitmask(0x{:016X})", mask.0);
}

/// Appends the set of `numbers` as a bit mask of `count` bits, in words of 32 bits. Number 0 is the lowest bit of the
/// first word.
fn push_words(out: &mut Output, count: usize, numbers: impl Iterator<Item = usize>) {
    let mut words = vec![0_u32; count.div_ceil(32)];
    for number in numbers {
        words[number / 32] |= 1 << (number % 32);
    }
    for word in words {
        backend::text::push_hex(&mut out.text, word.into(), 8);
        out.push(", ");
    }
}
