//! What is known of a target's selection patterns: nodes, fragments, their types, and the patterns that follow.
//!
//! A [`Model`](backend::Model) is built from the records of a unit once. It holds facts and writes no text.

pub mod types;
