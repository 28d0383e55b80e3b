//! The backends that write instruction selectors, and what these do with single patterns.

#![warn(clippy::print_stdout, missing_docs)]

mod combiner;
mod dag_isel;
mod fast_isel;
mod global_isel;
mod importer;
mod semantics;
mod shadows;

use backend::{Backend, table};

pub use dag_isel::{Tried, steps};
pub use global_isel::LowLevelType;
pub use importer::{Equivalence, Imported};
pub use shadows::{Shadow, Shadows};

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[
    &table(
        "gen-dag-isel",
        "Generate a DAG instruction selector",
        dag_isel::write,
    )
    .options(dag_isel::OPTIONS),
    &table(
        "gen-fast-isel",
        "Generate a \"fast\" instruction selector",
        fast_isel::write,
    ),
    &table(
        "gen-global-isel",
        "Define the table of GlobalISel's instruction selector",
        importer::write,
    )
    .options(importer::OPTIONS),
    &table(
        "gen-global-isel-combiner",
        "Define classes that simplify generic instructions",
        combiner::write,
    )
    .options(combiner::OPTIONS),
    &table(
        "gen-semantics",
        "Generate a table of what instructions do",
        semantics::write,
    ),
];
