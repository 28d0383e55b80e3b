//! Dialects: the namespaces of operations, types and attributes.

use std::borrow::Cow;

use backend::{Fatal, Rec, bail, record_class};
use elaborate::value::print::value_unquoted;

record_class! {
    /// A record of the class `Dialect`.
    pub struct Dialect("Dialect") {
        /// The name of the dialect, which is the prefix of the names of its operations, types and attributes.
        dialect_name: string("name"),
        /// The C++ namespace; may be empty.
        namespace: string("cppNamespace"),
        /// The C++ classes of the dialects on which the dialect depends.
        dependent_dialects: list_of_strings("dependentDialects"),
        /// Additional C++ code in the class of the dialect.
        extra_declaration: string("extraClassDeclaration"),
        /// Whether types and attributes can be added to the dialect at run time.
        is_extensible: bit("isExtensible"),
        /// Whether the destructor is written by hand.
        has_own_destructor: bit("hasNonDefaultDestructor"),
        /// Whether inherent attributes are kept as properties.
        uses_properties: bit("usePropertiesForAttributes"),
    }
}

impl<'a> Dialect<'a> {
    /// The name of the C++ class: the name of the record without underscores.
    pub fn class_name(self) -> String {
        self.name().replace('_', "")
    }

    /// The summary; empty if it is missing.
    pub fn summary(self) -> Cow<'a, str> {
        text_or_empty(self.0, "summary")
    }

    /// The description; empty if it is missing.
    pub fn description(self) -> Cow<'a, str> {
        text_or_empty(self.0, "description")
    }

    /// The discardable attributes that the dialect declares. Any operation may have them. An error if an attribute has
    /// no name.
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

    /// Returns the dialect, or an error if `dependentDialects` is not a list of strings. The reference reports this
    /// mistake wherever a dialect is mentioned.
    pub fn check(self) -> Result<Dialect<'a>, Fatal> {
        self.dependent_dialects()?;
        Ok(self)
    }
}

/// An attribute that any operation may have.
pub struct DiscardableAttribute {
    /// The name of the attribute, without the prefix of the dialect.
    pub name: String,
    /// The C++ type of the attribute.
    pub ty: String,
}

/// The text in a field; empty if the field is missing or not a string.
pub fn text_or_empty<'a>(rec: Rec<'a>, field: &str) -> Cow<'a, str> {
    let value = rec.field(field).and_then(|it| it.value);
    value.and_then(|it| rec.text_of(it)).unwrap_or_default()
}

/// The text in a field without leading and trailing white space.
pub(crate) fn trimmed<'a>(rec: Rec<'a>, field: &str) -> Cow<'a, str> {
    let spaces = backend::text::SPACES;
    match text_or_empty(rec, field) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(spaces)),
        Cow::Owned(text) => Cow::Owned(text.trim_matches(spaces).to_owned()),
    }
}
