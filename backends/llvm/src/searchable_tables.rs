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

use field::{Enum, Field};

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
pub struct Model<'a> {
    pub records: &'a Records,
    pub enums: Vec<Enum<'a>>,
    pub tables: Vec<Table<'a>>,
    /// For what is known of the target, once an index asks for it.
    cx: &'a Context<'a>,
}

/// A table: its fields are columns, its entries rows.
pub struct Table<'a> {
    /// The record or class that describes it.
    pub def: Rec<'a>,
    pub name: String,
    pub guard: String,
    /// The C++ type of a row.
    pub row_type: String,
    pub fields: Vec<Field>,
    pub entries: Vec<Rec<'a>>,
    pub primary_key: Option<Index<'a>>,
    pub indices: Vec<Index<'a>>,
}

/// A function that looks rows up by some fields.
pub struct Index<'a> {
    /// The record or class that asks for it.
    pub def: Rec<'a>,
    pub name: String,
    /// Where the key is given.
    pub at: Option<Loc>,
    pub fields: Vec<Field>,
    pub early_out: bool,
    pub return_range: bool,
}

fn push_guard(out: &mut Output, guards: &mut BTreeSet<String>, name: &str, part: &str) {
    let guard = format!("GET_{name}_{part}");
    writeln!(out, "#ifdef {guard}");
    guards.insert(guard);
}

fn push_enum(out: &mut Output, each: &Enum, guards: &mut BTreeSet<String>) {
    out.source(each.def);
    push_guard(out, guards, &each.guard, "DECL");
    writeln!(out, "enum {} {{", each.name);
    for (name, number, rec) in &each.entries {
        out.source(*rec);
        writeln!(out, "  {name} = {number},");
    }
    out.no_source();
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
    for (number, entry) in table.entries.iter().enumerate() {
        out.source(*entry);
        out.push("  { ");
        for (index, field) in table.fields.iter().enumerate() {
            if index > 0 {
                out.push(", ");
            }
            out.push(&model.text(field, entry.value(&field.name)?, at)?);
        }
        writeln!(out, " }}, // {number}");
    }
    out.no_source();
    out.push(" };\n");
    if let Some(key) = &table.primary_key {
        lookup::push_primary(out, model, table, key)?;
    }
    for index in &table.indices {
        lookup::push_secondary(out, model, table, index)?;
    }
    out.push("#endif\n\n");
    Ok(())
}
