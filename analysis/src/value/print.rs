//! The text of values, types and records, as the reference prints them.
