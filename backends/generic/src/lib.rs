//! The backends for any unit: they require no classes of a particular project.

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

/// The backends of this crate, in the order of `--help`.
pub const ALL: &[Backend] = &[
    print_records::BACKEND,
    detailed_records::BACKEND,
    json::BACKEND,
    null::BACKEND,
    print_enums::BACKEND,
    print_sets::BACKEND,
    ctags::BACKEND,
];
