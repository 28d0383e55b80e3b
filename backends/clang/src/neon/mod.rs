//! The tables of Clang about NEON, from descriptions of its intrinsics: the headers that define them in C, and what
//! Clang itself has to know of the builtins that they call.
//!
//! A record of class `Inst` describes an intrinsic for several type codes ([`intrinsic`]). It calls a builtin, or it is
//! defined by dags ([`operations`]) that call other intrinsics, of which the one is chosen that takes the types
//! ([`model`]). Each becomes a function or a macro ([`function`]) of a header ([`header`]).

mod function;
mod header;
mod intrinsic;
mod model;
mod operations;
mod sema;
mod shuffle;
mod test_file;
#[cfg(test)]
mod tests;
mod types;
mod vector_types;

pub use header::{arm_bf16, arm_fp16, arm_neon};
pub use sema::write as sema;
pub use test_file::write as test_file;
pub use vector_types::write as vector_types;
