//! The properties that all intrinsics of a record share.

use std::borrow::Cow;

use backend::{Rec, ValueId};

/// Which part of a type appears in names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// The kind and the width, as in `s8`.
    Signed,
    /// The width, but not the signedness: `i8`.
    Integer,
    /// The kind and the width, as for `Signed`. The builtin returns scalar integers as unsigned numbers.
    Width,
    /// No type if the target guard is `neon`, otherwise as for `Signed`. The builtin takes the type as a number.
    Overloaded,
    /// No type. The builtin takes the type as a number only if the signature has no scalars except immediates.
    Nameless,
    Other,
}

/// The properties that all intrinsics of a record share.
#[derive(Clone)]
pub(super) struct Definition<'a> {
    pub rec: Rec<'a>,
    pub name: Cow<'a, str>,
    pub class: Class,
    /// The dags that define the intrinsic. An intrinsic without dags calls a builtin.
    pub body: &'a [ValueId],
    /// The preprocessor condition under which the intrinsics exist.
    pub arch_guard: Cow<'a, str>,
    /// The required target features.
    pub target_guard: Cow<'a, str>,
    pub unavailable: bool,
    pub big_endian_safe: bool,
}

/// A check of a constant argument, as records list it in LLVM 21 and later.
pub(super) struct ImmCheck {
    pub argument: u32,
    pub kind: u32,
    /// The element width in bits of the argument whose type the check uses. It is 0 if the check uses no type.
    pub element_bits: u32,
    pub vector_bits: u32,
}
