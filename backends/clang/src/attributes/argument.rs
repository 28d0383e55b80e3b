//! The arguments of attributes, and how C++ code for each kind of them is written.

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
    /// Stored in the attribute, but neither parsed nor printed.
    pub is_fake: bool,
    kind: ArgumentKind<'a>,
}

/// The common part of all kinds of arguments.
pub(super) struct Head<'a> {
    /// The argument's name with a small letter first, as members are named.
    pub lower: String,
    /// The same with a large one, as parameters are named.
    pub upper: String,
    /// The name of the attribute.
    pub attr: &'a str,
    pub is_optional: bool,
    /// The release whose code is written.
    pub release: Release,
}

/// The kind of an argument in C++.
enum ArgumentKind<'a> {
    /// A value of a simple type.
    Simple(Simple),
    String(StringKind),
    /// An expression or a type.
    Aligned(Aligned),
    Version(Version),
    Enumerated(Enumerated<'a>),
    /// Any number of values.
    Variadic(Variadic<'a>),
}

/// Writing the parts of C++ code for one argument.
pub(super) trait Code {
    fn accessors(&self, head: &Head, out: &mut Output);

    /// Definitions of accessors that are only declared in the class.
    fn accessor_definitions(&self, _: &Head, _: &mut Output) {}

    fn visitor_traversal(&self, _: &Head, _: &mut Output) {}

    /// The arguments for the constructor of a copy.
    fn clone_args(&self, head: &Head, out: &mut Output);

    /// The same where a template is instantiated.
    fn instantiation_args(&self, head: &Head, out: &mut Output);

    /// Statements before the instantiation.
    fn instantiation(&self, _: &Head, _: &mut Output) {}

    fn constructor_body(&self, _: &Head, _: &mut Output) {}

    fn initializers(&self, head: &Head, out: &mut Output);

    fn default_initializers(&self, head: &Head, out: &mut Output);

    fn parameters(&self, head: &Head, out: &mut Output);

    /// The names of these parameters.
    fn parameter_names(&self, head: &Head, out: &mut Output) {
        out.push(&head.upper);
    }

    /// Declarations of members, and of their types. An error if there is nothing to declare.
    fn declarations(&self, head: &Head, out: &mut Output) -> Result<(), Fatal>;

    /// The arguments of a constructor after reading.
    fn read_args(&self, head: &Head, out: &mut Output);

    /// Reads from a precompiled header.
    fn read_code(&self, head: &Head, out: &mut Output);

    /// Writes to a precompiled header.
    fn write_code(&self, head: &Head, out: &mut Output);

    /// The condition under which an optional argument was left out, if it can be determined.
    fn is_omitted(&self, _: &Head) -> Option<String> {
        None
    }

    /// Prints the value as source.
    fn value(&self, head: &Head, out: &mut Output);

    /// Prints the value in a dump of the syntax tree.
    fn dump(&self, head: &Head, out: &mut Output);

    /// Prints the nodes below the attribute.
    fn dump_children(&self, _: &Head, _: &mut Output) {}
}

impl<'a> Argument<'a> {
    /// Reads the arguments of an attribute.
    pub(super) fn all(attr: Rec<'a>) -> Result<Vec<Argument<'a>>, Fatal> {
        let args = attr.list_of_defs("Args")?.into_iter();
        args.map(|arg| Argument::read(arg, attr.name())).collect()
    }

    /// Reads an argument of an attribute of this name.
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

    /// The expressions that are kept until a pack can be expanded, for attributes that accept packs.
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

    /// The condition under which it was left out, if it is optional and this can be determined.
    pub(super) fn is_omitted(&self) -> Option<String> {
        let can_tell = self.head.is_optional;
        can_tell
            .then(|| self.code().is_omitted(&self.head))
            .flatten()
    }

    /// The member function that sets it, of a variadic argument.
    pub(super) fn setter(&self, out: &mut Output) {
        if let ArgumentKind::Variadic(variadic) = &self.kind {
            variadic.setter(&self.head, out);
        }
    }

    /// Declarations of the functions that convert enumerators from and to text.
    pub(super) fn conversion_declarations(&self, out: &mut Output) {
        if let Some(enumerated) = self.enumerated() {
            enumerated.conversion_declarations(out);
        }
    }

    /// The definitions of the functions that convert it.
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
        // Some C++ compilers for Windows define a macro of this name.
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

/// Calls a function for each argument, with a comma before.
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

/// The functions of [`Code`], as an argument has them.
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
    /// Finds the kind of an argument by its most derived known class.
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

/// An expression that reads a value of a type from a precompiled header.
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

/// A statement that writes a value of a type to a precompiled header.
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
