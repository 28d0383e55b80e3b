//! The database: files, units, lowered statements and records.

pub mod eval;
pub mod hir;
pub mod symbol;
pub mod value;
