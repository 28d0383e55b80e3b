//! The intrinsics of Arm's scalable vectors and matrices, SVE and SME: headers, and Clang's tables of their builtins.
//!
//! A record describes a family of intrinsics. It has a prototype, each letter of which modifies a type, and a list of
//! type specifications; each of those yields an intrinsic whose types are the specification modified by the letters.
//! Where the reference relies on valid letters and names and crashes otherwise, there is an error.

mod builtin_tables;
mod by_name;
mod changes;
pub(crate) mod header;
pub(crate) mod json;
mod model;
mod names;
mod prototype;
mod reinterpret;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
mod types;

use backend::{Context, Fatal, Rec};

use model::{Intrinsic, Intrinsics};

/// The extension that a table is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    Sve,
    Sme,
}

impl Extension {
    fn lower(self) -> &'static str {
        match self {
            Extension::Sve => "sve",
            Extension::Sme => "sme",
        }
    }

    fn upper(self) -> &'static str {
        match self {
            Extension::Sve => "SVE",
            Extension::Sme => "SME",
        }
    }

    fn builtin(self, name: &str) -> String {
        format!("__builtin_{}_{name}", self.lower())
    }

    /// A label of a switch over builtins.
    fn case(self, name: &str) -> String {
        format!("case {}::BI{}:", self.upper(), self.builtin(name))
    }
}

/// The C declarations of the intrinsics of a record of the class `Inst`, for readers: those with full names, then the
/// overloaded ones. An error if a letter of the record is unknown.
pub fn declarations(cx: &Context, inst: Rec) -> Result<Vec<String>, Fatal> {
    let Intrinsics(mut intrinsics) = Intrinsics::read(cx.records, inst)?;
    intrinsics.sort_by_key(|it| it.form);
    let declaration = |it: &Intrinsic| {
        let mut declaration = String::new();
        it.push_declaration(inst, &mut declaration)?;
        Ok(declaration)
    };
    intrinsics.iter().map(declaration).collect()
}
