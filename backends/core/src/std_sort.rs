//! The sorts of the C++ library that the reference was built with.
//!
//! The order of elements that compare as equal, and the results of inconsistent comparisons, are observable in the
//! reference's output. Rust's own sorts may give other results for both.

mod stable;
mod unstable;

pub use stable::{permute, stable_order, stable_sort};
pub use unstable::sort;
