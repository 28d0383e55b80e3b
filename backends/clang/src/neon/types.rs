//! The types of NEON intrinsics: their type codes and modifiers, and their names in C.

use std::fmt::Write as _;

use crate::vectors::split_digits;

/// The kind of a type's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum BaseKind {
    #[default]
    Void,
    Signed,
    Unsigned,
    Float,
    Poly,
    BFloat,
    /// An 8-bit floating-point number.
    MFloat,
    /// The mode of 8-bit floating-point operations, `fpm_t`.
    Mode,
}

/// The type of a value, or of a pointer to a value. Types are equal if they have the same C name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Type {
    pub kind: BaseKind,
    pub element_bits: u32,
    /// The size of one vector in bits.
    pub bits: u32,
    /// The number of vectors: 0 for scalars, 1 for a vector, more for a structure of vectors.
    pub vectors: u32,
    pub immediate: bool,
    pub constant: bool,
    pub pointer: bool,
    /// Whether names of intrinsics with this base type mark it as a scalar.
    pub scalar_in_names: bool,
    /// Whether names of intrinsics with this base type do not mark 128-bit vectors with `q`.
    pub no_q_in_names: bool,
}

impl Type {
    /// The type for a type code and modifiers. The error is a message.
    pub(super) fn new(code: &str, modifiers: &str) -> Result<Type, String> {
        let mut ty = Type::of_code(code)?;
        for modifier in modifiers.chars() {
            ty.modify(modifier)?;
        }
        if ty.is_vector() && ty.element_bits == 0 {
            return Err(format!(
                "type '{code}' with modifiers '{modifiers}' has elements of no bits"
            ));
        }
        Ok(ty)
    }

    fn of_code(code: &str) -> Result<Type, String> {
        let mut ty = Type {
            kind: BaseKind::Signed,
            vectors: 1,
            ..Type::default()
        };
        let mut long = false;
        for letter in code.chars() {
            let (kind, bits) = match letter {
                'S' => {
                    ty.scalar_in_names = true;
                    continue;
                }
                'H' => {
                    ty.no_q_in_names = true;
                    long = true;
                    continue;
                }
                'Q' => {
                    long = true;
                    continue;
                }
                'P' => {
                    ty.kind = BaseKind::Poly;
                    continue;
                }
                'U' => {
                    ty.kind = BaseKind::Unsigned;
                    continue;
                }
                'c' => (ty.kind, 8),
                's' => (ty.kind, 16),
                'i' => (ty.kind, 32),
                'l' => (ty.kind, 64),
                'k' => (ty.kind, 128),
                'h' => (BaseKind::Float, 16),
                'f' => (BaseKind::Float, 32),
                'd' => (BaseKind::Float, 64),
                'b' => (BaseKind::BFloat, 16),
                'm' => (BaseKind::MFloat, 8),
                _ => return Err(format!("unknown letter '{letter}' in type code '{code}'")),
            };
            (ty.kind, ty.element_bits) = (kind, bits);
            // A 128-bit polynomial is always a scalar.
            if letter == 'k' && kind == BaseKind::Poly {
                ty.vectors = 0;
            }
        }
        ty.bits = if long { 128 } else { 64 };
        Ok(ty)
    }

    fn modify(&mut self, modifier: char) -> Result<(), String> {
        match modifier {
            // `!` marks the key type and does not change the type. `.` means that there is no modifier.
            '.' | '!' => {}
            'v' => self.kind = BaseKind::Void,
            'S' => self.kind = BaseKind::Signed,
            'U' => self.kind = BaseKind::Unsigned,
            'F' => self.kind = BaseKind::Float,
            'P' => self.kind = BaseKind::Poly,
            'B' => (self.kind, self.element_bits) = (BaseKind::BFloat, 16),
            '>' => self.element_bits = self.element_bits.wrapping_mul(2),
            '<' => self.element_bits /= 2,
            '1' => self.vectors = 0,
            '2' => self.vectors = 2,
            '3' => self.vectors = 3,
            '4' => self.vectors = 4,
            '*' => self.pointer = true,
            'c' => self.constant = true,
            'Q' => self.bits = 128,
            'q' => self.bits = 64,
            'I' => {
                self.kind = BaseKind::Signed;
                (self.element_bits, self.bits, self.vectors) = (32, 32, 0);
                self.immediate = true;
            }
            'V' => {
                *self = Type {
                    kind: BaseKind::Mode,
                    element_bits: 64,
                    bits: 64,
                    scalar_in_names: true,
                    no_q_in_names: true,
                    ..Type::default()
                }
            }
            'p' if self.kind == BaseKind::Poly => self.kind = BaseKind::Unsigned,
            'p' => {}
            _ => return Err(format!("unknown modifier '{modifier}' in a prototype")),
        }
        Ok(())
    }

    /// The type with this C name. An error, as a message, if the element width before an `x` or the number of lanes
    /// after the `x` is malformed. Other mistakes in the name are not detected.
    pub(super) fn of_name(name: &str) -> Result<Type, String> {
        let mut rest = name;
        let mut ty = Type {
            kind: BaseKind::Signed,
            ..Type::default()
        };
        if let Some(after) = rest.strip_prefix('u') {
            (ty.kind, rest) = (BaseKind::Unsigned, after);
        }
        let kinds = [
            ("float", BaseKind::Float),
            ("poly", BaseKind::Poly),
            ("bfloat", BaseKind::BFloat),
            ("mfloat", BaseKind::MFloat),
        ];
        let known = kinds
            .iter()
            .find_map(|(prefix, kind)| Some((rest.strip_prefix(prefix)?, *kind)));
        match known {
            Some((after, kind)) => (rest, ty.kind) = (after, kind),
            None => rest = rest.get(3..).unwrap_or_default(),
        }
        ty.element_bits = number(&mut rest).unwrap_or(0);
        ty.bits = ty.element_bits;
        if let Some(after) = rest.strip_prefix('x') {
            rest = after;
            let Some(lanes) = number(&mut rest).filter(|_| ty.element_bits != 0) else {
                return Err(format!("malformed name of a type: '{name}'"));
            };
            ty.bits = ty.element_bits.wrapping_mul(lanes);
            ty.vectors = 1;
        }
        if let Some(after) = rest.strip_prefix('x') {
            rest = after;
            ty.vectors = number(&mut rest).unwrap_or(ty.vectors);
        }
        Ok(ty)
    }

    pub(super) fn is_void(&self) -> bool {
        self.kind == BaseKind::Void
    }

    fn is_value(&self) -> bool {
        !self.is_void() && !self.pointer
    }

    pub(super) fn is_scalar(&self) -> bool {
        self.is_value() && self.vectors == 0
    }

    /// Whether the type is a vector, or a structure of several vectors.
    pub(super) fn is_vector(&self) -> bool {
        self.is_value() && self.vectors > 0
    }

    /// Whether the elements or the pointee are integers.
    pub(super) fn is_integer(&self) -> bool {
        matches!(self.kind, BaseKind::Signed | BaseKind::Unsigned)
    }

    pub(super) fn is_half(&self) -> bool {
        self.kind == BaseKind::Float && self.element_bits == 16
    }

    pub(super) fn is_double(&self) -> bool {
        self.kind == BaseKind::Float && self.element_bits == 64
    }

    /// The number of elements of one vector.
    pub(super) fn lanes(&self) -> u32 {
        self.bits.checked_div(self.element_bits).unwrap_or(0)
    }

    pub(super) fn make_integer(&mut self, bits: u32, kind: BaseKind) {
        self.kind = kind;
        self.immediate = false;
        self.element_bits = bits;
    }

    pub(super) fn to_scalar(mut self) -> Type {
        self.bits = self.element_bits;
        self.vectors = 0;
        self
    }

    /// The properties that determine the C name.
    fn shape(&self) -> (BaseKind, u32, u32, u32, bool, bool) {
        if self.is_void() {
            return (BaseKind::Void, 0, 0, 0, false, false);
        }
        let lanes = if self.is_vector() { self.lanes() } else { 0 };
        // Distinguishes a vector of zero lanes from a scalar.
        let lanes = lanes + u32::from(self.is_vector());
        let vectors = if self.vectors > 1 { self.vectors } else { 0 };
        (
            self.kind,
            self.element_bits,
            lanes,
            vectors,
            self.constant,
            self.pointer,
        )
    }

    pub(super) fn c_name(&self) -> String {
        let mut name = String::new();
        self.push_c_name(&mut name);
        name
    }

    pub(super) fn push_c_name(&self, out: &mut String) {
        out.push_str(match self.kind {
            BaseKind::Void => return out.push_str("void"),
            BaseKind::Mode => return out.push_str("fpm_t"),
            BaseKind::Signed => "int",
            BaseKind::Unsigned => "uint",
            BaseKind::Float => "float",
            BaseKind::Poly => "poly",
            BaseKind::BFloat => "bfloat",
            BaseKind::MFloat => "mfloat",
        });
        let _ = write!(out, "{}", self.element_bits);
        if self.is_vector() {
            let _ = write!(out, "x{}", self.lanes());
        }
        if self.vectors > 1 {
            let _ = write!(out, "x{}", self.vectors);
        }
        out.push_str("_t");
        if self.constant {
            out.push_str(" const");
        }
        if self.pointer {
            out.push_str(" *");
        }
    }

    /// The type's encoding in definitions of builtins.
    pub(super) fn builtin_code(&self) -> Result<String, String> {
        if self.is_void() {
            return Ok("v".to_owned());
        }
        if self.pointer {
            return Ok(if self.constant { "vC*" } else { "v*" }.to_owned());
        }
        let element = match (self.kind, self.element_bits) {
            (BaseKind::Signed | BaseKind::Unsigned, 8) => "c",
            (BaseKind::Signed | BaseKind::Unsigned, 16) => "s",
            (BaseKind::Signed | BaseKind::Unsigned, 32) => "i",
            (BaseKind::Signed | BaseKind::Unsigned, 64) => "Wi",
            (BaseKind::Signed | BaseKind::Unsigned, 128) => "LLLi",
            (BaseKind::Signed | BaseKind::Unsigned, bits) => {
                return Err(format!("no builtin takes an integer of {bits} bits"));
            }
            (BaseKind::BFloat, _) => "y",
            (BaseKind::MFloat, _) => "m",
            (BaseKind::Mode, _) => "UWi",
            (_, 32) => "f",
            (_, 64) => "d",
            _ => "h",
        };
        let sign = match (self.kind, self.element_bits) {
            (BaseKind::Signed, 8) => "S",
            (BaseKind::Unsigned, _) => "U",
            _ => "",
        };
        let constant = if self.immediate { "I" } else { "" };
        let element = format!("{constant}{sign}{element}");
        if self.is_scalar() {
            return Ok(element);
        }
        Ok(format!("V{}{element}", self.lanes()).repeat(self.vectors as usize))
    }

    /// The type's number in Clang's `NeonTypeFlags`. Overloaded builtins take this number as an argument.
    pub(super) fn number(&self) -> Result<u32, String> {
        const FLOAT16: u32 = 8;
        const BFLOAT16: u32 = 11;
        const MFLOAT8: u32 = 12;
        const POLY8: u32 = 4;
        const UNSIGNED: u32 = 0x10;
        const LONG: u32 = 0x20;
        let size = match self.element_bits {
            8 => 0,
            16 => 1,
            32 => 2,
            64 => 3,
            128 => 4,
            bits => {
                return Err(format!(
                    "no builtin is of a type with elements of {bits} bits"
                ));
            }
        };
        let mut number = match self.kind {
            // There are no 32-bit polynomials, so the number for 64 bits follows the number for 16 bits.
            BaseKind::Poly if size >= 2 => POLY8 + size - 1,
            BaseKind::Poly => POLY8 + size,
            BaseKind::Float => FLOAT16 + size - 1,
            BaseKind::BFloat => BFLOAT16,
            BaseKind::MFloat => MFLOAT8,
            _ => size,
        };
        if self.bits == 128 {
            number |= LONG;
        }
        if self.kind == BaseKind::Unsigned {
            number |= UNSIGNED;
        }
        Ok(number)
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Type) -> bool {
        self.shape() == other.shape()
    }
}

/// Consumes the digits at the start of `text` and returns the number that they form. `None` if `text` does not start
/// with a digit or the number is too large.
fn number(text: &mut &str) -> Option<u32> {
    let (digits, after) = split_digits(text);
    *text = after;
    digits.parse().ok()
}
