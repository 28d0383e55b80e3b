//! Match tables of GlobalISel: programs for an interpreter in LLVM that finds instructions and rewrites them.
//!
//! A [`Rule`] says what to find and what to do then. It is a tree of [instructions](instruction) with
//! [checks](predicate) and a list of [actions](action). [`optimize`] sorts rules into groups that share checks, and
//! [`table`] writes the program. [`executor`] writes the class around it.
//!
//! Nothing here knows where rules come from: the combiner has patterns of its own, the selector imports those of
//! SelectionDAG.

pub mod action;
mod emission;
pub mod executor;
pub mod features;
pub mod instruction;
pub mod optimize;
pub mod predicate;
mod priority;
pub mod renderer;
pub mod rule;
pub mod table;
#[cfg(test)]
pub mod test_support;
pub mod types;

pub use action::{Action, ActionId, Build, Replacement};
pub use instruction::{InstructionMatch, OperandMatch};
pub use optimize::Program;
pub use predicate::{Check, Predicate};
pub use renderer::Renderer;
pub use rule::{OperandAt, Rule};
pub use table::{Emission, Table};
pub use types::{LowLevelType, RegisterType, Types};
