//! `-gen-searchable-tables`: tables of records with functions that look rows up.

mod collect;
mod compare;
mod field;
mod lookup;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use backend::{Context, Fatal, Output, Rec, Records};
use elaborate::ids::Loc;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use field::Field;
use lookup::Lookup;

pub fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let model = collect::read(cx)?;
    let mut guards = BTreeSet::new();
    for each in &model.enums {
        push_enum(out, each, &mut guards);
    }
    for table in &model.tables {
        push_table(out, &model, table, &mut guards)?;
    }
    // One macro may choose several parts, so none is undefined before the end.
    for guard in guards {
        writeln!(out, "#undef {guard}");
    }
    Ok(())
}

/// All that is to be written.
struct Model<'a> {
    /// For what is known of the target, once an index asks for it.
    cx: &'a Context<'a>,
    records: &'a Records,
    enums: Vec<Enum<'a>>,
    tables: Vec<Table<'a>>,
}

/// An enumeration.
struct Enum<'a> {
    /// The record or class that describes it.
    def: Rec<'a>,
    name: String,
    guard: String,
    /// The class of its members.
    class: String,
    /// The names and numbers of its members.
    members: IndexMap<Rec<'a>, (String, i64), FxBuildHasher>,
}

/// A table: its fields are columns, its entries rows.
struct Table<'a> {
    /// The record or class that describes it.
    def: Rec<'a>,
    name: String,
    guard: String,
    /// The C++ type of a row.
    row_type: String,
    fields: Vec<Field>,
    entries: Vec<Rec<'a>>,
    primary_key: Option<Index<'a>>,
    indices: Vec<Index<'a>>,
}

/// A function that looks rows up by some fields.
struct Index<'a> {
    /// The record or class that asks for it.
    def: Rec<'a>,
    name: String,
    /// Where the key is given.
    at: Option<Loc>,
    fields: Vec<Field>,
    early_out: bool,
    return_range: bool,
}

fn push_guard(out: &mut Output, guards: &mut BTreeSet<String>, name: &str, part: &str) {
    let guard = format!("GET_{name}_{part}");
    writeln!(out, "#ifdef {guard}");
    guards.insert(guard);
}

fn push_enum(out: &mut Output, each: &Enum, guards: &mut BTreeSet<String>) {
    out.of(each.def, |out| {
        push_guard(out, guards, &each.guard, "DECL");
        writeln!(out, "enum {} {{", each.name);
    });
    out.each(each.members.keys().copied(), |out, rec| {
        let (name, number) = &each.members[&rec];
        writeln!(out, "  {name} = {number},");
    });
    out.push("};\n#endif\n\n");
}

fn push_table(
    out: &mut Output,
    model: &Model,
    table: &Table,
    guards: &mut BTreeSet<String>,
) -> Result<(), Fatal> {
    out.source(table.def);
    push_guard(out, guards, &table.guard, "DECL");
    for index in table.primary_key.iter().chain(&table.indices) {
        out.source(index.def);
        lookup::push_declaration(out, table, index)?;
        out.push(";\n");
    }
    out.no_source();
    out.push("#endif\n\n");

    out.source(table.def);
    push_guard(out, guards, &table.guard, "IMPL");
    writeln!(out, "constexpr {} {}[] = {{", table.row_type, table.name);
    let at = table.def.record().locs.first().copied();
    let mut number = 0..;
    out.try_each(table.entries.iter().copied(), |out, entry| {
        out.push("  { ");
        let mut separator = "";
        for field in &table.fields {
            out.push(std::mem::replace(&mut separator, ", "));
            out.push(&model.text(field, entry.value(&field.name)?, at)?);
        }
        writeln!(out, " }}, // {}", number.next().unwrap_or(0_usize));
        Ok::<_, Fatal>(())
    })?;
    out.push(" };\n");
    if let Some(key) = &table.primary_key {
        Lookup::primary(model, table, key).push(out)?;
    }
    for index in &table.indices {
        Lookup::secondary(model, table, index)?.push(out)?;
    }
    out.push("#endif\n\n");
    Ok(())
}
