//! The inputs from which an attribute's C++ class is written.

use backend::{Fatal, Rec, bail};

use super::argument::Argument;
use super::spelling::{SemanticSpellings, Spelling, are_semantic};

/// An attribute's C++ class.
pub(super) struct AttrClass<'a> {
    pub attr: Rec<'a>,
    pub name: &'a str,
    pub base: &'a str,
    pub is_inheritable: bool,
    pub args: Vec<Argument<'a>>,
    /// The argument that holds unexpanded expressions until packs are expanded. `None` if the attribute does not accept
    /// packs.
    pub delayed: Option<Argument<'a>>,
    pub spellings: Vec<Spelling<'a>>,
    pub semantic: SemanticSpellings,
    /// Whether the class has the member function `getSemanticSpelling`.
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
            // The reference checks only this class. Other variadic arguments may precede the last argument.
            "VariadicExprArgument" if at + 1 < args.len() => bail!(
                attr,
                "Attributes accepting packs can only have the last argument be variadic."
            ),
            _ => {}
        }
    }
    Ok(())
}

/// The name of the last class from which a record directly derives; empty if it derives from no class. The reference
/// determines some properties of arguments from this class alone.
pub(super) fn last_class(rec: Rec<'_>) -> &str {
    rec.superclasses().next_back().map_or("", |it| it.name())
}
