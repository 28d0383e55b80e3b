//! OpenCL's builtin functions: how Clang finds them by name, and their prototypes as a header and as tests.

mod overloads;
pub(crate) mod prototypes;
mod qual_types;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
mod types;

use backend::{Context, Fatal, Rec};

/// The extensions that a type or function needs, separated by blanks.
fn extensions(rec: Rec<'_>) -> Result<std::borrow::Cow<'_, str>, Fatal> {
    rec.def("Extension")?.string("ExtName")
}

/// The prototypes of a record of the class `Builtin`, one for each combination of its generic types. An error if the
/// record is invalid.
pub fn declarations(cx: &Context, builtin: Rec) -> Result<Vec<String>, Fatal> {
    let mut types = types::Types::new(cx.records);
    // The same record among these records.
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
