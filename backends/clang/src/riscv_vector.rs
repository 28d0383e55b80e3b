//! The tables of Clang about the vector intrinsics of RISC-V, and those of SiFive's extensions.
//!
//! A record of class `RVVBuiltin` describes intrinsics for a range of basic types and sizes of register groups. Its
//! prototype says for each operand how its type follows from the basic type (`descriptor`, `types`). Each is there
//! without and with a mask, and for each policy about the elements that are not computed (`intrinsic`).

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

/// The declarations in C of the intrinsics that a record of the class `RVVBuiltin` stands for, with their full names.
/// Fails where the record makes no sense.
pub fn declarations(rec: Rec) -> Result<Vec<String>, Fatal> {
    let mut intrinsics = intrinsic::Intrinsics::default();
    let def = Rc::new(intrinsic::Definition::new(rec)?);
    intrinsics.add(&def)?;
    let list = intrinsics.list.iter();
    Ok(list.map(|it| it.declaration(&intrinsics.types)).collect())
}
