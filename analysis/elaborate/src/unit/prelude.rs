//! Files that are built into the program, for units that are read without LLVM's headers.

use std::sync::Arc;

const FILES: &[(&str, &str)] = &[(
    "llvm/TableGen/SearchableTable.td",
    include_str!("../../prelude/SearchableTable.td"),
)];

/// The text of the built-in file `path`, for a file that is in no include directory. `None` if there is no such file.
pub(super) fn text(path: &str) -> Option<Arc<str>> {
    let (_, text) = FILES.iter().find(|(name, _)| *name == path)?;
    Some((*text).into())
}
