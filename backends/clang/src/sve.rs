//! The intrinsics of SVE and SME, Arm's extensions for scalable vectors and matrices: headers, and Clang's tables of
//! their builtins.
//!
//! A record describes a family of intrinsics by a prototype and a list of type specifications. For each specification
//! there is an intrinsic. Each letter of the prototype derives the type of the result or of a parameter from the
//! specification. Where the reference crashes on invalid letters and names, an error is reported.

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

    /// A `case` label for the builtin `name`.
    fn case(self, name: &str) -> String {
        format!("case {}::BI{}:", self.upper(), self.builtin(name))
    }
}

/// The C declarations of the intrinsics of a record of the class `Inst`, for display: first under their full names,
/// then under their overloaded names. An error if the record is invalid.
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
