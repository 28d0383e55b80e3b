//! OpenCL's builtin functions: how Clang finds them by name, and their prototypes as a header and as tests.

mod overloads;
mod prototypes;
mod qual_types;
mod tables;
#[cfg(test)]
mod tests;
mod types;

pub use prototypes::{header, tests as test_file};
pub use tables::write as builtins;

use backend::{Fatal, Rec};

/// The extensions that a type or function needs, separated by blanks.
fn extensions(rec: Rec<'_>) -> Result<std::borrow::Cow<'_, str>, Fatal> {
    rec.def("Extension")?.string("ExtName")
}
