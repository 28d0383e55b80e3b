//! The model of MLIR's dialects: predicates, constraints, operations and so on, as their records define them, for all
//! generators of `mlir-tblgen`.
//!
//! This crate writes no output. Errors refer to locations in the source.

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
pub mod misuse;
pub mod names;
pub mod operation;
pub mod passes;
pub mod pattern;
pub mod predicate;
pub mod property;
pub mod template;
pub mod traits;
pub mod type_constraint;
