//! The backends that write instruction selectors.

mod combiner;
mod fast_isel;
mod global_isel;

use backend::{Backend, table};

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[
    &table(
        "gen-fast-isel",
        "Generate a \"fast\" instruction selector",
        fast_isel::write,
    ),
    &table(
        "gen-global-isel-combiner",
        "Define classes that simplify generic instructions",
        combiner::write,
    )
    .options(combiner::OPTIONS),
];
