//! The server's own requests that are answered from a snapshot, as `docs/protocol.md` describes them.

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

use super::Later::{Again, Refuse};
use super::Needs::{Nothing, Records, Text};
use super::Table;

/// Adds the handlers of this module's requests to the table.
pub(super) fn fill(table: &mut Table) {
    table.add("tablegen/backends", Nothing, Again, backends::list);
    table.add("tablegen/classes", Records, Again, records::classes);
    table.add_long(
        "tablegen/codeForms",
        Records,
        Again,
        machine_code::open_forms,
    );
    table.add_long("tablegen/compare", Records, Again, compare::compare);
    table.add_long("tablegen/compareTables", Records, Again, tables::compare);
    table.add_long(
        "tablegen/decode",
        Records,
        Again,
        machine_code::decode_bytes,
    );
    table.add_long(
        "tablegen/encode",
        Records,
        Again,
        machine_code::encode_record,
    );
    table.add("tablegen/expandRecord", Nothing, Refuse, expand::expand);
    table
        .add("tablegen/findRecord", Records, Again, find::find)
        .of_code();
    table.add_long(
        "tablegen/parseAssembly",
        Records,
        Again,
        machine_code::parse_line,
    );
    table.add_preview("tablegen/preview");
    table.add("tablegen/records", Records, Again, records::records);
    table.add_long("tablegen/usesInCpp", Records, Again, cpp_uses::uses);
    table.add_long("tablegen/savedText", Nothing, Again, previews::saved_text);
    table.add_long(
        "tablegen/selectPattern",
        Records,
        Again,
        selection::select_pattern,
    );
    table.add("tablegen/syntaxTree", Text, Again, inspect::syntax_tree);
}
