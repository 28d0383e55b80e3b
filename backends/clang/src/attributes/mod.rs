//! Clang's attributes: their classes, how they are parsed and serialized, what they apply to, and their documentation.
//!
//! The model is `Spelling`, `Argument`, `Parsed` and
//! `Rules`. All of it is read where a table needs it: a field that a table does not use may be wrong
//! or missing, and what is wrong is said in the order of writing.

mod argument;
mod attr_class;
mod classes;
mod constructors;
mod docs;
mod dump;
mod list;
mod parsed;
mod parsed_info;
mod parser_switches;
mod pragma;
mod pretty_print;
mod rule_tables;
mod serialization;
mod spelling;
mod spelling_tables;
mod target;
mod template_instantiation;
#[cfg(test)]
mod tests;
mod visitor;

pub(crate) use classes::{classes, implementation};
pub(crate) use docs::{doc_table, reference};
pub(crate) use dump::{node_traverse, text_node_dump};
pub(crate) use list::write as list;
pub(crate) use parsed_info::write as parsed_info;
pub(crate) use parser_switches::write as parser_switches;
pub(crate) use rule_tables::{rule_list, rule_switches, supported_by_pragma};
pub(crate) use serialization::{pch_read, pch_write};
pub use spelling::Spelling;
pub(crate) use spelling_tables::{
    has_attribute, parsed_kinds, parsed_list, regular_keywords, spelling_index,
};
pub(crate) use template_instantiation::write as template_instantiation;
pub(crate) use visitor::write as visitor;

use backend::{Fatal, Rec, Records};

/// The attributes that have a class of their own, in the order of their names.
fn with_class(records: &Records) -> Result<Vec<Rec<'_>>, Fatal> {
    let mut found = Vec::new();
    for attr in records.derived("Attr")? {
        if attr.bit("ASTNode")? {
            found.push(attr);
        }
    }
    Ok(found)
}
