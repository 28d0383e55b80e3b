//! The generators of `mlir-tblgen`: C++, Python and documentation of dialects.

#![warn(clippy::print_stdout, missing_docs)]

mod constraint_functions;
mod source_text;
#[cfg(test)]
mod tests;

use backend::Backend;

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[Backend] = &[
    constraint_functions::ATTR_CONSTRAINT_DECLS,
    constraint_functions::ATTR_CONSTRAINT_DEFS,
    constraint_functions::TYPE_CONSTRAINT_DECLS,
    constraint_functions::TYPE_CONSTRAINT_DEFS,
];
