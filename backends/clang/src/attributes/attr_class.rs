//! The inputs for writing an attribute's class.

use backend::{Fatal, Rec, bail};

use super::argument::Argument;
use super::spelling::{SemanticSpellings, Spelling, are_semantic};

/// The class of an attribute.
pub(super) struct AttrClass<'a> {
    pub attr: Rec<'a>,
    pub name: &'a str,
    pub base: &'a str,
    pub is_inheritable: bool,
    pub args: Vec<Argument<'a>>,
    /// Expressions that are kept until packs can be expanded.
    pub delayed: Option<Argument<'a>>,
    pub spellings: Vec<Spelling<'a>>,
    pub semantic: SemanticSpellings,
    /// Whether an object knows its spelling.
    pub knows_spelling: bool,
}

impl<'a> AttrClass<'a> {
    pub(super) fn read(attr: Rec<'a>) -> Result<AttrClass<'a>, Fatal> {
        let bases: Vec<_> = attr.superclasses().map(|it| it.name()).collect();
        let is_base = |name: &&&str| !matches!(**name, "TargetSpecificAttr" | "DeclOrTypeAttr");
        let base = bases
            .iter()
            .rev()
            .find(is_base)
            .copied()
            .unwrap_or_default();
        if attr.bit("AcceptsExprPack")? {
            check_pack(attr)?;
        }
        let args = Argument::all(attr)?;
        let spellings = Spelling::all(attr)?;
        Ok(AttrClass {
            attr,
            name: attr.name(),
            base,
            is_inheritable: bases.contains(&"InheritableAttr"),
            args,
            delayed: Argument::delayed(attr)?,
            semantic: SemanticSpellings::new(&spellings),
            knows_spelling: are_semantic(&spellings),
            spellings,
        })
    }
}

/// Checks the arguments of an attribute that accepts packs of expressions.
fn check_pack(attr: Rec) -> Result<(), Fatal> {
    let args = attr.list_of_defs("Args")?;
    for (at, arg) in args.iter().enumerate() {
        match last_class(*arg) {
            "IdentifierArgument"
            | "EnumArgument"
            | "VariadicEnumArgument"
            | "VariadicIdentifierArgument"
            | "VariadicParamOrParamIdxArgument"
            | "TypeArgument" => bail!(
                attr,
                "Attributes accepting packs cannot also have identifier or type arguments."
            ),
            // Whether expressions that depend on a template fit is decided as if only the last could be variadic.
            "VariadicExprArgument" if at + 1 < args.len() => bail!(
                attr,
                "Attributes accepting packs can only have the last argument be variadic."
            ),
            _ => {}
        }
    }
    Ok(())
}

/// The name of the most derived class of a record. Some properties of arguments depend on it alone.
pub(super) fn last_class(rec: Rec<'_>) -> &str {
    rec.superclasses().next_back().map_or("", |it| it.name())
}
