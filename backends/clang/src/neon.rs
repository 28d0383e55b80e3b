//! Clang's tables for NEON, from descriptions of its intrinsics: the headers that define them in C, and the information
//! on the builtins that they call.
//!
//! A record of class `Inst` describes an intrinsic for several type codes (`intrinsic`). It calls a builtin, or it is
//! defined by dags (`operations`) that call other intrinsics, which are resolved by the types of arguments (`model`).
//! Each becomes a function or a macro (`function`) of a header (`header`).

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

/// The C declarations of the intrinsics of a record of the class `Inst`, without attributes, and with types even if the
/// header has macros. An error if the record is invalid.
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
