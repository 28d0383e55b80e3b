//! Match tables of GlobalISel: programs for an interpreter in LLVM that matches instructions and rewrites them.
//!
//! A [`Rule`] consists of a tree of [instructions](instruction) with [checks](predicate) and a list of
//! [actions](action). [`optimize`] sorts rules into groups that share checks, and [`table`] writes the program.
//! [`executor`] writes the class that runs it.
//!
//! This module does not depend on the origin of rules: the combiner has its own patterns, and the selector imports the
//! patterns of SelectionDAG.

pub(crate) mod action;
mod changes;
mod emission;
pub(crate) mod executor;
pub(crate) mod features;
pub(crate) mod instruction;
pub(crate) mod optimize;
pub(crate) mod predicate;
mod priority;
pub(crate) mod renderer;
pub(crate) mod rule;
pub(crate) mod table;
#[cfg(test)]
pub(crate) mod test_support;
pub(crate) mod types;

pub(crate) use action::{Action, ActionId, Build, Replacement};
pub(crate) use instruction::{InstructionMatch, OperandMatch};
pub(crate) use optimize::Program;
pub(crate) use predicate::{Check, Predicate};
pub(crate) use renderer::Renderer;
pub(crate) use rule::{OperandAt, Rule};
pub(crate) use table::{Emission, Table};
pub use types::LowLevelType;
pub(crate) use types::{RegisterType, Types};
