//! The rank of a completion; lower is better.

/// It has the expected type.
pub(super) const FITS: u8 = 0;
/// It is near.
pub(super) const NEAR: u8 = 1;
/// It is anywhere.
pub(super) const FAR: u8 = 2;
/// Always included: sorted last and not counted, since there are few of them.
pub(super) const ALWAYS: u8 = 3;
