//! From files to records: units as they are read, lowered statements, values, elaboration.
//!
//! Invariants:
//!
//! * Nothing here knows a database, an editor, or an output format of a backend. Answers are plain data: records,
//!   values, places, messages.
//! * There is one evaluator, [`eval`]. It asks a [`eval::World`] for the results of other statements. [`sequential`] is
//!   one; the database is the other, and they give the same records.
//! * A statement's lowered form and its outcome hold no text offsets. [`sources`] turns the places they name into
//!   positions.
//! * Values are immutable and interned: two [`value::ValueId`] are equal exactly when the reference would hold them in
//!   the same object.
//! * Elaboration is total: bad input and runaway input give diagnostics, and everything that does not depend on the
//!   broken part is still made.
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
