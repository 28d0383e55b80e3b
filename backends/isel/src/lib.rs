//! The backends that write instruction selectors.

use backend::Backend;

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[];
