//! What a record says of all its intrinsics.

use std::borrow::Cow;

use backend::{Rec, ValueId};

/// How much the names of builtins say of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// All, as in `s8`.
    Signed,
    /// Nothing of signs: `i8`.
    Integer,
    /// Only the width: `8`.
    Width,
    /// Nothing: the builtin is told the type by a number.
    Overloaded,
    /// Nothing, nor is the builtin told the type.
    Nameless,
    Other,
}

/// What all intrinsics of one record have in common.
#[derive(Clone)]
pub(super) struct Definition<'a> {
    pub rec: Rec<'a>,
    pub name: Cow<'a, str>,
    pub class: Class,
    /// Dags of operations; if there are none, the intrinsic calls a builtin.
    pub body: &'a [ValueId],
    /// The condition under which the preprocessor lets it through.
    pub arch_guard: Cow<'a, str>,
    /// The features that it needs.
    pub target_guard: Cow<'a, str>,
    pub unavailable: bool,
    pub big_endian_safe: bool,
}

/// What is to be checked of an argument that has to be a constant, since 21.
pub(super) struct ImmCheck {
    pub argument: u32,
    pub kind: u32,
    /// The width of an element of the argument whose type the check uses, in bits. It is 0 if the check uses no type.
    pub element_bits: u32,
    pub vector_bits: u32,
}
