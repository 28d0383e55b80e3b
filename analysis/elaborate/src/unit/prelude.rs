//! Files built into the program, for units without LLVM's headers.

use std::sync::Arc;

const FILES: &[(&str, &str)] = &[(
    "llvm/TableGen/SearchableTable.td",
    include_str!("../../prelude/SearchableTable.td"),
)];

/// The text of a file that no include directory has.
pub(super) fn text(path: &str) -> Option<Arc<str>> {
    let (_, text) = FILES.iter().find(|(name, _)| *name == path)?;
    Some((*text).into())
}
