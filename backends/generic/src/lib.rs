//! The backends that read the records of any unit.

#![warn(clippy::print_stdout, missing_docs)]

mod ctags;
mod detailed_records;
mod json;
mod null;
mod print_enums;
mod print_records;
mod print_sets;
#[cfg(test)]
mod tests;

use backend::Backend;

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[
    &print_records::PrintRecords,
    &detailed_records::DetailedRecords,
    &json::Json,
    &null::Null,
    &print_enums::PrintEnums,
    &print_sets::PrintSets,
    &ctags::Ctags,
];
