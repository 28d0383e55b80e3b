//! Dialects.

use std::borrow::Cow;

use backend::{Fatal, Rec, bail, record_class};
use elaborate::value::print::value_unquoted;

record_class! {
    /// A dialect.
    pub struct Dialect("Dialect") {
        /// The name that its operations, types and attributes start with.
        dialect_name: string("name"),
        /// The namespace of its C++, without one an empty text.
        namespace: string("cppNamespace"),
        /// The dialects that it loads.
        dependent_dialects: list_of_strings("dependentDialects"),
        /// C++ for its class.
        extra_declaration: string("extraClassDeclaration"),
        /// Whether types and attributes can be added to it at run time.
        is_extensible: bit("isExtensible"),
        /// Whether its author writes the destructor.
        has_own_destructor: bit("hasNonDefaultDestructor"),
        /// Whether inherent attributes are kept as properties.
        uses_properties: bit("usePropertiesForAttributes"),
    }
}

impl<'a> Dialect<'a> {
    /// The name of its C++ class: that of the record without underscores.
    pub fn class_name(self) -> String {
        self.name().replace('_', "")
    }

    /// Its summary, or an empty text.
    pub fn summary(self) -> Cow<'a, str> {
        text_or_empty(self.0, "summary")
    }

    /// Its description, or an empty text.
    pub fn description(self) -> Cow<'a, str> {
        text_or_empty(self.0, "description")
    }

    /// The attributes that any operation may have, as this dialect knows them.
    pub fn discardable_attributes(self) -> Result<Vec<DiscardableAttribute>, Fatal> {
        let mut all = Vec::new();
        for (value, name) in self.dag("discardableAttrs")?.args() {
            let Some(name) = name else {
                bail!(self, "discardable attributes must be named");
            };
            let ty = value_unquoted(&self.records().names(), value).into_owned();
            let name = name.to_owned();
            all.push(DiscardableAttribute { name, ty });
        }
        Ok(all)
    }

    /// Fails if it has mistakes that the reference reports wherever a dialect is mentioned.
    pub(crate) fn check(self) -> Result<Dialect<'a>, Fatal> {
        self.dependent_dialects()?;
        Ok(self)
    }
}

/// An attribute that any operation may have.
pub struct DiscardableAttribute {
    /// Its name without that of the dialect.
    pub name: String,
    /// Its type in C++.
    pub ty: String,
}

/// A field as text, which is empty if the field is missing or no text.
pub fn text_or_empty<'a>(rec: Rec<'a>, field: &str) -> Cow<'a, str> {
    let value = rec.field(field).and_then(|it| it.value);
    value.and_then(|it| rec.text_of(it)).unwrap_or_default()
}

/// The same without white space around.
pub(crate) fn trimmed<'a>(rec: Rec<'a>, field: &str) -> Cow<'a, str> {
    let spaces = backend::text::SPACES;
    match text_or_empty(rec, field) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(spaces)),
        Cow::Owned(text) => Cow::Owned(text.trim_matches(spaces).to_owned()),
    }
}
