//! All backends, each in the crate of its family: `generic` for any records; `llvm`, `clang` and `mlir` for the
//! backends of these projects; `isel` for instruction selection.
//!
//! The lists of backends in these crates determine the driver's `--help` and options, and the editor's list of
//! previews.

#![warn(clippy::print_stdout, missing_docs)]

pub mod reports;
mod table;

pub use backend::*;
pub use table::{Made, make, read_options, split_option};

/// All backends, in the order of `--help`.
pub fn all() -> impl Iterator<Item = &'static Backend> {
    let families = [
        generic_backends::ALL,
        llvm_backends::ALL,
        isel_backends::ALL,
        clang_backends::ALL,
        mlir_backends::ALL,
    ];
    families.into_iter().flatten()
}

/// Runs a backend as its tool does, or as `tool` does if the backend belongs to no particular tool. For the tool
/// `mlir-tblgen`, uses of deprecated records are reported first.
pub fn run(
    backend: &Backend,
    tool: Option<Tool>,
    cx: &Context,
    out: &mut Output,
) -> Result<(), Fatal> {
    if backend.tool.or(tool) == Some(Tool::Mlir) {
        mlir_backends::report_deprecated(cx)?;
    }
    (backend.run)(cx, out)
}

/// The option `name` of a backend: one of its options, or an option of all backends of its tool.
pub fn option(backend: &Backend, name: &str) -> Option<&'static BackendOption> {
    let of_program = || {
        let option = &mlir_backends::ON_DEPRECATED;
        (backend.tool == Some(Tool::Mlir) && option.name == name).then_some(option)
    };
    backend.option(name).or_else(of_program)
}

/// The options of all backends, without duplicates.
pub fn options() -> impl Iterator<Item = &'static BackendOption> {
    let mut known: Vec<&str> = Vec::new();
    let options = all().flat_map(|it| it.options);
    let options = options.chain([&mlir_backends::ON_DEPRECATED]);
    options.filter(move |it| {
        let is_new = !known.contains(&it.name);
        if is_new {
            known.push(it.name);
        }
        is_new
    })
}

/// Whether the backend `name` can write the output format of a release. If it cannot, an error of the backend may be
/// due to the release. True for unknown backends.
pub fn is_form_known(name: &str, release: Release) -> bool {
    find(None, name).is_none_or(|it| it.releases.contains(release))
}

/// The backend with this name. If several backends have this name, the first of them that belongs to `tool` or to no
/// particular tool; if none of them does, the first of them.
pub fn find(tool: Option<Tool>, name: &str) -> Option<&'static Backend> {
    let is_of_tool = |it: &&Backend| it.tool.is_none() || it.tool == tool;
    let named = || all().filter(|it| it.name == name);
    named().find(is_of_tool).or_else(|| named().next())
}

/// The backend with this name for a run of an unknown tool. If several backends have this name, the first of them that
/// has all options of the run; if none of them does, the first of them.
pub fn find_with(name: &str, options: &[&str]) -> Option<&'static Backend> {
    let knows_all = |it: &&Backend| options.iter().all(|name| option(it, name).is_some());
    let named = || all().filter(|it| it.name == name);
    named().find(knows_all).or_else(|| named().next())
}
