//! The backends that write instruction selectors.

mod dag_isel;
mod fast_isel;

use backend::{Backend, table};

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
];
