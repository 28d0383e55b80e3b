//! `-gen-bytecode`: functions that read and write the attributes and types of a dialect in MLIR's bytecode.

mod members;
mod readers;
#[cfg(test)]
mod tests;
mod writers;

use std::collections::{BTreeMap, BTreeSet};

use backend::{Backend, BackendOption, Context, Fatal, Output, Rec};

use crate::selection::{choose, no_value};

const DIALECT: BackendOption = BackendOption::text("bytecode-dialect", "The dialect to gen for");

pub(crate) const BACKEND: Backend = Backend::mlir(
    "gen-bytecode",
    "Read and write the bytecode of a dialect",
    &["DialectAttributes"],
    write,
)
.options(&[DIALECT]);

/// The kind of value that is read and written: attributes or types.
struct Kind {
    /// The name of a C++ variable for an attribute or a type.
    variable: &'static str,
    /// The name of the C++ class.
    ty: &'static str,
}

const ATTRIBUTE: Kind = Kind {
    variable: "attribute",
    ty: "Attribute",
};

const TYPE: Kind = Kind {
    variable: "type",
    ty: "Type",
};

/// The name of the placeholder record for a number in the bytecode that is reserved or no longer used.
const RESERVED: &str = "ReservedOrDead";

/// The attributes and types of a dialect. The index of an attribute or type in its list is its number in the bytecode.
#[derive(Default)]
struct Elements<'a> {
    attributes: Vec<Rec<'a>>,
    types: Vec<Rec<'a>>,
}

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let elements = elements(cx)?;
    push_all(cx, out, &ATTRIBUTE, &elements.attributes)?;
    push_all(cx, out, &TYPE, &elements.types)
}

fn elements<'a>(cx: &Context<'a>) -> Result<Elements<'a>, Fatal> {
    let wanted = cx.options.text(&DIALECT);
    let mut dialects: BTreeMap<String, Elements> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for (class, is_of_types) in [("DialectAttributes", false), ("DialectTypes", true)] {
        for rec in cx.records.derived(class)? {
            let dialect = rec.string("dialect")?;
            known.insert(dialect.to_string());
            if !wanted.is_empty() && dialect != wanted {
                continue;
            }
            let elements = dialects.entry(dialect.into_owned()).or_default();
            let list = rec.list_of_defs("elems")?;
            if is_of_types {
                elements.types = list
            } else {
                elements.attributes = list
            }
        }
    }
    if dialects.len() == 1
        && let Some((_, elements)) = dialects.pop_first()
    {
        return Ok(elements);
    }
    let message = "Single dialect per invocation required (either only one in input file or \
                   specified via dialect option)";
    let mut error = cx.records.fatal(message.to_owned());
    error.in_words = Some(match wanted {
        "" => choose(&DIALECT, &Vec::from_iter(dialects.into_keys())),
        _ => no_value(&DIALECT, wanted, &Vec::from_iter(known)),
    });
    Err(error)
}

fn push_all(cx: &Context, out: &mut Output, kind: &Kind, elements: &[Rec]) -> Result<(), Fatal> {
    let mut by_type: BTreeMap<String, Vec<(usize, Rec)>> = BTreeMap::new();
    for (number, element) in elements.iter().enumerate() {
        let ty = members::cpp_type(*element)?;
        by_type.entry(ty).or_default().push((number, *element));
    }
    for (ty, elements) in &by_type {
        for (_, element) in elements {
            out.of(*element, |out| readers::push(out, kind, ty, *element))?;
        }
        writers::push(cx, out, kind, ty, elements)?;
    }
    readers::push_dispatch(out, kind, elements);
    let types = by_type.keys().map(String::as_str);
    writers::push_dispatch(out, kind, types);
    Ok(())
}
