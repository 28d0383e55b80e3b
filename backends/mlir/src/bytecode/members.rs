//! The members of attributes and types in the bytecode.

use std::borrow::Cow;

use backend::{Fatal, Rec, bail};

/// The maximum nesting depth of members.
pub(super) const MAX_DEPTH: usize = 64;

/// A component of an attribute, of a type, or of another member.
#[derive(Clone)]
pub(super) struct Member<'a> {
    pub rec: Rec<'a>,
    pub name: Cow<'a, str>,
}

/// The arguments of the dag `members` of a record. An error if an argument has no name or is not a record.
pub(super) fn read(rec: Rec) -> Result<Vec<Member>, Fatal> {
    let mut members = Vec::new();
    for (value, name) in rec.dag("members")?.args() {
        let Some(name) = name else {
            bail!(rec, "a member of '{}' has no name", rec.name());
        };
        let Some(member) = rec.records().def_of(value) else {
            bail!(rec.records(), "Unexpected type for {name}");
        };
        members.push(Member {
            rec: member,
            name: name.into(),
        });
    }
    Ok(members)
}

/// The record that describes the elements of an array. `None` if `rec` is not an array.
pub(super) fn element(rec: Rec) -> Result<Option<Rec>, Fatal> {
    if rec.is_a("Array") {
        rec.def("elemT").map(Some)
    } else {
        Ok(None)
    }
}

/// How a list is read and written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// As a list of attributes, by one call.
    Attributes,
    /// As a list of types, by one call.
    Types,
    /// One element after another.
    Elements,
}

impl List {
    /// How a list with elements of the kind `element` is read and written.
    pub(super) fn new(element: Rec) -> List {
        match () {
            () if element.is_a("CompositeBytecode") => List::Elements,
            () if element.is_a("AttributeKind") => List::Attributes,
            () if element.is_a("TypeKind") => List::Types,
            () => List::Elements,
        }
    }
}

/// The C++ type of an attribute, a type or a member.
pub(super) fn cpp_type(rec: Rec) -> Result<String, Fatal> {
    let element = element(rec)?;
    let single = element.unwrap_or(rec);
    let ty = single.string("cType")?;
    if ty.is_empty() && single.is_anonymous() {
        bail!(single, "Unable to determine cType");
    }
    let ty = if ty.is_empty() { single.name() } else { &*ty };
    Ok(match element {
        Some(_) => format!("SmallVector<{ty}>"),
        None => ty.to_owned(),
    })
}

/// Replaces each name in `template` with its value. The names are replaced one after another, so that a later name is
/// also replaced in the value of an earlier name.
pub(super) fn fill(template: &str, names: &[(&str, &str)]) -> String {
    let names = names.iter();
    names.fold(template.to_owned(), |text, (name, value)| {
        text.replace(name, value)
    })
}
