//! The intrinsics of MVE, Arm's M-profile vector extension, and CDE, its custom datapath extension: headers, and
//! Clang's tables of their builtins.
//!
//! A record describes a family of intrinsics, one for each type in its list of parameters. The types of arguments and
//! results are described by dags in which `Scalar` refers to the parameter. The code that Clang generates for a call is
//! also a dag. This dag is read into a graph of operations, which is written as C++ statements. Where the reference
//! crashes on an invalid dag, an error is reported.

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

/// A CDE intrinsic that is a macro: it is a `#define` in the C header.
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

    /// The macros of the family, in byte order of their names. Every CDE table reads the macros, because the reference
    /// reports invalid macros for every table.
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

/// The C declarations of the intrinsics of a record of the class `Intrinsic`, for display: first under their full
/// names, then under their shared overloaded name. An error if the record is invalid.
pub fn declarations(cx: &Context, def: Rec) -> Result<Vec<String>, Fatal> {
    let intrinsics = Intrinsics::read(cx.records, def)?;
    let full = intrinsics.iter().filter(|it| !it.is_polymorphic_only);
    let full = full.map(|it| it.declaration(cx.records, &it.full_name));
    let shared = intrinsics.iter().filter(|it| it.is_polymorphic());
    let shared = shared.map(|it| it.declaration(cx.records, &it.short_name));
    full.chain(shared).collect()
}
