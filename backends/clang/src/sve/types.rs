//! The types of operands. Each letter of an intrinsic's prototype derives the type of an operand from a type
//! specification.

use backend::number::push_number;
use backend::{Fatal, Rec, bail};
use elaborate::records::Release;

/// A C type of an intrinsic's operand or result.
///
/// A letter changes some properties and keeps the others, so the properties may describe an invalid type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SveType {
    pub float: bool,
    pub bfloat: bool,
    pub mfloat: bool,
    pub signed: bool,
    pub predicate: bool,
    pub svcount: bool,
    pub(super) void: bool,
    pub(super) constant: bool,
    pub(super) pointer: bool,
    /// Whether the argument must be a constant.
    pub(super) immediate: bool,
    /// The enum type or `fpm_t`, if the type is one of these.
    pub choice: Option<Choice>,
    pub(super) scalable: bool,
    /// The width of a scalar or a vector in bits. For a scalable vector, this is the width for each 128 bits of the
    /// vector length.
    pub(super) bits: u32,
    pub element_bits: u32,
    /// The number of vectors; 0 for a scalar.
    pub(super) vectors: u32,
    pub(super) release: Release,
}

/// A parameter type that is an enum or `fpm_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Pattern,
    Prefetch,
    /// `fpm_t`, the mode of 8-bit floating-point operations. It is not an enum.
    Mode,
}

/// An operand of a prototype: its letter and its number of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operand {
    pub letter: char,
    pub vectors: u32,
}

impl SveType {
    /// A tuple of `vectors` vectors whose element type is given by a type specification. `None` if the specification is
    /// invalid.
    pub(super) fn vector(release: Release, spec: &str, vectors: u32) -> Option<SveType> {
        let mut ty = SveType {
            release,
            float: false,
            bfloat: false,
            mfloat: false,
            signed: true,
            predicate: false,
            svcount: false,
            void: false,
            constant: false,
            pointer: false,
            immediate: false,
            choice: None,
            scalable: true,
            bits: 128,
            element_bits: u32::MAX,
            vectors,
        };
        for letter in spec.chars() {
            ty = ty.of_one_kind_by_spec(letter);
            match letter {
                'Q' => ty.svcount = true,
                'P' => ty.predicate = true,
                'U' => ty.signed = false,
                'c' => ty.element_bits = 8,
                's' => ty.element_bits = 16,
                'i' => ty.element_bits = 32,
                'l' => ty.element_bits = 64,
                'q' => ty.element_bits = 128,
                'h' => ty = ty.of_float(16),
                'f' => ty = ty.of_float(32),
                'd' => ty = ty.of_float(64),
                'm' if release >= Release::V21 => (ty.mfloat, ty.element_bits) = (true, 8),
                'b' => (ty.float, ty.bfloat, ty.element_bits) = (false, true, 16),
                _ => return None,
            }
        }
        Some(ty)
    }

    /// The type of an operand for a type specification. An error if the specification is invalid or the letter is
    /// unknown. The reference does not report an unknown letter.
    pub(super) fn new(inst: Rec, spec: &str, operand: Operand) -> Result<SveType, Fatal> {
        let Operand { letter, vectors } = operand;
        let release = inst.records().release();
        let Some(base) = SveType::vector(release, spec, vectors) else {
            bail!(inst, "unknown type specification '{spec}'");
        };
        let mut changed = base.changed_by(letter);
        if release >= Release::V21 {
            changed = changed.or_else(|| base.changed_by_newer(letter));
            changed = changed.map(|it| it.of_one_kind(letter));
        }
        match changed {
            Some(ty) => Ok(ty),
            None => bail!(inst, "unknown letter '{letter}' in a prototype"),
        }
    }

    fn changed_by(self, letter: char) -> Option<SveType> {
        let scaled = |times, parts| SveType {
            element_bits: self.element_bits.wrapping_mul(times) / parts,
            ..self
        };
        Some(match letter {
            'd' => self,
            'v' => SveType { void: true, ..self },

            // Vectors with elements of other sizes and kinds.
            'h' => scaled(1, 2),
            'q' => scaled(1, 4),
            'o' => scaled(4, 1),
            'e' => scaled(1, 2).with_sign(false),
            'b' => scaled(1, 4).of_int(false),
            'w' => self.of_bits(64),
            'x' => self.plain().of_int(true),
            'u' => self.plain().of_int(false),
            '[' => self.of_int(false).of_bits(8),
            't' => self.of_int(true).of_bits(32),
            'z' => self.of_int(false).of_bits(32),
            'g' => self.of_int(false).of_bits(64),
            'O' => self.plain().of_float(16),
            'M' => self.plain().of_int(self.signed).of_float(32),
            'N' => self.plain().of_float(64),
            '$' => SveType {
                bfloat: true,
                ..self.plain().of_int(self.signed).of_bits(16)
            },
            'P' => SveType {
                predicate: true,
                svcount: false,
                bits: 16,
                ..self.of_int(true).of_bits(1)
            },
            '}' => SveType {
                svcount: true,
                vectors: 0,
                ..self.plain().of_int(true)
            },
            '{' => SveType {
                scalable: false,
                bits: 128,
                vectors: 1,
                ..self
            },

            // Scalars of the element type or of a type derived from it.
            's' | 'a' => self.scalar(),
            'R' => SveType {
                vectors: 0,
                ..scaled(1, 2)
            },
            'r' => SveType {
                vectors: 0,
                ..scaled(1, 4)
            },
            '@' => SveType {
                vectors: 0,
                ..scaled(1, 4).of_int(false)
            },
            'K' => self.of_int(true).scalar(),
            'L' => self.of_int(false).scalar(),
            'j' => self.of_bits(64).scalar(),
            'f' => self.with_sign(false).of_bits(64).scalar(),

            // Scalars of a fixed type.
            'k' => self.int_scalar(true, 32),
            'l' => self.int_scalar(true, 64),
            'm' => self.int_scalar(false, 32),
            'n' => self.int_scalar(false, 64),
            'i' => SveType {
                immediate: true,
                ..self.int_scalar(false, 64)
            },
            'I' | 'J' => SveType {
                immediate: true,
                choice: Some(match letter {
                    'I' => Choice::Pattern,
                    _ => Choice::Prefetch,
                }),
                ..self.int_scalar(true, 32)
            },

            // Pointers.
            'p' => self.scalar().pointer(),
            'c' => self.scalar().pointer().constant(),
            '%' => self.void_pointer(),
            'Q' => self.void_pointer().constant(),
            'A' => self.pointer_to(true, 8),
            'B' => self.pointer_to(true, 16),
            'C' => self.pointer_to(true, 32),
            'D' => self.pointer_to(true, 64),
            'E' => self.pointer_to(false, 8),
            'F' => self.pointer_to(false, 16),
            'G' => self.pointer_to(false, 32),
            'S' => self.pointer_to(true, 8).constant(),
            'T' => self.pointer_to(true, 16).constant(),
            'U' => self.pointer_to(true, 32).constant(),
            'W' => self.pointer_to(false, 8).constant(),
            'X' => self.pointer_to(false, 16).constant(),
            'Y' => self.pointer_to(false, 32).constant(),
            _ => return None,
        })
    }

    fn with_sign(self, signed: bool) -> SveType {
        SveType { signed, ..self }
    }

    pub(super) fn of_bits(self, element_bits: u32) -> SveType {
        SveType {
            element_bits,
            ..self
        }
    }

    /// The type without the properties `predicate` and `svcount`.
    fn plain(self) -> SveType {
        SveType {
            predicate: false,
            svcount: false,
            ..self
        }
    }

    fn of_int(self, signed: bool) -> SveType {
        SveType {
            float: false,
            bfloat: false,
            signed,
            ..self
        }
    }

    fn of_float(self, element_bits: u32) -> SveType {
        SveType {
            float: true,
            element_bits,
            ..self
        }
    }

    pub(super) fn scalar(self) -> SveType {
        SveType {
            bits: self.element_bits,
            vectors: 0,
            ..self
        }
    }

    fn int_scalar(self, signed: bool, bits: u32) -> SveType {
        self.plain().of_int(signed).of_bits(bits).scalar()
    }

    fn pointer(self) -> SveType {
        SveType {
            pointer: true,
            ..self
        }
    }

    fn constant(self) -> SveType {
        SveType {
            constant: true,
            ..self
        }
    }

    fn void_pointer(self) -> SveType {
        SveType {
            void: true,
            vectors: 0,
            ..self.pointer()
        }
    }

    /// A pointer to a scalar of this width. The kind of the elements is kept: the pointee is an integer only if `self`
    /// has integer elements.
    fn pointer_to(self, signed: bool, bits: u32) -> SveType {
        self.with_sign(signed).of_bits(bits).scalar().pointer()
    }

    /// Whether the type is `fpm_t`, the mode of 8-bit floating-point operations.
    pub(super) fn is_mode(self) -> bool {
        self.choice == Some(Choice::Mode)
    }

    pub(super) fn is_float(self) -> bool {
        self.float && !self.bfloat
    }

    pub(super) fn is_bfloat(self) -> bool {
        self.bfloat && !self.float
    }

    fn is_floating(self) -> bool {
        self.float || self.bfloat || self.mfloat
    }

    pub(super) fn is_integer(self) -> bool {
        !self.is_floating() && !self.predicate && !self.svcount
    }

    fn is_bool(self) -> bool {
        self.vectors == 0 && self.predicate && !self.is_floating()
    }

    /// The number of elements of a vector of fixed length, or of each 128 bits of a scalable vector. Since LLVM 21,
    /// always 16 for predicates.
    fn lanes(self) -> u32 {
        if self.release >= Release::V21 && self.predicate {
            return 16;
        }
        self.bits.checked_div(self.element_bits).unwrap_or(0)
    }

    /// Appends the type as `TARGET_BUILTIN` encodes it. Returns false if the type is an integer whose width has no
    /// encoding.
    pub(super) fn push_builtin_letters(self, out: &mut String) -> bool {
        if self.void && !self.pointer {
            out.push('v');
            return true;
        }
        if self.release < Release::V21 && (self.is_bool() || self.svcount) {
            out.push_str(if self.is_bool() { "b" } else { "Qa" });
            return true;
        }
        let Some(letters) = self.element_letters() else {
            return false;
        };
        if self.vectors > 0 {
            out.push(if self.scalable { 'q' } else { 'V' });
            push_number(out, (self.lanes() * self.vectors).into());
        }
        if self.immediate {
            out.push('I');
        }
        out.push_str(letters);
        if self.vectors == 0 && self.constant {
            out.push('C');
        }
        if self.vectors == 0 && self.pointer {
            out.push('*');
        }
        true
    }

    fn element_letters(self) -> Option<&'static str> {
        if self.void {
            return Some("v");
        }
        if self.svcount {
            return Some("Qa");
        }
        if self.release >= Release::V21 && self.predicate {
            return Some("b");
        }
        if self.mfloat {
            return Some("m");
        }
        if self.is_mode() {
            return Some("UWi");
        }
        if self.is_floating() {
            return Some(match self.element_bits {
                _ if self.float && self.bfloat => "",
                _ if self.bfloat => "y",
                32 => "f",
                64 => "d",
                // The reference encodes all other widths like half precision.
                _ => "h",
            });
        }
        // The signedness of 8-bit integers and of pointees is explicit.
        let says_sign = self.element_bits == 8 || self.pointer;
        Some(match (self.element_bits, self.signed) {
            (1, true) if says_sign => "Sb",
            (1, true) => "b",
            (1, false) => "Ub",
            (8, true) => "Sc",
            (8, false) => "Uc",
            (16, true) if says_sign => "Ss",
            (16, true) => "s",
            (16, false) => "Us",
            (32, true) if says_sign => "Si",
            (32, true) => "i",
            (32, false) => "Ui",
            (64, true) if says_sign => "SWi",
            (64, true) => "Wi",
            (64, false) => "UWi",
            (128, true) if says_sign => "SLLLi",
            (128, true) => "LLLi",
            (128, false) => "ULLLi",
            _ => return None,
        })
    }

    pub(super) fn c_name(self) -> String {
        let mut name = String::new();
        self.push_c_name(&mut name);
        name
    }

    pub(super) fn push_c_name(self, out: &mut String) {
        match self.choice {
            Some(Choice::Pattern) => return out.push_str("enum svpattern"),
            Some(Choice::Prefetch) => return out.push_str("enum svprfop"),
            Some(Choice::Mode) => return out.push_str("fpm_t"),
            None => {}
        }
        if self.void {
            out.push_str("void");
        } else {
            self.push_element_name(out);
        }
        if self.constant {
            out.push_str(" const");
        }
        if self.pointer {
            out.push_str(" *");
        }
    }

    fn push_element_name(self, out: &mut String) {
        let is_scalable = self.vectors > 0 && self.scalable;
        if is_scalable || self.svcount {
            out.push_str("sv");
        }
        // Since LLVM 21, the reference writes the prefix twice for a scalable predicate-as-counter.
        if is_scalable && self.svcount && self.release >= Release::V21 {
            out.push_str("sv");
        }
        if !self.signed && !self.is_floating() {
            out.push('u');
        }
        out.push_str(match self {
            _ if self.float => "float",
            _ if self.svcount => "count",
            _ if self.predicate => "bool",
            _ if self.bfloat => "bfloat",
            _ if self.mfloat => "mfloat",
            _ => "int",
        });
        if !self.predicate && !self.svcount {
            push_number(out, self.named_bits().into());
        }
        if self.vectors > 0 && !self.scalable {
            out.push('x');
            push_number(out, self.lanes().into());
        }
        if self.vectors > 1 {
            out.push('x');
            push_number(out, self.vectors.into());
        }
        if !self.is_bool() {
            out.push_str("_t");
        }
    }

    /// The width of an element as written in the names of types. Since LLVM 21, this is always 16 for `bfloat` types
    /// and 8 for `mfloat` types.
    fn named_bits(self) -> u32 {
        match self {
            _ if self.release < Release::V21 || self.float => self.element_bits,
            _ if self.bfloat => 16,
            _ if self.mfloat => 8,
            _ => self.element_bits,
        }
    }
}
