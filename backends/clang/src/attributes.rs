//! Clang's attributes: their classes, parsing, serialization, subjects and documentation.
//!
//! The model consists of `Spelling`, `Argument`, `Parsed` and `Rules`. A field is read only when a table needs it,
//! because fields that a table does not use may be invalid or missing, and errors must be reported in the order of
//! writing.

mod argument;
mod attr_class;
mod changes;
pub(crate) mod classes;
mod constructors;
pub(crate) mod docs;
pub(crate) mod dump;
pub(crate) mod list;
mod parsed;
pub(crate) mod parsed_info;
pub(crate) mod parser_switches;
mod pragma;
mod pretty_print;
pub(crate) mod rule_tables;
pub(crate) mod serialization;
mod shared_names;
mod spelling;
pub(crate) mod spelling_lists;
pub(crate) mod spelling_tables;
mod target;
pub(crate) mod template_instantiation;
#[cfg(test)]
mod tests;
pub(crate) mod type_dependent;
pub(crate) mod visitor;

pub use spelling::Spelling;

use backend::{Fatal, Rec, Records};

/// The attributes that have a C++ class, sorted by name.
fn with_class(records: &Records) -> Result<Vec<Rec<'_>>, Fatal> {
    let mut found = Vec::new();
    for attr in records.derived("Attr")? {
        if attr.bit("ASTNode")? {
            found.push(attr);
        }
    }
    Ok(found)
}
