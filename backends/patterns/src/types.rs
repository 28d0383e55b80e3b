//! The possible types of the values of a pattern, and how they are narrowed down.
//!
//! A [`TypeSet`] holds the types that are possible in one hardware mode. [`TypeSets`] holds such a set for each mode
//! that occurs, and `Inference` has the operations that narrow them.

mod inference;
mod relations;
mod set;
mod sets;
#[cfg(test)]
mod tests;

pub(crate) use inference::{EmptySets, Inference};
pub use set::TypeSet;
pub use sets::TypeSets;
