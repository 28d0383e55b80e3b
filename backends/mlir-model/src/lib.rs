//! What the records of MLIR's dialects say: predicates, constraints and operations, for all generators of `mlir-tblgen`.
//!
//! Nothing here writes a file. Errors are placed in the source.

#![warn(clippy::print_stdout, missing_docs)]

pub mod attribute;
pub mod availability;
pub mod builder;
pub mod constraint;
pub mod definition;
pub mod dialect;
pub mod enums;
pub mod format;
pub mod interfaces;
pub mod names;
pub mod operation;
pub mod passes;
pub mod pattern;
pub mod predicate;
pub mod property;
pub mod template;
pub mod traits;
pub mod type_constraint;
