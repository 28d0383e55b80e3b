//! Enumerations with their cases.

use std::borrow::Cow;

use backend::{Fatal, Rec, Records, Release};

/// An enumeration, which becomes a class of C++.
#[derive(Clone, Debug)]
pub struct Enum<'a> {
    /// The record that it is read from.
    pub rec: Rec<'a>,
    /// The name of the C++ class, without its namespace.
    pub name: Cow<'a, str>,
    /// The C++ namespace, as it is written.
    pub namespace: Cow<'a, str>,
    /// The C++ type of the values, empty if C++ may choose.
    pub underlying: Cow<'a, str>,
    /// One line about it.
    pub summary: Cow<'a, str>,
    /// In the order of the definition.
    pub cases: Vec<Case<'a>>,
    /// What enumerations have whose cases are bits.
    pub bits: Option<Bits<'a>>,
}

/// A case of an enumeration.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// The record that it is read from.
    pub rec: Rec<'a>,
    /// Its name in C++.
    pub symbol: Cow<'a, str>,
    /// Its name in MLIR's syntax.
    pub text: Cow<'a, str>,
    /// A negative one is not written in C++.
    pub value: i64,
    /// Of a case of bits: how many.
    pub width: CaseWidth,
}

/// How many bits a case of bits is said to stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaseWidth {
    /// One, which is given by its position.
    Bit,
    /// The bits of other cases.
    Group,
    /// It is a case with any value.
    Any,
}

/// What is particular to enumerations whose cases are bits.
#[derive(Clone, Debug)]
pub struct Bits<'a> {
    /// All bits of all cases.
    pub valid: i64,
    /// What stands between cases in MLIR's syntax, with its blanks.
    pub separator: Cow<'a, str>,
    /// Whether several cases are printed as one string.
    pub is_quoted: bool,
    /// Whether a group of bits hides them when it is printed.
    pub prefers_groups: bool,
}

impl<'a> Enum<'a> {
    /// All enumerations of a unit, in the order of their records' names; none if there is no such class.
    pub fn all(records: &'a Records) -> Result<Vec<Enum<'a>>, Fatal> {
        let class = class_of_enums(records.release());
        let all = records.derived_if_defined(class).into_iter();
        all.map(Enum::read).collect()
    }

    /// The enumeration that a record describes.
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

    /// The name of the C++ class with its namespace, as it is written.
    pub fn qualified_name(&self) -> String {
        format!("{}::{}", self.namespace, self.name)
    }

    /// Whether it is an attribute as well. Before 21 all enumerations were.
    pub fn is_attribute(&self) -> bool {
        self.rec.is_a("EnumAttrInfo")
    }

    /// Whether every case has a value in C++.
    pub fn has_all_values(&self) -> bool {
        self.cases.iter().all(|it| it.value >= 0)
    }

    /// The case that stands for no bits.
    pub fn empty_case(&self) -> Option<&Case<'a>> {
        self.cases.iter().find(|it| it.value == 0)
    }

    /// The name of the C++ class for attributes of this enumeration, if one is generated.
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

    /// Its name as C++ can have it: no name starts with a digit there.
    pub fn identifier(&self) -> Cow<'a, str> {
        if self.symbol.starts_with(|it: char| it.is_ascii_digit()) {
            format!("_{}", self.symbol).into()
        } else {
            self.symbol.clone()
        }
    }

    /// Whether its name in MLIR's syntax need not be quoted.
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

/// The class of all enumerations. Before 21 each was an attribute.
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
