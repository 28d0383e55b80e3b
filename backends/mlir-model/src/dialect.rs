//! Dialects.

use std::borrow::Cow;

use backend::record_class;
use backend::{Fatal, Rec};

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

    /// Reads what is wrong with it already where it is only mentioned.
    pub(crate) fn check(self) -> Result<Dialect<'a>, Fatal> {
        self.dependent_dialects()?;
        Ok(self)
    }
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
