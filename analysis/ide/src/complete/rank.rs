//! The rank of a completion; lower is better.

/// A candidate of the expected type.
pub(super) const FITS: u8 = 0;
/// A candidate nearby.
pub(super) const NEAR: u8 = 1;
/// A candidate from anywhere.
pub(super) const FAR: u8 = 2;
/// Always included: sorted last and not counted, since there are few of them.
pub(super) const ALWAYS: u8 = 3;
