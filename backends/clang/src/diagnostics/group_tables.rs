//! `-gen-clang-diag-groups`: the groups of diagnostics, their members, and the categories.

use elaborate::records::encode;
use elaborate::value::print::value_unquoted;

use super::Diag;
use super::groups::{Categories, Group, Groups, Parents, groups};
use super::pedantic::{self, Pedantic};
use backend::string_offset_table::StringOffsetTable;
use backend::text::{SPACES, push_escaped_byte};
use backend::{Backend, Context, Fatal, Output, Rec};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-diag-groups",
    "List the groups of diagnostics",
    &["Diagnostic"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let defs = records.derived("DiagGroup")?;
    let parents = Parents::new(&defs)?;
    let diags = Diag::all(records)?;
    let groups = groups(cx, &diags, &defs)?;
    let pedantic = Pedantic::new(&diags, &defs, &groups, &parents)?;
    let mut tables = Vec::new();
    for (name, group) in &groups {
        tables.push(Table::new(name, group, &groups, &pedantic)?);
    }

    let mut names = StringOffsetTable::new(cx);
    out.push("\n#ifdef GET_DIAG_ARRAYS\n");
    push_diags(out, &tables);
    push_subgroups(out, &tables);
    if changes::has_string_table(cx) {
        for table in &tables {
            let start = names.add(table.name);
            table.defs.iter().for_each(|def| names.tie(start, def.id()));
        }
        names.push_definition(out, "DiagGroupNames");
        out.push("\n");
    } else {
        push_names(out, &tables);
    }
    out.push("#endif // GET_DIAG_ARRAYS\n\n");

    out.push("\n#ifdef DIAG_ENTRY\n");
    push_entries(cx, out, &tables, &mut names)?;
    out.no_source();
    out.push("#endif // DIAG_ENTRY\n\n");

    out.push("\n#ifdef GET_CATEGORY_TABLE\n");
    for name in Categories::new(&diags, &parents)?.names {
        writeln!(out, "CATEGORY(\"{name}\", {})", category_enum(&name));
    }
    out.push("#endif // GET_CATEGORY_TABLE\n\n");
    Ok(())
}

mod changes {
    use backend::Context;
    use elaborate::records::Release;

    /// Whether the names are in a string table, each with a terminating zero. True since LLVM 21. Before, each name is
    /// preceded by its length.
    pub(super) fn has_string_table(cx: &Context) -> bool {
        cx.release() >= Release::V21
    }
}

/// A group with its direct members. The members of `pedantic` include the implicit members.
struct Table<'g, 'a> {
    name: &'g str,
    number: usize,
    defs: &'g [Rec<'a>],
    diags: Vec<Diag<'a>>,
    /// The numbers of the direct subgroups.
    subgroups: Vec<usize>,
}

impl<'g, 'a> Table<'g, 'a> {
    fn new(
        name: &'g str,
        group: &'g Group<'a>,
        groups: &Groups<'a>,
        pedantic: &Pedantic<'a>,
    ) -> Result<Table<'g, 'a>, Fatal> {
        let mut diags = group.diags.clone();
        let mut subgroups = group.subgroups.clone();
        if name == pedantic::NAME {
            diags.extend(&pedantic.diags);
            for group in &pedantic.groups {
                subgroups.push(group.string("GroupName")?);
            }
        }
        let number = |name| groups.get(name).map(|group| group.number);
        Ok(Table {
            name,
            number: group.number,
            defs: &group.defs,
            diags,
            subgroups: subgroups.iter().filter_map(number).collect(),
        })
    }

    /// Marks the records that define the group as the sources of the following output.
    fn mark(&self, out: &mut Output) {
        for def in self.defs {
            out.source(*def);
        }
    }
}

fn push_diags(out: &mut Output, tables: &[Table]) {
    out.push("static const int16_t DiagArrays[] = {\n  /* Empty */ -1,\n");
    for table in tables.iter().filter(|table| !table.diags.is_empty()) {
        table.mark(out);
        write!(out, "  /* DiagArray{} */ ", table.number);
        for diag in &table.diags {
            out.source(diag.rec);
            write!(out, "diag::{}, ", diag.rec.name());
        }
        out.push("-1,\n");
    }
    out.no_source();
    out.push("};\n\n");
}

fn push_subgroups(out: &mut Output, tables: &[Table]) {
    out.push("static const int16_t DiagSubGroups[] = {\n  /* Empty */ -1,\n");
    for table in tables.iter().filter(|table| !table.subgroups.is_empty()) {
        table.mark(out);
        write!(out, "  /* DiagSubGroup{} */ ", table.number);
        for number in &table.subgroups {
            write!(out, "{number}, ");
        }
        out.push("-1,\n");
    }
    out.no_source();
    out.push("};\n\n");
}

/// The number of characters after which a line of a string literal is broken.
const LINE: usize = 70;

/// Writes all names in one string literal, each preceded by its length.
fn push_names(out: &mut Output, tables: &[Table]) {
    out.push("static const char DiagGroupNames[] = {\n    \"");
    let mut written = 0;
    for table in tables {
        let name = encode(table.name);
        table.mark(out);
        for &byte in [name.len() as u8].iter().chain(name.iter()) {
            if written > LINE {
                out.push("\"\n    \"");
                written = 0;
            }
            let before = out.text.len();
            push_escaped_byte(&mut out.text, byte);
            written += out.text.len() - before;
        }
    }
    out.no_source();
    out.push("\"};\n\n");
}

fn push_entries(
    cx: &Context,
    out: &mut Output,
    tables: &[Table],
    names: &mut StringOffsetTable,
) -> Result<(), Fatal> {
    let records = cx.records;
    // Offsets into the names, `DiagArrays` and `DiagSubGroups`. Both arrays start with an empty list, at offset 0.
    let (mut name_at, mut diags_at, mut subgroups_at) = (0, 1, 1);
    for table in tables {
        let name = table.name;
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "!@#$%^*-+=:?".contains(c);
        if !name.chars().all(is_allowed) {
            return Err(records.fatal(format!("Invalid character in diagnostic group '{name}'")));
        }
        let Some(def) = table.defs.last() else {
            return Err(records.fatal(format!("no definition of diagnostic group '{name}'")));
        };
        table.mark(out);
        if changes::has_string_table(cx) {
            name_at = names.add(name);
        }
        write!(out, "DIAG_ENTRY({} /* {name} */, {name_at}, ", def.name());
        name_at += name.len() + 1;
        push_offset(out, "DiagArray", table, table.diags.len(), &mut diags_at);
        push_offset(
            out,
            "DiagSubGroup",
            table,
            table.subgroups.len(),
            &mut subgroups_at,
        );
        let text = value_unquoted(&def.records().names(), def.value("Documentation")?);
        writeln!(out, "R\"({})\")", text.trim_matches(SPACES));
    }
    Ok(())
}

/// Writes the offset of a group's list and advances `at` past the list and its terminator. An empty list is at offset
/// 0.
fn push_offset(out: &mut Output, list: &str, table: &Table, size: usize, at: &mut usize) {
    if size == 0 {
        out.push("0, ");
    } else {
        write!(out, "/* {list}{} */ {at}, ", table.number);
        *at += size + 1;
    }
}

fn category_enum(name: &str) -> String {
    if name.is_empty() {
        return "DiagCat_None".to_owned();
    }
    let letter = |byte: &u8| {
        if byte.is_ascii_alphanumeric() {
            char::from(*byte)
        } else {
            '_'
        }
    };
    let name: String = encode(name).iter().map(letter).collect();
    format!("DiagCat_{name}")
}
