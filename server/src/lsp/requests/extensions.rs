//! The server's own requests that are answered from a snapshot; `docs/protocol.md` tells of them.

mod backends;
mod base;
mod compare;
mod cpp_uses;
mod expand;
mod find;
mod inspect;
mod machine_code;
mod models;
pub(crate) mod previews;
mod records;
mod selection;
mod tables;

use super::{Later, Table};

/// Adds them all.
pub(super) fn fill(table: &mut Table) {
    table.add("tablegen/backends", Later::Again, backends::list);
    table.add("tablegen/classes", Later::Again, records::classes);
    table.add_long("tablegen/compare", Later::Again, compare::compare);
    table.add_long("tablegen/compareTables", Later::Again, tables::compare);
    table.add_long("tablegen/decode", Later::Again, machine_code::decode_bytes);
    table.add_long("tablegen/encode", Later::Again, machine_code::encode_record);
    table.add("tablegen/expandRecord", Later::Refuse, expand::expand);
    table.add("tablegen/findRecord", Later::Again, find::find);
    table.add_long(
        "tablegen/parseAssembly",
        Later::Again,
        machine_code::parse_line,
    );
    table.add("tablegen/records", Later::Again, records::records);
    table.add_long("tablegen/usesInCpp", Later::Again, cpp_uses::uses);
    table.add_long("tablegen/savedText", Later::Again, previews::saved_text);
    table.add_long(
        "tablegen/selectPattern",
        Later::Again,
        selection::select_pattern,
    );
    table.add("tablegen/syntaxTree", Later::Again, inspect::syntax_tree);
}
