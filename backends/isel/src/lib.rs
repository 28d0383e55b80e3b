//! The backends that write instruction selectors, and the explanations of single patterns.

#![warn(clippy::print_stdout, missing_docs)]

mod combiner;
mod dag_isel;
mod fast_isel;
mod global_isel;
mod importer;
mod semantics;
mod shadows;

use backend::Backend;

pub use combiner::ShadowedCombines;
pub use dag_isel::{Tried, steps};
pub use global_isel::LowLevelType;
pub use importer::{Equivalence, Imported};
pub use shadows::{Shadow, Shadows};

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[Backend] = &[
    dag_isel::BACKEND,
    fast_isel::BACKEND,
    importer::BACKEND,
    combiner::BACKEND,
    semantics::BACKEND,
];
