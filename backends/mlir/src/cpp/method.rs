//! Methods and constructors.

use backend::text::escaped;

use super::{Half, Indented, template};

/// A C++ method or constructor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Method {
    pub(super) name: String,
    return_type: String,
    parameters: Vec<Parameter>,
    pub(super) qualifiers: Qualifiers,
    pub(super) is_constructor: bool,
    /// For constructors: the initialized members and bases, each with its initializer.
    initializers: Vec<(String, String)>,
    template: Vec<String>,
    deprecation: Option<String>,
    body: Indented,
}

/// How a method is declared: a set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Qualifiers(u8);

impl Qualifiers {
    pub(crate) const NONE: Qualifiers = Qualifiers(0);
    pub(crate) const STATIC: Qualifiers = Qualifiers(1);
    pub(crate) const PRIVATE: Qualifiers = Qualifiers(2);
    /// The method is declared only; it has no definition.
    pub(crate) const DECLARED: Qualifiers = Qualifiers(4);
    pub(crate) const INLINE: Qualifiers = Qualifiers(8);
    pub(crate) const CONSTEXPR: Qualifiers = Qualifiers(16);
    pub(crate) const CONST: Qualifiers = Qualifiers(32);

    pub(super) fn contains(self, other: Qualifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether `half` contains the body of a method with these qualifiers.
    pub(super) fn have_body_in(self, half: Half) -> bool {
        let is_inline = self.contains(Qualifiers::INLINE);
        match half {
            Half::Declarations => is_inline,
            Half::Definitions => !is_inline && !self.contains(Qualifiers::DECLARED),
        }
    }
}

impl std::ops::BitOr for Qualifiers {
    type Output = Qualifiers;

    fn bitor(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Qualifiers {
    fn bitor_assign(&mut self, other: Qualifiers) {
        self.0 |= other.0;
    }
}

/// A parameter of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) ty: String,
    pub(crate) name: String,
    /// The default argument; empty if it is missing.
    pub(crate) default: String,
    /// Whether the comment `/*optional*/` precedes the parameter.
    pub(crate) is_optional: bool,
}

impl Parameter {
    /// A parameter without a default argument.
    pub(crate) fn new(ty: impl Into<String>, name: impl Into<String>) -> Parameter {
        Parameter {
            ty: ty.into(),
            name: name.into(),
            ..Parameter::default()
        }
    }

    /// Sets the default argument. An empty text means that the parameter has no default argument.
    pub(crate) fn with_default(self, default: impl Into<String>) -> Parameter {
        let default = default.into();
        Parameter { default, ..self }
    }

    /// Sets whether the comment `/*optional*/` precedes the parameter.
    pub(crate) fn optional(self, is_optional: bool) -> Parameter {
        Parameter {
            is_optional,
            ..self
        }
    }

    fn define(&self, out: &mut String) {
        if self.is_optional {
            out.push_str("/*optional*/");
        }
        push_spaced(out, &self.ty);
        out.push_str(&self.name);
    }

    fn declare(&self, out: &mut String) {
        self.define(out);
        if !self.default.is_empty() {
            out.push_str(" = ");
            out.push_str(&self.default);
        }
    }
}

impl Method {
    pub(crate) fn new(
        return_type: impl Into<String>,
        name: impl Into<String>,
        qualifiers: Qualifiers,
        parameters: impl Into<Vec<Parameter>>,
    ) -> Method {
        Method {
            name: name.into(),
            return_type: return_type.into(),
            parameters: parameters.into(),
            qualifiers,
            ..Method::default()
        }
    }

    /// Creates a constructor. The class to which it is added sets its name.
    pub(crate) fn constructor(
        qualifiers: Qualifiers,
        parameters: impl Into<Vec<Parameter>>,
    ) -> Method {
        Method::new("", "", qualifiers, parameters)
    }

    /// Adds an initializer for a member or base.
    pub(crate) fn initialize(&mut self, member: impl Into<String>, value: impl Into<String>) {
        self.initializers.push((member.into(), value.into()));
    }

    /// Adds a template parameter.
    pub(crate) fn add_type_parameter(&mut self, parameter: impl Into<String>) {
        self.template.push(parameter.into());
    }

    /// Marks the method as deprecated, with a message.
    pub(crate) fn deprecate(&mut self, message: impl Into<String>) {
        self.deprecation = Some(message.into());
    }

    /// The body, to which code is appended.
    pub(crate) fn body(&mut self) -> &mut Indented {
        &mut self.body
    }

    /// Whether each call of `other` is a valid call of this method as well: both have the same name, and this method
    /// has the same parameter types, followed only by parameters with default arguments.
    pub(super) fn makes_redundant(&self, other: &Method) -> bool {
        let shared = other.parameters.len();
        let Some(mine) = self.parameters.get(..shared) else {
            return false;
        };
        let mut pairs = mine.iter().zip(&other.parameters);
        let next = self.parameters.get(shared);
        self.name == other.name
            && next.is_none_or(|it| !it.default.is_empty())
            && pairs.all(|(a, b)| a.ty == b.ty)
    }

    /// Ignores the body from now on if `half` does not contain it.
    pub(super) fn keep_body_for(&mut self, half: Half) {
        if !self.qualifiers.have_body_in(half) {
            self.body.mute();
        }
    }

    fn is(&self, qualifier: Qualifiers) -> bool {
        self.qualifiers.contains(qualifier)
    }

    /// Writes the declaration; for an inline method, with the body.
    pub(super) fn declare(&self, out: &mut Indented) {
        out.push(&template(&self.template));
        if let Some(message) = &self.deprecation {
            writeln!(out, "[[deprecated(\"{}\")]]", escaped(message));
        }
        if !self.is_constructor && self.is(Qualifiers::STATIC) {
            out.push("static ");
        }
        if self.is(Qualifiers::CONSTEXPR) {
            out.push("constexpr ");
        }
        out.push(&self.signature("", Parameter::declare));
        match (self.is(Qualifiers::INLINE), self.is_constructor) {
            (true, _) => self.write_body(out),
            (false, true) => out.push(";\n\n"),
            (false, false) => out.push(";\n"),
        }
    }

    /// Writes the definition. Writes nothing if the method is inline or only declared.
    pub(super) fn define(&self, out: &mut Indented, class: &str) {
        if self.is(Qualifiers::DECLARED) || self.is(Qualifiers::INLINE) {
            return;
        }
        out.push(&self.signature(class, Parameter::define));
        self.write_body(out);
    }

    /// The return type, the name, the parameters and `const`. The name is qualified by `class` unless `class` is empty.
    fn signature(&self, class: &str, push_parameter: fn(&Parameter, &mut String)) -> String {
        let mut text = String::with_capacity(128);
        push_spaced(&mut text, &self.return_type);
        if !class.is_empty() {
            text.push_str(class);
            text.push_str("::");
        }
        text.push_str(&self.name);
        text.push('(');
        for (index, parameter) in self.parameters.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            push_parameter(parameter, &mut text);
        }
        text.push(')');
        if self.is(Qualifiers::CONST) {
            text.push_str(" const");
        }
        text
    }

    fn write_body(&self, out: &mut Indented) {
        if self.is_constructor {
            let mut initializers = self.initializers.iter();
            let initializers: Vec<String> = initializers
                .by_ref()
                .map(|(name, value)| format!("{name}({value})"))
                .collect();
            if initializers.is_empty() {
                out.push(" {")
            } else {
                write!(out, " : {} {{", initializers.join(", "))
            }
        } else {
            out.push(" {\n");
        }
        let body = self.body.as_text().trim_start_matches('\n');
        out.push(body);
        if !body.is_empty() && !body.ends_with('\n') {
            out.push("\n");
        }
        out.push("}\n\n");
    }
}

/// Appends a type, followed by a space if a name after the type needs it.
fn push_spaced(out: &mut String, ty: &str) {
    out.push_str(ty);
    if !ty.is_empty() && !ty.ends_with(['&', '*']) {
        out.push(' ');
    }
}
