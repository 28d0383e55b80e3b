//! The types of intrinsics, and their names in Clang and in C.

use rustc_hash::FxHashMap;

use super::descriptor::*;

/// A basic type, represented by its bit in Clang's tables. 0 means no type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Basic(pub u8);

impl Basic {
    /// The basic type for a letter of `TypeRange`; 0 for an unknown letter.
    pub(super) fn from_letter(letter: char) -> Basic {
        let bits = match letter {
            'c' => 1,
            's' => 1 << 1,
            'i' => 1 << 2,
            'l' => 1 << 3,
            'y' => 1 << 4,
            'x' => 1 << 5,
            'f' => 1 << 6,
            'd' => 1 << 7,
            _ => 0,
        };
        Basic(bits)
    }

    fn scalar(self) -> (Scalar, u32) {
        match self.0 {
            1 => (Scalar::Signed, 8),
            2 => (Scalar::Signed, 16),
            4 => (Scalar::Signed, 32),
            8 => (Scalar::Signed, 64),
            16 => (Scalar::BFloat, 16),
            32 => (Scalar::Float, 16),
            64 => (Scalar::Float, 32),
            128 => (Scalar::Float, 64),
            _ => (Scalar::Unknown, 0),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scalar {
    Unknown,
    Void,
    SizeT,
    PtrdiffT,
    UnsignedLong,
    Long,
    Bool,
    Signed,
    Unsigned,
    Float,
    BFloat,
}

/// The type of a result or an operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    scalar: Scalar,
    bits: u32,
    /// The base-2 logarithm of the number of registers in a group.
    group: i32,
    /// The number of elements for each 64 bits of a vector register's length: 0 for scalars, `None` if there is less
    /// than one element.
    scale: Option<u32>,
    pointer: bool,
    constant: bool,
    immediate: bool,
    /// The number of vectors if the type is a tuple.
    tuple: Option<u32>,
}

impl Type {
    /// The type that `descriptor` derives from a basic type. `None` if there is no such type.
    pub(super) fn new(basic: Basic, group: i32, descriptor: Descriptor) -> Option<Type> {
        let (scalar, bits) = basic.scalar();
        let mut ty = Type {
            scalar,
            bits,
            group,
            scale: Some(0),
            pointer: false,
            constant: false,
            immediate: false,
            tuple: None,
        };
        ty.set_base(descriptor.base);
        ty.modify_vector(descriptor.vector_modifier())?;
        ty.modify(descriptor.modifiers);
        ty.is_valid().then_some(ty)
    }

    fn set_base(&mut self, base: Base) {
        match base {
            Base::Scalar => {}
            Base::Vector => self.rescale(),
            Base::Void => self.scalar = Scalar::Void,
            Base::SizeT => self.scalar = Scalar::SizeT,
            Base::PtrdiffT => self.scalar = Scalar::PtrdiffT,
            Base::UnsignedLong => self.scalar = Scalar::UnsignedLong,
            Base::Long => self.scalar = Scalar::Long,
            Base::Float => (self.scalar, self.bits) = (Scalar::Float, 32),
        }
    }

    fn modify_vector(&mut self, modifier: VectorModifier) -> Option<()> {
        match modifier {
            VectorModifier::None => {}
            VectorModifier::Widen(times) => {
                self.bits = self.bits.wrapping_shl(times as u32);
                self.group = self.group.wrapping_add(times);
                self.rescale();
            }
            VectorModifier::Mask => {
                self.scalar = Scalar::Bool;
                self.rescale();
                self.bits = 1;
            }
            VectorModifier::ElementLog2(log2) => {
                let before = 31 - self.bits.leading_zeros() as i32;
                self.group = self.group.wrapping_add(log2 as i32 - before);
                (self.scalar, self.bits) = (Scalar::Signed, 1 << log2);
                self.rescale();
            }
            VectorModifier::ElementBits(bits) if bits == self.bits => return None,
            VectorModifier::ElementBits(bits) => {
                self.bits = bits;
                self.rescale();
            }
            VectorModifier::LargerGroup(group) => self.set_group(group, group > self.group)?,
            VectorModifier::SmallerGroup(group) => self.set_group(group, group < self.group)?,
            VectorModifier::NoLargerGroup(group) => self.set_group(group, group <= self.group)?,
            VectorModifier::Tuple(count) => self.tuple = Some(count),
        }
        Some(())
    }

    fn set_group(&mut self, group: i32, allowed: bool) -> Option<()> {
        self.group = group;
        self.rescale();
        allowed.then_some(())
    }

    fn modify(&mut self, modifiers: u8) {
        let has = |modifier| modifiers & modifier != 0;
        self.pointer = has(POINTER);
        self.immediate = has(IMMEDIATE);
        self.constant = has(CONST) || self.immediate;
        let kinds = [
            (UNSIGNED, Scalar::Unsigned),
            (SIGNED, Scalar::Signed),
            (FLOAT, Scalar::Float),
            (BFLOAT, Scalar::BFloat),
        ];
        for (modifier, scalar) in kinds {
            if has(modifier) {
                self.scalar = scalar;
            }
        }
        if has(ONE_REGISTER) {
            self.group = 0;
            self.rescale();
        }
    }

    fn rescale(&mut self) {
        let log2 = match self.bits {
            8 => self.group.wrapping_add(3),
            16 => self.group.wrapping_add(2),
            32 => self.group.wrapping_add(1),
            64 => self.group,
            _ => 0,
        };
        self.scale = (log2 >= 0).then(|| 1_u32.wrapping_shl(log2 as u32));
    }

    fn is_valid(&self) -> bool {
        let Some(scale) = self.scale else {
            return false;
        };
        if scale == 0 {
            return true;
        }
        let fits = match self.scalar {
            Scalar::Float => self.bits != 8,
            Scalar::BFloat => self.bits == 16,
            _ => true,
        };
        let registers = |count: u32| {
            let group = 1_u32.wrapping_shl(self.group.max(0) as u32);
            group.wrapping_mul(count)
        };
        let most = match self.bits {
            1 | 8 => 64,
            16 => 32,
            32 => 16,
            64 => 8,
            _ => 0,
        };
        fits && self.tuple.is_none_or(|count| registers(count) <= 8) && scale <= most
    }

    fn is_vector(&self) -> bool {
        self.scale.is_some_and(|it| it != 0)
    }

    /// The encoding of the type in definitions of builtins. The error says why the type has no encoding.
    pub(super) fn builtin_code(&self) -> Result<String, String> {
        let element = match (self.scalar, self.bits) {
            (Scalar::Void, _) => return Ok("v".to_owned()),
            (Scalar::SizeT, _) => {
                let constant = if self.immediate { "I" } else { "" };
                let pointer = if self.pointer { "*" } else { "" };
                return Ok(format!("{constant}z{pointer}"));
            }
            (Scalar::PtrdiffT, _) => return Ok("Y".to_owned()),
            (Scalar::UnsignedLong, _) => return Ok("ULi".to_owned()),
            (Scalar::Long, _) => return Ok("Li".to_owned()),
            (Scalar::Bool, _) => "b",
            (Scalar::Signed, 8) => "Sc",
            (Scalar::Signed, 16) => "Ss",
            (Scalar::Signed, 32) => "Si",
            (Scalar::Signed, 64) => "SWi",
            (Scalar::Unsigned, 8) => "Uc",
            (Scalar::Unsigned, 16) => "Us",
            (Scalar::Unsigned, 32) => "Ui",
            (Scalar::Unsigned, 64) => "UWi",
            (Scalar::Float, 32) => "f",
            (Scalar::Float, 64) => "d",
            (Scalar::Float, _) => "x",
            (Scalar::BFloat, _) => "y",
            (Scalar::Signed | Scalar::Unsigned, bits) => {
                return Err(format!("there is no integer of {bits} bits"));
            }
            (Scalar::Unknown, _) => return Err("a scalar is of an unknown type".to_owned()),
        };
        let mut code = String::new();
        if self.is_vector() {
            if let Some(count) = self.tuple {
                code += &format!("T{count}");
            }
            code += &format!("q{}", self.scale.unwrap_or(0));
        }
        if self.immediate {
            code.push('I');
        }
        code += element;
        if self.constant && !self.is_vector() {
            code.push('C');
        }
        if self.pointer {
            code.push('*');
        }
        Ok(code)
    }

    pub(super) fn c_name(&self) -> String {
        let mut name = match self.scalar {
            _ if self.is_vector() => format!("v{}_t", self.vector_name()),
            Scalar::Unknown | Scalar::Void => "void".to_owned(),
            Scalar::SizeT => "size_t".to_owned(),
            Scalar::PtrdiffT => "ptrdiff_t".to_owned(),
            Scalar::UnsignedLong => "unsigned long".to_owned(),
            Scalar::Long => "long".to_owned(),
            Scalar::Bool => "bool".to_owned(),
            Scalar::Signed => format!("int{}_t", self.bits),
            Scalar::Unsigned => format!("uint{}_t", self.bits),
            Scalar::BFloat => "__bf16".to_owned(),
            Scalar::Float => match self.bits {
                32 => "float".to_owned(),
                64 => "double".to_owned(),
                _ => "_Float16".to_owned(),
            },
        };
        if self.constant && !self.is_vector() {
            name.insert_str(0, "const ");
        }
        if self.pointer {
            name += " *";
        }
        name
    }

    /// The C name of a vector type without prefix and suffix, such as `int8mf2`.
    pub(super) fn vector_name(&self) -> String {
        let kind = match self.scalar {
            Scalar::Bool => return format!("bool{}", self.ratio()),
            Scalar::Float => "float",
            Scalar::BFloat => "bfloat",
            Scalar::Unsigned => "uint",
            _ => "int",
        };
        format!(
            "{kind}{}{}{}",
            self.bits,
            self.group_name(),
            self.tuple_name()
        )
    }

    /// The suffix for the type in names of intrinsics. The error says why the type has no suffix.
    pub(super) fn suffix(&self) -> Result<String, String> {
        let kind = match self.scalar {
            Scalar::Bool => return Ok(format!("b{}", self.ratio())),
            Scalar::Float => "f",
            Scalar::BFloat => "bf",
            Scalar::Signed => "i",
            Scalar::Unsigned => "u",
            _ => return Err("no suffix stands for a type without elements".to_owned()),
        };
        let group = if self.is_vector() {
            self.group_name()
        } else {
            String::new()
        };
        Ok(format!("{kind}{}{group}{}", self.bits, self.tuple_name()))
    }

    /// The ratio SEW/LMUL, the `n` of `vbool<n>_t`. 0 for scalars and invalid types.
    fn ratio(&self) -> u32 {
        64_u32.checked_div(self.scale.unwrap_or(0)).unwrap_or(0)
    }

    fn group_name(&self) -> String {
        let size = 1_u64.wrapping_shl(self.group.unsigned_abs());
        format!("m{}{size}", if self.group < 0 { "f" } else { "" })
    }

    fn tuple_name(&self) -> String {
        self.tuple.map_or_else(String::new, |it| format!("x{it}"))
    }
}

/// Interned types, each with its encoding for builtins.
#[derive(Default)]
pub(super) struct Types {
    known: FxHashMap<u64, Option<usize>>,
    list: Vec<(Type, String)>,
}

impl Types {
    /// The index of a type; `None` if there is no such type. The error says why the type has no encoding for builtins.
    pub(super) fn get(
        &mut self,
        basic: Basic,
        group: i32,
        descriptor: Descriptor,
    ) -> Result<Option<usize>, String> {
        // The reference identifies types by this number. If the sizes of groups are out of range, different types may
        // have the same number.
        let key = i64::from(group.wrapping_add(3)) as u64
            | u64::from(basic.0) << 8
            | (descriptor.base as u64) << 16
            | u64::from(descriptor.modifiers) << 24
            | u64::from(descriptor.vector) << 32;
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let mut index = None;
        if let Some(ty) = Type::new(basic, group, descriptor) {
            let code = ty.builtin_code()?;
            index = Some(self.list.len());
            self.list.push((ty, code));
        }
        self.known.insert(key, index);
        Ok(index)
    }

    pub(super) fn ty(&self, index: usize) -> &Type {
        &self.list[index].0
    }

    pub(super) fn code(&self, index: usize) -> &str {
        &self.list[index].1
    }
}
