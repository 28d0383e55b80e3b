//! Enumerations with their cases.

use std::borrow::Cow;

use backend::{Fatal, Rec, Records, Release};

use crate::attribute::Attribute;

/// An enumeration, which becomes an `enum class` in C++.
#[derive(Clone, Debug)]
pub struct Enum<'a> {
    /// The record of the enumeration.
    pub rec: Rec<'a>,
    /// The name of the C++ class, without its namespace.
    pub name: Cow<'a, str>,
    /// The C++ namespace, exactly as the source has it.
    pub namespace: Cow<'a, str>,
    /// The underlying C++ type; empty if it is not specified.
    pub underlying: Cow<'a, str>,
    /// The summary of the enumeration; may be empty.
    pub summary: Cow<'a, str>,
    /// The cases, in the order of the definition.
    pub cases: Vec<Case<'a>>,
    /// The additional properties of a bit enumeration; `None` for other enumerations.
    pub bits: Option<Bits<'a>>,
}

/// A case of an enumeration.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// The record of the case.
    pub rec: Rec<'a>,
    /// The name of the case in C++.
    pub symbol: Cow<'a, str>,
    /// The name of the case in MLIR's syntax.
    pub text: Cow<'a, str>,
    /// The value of the case. A negative value is not written in C++.
    pub value: i64,
    /// The kind of value that the case of a bit enumeration has; [`CaseWidth::Any`] in other enumerations.
    pub width: CaseWidth,
}

/// The kind of value that a case of a bit enumeration has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaseWidth {
    /// A single bit, given by its position.
    Bit,
    /// The union of the bits of other cases.
    Group,
    /// Any value: the class of the case does not restrict its bits.
    Any,
}

/// The properties of a bit enumeration, in which each case is a set of bits.
#[derive(Clone, Debug)]
pub struct Bits<'a> {
    /// The union of the bits of all cases.
    pub valid: i64,
    /// The separator between cases in MLIR's syntax, with its white space.
    pub separator: Cow<'a, str>,
    /// Whether a combination of cases is printed as one quoted string.
    pub is_quoted: bool,
    /// Whether a group of bits is printed by its name instead of by the names of its single bits.
    pub prefers_groups: bool,
}

impl<'a> Enum<'a> {
    /// All enumerations of a unit, in the order of their records' names. Empty if the unit does not define the class.
    pub fn all(records: &'a Records) -> Result<Vec<Enum<'a>>, Fatal> {
        let class = class_of_enums(records.release());
        let all = records.derived_if_defined(class).into_iter();
        all.map(Enum::read).collect()
    }

    /// Reads the enumeration that a record describes.
    pub fn read(rec: Rec<'a>) -> Result<Enum<'a>, Fatal> {
        let name = rec.string("className")?;
        let cases = rec.list_of_defs("enumerants")?.into_iter();
        Ok(Enum {
            rec,
            name,
            namespace: rec.string("cppNamespace")?,
            underlying: rec.string("underlyingType")?,
            summary: rec.string("summary")?,
            cases: cases.map(Case::read).collect::<Result<_, Fatal>>()?,
            bits: Bits::read(rec)?,
        })
    }

    /// The C++ namespace and class name, joined by `::`.
    pub fn qualified_name(&self) -> String {
        format!("{}::{}", self.namespace, self.name)
    }

    /// Whether the enumeration is also an attribute constraint. Before LLVM 21, every enumeration is one.
    pub fn is_attribute(&self) -> bool {
        self.rec.is_a("EnumAttrInfo")
    }

    /// Whether the value of every case is written in C++.
    pub fn has_all_values(&self) -> bool {
        self.cases.iter().all(|it| it.value >= 0)
    }

    /// The first case with the value 0, if there is one. In a bit enumeration, this case has no bits.
    pub fn empty_case(&self) -> Option<&Case<'a>> {
        self.cases.iter().find(|it| it.value == 0)
    }

    /// The name of the C++ attribute class of this enumeration. `None` if no attribute class is generated.
    pub fn attribute_class(&self) -> Result<Option<Cow<'a, str>>, Fatal> {
        if !self.is_attribute() || !self.rec.bit("genSpecializedAttr")? {
            return Ok(None);
        }
        self.rec.string("specializedAttrClassName").map(Some)
    }
}

impl<'a> Case<'a> {
    fn read(rec: Rec<'a>) -> Result<Case<'a>, Fatal> {
        let is_a = |class: &str| rec.is_a(class);
        let width = if is_a("BitEnumAttrCaseGroup") || is_a("BitEnumCaseGroup") {
            CaseWidth::Group
        } else if is_a("BitEnumAttrCaseBit") || is_a("BitEnumCaseBit") {
            CaseWidth::Bit
        } else {
            CaseWidth::Any
        };
        Ok(Case {
            rec,
            symbol: rec.string("symbol")?,
            text: rec.string("str")?,
            value: rec.int("value")?,
            width,
        })
    }

    /// The C++ identifier of the case.
    pub fn identifier(&self) -> Cow<'a, str> {
        identifier(self.symbol.clone())
    }

    /// Whether the name in MLIR's syntax is a keyword, which needs no quotes.
    pub fn is_keyword(&self) -> bool {
        let mut chars = self.text.chars();
        let starts = |it: char| it.is_ascii_alphabetic() || it == '_';
        let goes_on = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.');
        chars.next().is_some_and(starts) && chars.all(goes_on)
    }
}

impl<'a> Bits<'a> {
    fn read(rec: Rec<'a>) -> Result<Option<Bits<'a>>, Fatal> {
        let release = rec.records().release();
        if !rec.is_a(class_of_bit_enums(release)) {
            return Ok(None);
        }
        Ok(Some(Bits {
            valid: rec.int("validBits")?,
            separator: rec.string("separator")?,
            is_quoted: release < Release::V21 || rec.bit("printBitEnumQuoted")?,
            prefers_groups: rec.bit("printBitEnumPrimaryGroups")?,
        }))
    }
}

/// The enumeration of `attr`, if values of `attr` are written as keywords. `None` for other attributes, and if the
/// attribute has no builder or no underlying type.
pub fn written_as_keyword(attr: Attribute) -> Result<Option<Enum>, Fatal> {
    let base = attr.base();
    if !base.0.is_a("EnumAttrInfo") {
        return Ok(None);
    }
    let read = Enum::read(base.0)?;
    let has_values = !read.underlying.is_empty() && !base.const_builder().is_empty();
    Ok(has_values.then_some(read))
}

/// The C++ identifier of a case with this symbol. A symbol that starts with a digit gets a leading underscore.
pub fn identifier(symbol: Cow<'_, str>) -> Cow<'_, str> {
    if symbol.starts_with(|it: char| it.is_ascii_digit()) {
        format!("_{symbol}").into()
    } else {
        symbol
    }
}

/// The name of the class of all enumerations. Before LLVM 21, all enumerations were attribute constraints.
pub fn class_of_enums(release: Release) -> &'static str {
    if release >= Release::V21 {
        "EnumInfo"
    } else {
        "EnumAttrInfo"
    }
}

fn class_of_bit_enums(release: Release) -> &'static str {
    if release >= Release::V21 {
        "BitEnumBase"
    } else {
        "BitEnumAttr"
    }
}
