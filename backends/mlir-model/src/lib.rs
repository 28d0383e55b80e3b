//! What the records of MLIR's dialects say: predicates, constraints and operations, for all generators of `mlir-tblgen`.
//!
//! Nothing here writes a file. Errors are placed in the source.

#![warn(clippy::print_stdout, missing_docs)]

pub mod constraint;
pub mod predicate;
pub mod template;
