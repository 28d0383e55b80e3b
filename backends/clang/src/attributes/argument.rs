//! The arguments of attributes, and the C++ code for each kind of argument.

mod aligned;
mod enumerated;
mod simple;
mod string;
mod variadic;
mod version;

use backend::{Fatal, Output, Rec};
use elaborate::records::Release;

use super::changes;
use aligned::Aligned;
use enumerated::Enumerated;
use simple::Simple;
use string::StringKind;
use variadic::Variadic;
use version::Version;

/// An argument of an attribute.
pub(super) struct Argument<'a> {
    pub head: Head<'a>,
    /// Whether the argument is stored in the attribute, but neither parsed nor printed.
    pub is_fake: bool,
    kind: ArgumentKind<'a>,
}

/// The properties that all kinds of arguments have.
pub(super) struct Head<'a> {
    /// The argument's name with a lowercase first letter, used for members.
    pub lower: String,
    /// The argument's name with an uppercase first letter, used for parameters.
    pub upper: String,
    /// The name of the attribute.
    pub attr: &'a str,
    pub is_optional: bool,
    /// The release of Clang for which the code is written.
    pub release: Release,
}

/// The representation of an argument in C++.
enum ArgumentKind<'a> {
    /// A single value, stored in one member.
    Simple(Simple),
    String(StringKind),
    /// An alignment: an expression or a type.
    Aligned(Aligned),
    Version(Version),
    Enumerated(Enumerated<'a>),
    /// An array of values.
    Variadic(Variadic<'a>),
}

/// Writes the parts of the C++ code that depend on the kind of an argument.
pub(super) trait Code {
    fn accessors(&self, head: &Head, out: &mut Output);

    /// Definitions of the accessors that the class only declares.
    fn accessor_definitions(&self, _: &Head, _: &mut Output) {}

    fn visitor_traversal(&self, _: &Head, _: &mut Output) {}

    /// The arguments of the constructor call that copies the attribute.
    fn clone_args(&self, head: &Head, out: &mut Output);

    /// The arguments of the constructor call in the instantiation of a template.
    fn instantiation_args(&self, head: &Head, out: &mut Output);

    /// The statements that precede the constructor call in the instantiation of a template.
    fn instantiation(&self, _: &Head, _: &mut Output) {}

    fn constructor_body(&self, _: &Head, _: &mut Output) {}

    fn initializers(&self, head: &Head, out: &mut Output);

    fn default_initializers(&self, head: &Head, out: &mut Output);

    fn parameters(&self, head: &Head, out: &mut Output);

    /// The names of the parameters that `parameters` writes.
    fn parameter_names(&self, head: &Head, out: &mut Output) {
        out.push(&head.upper);
    }

    /// Declarations of the members and their types. An error if an enumeration to declare has no enumerators.
    fn declarations(&self, head: &Head, out: &mut Output) -> Result<(), Fatal>;

    /// The arguments of the constructor call that follows the code of `read_code`.
    fn read_args(&self, head: &Head, out: &mut Output);

    /// Code that reads the value from a precompiled header.
    fn read_code(&self, head: &Head, out: &mut Output);

    /// Code that writes the value to a precompiled header.
    fn write_code(&self, head: &Head, out: &mut Output);

    /// A C++ expression that is true if an optional argument was left out; `None` if that cannot be determined.
    fn is_omitted(&self, _: &Head) -> Option<String> {
        None
    }

    /// Code that prints the value as source. The code starts and ends inside a C++ string literal.
    fn value(&self, head: &Head, out: &mut Output);

    /// Code that prints the value in a dump of the syntax tree.
    fn dump(&self, head: &Head, out: &mut Output);

    /// Code that visits the syntax nodes in the value for a dump of the syntax tree.
    fn dump_children(&self, _: &Head, _: &mut Output) {}
}

impl<'a> Argument<'a> {
    /// Reads the arguments of an attribute.
    pub(super) fn all(attr: Rec<'a>) -> Result<Vec<Argument<'a>>, Fatal> {
        let args = attr.list_of_defs("Args")?.into_iter();
        args.map(|arg| Argument::read(arg, attr.name())).collect()
    }

    /// Reads an argument of the attribute called `attr`.
    pub(super) fn read(rec: Rec<'a>, attr: &'a str) -> Result<Argument<'a>, Fatal> {
        let kind = ArgumentKind::read(rec, attr)?;
        let head = Head {
            is_optional: rec.bit("Optional")?,
            ..Head::new(&rec.string("Name")?, attr, rec.records().release())
        };
        let is_fake = rec.bit("Fake")?;
        Ok(Argument {
            head,
            is_fake,
            kind,
        })
    }

    /// The argument that holds the unexpanded expressions of an attribute until its packs are expanded. `None` if the
    /// attribute does not accept packs.
    pub(super) fn delayed(attr: Rec<'a>) -> Result<Option<Argument<'a>>, Fatal> {
        let accepts_packs = attr.bit("AcceptsExprPack")?;
        Ok(accepts_packs.then(|| Argument {
            head: Head::new("DelayedArgs", attr.name(), attr.records().release()),
            is_fake: false,
            kind: ArgumentKind::Variadic(Variadic::expressions()),
        }))
    }

    pub(super) fn is_variadic(&self) -> bool {
        matches!(self.kind, ArgumentKind::Variadic(_))
    }

    pub(super) fn declarations(&self, out: &mut Output) -> Result<(), Fatal> {
        self.code().declarations(&self.head, out)
    }

    /// A C++ expression that is true if the argument was left out. `None` if the argument is required or the omission
    /// cannot be determined.
    pub(super) fn is_omitted(&self) -> Option<String> {
        let can_tell = self.head.is_optional;
        can_tell
            .then(|| self.code().is_omitted(&self.head))
            .flatten()
    }

    /// For a variadic argument, writes the member function that sets its values.
    pub(super) fn setter(&self, out: &mut Output) {
        if let ArgumentKind::Variadic(variadic) = &self.kind {
            variadic.setter(&self.head, out);
        }
    }

    /// For an enumeration, declares the functions that convert enumerators from and to strings.
    pub(super) fn conversion_declarations(&self, out: &mut Output) {
        if let Some(enumerated) = self.enumerated() {
            enumerated.conversion_declarations(out);
        }
    }

    /// For an enumeration, defines the functions that convert enumerators from and to strings.
    pub(super) fn conversions(&self, out: &mut Output) -> Result<(), Fatal> {
        match self.enumerated() {
            Some(enumerated) => enumerated.conversions(&self.head, out),
            None => Ok(()),
        }
    }

    fn enumerated(&self) -> Option<&Enumerated<'a>> {
        match &self.kind {
            ArgumentKind::Enumerated(enumerated) => Some(enumerated),
            ArgumentKind::Variadic(variadic) => variadic.enumerated(),
            _ => None,
        }
    }

    fn code(&self) -> &dyn Code {
        match &self.kind {
            ArgumentKind::Simple(kind) => kind,
            ArgumentKind::String(kind) => kind,
            ArgumentKind::Aligned(kind) => kind,
            ArgumentKind::Version(kind) => kind,
            ArgumentKind::Enumerated(kind) => kind,
            ArgumentKind::Variadic(kind) => kind,
        }
    }
}

impl<'a> Head<'a> {
    fn new(name: &str, attr: &'a str, release: Release) -> Head<'a> {
        let first = name.len().min(1);
        let with_first = |change: fn(&mut str)| {
            let mut name = name.to_owned();
            if let Some(letter) = name.get_mut(..first) {
                change(letter);
            }
            name
        };
        let mut lower = with_first(str::make_ascii_lowercase);
        // Windows headers define a macro called `interface`.
        if lower == "interface" {
            lower.push('_');
        }
        let upper = with_first(str::make_ascii_uppercase);
        Head {
            lower,
            upper,
            attr,
            is_optional: false,
            release,
        }
    }
}

/// For each argument, writes a comma and then calls `push` to write the argument.
pub(super) fn push_each<'t, 'a: 't>(
    args: impl IntoIterator<Item = &'t Argument<'a>>,
    out: &mut Output,
    push: fn(&Argument<'a>, &mut Output),
) {
    for arg in args {
        out.push(", ");
        push(arg, out);
    }
}

/// Defines methods of [`Argument`]. Each calls the method of [`Code`] with the same name on the argument's kind.
macro_rules! forward {
    ($($name:ident)*) => {
        impl Argument<'_> {
            $(
                pub(crate) fn $name(&self, out: &mut Output) {
                    self.code().$name(&self.head, out);
                }
            )*
        }
    };
}

forward! {
    accessors accessor_definitions visitor_traversal clone_args instantiation_args instantiation
    constructor_body initializers default_initializers parameters parameter_names
    read_args read_code write_code value dump dump_children
}

impl<'a> ArgumentKind<'a> {
    /// Finds the kind of an argument by the name of its record or, failing that, of its most derived superclass with a
    /// known name.
    fn read(rec: Rec<'a>, attr: &str) -> Result<ArgumentKind<'a>, Fatal> {
        match ArgumentKind::of_class(rec, rec, attr) {
            Some(kind) => kind,
            None => Err(rec.fatal(format!(
                "'{}' is of no known kind of arguments of attributes",
                rec.name()
            ))),
        }
    }

    fn of_class(
        rec: Rec<'a>,
        class: Rec<'a>,
        attr: &str,
    ) -> Option<Result<ArgumentKind<'a>, Fatal>> {
        let simple = |simple| Ok(ArgumentKind::Simple(simple));
        let variadic = |variadic| Ok(ArgumentKind::Variadic(variadic));
        let identifier = changes::identifier_type(rec.records().release());
        let kind = match class.name() {
            "AlignedArgument" => Ok(ArgumentKind::Aligned(Aligned)),
            "EnumArgument" => Enumerated::read(rec, attr).map(ArgumentKind::Enumerated),
            "ExprArgument" => simple(Simple::Expr),
            "DeclArgument" => (rec.def("Kind"))
                .map(|kind| ArgumentKind::Simple(Simple::Decl(format!("{}Decl *", kind.name())))),
            "IdentifierArgument" => simple(Simple::Identifier(identifier)),
            "DefaultBoolArgument" => (rec.bit("Default")).map(|default| {
                ArgumentKind::Simple(Simple::Bool {
                    default: Some(default),
                })
            }),
            "BoolArgument" => simple(Simple::Bool { default: None }),
            "DefaultIntArgument" => (rec.int("Default")).map(|default| {
                ArgumentKind::Simple(Simple::Int {
                    default: Some(default),
                })
            }),
            "IntArgument" => simple(Simple::Int { default: None }),
            "StringArgument" => Ok(ArgumentKind::String(StringKind)),
            "TypeArgument" => simple(Simple::Type),
            "UnsignedArgument" => simple(Simple::Unsigned),
            "VariadicUnsignedArgument" => variadic(Variadic::plain("unsigned")),
            "VariadicStringArgument" => variadic(Variadic::strings()),
            "VariadicEnumArgument" => {
                Variadic::read_enumerated(rec, attr).map(ArgumentKind::Variadic)
            }
            "VariadicExprArgument" => variadic(Variadic::expressions()),
            "VariadicParamIdxArgument" => variadic(Variadic::parameters()),
            "VariadicParamOrParamIdxArgument" => variadic(Variadic::plain("int")),
            "ParamIdxArgument" => simple(Simple::ParamIdx),
            "VariadicIdentifierArgument" => variadic(Variadic::plain(identifier)),
            "VersionArgument" => Ok(ArgumentKind::Version(Version)),
            "WrappedAttr" => simple(Simple::Attr),
            "OMPTraitInfoArgument" => simple(Simple::OmpTraits),
            "VariadicOMPInteropInfoArgument" => variadic(Variadic::interop()),
            _ => {
                let mut classes = class.superclasses().rev();
                return classes.find_map(|class| ArgumentKind::of_class(rec, class, attr));
            }
        };
        Some(kind)
    }
}

/// A C++ expression that reads a value of the type `ty` from a precompiled header.
fn read_expression(ty: &str) -> String {
    if ty.ends_with("Decl *") {
        return format!("Record.readDeclAs<{}>()", &ty[..ty.len() - 1]);
    }
    let call = match ty {
        "TypeSourceInfo *" => "Record.readTypeSourceInfo()",
        "Expr *" => "Record.readExpr()",
        "IdentifierInfo *" | "const IdentifierInfo *" => "Record.readIdentifier()",
        "StringRef" => "Record.readString()",
        "ParamIdx" => "ParamIdx::deserialize(Record.readInt())",
        "OMPTraitInfo *" => "Record.readOMPTraitInfo()",
        _ => "Record.readInt()",
    };
    call.to_owned()
}

/// A C++ statement that writes a value of the type `ty` to a precompiled header.
fn write_statement(ty: &str, value: &str) -> String {
    let call = match ty {
        _ if ty.ends_with("Decl *") => "AddDeclRef",
        "TypeSourceInfo *" => "AddTypeSourceInfo",
        "Expr *" => "AddStmt",
        "IdentifierInfo *" | "const IdentifierInfo *" => "AddIdentifierRef",
        "StringRef" => "AddString",
        "ParamIdx" => return format!("Record.push_back({value}.serialize());\n"),
        "OMPTraitInfo *" => "writeOMPTraitInfo",
        _ => "push_back",
    };
    format!("Record.{call}({value});\n")
}
