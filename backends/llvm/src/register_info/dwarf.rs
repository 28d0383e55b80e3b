//! The DWARF numbers of registers, for each flavour of a target.

use std::collections::BTreeMap;

use backend::{Fatal, Output, Rec, Severity};
use target_model::registers::{NameOrder, RegisterId, field_of_class};

use super::Info;

/// The DWARF numbers of registers. If a register has no number in a flavour, the number is -1.
pub(super) struct Numbers {
    /// Sorted by the names of the registers, without duplicates.
    all: Vec<Numbered>,
    flavours: usize,
}

struct Numbered {
    id: RegisterId,
    order: NameOrder,
    numbers: Vec<i32>,
}

impl Numbers {
    /// Reads the numbers of all registers. Reports a warning for registers with the same name.
    pub(super) fn read(info: &Info) -> Result<Numbers, Fatal> {
        let mut all = Vec::new();
        let mut flavours = 0;
        for id in info.registers.registers.ids() {
            let numbers = read_numbers(info, id)?;
            flavours = flavours.max(numbers.len());
            all.push(Numbered {
                id,
                order: order(info, id)?,
                numbers,
            });
        }
        all.sort_by(|a, b| a.order.compare(&b.order));
        let is_same = |a: &Numbered, b: &Numbered| info.bare_name(a.id) == info.bare_name(b.id);
        for pair in all.windows(2) {
            if let [before, twice] = pair
                && is_same(before, twice)
            {
                let name = info.name(twice.id)?;
                // As in the reference, there is no space after the name.
                let message = format!("DWARF numbers for register {name}specified multiple times");
                let rec = location(info, twice.id);
                info.cx.report(rec.diagnostic(Severity::Warning, message));
            }
        }
        all.dedup_by(|twice, before| is_same(twice, before));
        for numbered in &mut all {
            numbered.numbers.resize(flavours, -1);
        }
        Ok(Numbers { all, flavours })
    }

    /// Writes the declarations of the tables of numbers. Writes nothing if no register has a DWARF number.
    pub(super) fn push_declarations(&self, info: &Info, out: &mut Output) {
        if self.flavours == 0 {
            return;
        }
        let namespace = &info.namespace;
        writeln!(out, "// {namespace} Dwarf<->LLVM register mappings.");
        for direction in ["Dwarf2L", "L2Dwarf"] {
            for purpose in PURPOSES {
                for flavour in 0..self.flavours {
                    let table = format!("{namespace}{purpose}{flavour}{direction}");
                    write!(
                        out,
                        "extern const MCRegisterInfo::DwarfLLVMRegPair {table}[];\n\
                         extern const unsigned {table}Size;\n\n"
                    );
                }
            }
        }
    }

    /// The index of the first entry that does not precede `order` in the order of names; `None` if all entries precede
    /// `order`.
    fn position(&self, order: &NameOrder) -> Option<usize> {
        let at = self
            .all
            .partition_point(|it| it.order.compare(order).is_lt());
        (at < self.all.len()).then_some(at)
    }

    /// Replaces the numbers of each register that has a `DwarfAlias` by the numbers of the alias.
    fn follow_aliases(&mut self, info: &Info) -> Result<(), Fatal> {
        for (id, register) in info.registers.registers.with_ids() {
            let rec = info.records.rec(register.rec);
            // For a register of a tuple, `rec` is the record of the first member, whose alias does not apply to the
            // tuple.
            if register.tuple.is_some() || rec.field("DwarfAlias").is_none() {
                continue;
            }
            let alias = info.registers.resolve(rec.def("DwarfAlias")?)?;
            let alias = self.position(&order(info, alias)?);
            let own = self.position(&order(info, id)?);
            if let (Some(alias), Some(own)) = (alias, own) {
                self.all[own].numbers = self.all[alias].numbers.clone();
            }
        }
        Ok(())
    }
}

fn read_numbers(info: &Info, id: RegisterId) -> Result<Vec<i32>, Fatal> {
    let register = &info.registers.registers[id];
    let numbers = match register.tuple {
        None => info
            .records
            .rec(register.rec)
            .list_of_ints("DwarfNumbers")?,
        Some(tuple) => {
            let read = |class: Rec| class.list_of_ints("DwarfNumbers");
            field_of_class(
                info.records.rec(tuple),
                &register.name,
                "DwarfNumbers",
                read,
            )?
        }
    };
    Ok(numbers.into_iter().map(|it| it as i32).collect())
}

fn order(info: &Info, id: RegisterId) -> Result<NameOrder, Fatal> {
    let register = &info.registers.registers[id];
    NameOrder::new(info.records.rec(register.rec), &register.name)
}

/// The record at which errors about a register are reported: for registers of a tuple, the record of the tuple.
fn location<'a>(info: &Info<'a>, id: RegisterId) -> Rec<'a> {
    let register = &info.registers.registers[id];
    info.records.rec(register.tuple.unwrap_or(register.rec))
}

/// The two uses of DWARF numbers (debug information and exception handling), as parts of the names of C++ tables.
const PURPOSES: [&str; 2] = ["DwarfFlavour", "EHFlavour"];

/// Writes the tables that map between DWARF numbers and registers. Writes nothing if no register has a DWARF number.
pub(super) fn push_tables(info: &Info, out: &mut Output) -> Result<(), Fatal> {
    let mut numbers = Numbers::read(info)?;
    if numbers.flavours == 0 {
        return Ok(());
    }
    let namespace = &info.namespace;
    writeln!(out, "// {namespace} Dwarf<->LLVM register mappings.");
    for purpose in PURPOSES {
        for flavour in 0..numbers.flavours {
            // If several registers have the same number, the number is mapped to the last register.
            let mut by_number = BTreeMap::new();
            for it in &numbers.all {
                if it.numbers[flavour] >= 0 {
                    by_number.insert(it.numbers[flavour], it.id);
                }
            }
            let table = format!("{namespace}{purpose}{flavour}Dwarf2L");
            push_pairs(info, out, &table, by_number, |number, name| {
                format!("{number}U, {name}")
            })?;
        }
    }
    numbers.follow_aliases(info)?;
    for purpose in PURPOSES {
        for flavour in 0..numbers.flavours {
            let pairs = numbers.all.iter().map(|it| (it.numbers[flavour], it.id));
            let given = pairs.filter(|(number, _)| *number != -1);
            let table = format!("{namespace}{purpose}{flavour}L2Dwarf");
            push_pairs(info, out, &table, given, |number, name| {
                format!("{name}, {number}U")
            })?;
        }
    }
    Ok(())
}

/// Writes a table of pairs of a DWARF number and a register.
fn push_pairs(
    info: &Info,
    out: &mut Output,
    table: &str,
    pairs: impl IntoIterator<Item = (i32, RegisterId)>,
    text: impl Fn(i32, &str) -> String,
) -> Result<(), Fatal> {
    writeln!(
        out,
        "extern const MCRegisterInfo::DwarfLLVMRegPair {table}[] = {{"
    );
    for (number, id) in pairs {
        info.of_register(out, id);
        writeln!(out, "  {{ {} }},", text(number, info.name(id)?));
    }
    out.no_source();
    writeln!(
        out,
        "}};\nextern const unsigned {table}Size = std::size({table});\n"
    );
    Ok(())
}

/// Writes the calls that pass the tables to an object. `object` precedes the names of the called functions: it is empty
/// if the object is `this`, or `RI->`.
pub(super) fn push_setup(info: &Info, out: &mut Output, object: &str) -> Result<(), Fatal> {
    let mut flavours = 0;
    for id in info.registers.registers.ids() {
        flavours = flavours.max(read_numbers(info, id)?.len());
    }
    if flavours == 0 {
        return Ok(());
    }
    let namespace = &info.namespace;
    let directions = [
        ("mapDwarfRegsToLLVMRegs", "Dwarf2L"),
        ("mapLLVMRegsToDwarfRegs", "L2Dwarf"),
    ];
    for (function, direction) in directions {
        for purpose in PURPOSES {
            write!(
                out,
                "  switch ({purpose}) {{\n  default:\n    llvm_unreachable(\"Unknown DWARF flavour\");\n"
            );
            let is_eh = purpose == "EHFlavour";
            for flavour in 0..flavours {
                let table = format!("{namespace}{purpose}{flavour}{direction}");
                write!(
                    out,
                    "  case {flavour}:\n    {object}{function}({table}, {table}Size, {is_eh});\n    break;\n"
                );
            }
            out.push("  }\n");
        }
    }
    Ok(())
}
