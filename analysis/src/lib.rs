//! The database: files, units, lowered statements and records.

pub mod db;
pub mod diagnostic;
pub mod eval;
pub mod faults;
pub mod hir;
pub mod numbering;
pub mod record;
pub mod records;
pub mod report;
pub mod sequential;
pub mod sources;
pub mod symbol;
pub mod unit;
pub mod value;
