//! OpenCL's builtin functions: the tables in which Clang looks them up by name, and their prototypes as a header and as
//! tests.

mod overloads;
pub(crate) mod prototypes;
mod qual_types;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
mod types;

use backend::{Context, Fatal, Rec};

/// The names of the extensions that a type or function needs, separated by spaces.
fn extensions(rec: Rec<'_>) -> Result<std::borrow::Cow<'_, str>, Fatal> {
    rec.def("Extension")?.string("ExtName")
}

/// The C prototypes of a record of the class `Builtin`, one for each combination of a vector size and a member type of
/// its generic types. An error if the record is invalid. Empty if `cx.records` has no record of this name.
pub fn declarations(cx: &Context, builtin: Rec) -> Result<Vec<String>, Fatal> {
    let mut types = types::Types::new(cx.records);
    // `builtin` may belong to other records than `cx.records`, so the record with its name is looked up in
    // `cx.records`.
    let Some(builtin) = cx.records.named(builtin.name_value()) else {
        return Ok(Vec::new());
    };
    let name = builtin.string("Name")?;
    let prototypes = types.prototypes(builtin)?;
    let declaration = |index| {
        let mut types = prototypes.types_of(index);
        let returned = types.next().unwrap_or_default();
        let parameters: Vec<&str> = types.collect();
        format!("{returned} {name}({});", parameters.join(", "))
    };
    Ok((0..prototypes.len).map(declaration).collect())
}
