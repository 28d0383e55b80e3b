//! Clang's tables of the vector intrinsics of RISC-V, including SiFive's and Andes' extensions.
//!
//! A record of class `RVVBuiltin` describes intrinsics for a range of basic types and sizes of register groups. Its
//! prototype derives the type of each operand from the basic type (`descriptor`, `types`). Each intrinsic has variants
//! with and without a mask, and for each policy on inactive elements (`intrinsic`).

pub(crate) mod builtins;
mod descriptor;
pub(crate) mod header;
mod intrinsic;
pub(crate) mod sema;
#[cfg(test)]
mod tests;
mod types;

use std::rc::Rc;

use backend::{Fatal, Rec};

/// The C declarations of the intrinsics of a record of the class `RVVBuiltin`, with their full names. An error if the
/// record is invalid.
pub fn declarations(rec: Rec) -> Result<Vec<String>, Fatal> {
    let mut intrinsics = intrinsic::Intrinsics::default();
    let def = Rc::new(intrinsic::Definition::new(rec)?);
    intrinsics.add(&def)?;
    let list = intrinsics.list.iter();
    Ok(list.map(|it| it.declaration(&intrinsics.types)).collect())
}
