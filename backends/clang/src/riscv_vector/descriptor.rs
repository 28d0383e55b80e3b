//! Prototypes: how the type of each operand derives from the basic type of an intrinsic.

use crate::vectors::split_digits;

/// The derivation of a type from a basic type. The numeric values are the values in Clang's tables. Signatures are
/// sorted by these values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Descriptor {
    pub base: Base,
    pub vector: u8,
    pub modifiers: u8,
}

/// The type that a derivation starts from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Base {
    Scalar = 1,
    Vector,
    Void,
    SizeT,
    PtrdiffT,
    UnsignedLong,
    Long,
    Float,
}

/// The modification of a vector type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VectorModifier {
    None,
    /// The element width and the size of the register group are multiplied by 2 to the power of this number.
    Widen(i32),
    Mask,
    /// Elements of this width, as a logarithm. The number of elements stays the same.
    ElementLog2(u32),
    /// Elements of this width in bits. The type does not exist if the width is the same as before.
    ElementBits(u32),
    /// Register groups of this size, as a logarithm. The type exists only if the groups become larger.
    LargerGroup(i32),
    /// Register groups of this size, as a logarithm. The type exists only if the groups become smaller.
    SmallerGroup(i32),
    /// Register groups of this size, as a logarithm. The type exists only if the groups do not become larger.
    NoLargerGroup(i32),
    Tuple(u32),
}

pub(super) const POINTER: u8 = 1;
pub(super) const CONST: u8 = 1 << 1;
pub(super) const IMMEDIATE: u8 = 1 << 2;
pub(super) const UNSIGNED: u8 = 1 << 3;
pub(super) const SIGNED: u8 = 1 << 4;
pub(super) const FLOAT: u8 = 1 << 5;
pub(super) const BFLOAT: u8 = 1 << 6;
/// The modifier for groups of one register.
pub(super) const ONE_REGISTER: u8 = 1 << 7;

const MASK: u8 = 4;
/// The vector modifier of a tuple is this number plus the number of its vectors.
const TUPLE: u8 = 32;

impl Descriptor {
    pub(super) const VECTOR: Descriptor = Descriptor::new(Base::Vector, 0, 0);
    pub(super) const MASK: Descriptor = Descriptor::new(Base::Vector, MASK, 0);
    pub(super) const LENGTH: Descriptor = Descriptor::new(Base::SizeT, 0, 0);

    pub(super) const fn new(base: Base, vector: u8, modifiers: u8) -> Descriptor {
        Descriptor {
            base,
            vector,
            modifiers,
        }
    }

    /// A tuple of `count` vectors. As in the reference, the vector modifier that encodes `count` is truncated to eight
    /// bits.
    pub(super) fn tuple(count: u32, modifiers: u8) -> Descriptor {
        Descriptor::new(Base::Vector, TUPLE.wrapping_add(count as u8), modifiers)
    }

    /// Decodes `vector`. Unused numbers mean no modification.
    pub(super) fn vector_modifier(self) -> VectorModifier {
        let number = i32::from(self.vector);
        match number {
            1..=3 => VectorModifier::Widen(number),
            4 => VectorModifier::Mask,
            5..=8 => VectorModifier::ElementLog2(number as u32 - 2),
            9..=12 => VectorModifier::ElementBits(1 << (number - 6)),
            13..=19 => VectorModifier::LargerGroup(number - 16),
            20..=26 => VectorModifier::SmallerGroup(number - 23),
            27..=33 => VectorModifier::NoLargerGroup(number - 30),
            34..=40 => VectorModifier::Tuple(number as u32 - 32),
            _ => VectorModifier::None,
        }
    }

    pub(super) fn without(self, modifier: u8) -> Descriptor {
        Descriptor {
            modifiers: self.modifiers & !modifier,
            ..self
        }
    }
}

/// The letters of base types. Such a letter ends the description of a type.
const BASES: &str = "evwqom0ztulf";

/// Parses a prototype. The error is a message.
pub(super) fn parse(prototype: &str) -> Result<Vec<Descriptor>, String> {
    let mut descriptors = Vec::new();
    let mut rest = prototype;
    while !rest.is_empty() {
        // Text in parentheses may contain the letters of base types.
        let start = if rest.starts_with('(') {
            rest.find(')')
        } else {
            Some(0)
        };
        let end =
            start.and_then(|start| Some(start + rest[start..].find(|it| BASES.contains(it))?));
        let Some(end) = end else {
            return Err(format!(
                "'{rest}' at the end of prototype '{prototype}' has no base type"
            ));
        };
        descriptors.push(parse_one(&rest[..end], rest.as_bytes()[end])?);
        rest = &rest[end + 1..];
    }
    Ok(descriptors)
}

fn parse_one(modifiers: &str, base: u8) -> Result<Descriptor, String> {
    let (base, mut vector) = match base {
        b'e' => (Base::Scalar, 0),
        b'v' => (Base::Vector, 0),
        b'w' => (Base::Vector, 1),
        b'q' => (Base::Vector, 2),
        b'o' => (Base::Vector, 3),
        b'm' => (Base::Vector, MASK),
        b'0' => (Base::Void, 0),
        b'z' => (Base::SizeT, 0),
        b't' => (Base::PtrdiffT, 0),
        b'u' => (Base::UnsignedLong, 0),
        b'l' => (Base::Long, 0),
        _ => (Base::Float, 0),
    };
    let mut letters = modifiers;
    if let Some((complex, after)) = modifiers
        .strip_prefix('(')
        .and_then(|it| it.split_once(')'))
    {
        vector = parse_complex(complex)?;
        letters = after;
    }
    let mut bits = 0;
    for letter in letters.chars() {
        bits |= match letter {
            'P' => POINTER,
            'C' => CONST,
            'K' => IMMEDIATE,
            'U' => UNSIGNED,
            'I' => SIGNED,
            'F' => FLOAT,
            'S' => ONE_REGISTER,
            _ => {
                return Err(format!(
                    "unknown modifier '{letter}' of a type in a prototype"
                ));
            }
        };
    }
    Ok(Descriptor::new(base, vector, bits))
}

/// The vector modifier for the text in parentheses. As in the reference, the range of the value is not checked, the
/// result is taken modulo 256, and unknown names are treated as `Tuple`. An error if the reference would read
/// uninitialized memory for this value.
fn parse_complex(text: &str) -> Result<u8, String> {
    let (name, value) = text.split_once(':').unwrap_or((text, ""));
    let bad = || format!("'{value}' is not a value for '{name}' in a prototype");
    let number = || unsigned_number(value).ok_or_else(bad);
    let signed = || signed_number(value).ok_or_else(bad);
    Ok(match name {
        "Log2EEW" => (number()? as u8).wrapping_add(2),
        "FixedSEW" => number()?.trailing_zeros() as u8 + 6,
        "LFixedLog2LMUL" => (signed()? as u8).wrapping_add(16),
        "SFixedLog2LMUL" => (signed()? as u8).wrapping_add(23),
        "SEFixedLog2LMUL" => (signed()? as u8).wrapping_add(30),
        _ => TUPLE.wrapping_add(number()? as u8),
    })
}

/// The number at the start of `value`, modulo 2^32; 0 if the value does not start with a digit. `None` if the value is
/// empty or the number does not fit into 64 bits.
fn unsigned_number(value: &str) -> Option<u32> {
    match split_digits(value) {
        ("", "") => None,
        ("", _) => Some(0),
        (digits, _) => digits.parse::<u64>().ok().map(|it| it as u32),
    }
}

/// The signed number at the start of `value`, truncated to 32 bits. `None` if the value does not start with a number or
/// the number does not fit into 64 bits.
fn signed_number(value: &str) -> Option<i32> {
    let magnitude = value.strip_prefix('-').unwrap_or(value);
    let number: i64 = split_digits(magnitude).0.parse().ok()?;
    let is_negative = magnitude.len() < value.len();
    Some(if is_negative { -number } else { number } as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_parentheses() {
        let vector = |text: &str| parse(text).map(|it| it[0].vector).ok();
        assert_eq!(vector("(Log2EEW:4)v"), Some(6));
        assert_eq!(vector("(Log2EEW:4x)v"), Some(6));
        assert_eq!(vector("(Log2EEW:-1)v"), Some(2));
        assert_eq!(vector("(Log2EEW:4294967299)v"), Some(5));
        assert_eq!(vector("(Log2EEW:)v"), None);
        assert_eq!(vector("(FixedSEW:32z)v"), Some(11));
        assert_eq!(vector("(FixedSEW:0)v"), Some(38));
        assert_eq!(vector("(Tuple:3x)v"), Some(35));
        assert_eq!(vector("(Tuple:)v"), None);
        assert_eq!(vector("(Unknown:x)v"), Some(32));
        assert_eq!(vector("(LFixedLog2LMUL:-1x)v"), Some(15));
        assert_eq!(vector("(SFixedLog2LMUL:1x)v"), Some(24));
        assert_eq!(vector("(SFixedLog2LMUL:x)v"), None);
    }
}
