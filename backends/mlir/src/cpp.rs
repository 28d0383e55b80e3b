//! C++ classes under construction: base classes, declarations and methods in order, without methods that another method
//! makes redundant. A class is written twice: as its declaration, and as the definitions of members that are not
//! inline.

mod indented;
mod method;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

pub(crate) use indented::Indented;
pub(crate) use method::{Method, Parameter, Qualifiers};

use crate::reindent::reindented;

/// A class or struct.
#[derive(Debug, Default)]
pub(crate) struct Class {
    name: String,
    is_struct: bool,
    /// The template parameters; empty if the class is not a template.
    template: Vec<String>,
    parents: Vec<Parent>,
    /// The declarations that precede the methods.
    declarations: Vec<Declaration>,
    /// The methods in the order in which they were added; `None` for a method that a later method has made redundant.
    methods: Vec<Option<Method>>,
    /// For each method name, the indices in `methods` of the methods that are not redundant.
    named: FxHashMap<String, Vec<usize>>,
    /// The type and the name of each private field. Private fields are declared last.
    fields: Vec<(String, String)>,
    /// The half that will be written; `None` for both.
    half: Option<Half>,
}

/// One of the two texts that a class is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// The class itself, with the bodies of inline methods.
    Declarations,
    /// The definitions of members that are not inline.
    Definitions,
}

/// A base class.
#[derive(Debug)]
struct Parent {
    name: String,
    /// The template arguments, without duplicates.
    arguments: Vec<String>,
}

/// A declaration in the body of a class.
#[derive(Debug)]
enum Declaration {
    Access(Access),
    /// A `using` declaration: the template parameter if it is an alias template, the name, and the type if it is an
    /// alias.
    Using(Option<&'static str>, String, Option<String>),
    Field(String, String),
    Method(Method),
    /// Text from the source or a generator: the part for the class, and the part for the definitions of members.
    Text(String, String),
}

/// An access specifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Public,
    Protected,
    Private,
}

impl Access {
    fn keyword(self) -> &'static str {
        match self {
            Access::Public => "public",
            Access::Protected => "protected",
            Access::Private => "private",
        }
    }
}

impl Class {
    /// An empty class.
    pub(crate) fn new(name: impl Into<String>) -> Class {
        Class {
            name: name.into(),
            ..Class::default()
        }
    }

    /// An empty struct, whose members are public by default.
    pub(crate) fn new_struct(name: impl Into<String>) -> Class {
        Class {
            is_struct: true,
            ..Class::new(name)
        }
    }

    /// Restricts the class to one half. Only `half` will be written, so the bodies of methods in the other half are
    /// ignored, which saves a tenth of the time for writing the declarations of operations.
    pub(crate) fn with_only(self, half: Half) -> Class {
        Class {
            half: Some(half),
            ..self
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Adds a template parameter. All methods added later are inline.
    pub(crate) fn add_type_parameter(&mut self, name: &str) {
        self.template.push(name.to_owned());
    }

    /// Adds a public base class.
    pub(crate) fn add_parent(&mut self, name: impl Into<String>) {
        self.parents.push(Parent {
            name: name.into(),
            arguments: Vec::new(),
        });
    }

    /// Adds a template argument to the first base class, unless it has this argument already.
    pub(crate) fn add_parent_argument(&mut self, argument: impl Into<String>) {
        let argument = argument.into();
        if let Some(parent) = self.parents.first_mut()
            && !parent.arguments.contains(&argument)
        {
            parent.arguments.push(argument);
        }
    }

    /// Sets the access of later declarations.
    pub(crate) fn access(&mut self, access: Access) {
        self.declarations.push(Declaration::Access(access));
    }

    /// Adds a `using` declaration for a name of a base class.
    pub(crate) fn using(&mut self, name: impl Into<String>) {
        let using = Declaration::Using(None, name.into(), None);
        self.declarations.push(using);
    }

    /// Adds a `using` declaration that gives a type another name.
    pub(crate) fn alias(&mut self, name: impl Into<String>, ty: impl Into<String>) {
        let using = Declaration::Using(None, name.into(), Some(ty.into()));
        self.declarations.push(using);
    }

    /// Adds an alias template with one type parameter.
    pub(crate) fn template_alias(
        &mut self,
        parameter: &'static str,
        name: &str,
        ty: impl Into<String>,
    ) {
        let using = Declaration::Using(Some(parameter), name.to_owned(), Some(ty.into()));
        self.declarations.push(using);
    }

    /// Declares a field after the previous declarations.
    pub(crate) fn field(&mut self, ty: &str, name: impl Into<String>) {
        let field = Declaration::Field(ty.to_owned(), name.into());
        self.declarations.push(field);
    }

    /// Adds a private field. Private fields are declared last.
    pub(crate) fn add_private_field(&mut self, ty: &str, name: &str) {
        self.fields.push((ty.to_owned(), name.to_owned()));
    }

    /// Adds `declaration` to the class and `definition` to the definitions of members.
    pub(crate) fn text(&mut self, declaration: impl Into<String>, definition: impl Into<String>) {
        let text = Declaration::Text(declaration.into(), definition.into());
        self.declarations.push(text);
    }

    /// An empty body for a method with these qualifiers. If the body will not be written, it ignores all text.
    pub(crate) fn body(&self, qualifiers: Qualifiers) -> Indented {
        let mut body = Indented::default();
        if self.half.is_some_and(|half| !qualifiers.have_body_in(half)) {
            body.mute();
        }
        body
    }

    /// Adds a method and removes the methods that it makes redundant. If another method makes `method` redundant, adds
    /// nothing and returns `None`.
    pub(crate) fn add(&mut self, mut method: Method) -> Option<&mut Method> {
        if !self.template.is_empty() {
            method.qualifiers |= Qualifiers::INLINE;
        }
        let named = self.named.entry(method.name.clone()).or_default();
        let methods = &mut self.methods;
        backend::spend(1 + named.len());
        let known = |index: &usize| methods[*index].as_ref();
        if named
            .iter()
            .filter_map(known)
            .any(|it| it.makes_redundant(&method))
        {
            return None;
        }
        named.retain(|index| {
            let is_redundant = |it: &Method| method.makes_redundant(it);
            let goes = methods[*index].as_ref().is_some_and(is_redundant);
            if goes {
                methods[*index] = None;
            }
            !goes
        });
        if let Some(half) = self.half {
            method.keep_body_for(half);
        }
        named.push(methods.len());
        methods.push(Some(method));
        methods.last_mut()?.as_mut()
    }

    /// The declarations of `method` and of another method that makes it redundant; `None` if there is no such method.
    pub(crate) fn shadowed(&self, method: &Method) -> Option<[String; 2]> {
        let named = self.named.get(&method.name)?.iter();
        let known = named.filter_map(|it| self.methods[*it].as_ref());
        let mut shadowing = known.filter(|it| it.makes_redundant(method));
        let declare = |method: &Method| {
            let mut out = Indented::default();
            method.declare(&mut out);
            out.into_text()
        };
        Some([declare(method), declare(shadowing.next()?)])
    }

    /// The names of the added methods, in order and without duplicates. Empty after [`Class::finish`].
    pub(crate) fn method_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for it in self.methods.iter().flatten() {
            if !names.contains(&it.name) {
                names.push(it.name.clone());
            }
        }
        names
    }

    /// The declarations of the added methods called `name`, in order. Empty after [`Class::finish`].
    pub(crate) fn declarations_of(&self, name: &str) -> Vec<String> {
        let methods = self.methods.iter().flatten();
        let named = methods.filter(|it| it.name == name);
        let declared = named.map(|it| {
            let mut out = Indented::default();
            it.declare(&mut out);
            out.into_text().trim_end().to_owned()
        });
        declared.collect()
    }

    /// Adds a constructor. Returns `None` if another constructor makes it redundant.
    pub(crate) fn add_constructor(&mut self, mut method: Method) -> Option<&mut Method> {
        method.name = self.name.clone();
        method.is_constructor = true;
        self.add(method)
    }

    /// Declares all added methods and private fields. Methods that are added later cannot make these methods redundant.
    pub(crate) fn finish(&mut self) {
        self.named.clear();
        let mut methods = std::mem::take(&mut self.methods);
        let is_private = |it: &mut Option<Method>| {
            it.as_ref()
                .is_some_and(|it| it.qualifiers.contains(Qualifiers::PRIVATE))
        };
        let private: Vec<_> = methods.extract_if(.., is_private).collect();
        self.declarations.reserve(methods.len() + private.len());
        for (access, methods) in [(Access::Public, methods), (Access::Private, private)] {
            let methods = methods.into_iter().flatten();
            self.declare_all(access, methods.map(Declaration::Method));
        }
        let fields = std::mem::take(&mut self.fields).into_iter();
        let fields = fields.map(|(ty, name)| Declaration::Field(ty, name));
        self.declare_all(Access::Private, fields);
    }

    fn declare_all(&mut self, access: Access, all: impl Iterator<Item = Declaration>) {
        let mut all = all.peekable();
        if all.peek().is_none() {
            return;
        }
        if self.last_access() != access {
            self.access(access);
        }
        self.declarations.extend(all);
    }

    fn last_access(&self) -> Access {
        let accesses = self.declarations.iter().rev().filter_map(|it| match it {
            Declaration::Access(access) => Some(*access),
            _ => None,
        });
        let default = if self.is_struct {
            Access::Public
        } else {
            Access::Private
        };
        accesses.into_iter().next().unwrap_or(default)
    }

    /// The C++ code of a half of the class.
    pub(crate) fn text_of(&self, half: Half) -> String {
        match half {
            Half::Declarations => self.declaration(),
            Half::Definitions => self.definitions(),
        }
    }

    /// The C++ code that declares the class and its members, with the bodies of inline methods.
    pub(crate) fn declaration(&self) -> String {
        let mut out = Indented::default();
        out.push(&template(&self.template));
        let kind = if self.is_struct { "struct" } else { "class" };
        write!(out, "{kind} {} ", self.name);
        for (index, parent) in self.parents.iter().enumerate() {
            out.push(if index == 0 { ": " } else { ", " });
            write!(out, "public {}", parent.name);
            if !parent.arguments.is_empty() {
                write!(out, "<{}>", parent.arguments.join(", "));
            }
        }
        out.push(if self.parents.is_empty() {
            "{\n"
        } else {
            " {\n"
        });
        out.indent();
        for declaration in &self.declarations {
            declaration.declare(&mut out);
        }
        out.unindent();
        out.push("};\n");
        out.into_text()
    }

    /// The definitions of members that are not inline.
    pub(crate) fn definitions(&self) -> String {
        let mut out = Indented::default();
        for declaration in &self.declarations {
            match declaration {
                Declaration::Method(method) => method.define(&mut out, &self.name),
                Declaration::Text(_, text) => out.push(&reindented(text, "")),
                _ => {}
            }
        }
        out.into_text()
    }
}

impl Declaration {
    fn declare(&self, out: &mut Indented) {
        match self {
            Declaration::Access(access) => {
                out.unindent();
                writeln!(out, "{}:", access.keyword());
                out.indent();
            }
            Declaration::Using(parameter, name, ty) => {
                if let Some(parameter) = parameter {
                    writeln!(out, "template <typename {parameter}>");
                }
                match ty {
                    Some(ty) => writeln!(out, "using {name} = {ty};"),
                    None => writeln!(out, "using {name};"),
                }
            }
            Declaration::Field(ty, name) => writeln!(out, "{ty} {name};"),
            Declaration::Method(method) => method.declare(out),
            Declaration::Text(text, _) => out.push(&reindented(text, "")),
        }
    }
}

/// The line `template <typename …>` before a class or method; empty if there are no parameters.
fn template(parameters: &[String]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let parameters: Vec<_> = parameters
        .iter()
        .map(|it| format!("typename {it}"))
        .collect();
    format!("template <{}>\n", parameters.join(", "))
}
