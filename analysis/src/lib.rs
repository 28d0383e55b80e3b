//! The database: files, units, lowered statements and records.
