//! The ranks of completion items; lower is better.

/// The item has the expected type, or occurs elsewhere in the same context.
pub(super) const FITS: u8 = 0;
/// The item may be valid here, or is declared nearby.
pub(super) const NEAR: u8 = 1;
/// The item is declared anywhere in the unit.
pub(super) const FAR: u8 = 2;
/// The item is always included, after all others and without counting towards the limit. There are few such items.
pub(super) const ALWAYS: u8 = 3;
