//! Clang's tables for NEON: the headers that define the intrinsics in C, and information on the builtins that they
//! call.
//!
//! A record of class `Inst` describes an intrinsic for several type codes (`intrinsic`). The intrinsic either calls a
//! builtin, or dags define it (`operations`). Dags call other intrinsics, which are resolved by the types of the
//! arguments (`model`). Each intrinsic becomes a function or a macro (`function`) of a header (`header`).

mod changes;
mod definition;
mod function;
pub(crate) mod header;
mod intrinsic;
mod model;
mod operations;
pub(crate) mod sema;
mod shuffle;
pub(crate) mod test_file;
#[cfg(test)]
mod tests;
mod types;
pub(crate) mod vector_types;

use backend::{Fatal, Rec};

/// The C declarations of the intrinsics of a record of the class `Inst`, without attributes. A macro of the header is
/// declared as a function with types. An error if the record is invalid.
pub fn declarations(inst: Rec) -> Result<Vec<String>, Fatal> {
    let mut intrinsics = Vec::new();
    intrinsic::collect(inst, &mut intrinsics)?;
    let declaration = |it: &intrinsic::Intrinsic| {
        let parameters: Vec<String> = it.params().iter().map(types::Type::c_name).collect();
        let (returned, name) = (it.returned().c_name(), it.c_name()?);
        Ok(format!("{returned} {name}({});", parameters.join(", ")))
    };
    intrinsics.iter().map(declaration).collect()
}
