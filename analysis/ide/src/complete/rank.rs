//! How well something fits; less is better.

/// It has the expected type.
pub(super) const FITS: u8 = 0;
/// It is near.
pub(super) const NEAR: u8 = 1;
/// It is anywhere.
pub(super) const FAR: u8 = 2;
/// It is always there: it comes last and is not counted, for it is little.
pub(super) const ALWAYS: u8 = 3;
