//! The functions that look rows up.

use super::compare::{Ties, is_contiguous, sort};
use super::field::{Use, fatal_at};
use super::{Index, Model, Table};
use backend::{Fatal, Output, Rec};

pub fn push_declaration(out: &mut Output, table: &Table, index: &Index) -> Result<(), Fatal> {
    let row = &table.row_type;
    if index.return_range {
        write!(out, "llvm::iterator_range<const {row} *> ");
    } else {
        write!(out, "const {row} *");
    }
    write!(out, "{}(", index.name);
    for (number, field) in index.fields.iter().enumerate() {
        let separator = if number > 0 { ", " } else { "" };
        let ty = field.key_type(table, index, Use::Argument)?;
        write!(out, "{separator}{ty} {}", field.name);
    }
    out.push(")");
    Ok(())
}

/// Where a function searches.
struct Rows<'t, 'a> {
    is_primary: bool,
    ty: &'t str,
    name: &'t str,
    rows: Vec<(Rec<'a>, usize)>,
}

/// Writes the function that searches the table itself, whose rows are in the order of the key.
pub fn push_primary<'a>(
    out: &mut Output,
    model: &Model<'a>,
    table: &Table<'a>,
    index: &Index,
) -> Result<(), Fatal> {
    push_start(out, table, index)?;
    let rows = Rows {
        is_primary: true,
        ty: &table.row_type,
        name: &table.name,
        rows: table.entries.iter().map(|it| (*it, 0)).collect(),
    };
    push_search(out, model, table, index, &rows)
}

/// Writes the function that searches the keys in an order of their own and finds the rows through them.
pub fn push_secondary<'a>(
    out: &mut Output,
    model: &Model<'a>,
    table: &Table<'a>,
    index: &Index,
) -> Result<(), Fatal> {
    push_start(out, table, index)?;
    out.push("  struct IndexType {\n");
    for field in &index.fields {
        let ty = field.key_type(table, index, Use::StaticStruct)?;
        writeln!(out, "    {ty} {};", field.name);
    }
    out.push("    unsigned _index;\n  };\n  static const struct IndexType Index[] = {\n");
    let rows = table.entries.iter().copied().zip(0..).collect();
    let rows = sort(model, rows, index, Ties::Stay)?;
    for (entry, number) in &rows {
        out.source(*entry);
        out.push("    { ");
        for field in &index.fields {
            let mut text = model.text(field, entry.value(&field.name)?, index.at)?;
            if field.is_string() {
                text.make_ascii_uppercase();
            }
            write!(out, "{text}, ");
        }
        writeln!(out, "{number} }},");
    }
    out.no_source();
    out.push("  };\n\n");
    let rows = Rows {
        is_primary: false,
        ty: "IndexType",
        name: "Index",
        rows,
    };
    push_search(out, model, table, index, &rows)
}

fn push_start(out: &mut Output, table: &Table, index: &Index) -> Result<(), Fatal> {
    out.no_source();
    out.push("\n");
    out.source(index.def);
    push_declaration(out, table, index)?;
    out.push(" {\n");
    out.no_source();
    Ok(())
}

fn push_search(
    out: &mut Output,
    model: &Model,
    table: &Table,
    index: &Index,
    rows: &Rows,
) -> Result<(), Fatal> {
    let contiguous = is_contiguous(model, index, &rows.rows)?;
    if contiguous || index.early_out {
        push_range_check(out, model, index, rows)?;
    }
    if contiguous {
        push_count(out, model, table, index, rows)?;
    } else {
        push_binary_search(out, table, index, rows)?;
    }
    Ok(())
}

/// The first field of the key with its first and last value.
fn range(model: &Model, index: &Index, rows: &Rows) -> Result<[String; 3], Fatal> {
    let (Some((first, _)), Some((last, _)), Some(field)) =
        (rows.rows.first(), rows.rows.last(), index.fields.first())
    else {
        return Ok(Default::default());
    };
    let text = |row: Rec| model.text(field, row.value(&field.name)?, index.at);
    Ok([field.name.clone(), text(*first)?, text(*last)?])
}

/// Writes an early return for keys that no row can have.
fn push_range_check(
    out: &mut Output,
    model: &Model,
    index: &Index,
    rows: &Rows,
) -> Result<(), Fatal> {
    let [field, first, last] = range(model, index, rows)?;
    if let (Some((first, _)), Some((last, _))) = (rows.rows.first(), rows.rows.last()) {
        out.source(*first);
        out.source(*last);
    }
    write!(
        out,
        "  if (({field} < {first}) ||\n      ({field} > {last}))\n    return nullptr;\n"
    );
    Ok(())
}

fn push_count(
    out: &mut Output,
    model: &Model,
    table: &Table,
    index: &Index,
    rows: &Rows,
) -> Result<(), Fatal> {
    let [field, first, _] = range(model, index, rows)?;
    let (name, table) = (rows.name, &table.name);
    let found = if rows.is_primary {
        "&Table[Idx]".to_owned()
    } else {
        format!("&{table}[Table[Idx]._index]")
    };
    out.no_source();
    writeln!(out, "  auto Table = ArrayRef({name});");
    if let Some((first, _)) = rows.rows.first() {
        out.source(*first);
    }
    writeln!(out, "  size_t Idx = {field} - {first};");
    out.no_source();
    write!(out, "  return {found};\n}}\n");
    Ok(())
}

fn push_binary_search(
    out: &mut Output,
    table: &Table,
    index: &Index,
    rows: &Rows,
) -> Result<(), Fatal> {
    if index.early_out {
        out.push("\n");
    }
    push_key(out, table, index, rows)?;
    push_comparators(out, index, rows);
    writeln!(out, "  auto Table = ArrayRef({});", rows.name);
    if index.return_range {
        out.push("  auto It = std::equal_range(Table.begin(), Table.end(), Key, Comp());\n");
        out.push("  return llvm::make_range(It.first, It.second);\n}\n");
        return Ok(());
    }
    out.push("  auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());\n");
    out.push("  if (Idx == Table.end()");
    for field in &index.fields {
        let field = &field.name;
        write!(out, " ||\n      Key.{field} != Idx->{field}");
    }
    out.push(")\n    return nullptr;\n\n");
    if rows.is_primary {
        out.push("  return &*Idx;\n}\n");
    } else {
        write!(out, "  return &{}[Idx->_index];\n}}\n", table.name);
    }
    Ok(())
}

/// Writes what is searched for: the function's arguments in a struct.
fn push_key(out: &mut Output, table: &Table, index: &Index, rows: &Rows) -> Result<(), Fatal> {
    out.source(index.def);
    out.push("  struct KeyType {\n");
    for field in &index.fields {
        let ty = field.key_type(table, index, Use::TemporaryStruct)?;
        writeln!(out, "    {ty} {};", field.name);
    }
    out.push("  };\n  KeyType Key = {");
    for (number, field) in index.fields.iter().enumerate() {
        let separator = if number > 0 { ", " } else { "" };
        write!(out, "{separator}{}", field.name);
        if !field.is_string() {
            continue;
        }
        out.push(".upper()");
        if rows.is_primary {
            let message = format!(
                "In table '{}', use a secondary lookup method for case-insensitive comparison of field '{}'",
                table.name, field.name
            );
            return Err(fatal_at(index.at, message));
        }
    }
    out.push("};\n");
    Ok(())
}

fn push_comparators(out: &mut Output, index: &Index, rows: &Rows) {
    let ty = rows.ty;
    out.push("  struct Comp {\n");
    writeln!(
        out,
        "    bool operator()(const {ty} &LHS, const KeyType &RHS) const {{"
    );
    push_comparison(out, index);
    if index.return_range {
        writeln!(
            out,
            "    bool operator()(const KeyType &LHS, const {ty} &RHS) const {{"
        );
        push_comparison(out, index);
    }
    out.push("  };\n");
}

fn push_comparison(out: &mut Output, index: &Index) {
    for field in &index.fields {
        let name = &field.name;
        if field.is_string() {
            writeln!(
                out,
                "      int Cmp{name} = StringRef(LHS.{name}).compare(RHS.{name});"
            );
            writeln!(out, "      if (Cmp{name} < 0) return true;");
            writeln!(out, "      if (Cmp{name} > 0) return false;");
            continue;
        }
        // Whether enumerations have a sign is up to the compiler.
        let cast = if field.of_enum.is_some() {
            "(unsigned)"
        } else {
            ""
        };
        for (operator, result) in [("<", "true"), (">", "false")] {
            writeln!(
                out,
                "      if ({cast}LHS.{name} {operator} {cast}RHS.{name})"
            );
            writeln!(out, "        return {result};");
        }
    }
    out.push("      return false;\n    }\n");
}
