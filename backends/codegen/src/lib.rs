//! Models of a target's registers, instructions and schedules, for backends and for an editor.
//!
//! A [`Model`](backend::Model) is built once from the records of a unit. It has data only; backends turn it into text.

#![warn(clippy::print_stdout, missing_docs)]

pub mod compressed;
pub mod decoder;
pub mod features;
pub mod hw_modes;
pub mod instructions;
pub mod intrinsics;
pub mod matcher;
mod names;
pub mod processors;
pub mod registers;
pub mod releases;
pub mod schedule;
pub mod target;
pub mod value_types;
pub mod x86;
