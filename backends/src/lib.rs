//! All backends, each in the crate of its family: `generic` for any records, `llvm` and `clang` for theirs, `isel` for
//! instruction selection.
//!
//! The driver's `--help`, its options and the list of previews are made from these lists.

#![warn(clippy::print_stdout, missing_docs)]

pub use backend::*;

/// All backends, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static dyn Backend> {
    let families = [
        generic_backends::ALL,
        llvm_backends::ALL,
        isel_backends::ALL,
        clang_backends::ALL,
    ];
    families.into_iter().flatten().copied()
}

/// The backend of this name.
pub fn find(name: &str) -> Option<&'static dyn Backend> {
    all().find(|it| it.name() == name)
}
