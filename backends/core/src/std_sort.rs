//! The sorts of the C++ library that the reference was built with.
//!
//! Its output shows what they make of elements that compare as equal, and of comparisons that contradict each other.
//! Rust's own sorts may do otherwise with both.

mod stable;
mod unstable;

pub use stable::{permute, stable_order, stable_sort};
pub use unstable::sort;
