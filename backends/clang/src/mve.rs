//! The intrinsics of Arm's M-profile vectors and custom datapaths, MVE and CDE: headers, and Clang's tables of their
//! builtins.
//!
//! A record describes a family of intrinsics, one for each of its parameters. Types are dags, in which `Scalar` refers
//! to the parameter. The code that Clang generates for a call is a dag too; it becomes a graph of operations, which is
//! written as statements of C++. Where the reference relies on valid dags and crashes otherwise, there is an error.

pub(crate) mod checks;
mod code;
mod code_reader;
pub(crate) mod codegen;
pub(crate) mod headers;
mod intrinsics;
mod render;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
mod type_reader;
mod types;

use std::borrow::Cow;

use backend::{Context, Fatal, Rec, record_class};

use intrinsics::Intrinsics;

/// The extension that a table is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Mve,
    Cde,
}

record_class! {
    struct MacroDef("FunctionMacro") {
        parameters: list_of_strings("params"),
        definition: string("definition"),
    }
}

/// An intrinsic of CDE that is a macro, in C a `#define`.
struct Macro<'a> {
    rec: Rec<'a>,
    parameters: Vec<Cow<'a, str>>,
    definition: Cow<'a, str>,
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Family::Mve => "mve",
            Family::Cde => "cde",
        }
    }

    /// The macros of the family, in byte order of their names: every table of CDE reads them.
    fn read_macros<'a>(self, cx: &Context<'a>) -> Result<Vec<Macro<'a>>, Fatal> {
        let mut macros = Vec::new();
        if self == Family::Cde {
            for def in MacroDef::all(cx.records)? {
                macros.push(Macro {
                    rec: *def,
                    parameters: def.parameters()?,
                    definition: def.definition()?,
                });
            }
        }
        macros.sort_by_key(|it| it.rec.name());
        Ok(macros)
    }
}

/// The C declarations of the intrinsics of a record of the class `Intrinsic`, for readers: those with full names, then
/// the ones with the shared name. An error if the record is invalid.
pub fn declarations(cx: &Context, def: Rec) -> Result<Vec<String>, Fatal> {
    let intrinsics = Intrinsics::read(cx.records, def)?;
    let full = intrinsics.iter().filter(|it| !it.is_polymorphic_only);
    let full = full.map(|it| it.declaration(cx.records, &it.full_name));
    let shared = intrinsics.iter().filter(|it| it.is_polymorphic());
    let shared = shared.map(|it| it.declaration(cx.records, &it.short_name));
    full.chain(shared).collect()
}
