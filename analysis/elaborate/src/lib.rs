//! From files to records: reading units, lowering statements, values, and elaboration.
//!
//! Invariants:
//!
//! * This crate does not depend on a database, an editor, or the output format of a backend. Results are plain data:
//!   records, values, locations, messages.
//! * There is one evaluator, [`eval`]. It requests the results of other statements from an [`eval::World`].
//!   [`sequential`] and the database have different implementations of this trait, which give the same records.
//! * A statement's lowered form and its outcome contain no text offsets. [`sources`] converts their locations to
//!   offsets.
//! * Values are immutable and interned: two [`value::ValueId`]s are equal exactly if the reference would represent the
//!   values by the same object.
//! * Elaboration always ends with a result: invalid input and runaway input cause diagnostics, and everything that does
//!   not depend on the broken part is still elaborated.
//! * The numbers of anonymous records are not part of any value; [`anonymous_numbers`] assigns them at the end.
//!
//! `docs/elaboration.md` describes how the parts work together.

#![warn(clippy::print_stdout, missing_docs)]

pub mod anonymous_numbers;
pub mod budget;
pub mod collection;
pub mod deferred_drop;
pub mod diagnostic;
pub mod error_extent;
pub mod eval;
pub mod facts;
mod hash_index;
pub mod hir;
pub mod ids;
pub mod lattice;
mod lossy_cache;
mod name_order;
pub mod overlapped;
pub mod record;
pub mod records;
pub mod report;
pub mod sequential;
pub mod sources;
pub mod stack;
pub mod statement_order;
pub mod symbol;
pub mod unit;
pub mod value;
pub mod work;
