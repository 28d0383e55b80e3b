//! `-gen-searchable-tables`: tables of records with functions that look rows up.

mod collect;
mod compare;
mod field;
mod lookup;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use backend::{Backend, Context, Fatal, Needs, Output, Rec, Records};
use elaborate::ids::Loc;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use field::Field;
use lookup::Lookup;

pub(crate) const BACKEND: Backend = Backend {
    needs: Needs::AnyOf(&[
        "GenericEnum",
        "GenericTable",
        "SearchableTable",
        "SearchIndex",
    ]),
    ..Backend::llvm(
        "gen-searchable-tables",
        "Define tables of records with functions that look rows up",
        &[],
        write,
    )
};

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let model = collect::read(cx)?;
    let mut guards = Guards::new();
    for each in &model.enums {
        push_enum(out, each, &mut guards);
    }
    for table in &model.tables {
        push_table(out, &model, table, &mut guards)?;
    }
    // One macro may guard several sections, so all macros are undefined at the end.
    for (guard, defs) in guards {
        out.push_from(&defs, &format!("#undef {guard}\n"));
    }
    Ok(())
}

/// All enumerations and tables to be written.
struct Model<'a> {
    /// Gives access to the target's models. An index may need them.
    cx: &'a Context<'a>,
    records: &'a Records,
    enums: Vec<Enum<'a>>,
    tables: Vec<Table<'a>>,
}

/// A C++ enumeration. Its members are the records of a class.
struct Enum<'a> {
    /// The record or class that describes the enumeration.
    def: Rec<'a>,
    name: String,
    guard: String,
    /// The name of the class whose records are the members.
    class: String,
    /// The name and number of each member.
    members: IndexMap<Rec<'a>, (String, i64), FxBuildHasher>,
}

/// A table. Its fields are the columns, and its entries are the rows.
struct Table<'a> {
    /// The record or class that describes the table.
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

/// A key of a table, and the properties of the function that looks up rows by this key.
struct Index<'a> {
    /// The record or class that defines the index.
    def: Rec<'a>,
    name: String,
    /// The location of the field that lists the key, for error messages.
    at: Option<Loc>,
    fields: Vec<Field>,
    early_out: bool,
    return_range: bool,
}

/// The macros that guard sections, each with the records from which its sections come.
type Guards<'a> = BTreeMap<String, Vec<Rec<'a>>>;

fn push_guard<'a>(
    out: &mut Output,
    guards: &mut Guards<'a>,
    def: Rec<'a>,
    (name, part): (&str, &str),
) {
    let guard = format!("GET_{name}_{part}");
    out.of(def, |out| writeln!(out, "#ifdef {guard}"));
    guards.entry(guard).or_default().push(def);
}

fn push_enum<'a>(out: &mut Output, each: &Enum<'a>, guards: &mut Guards<'a>) {
    push_guard(out, guards, each.def, (&each.guard, "DECL"));
    out.of(each.def, |out| {
        writeln!(out, "enum {} {{", each.name);
    });
    out.each(each.members.keys().copied(), |out, rec| {
        let (name, number) = &each.members[&rec];
        writeln!(out, "  {name} = {number},");
    });
    out.push("};\n#endif\n\n");
}

fn push_table<'a>(
    out: &mut Output,
    model: &Model<'a>,
    table: &Table<'a>,
    guards: &mut Guards<'a>,
) -> Result<(), Fatal> {
    push_guard(out, guards, table.def, (&table.guard, "DECL"));
    for index in table.primary_key.iter().chain(&table.indices) {
        out.source(index.def);
        lookup::push_declaration(out, table, index)?;
        out.push(";\n");
    }
    out.no_source();
    out.push("#endif\n\n");

    push_guard(out, guards, table.def, (&table.guard, "IMPL"));
    out.of(table.def, |out| {
        writeln!(out, "constexpr {} {}[] = {{", table.row_type, table.name);
    });
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
        Lookup::new(model, table, key, true)?.push(out)?;
    }
    for index in &table.indices {
        Lookup::new(model, table, index, false)?.push(out)?;
    }
    out.push("#endif\n\n");
    Ok(())
}
