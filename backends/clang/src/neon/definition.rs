//! The common properties of a record's intrinsics.

use std::borrow::Cow;

use backend::{Rec, ValueId};

/// The part of types in the names of builtins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// All, as in `s8`.
    Signed,
    /// Nothing of signs: `i8`.
    Integer,
    /// Only the width: `8`.
    Width,
    /// No suffix: the builtin gets the type as a number.
    Overloaded,
    /// No suffix, and the builtin does not get the type either.
    Nameless,
    Other,
}

/// The common properties of all intrinsics of one record.
#[derive(Clone)]
pub(super) struct Definition<'a> {
    pub rec: Rec<'a>,
    pub name: Cow<'a, str>,
    pub class: Class,
    /// Dags of operations; without any, the intrinsic calls a builtin.
    pub body: &'a [ValueId],
    /// The preprocessor condition.
    pub arch_guard: Cow<'a, str>,
    /// The required features.
    pub target_guard: Cow<'a, str>,
    pub unavailable: bool,
    pub big_endian_safe: bool,
}

/// The check of a constant argument, since 21.
pub(super) struct ImmCheck {
    pub argument: u32,
    pub kind: u32,
    /// The element width in bits of the argument whose type the check uses. It is 0 if the check uses no type.
    pub element_bits: u32,
    pub vector_bits: u32,
}
