//! The value types of code generation, as they are compiled into LLVM's programs.
//!
//! Backends look types up here and not in the records. A type has the same index in all releases, whatever its number
//! in `MVT`. All releases list their types in the same order, so comparing indices gives the order of each release.

use std::ops::RangeInclusive;

use backend::Release;
use backend::{Fatal, Rec};

use crate::releases::value_types::ROWS;

/// A value type of code generation, stored as the index of its row in the table. Indices start at 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueType(u16);

impl ValueType {
    /// A value of no particular type, such as a chain.
    pub const OTHER: ValueType = constant("Other");
    /// An integer of one bit: a truth value.
    pub const I1: ValueType = constant("i1");
    /// An integer of 8 bits.
    pub const I8: ValueType = constant("i8");
    /// An integer of 16 bits.
    pub const I16: ValueType = constant("i16");
    /// An integer of 32 bits.
    pub const I32: ValueType = constant("i32");
    /// An integer of 64 bits.
    pub const I64: ValueType = constant("i64");
    /// An IEEE single-precision number.
    pub const F32: ValueType = constant("f32");
    /// The type of glue, which keeps nodes adjacent in the scheduling before register allocation.
    pub const GLUE: ValueType = constant("Glue");
    /// No value at all.
    pub const IS_VOID: ValueType = constant("isVoid");
    /// The value of a register whose type is unknown.
    pub const UNTYPED: ValueType = constant("Untyped");
    /// AArch64's counter for elements of scalable vectors. Its size is scalable, although it is not a vector.
    pub(crate) const AARCH64_SV_COUNT: ValueType = constant("aarch64svcount");
    /// The type of a pointer into any address space in LLVM 19.
    pub const IPTR_ANY: ValueType = constant("iPTRAny");
    /// The type of a pointer into any address space in LLVM 21 and later.
    pub const P_ANY: ValueType = constant("pAny");
    /// A CHERI capability, whose width depends on the target.
    pub const CPTR: ValueType = constant("cPTR");
    /// Any vector.
    pub const V_ANY: ValueType = constant("vAny");
    /// Any floating-point type.
    pub const F_ANY: ValueType = constant("fAny");
    /// Any integer.
    pub const I_ANY: ValueType = constant("iAny");
    /// An integer as wide as a pointer.
    pub const IPTR: ValueType = constant("iPTR");
    /// Any type.
    pub const ANY: ValueType = constant("Any");

    /// Whether a record that has the number of this type may have the name `name`: the type's own name, its name in
    /// another release, or a name that no type has. If `name` is the name of another type, the record's number is from
    /// another release.
    fn may_be_called(self, name: &str) -> bool {
        let renamed = self == ValueType::P_ANY && name == ValueType::IPTR_ANY.name();
        self.name() == name || renamed || ValueType::named(name).is_none()
    }

    /// The number of types of all releases together. It is also the index of the last type.
    pub const COUNT: u16 = ROWS.len() as u16;
    /// The indices of all types except overloaded types, `iPTR`, `token` and `Metadata`.
    pub const NORMAL: RangeInclusive<u16> = indices("Other", "c128");
    /// The indices of integers of a known size.
    pub const SCALAR_INTEGERS: RangeInclusive<u16> = indices("i1", "i512");
    /// The indices of scalar floating-point types.
    pub const SCALAR_FLOATS: RangeInclusive<u16> = indices("bf16", "ppcf128");
    /// The indices of vectors, including scalable vectors.
    pub const VECTORS: RangeInclusive<u16> = indices("v1i1", "nxv8f64");
    /// The indices of scalable vectors.
    pub(crate) const SCALABLE_VECTORS: RangeInclusive<u16> = indices("nxv1i1", "nxv8f64");
    /// The indices of RISC-V's tuples of vector registers. Their size is scalable, although they are not vectors.
    const VECTOR_TUPLES: RangeInclusive<u16> = indices("riscv_nxv1i8x2", "riscv_nxv32i8x2");

    /// All types of all releases.
    pub fn all() -> impl Iterator<Item = ValueType> {
        (1..=ValueType::COUNT).map(ValueType)
    }

    /// The type that a record of class `ValueType` denotes. Before LLVM 22, the number in the record determines the
    /// type. The result is then `None` if the release has no type with this number, or if the number belongs to a type
    /// of another name. Since LLVM 22, the name of the record determines the type.
    pub fn read(rec: Rec) -> Result<Option<ValueType>, Fatal> {
        ValueTypes::of(rec.records().release()).read(rec)
    }

    /// The name within `MVT`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The size in bits, or the minimum for a scalable size; 0 if the size is meaningless.
    pub fn size_in_bits(self) -> u32 {
        self.row().size
    }

    /// The type named `name` within `MVT`, in any release; `None` if there is no such type.
    pub fn named(name: &str) -> Option<ValueType> {
        ValueType::all().find(|it| it.name() == name)
    }

    /// The index of the type among the types of all releases, from 1.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The type with this index among the types of all releases, from 1; `None` if the index is out of range.
    pub const fn of_index(index: u16) -> Option<ValueType> {
        match index {
            1..=ValueType::COUNT => Some(ValueType(index)),
            _ => None,
        }
    }

    /// Whether the type, or the element type of a vector, is floating-point.
    pub const fn is_floating_point(self) -> bool {
        self.row().is_float
    }

    /// Whether the type, or the element type of a vector, is an integer of a known size.
    pub fn is_integer(self) -> bool {
        self.scalar().is_scalar_integer()
    }

    /// Whether the type is an integer of a known size, not a vector.
    pub fn is_scalar_integer(self) -> bool {
        ValueType::SCALAR_INTEGERS.contains(&self.0)
    }

    /// Whether the type is a vector, scalable or not. The overloaded type [`Self::V_ANY`] is not a vector.
    pub fn is_vector(self) -> bool {
        ValueType::VECTORS.contains(&self.0)
    }

    /// Whether the type is a scalable vector: its number of elements is a multiple of [`Self::element_count`] that is
    /// known only at run time.
    pub fn is_scalable_vector(self) -> bool {
        ValueType::SCALABLE_VECTORS.contains(&self.0)
    }

    /// The element type of a vector; `None` for other types.
    pub fn element(self) -> Option<ValueType> {
        let element = ELEMENTS[usize::from(self.0) - 1];
        (element != 0).then_some(ValueType(element))
    }

    /// The type of the elements of a vector, or the type itself.
    pub fn scalar(self) -> ValueType {
        self.element().unwrap_or(self)
    }

    /// The number of elements of a vector, or the minimum if it is scalable; `None` for other types.
    pub fn element_count(self) -> Option<u32> {
        Some(self.size_in_bits() / self.element()?.size_in_bits())
    }

    /// Whether the size is a multiple of [`Self::size_in_bits`] that is known only at run time.
    pub fn is_scalable(self) -> bool {
        self.is_scalable_vector()
            || self == ValueType::AARCH64_SV_COUNT
            || ValueType::VECTOR_TUPLES.contains(&self.0)
    }

    /// Whether the type is overloaded, so that it means any of several types.
    pub fn is_overloaded(self) -> bool {
        use ValueType as T;
        matches!(
            self,
            T::IPTR_ANY | T::P_ANY | T::CPTR | T::V_ANY | T::F_ANY | T::I_ANY | T::ANY
        )
    }

    const fn row(self) -> &'static crate::releases::value_types::Row {
        &ROWS[self.0 as usize - 1]
    }
}

/// The value types of a release.
#[derive(Clone, Copy, Debug)]
pub struct ValueTypes(Release);

impl ValueTypes {
    /// The types of this release.
    pub fn of(release: Release) -> ValueTypes {
        ValueTypes(release)
    }

    /// The number of a type within `MVT`. `None` if the release does not have the type.
    pub fn number(self, ty: ValueType) -> Option<u16> {
        Some(ty.row().numbers[self.0 as usize]).filter(|it| *it != 0)
    }

    /// The type with this number within `MVT`; `None` if the release has no such type.
    pub fn numbered(self, number: u16) -> Option<ValueType> {
        let indices = &BY_NUMBER[self.0 as usize];
        ValueType::of_index(*indices.get(usize::from(number))?)
    }

    /// The type named `name`, if the release has it.
    fn named(self, name: &str) -> Option<ValueType> {
        ValueType::named(name).filter(|it| self.number(*it).is_some())
    }

    /// The type that the reference finds for an unknown name of this length. The reference compares the name with all
    /// names of this length except the last, and takes the last if none of them matches. `None` if the release has no
    /// name of this length. In that case, the reference's result is undefined.
    fn last_of_length(self, length: usize) -> Option<ValueType> {
        let all: Vec<_> = ValueType::all().collect();
        let mut all = all.into_iter().rev();
        all.find(|it| it.name().len() == length && self.number(*it).is_some())
    }

    /// The type of a record; see [`ValueType::read`].
    fn read(self, rec: Rec) -> Result<Option<ValueType>, Fatal> {
        let declared = rec.field("LLVMName").is_some();
        let declared = declared.then(|| rec.string("LLVMName")).transpose()?;
        let name = declared.as_deref().unwrap_or(rec.name());
        if changes::name_alone_says_it(self.0) {
            return Ok(self.named(name).or_else(|| self.last_of_length(name.len())));
        }
        let number = changes::number(self.0, rec.int("Value")?);
        Ok(self.numbered(number).filter(|it| it.may_be_called(name)))
    }
}

/// The type of a record. An error if [`ValueType::read`] returns `None`.
pub fn known(rec: Rec) -> Result<ValueType, Fatal> {
    if let Some(ty) = ValueType::read(rec)? {
        return Ok(ty);
    }
    let (name, release) = (rec.name(), rec.records().release());
    if changes::name_alone_says_it(release) {
        let error = rec.fatal(format!(
            "LLVM {release} has no value type of the name of '{name}'"
        ));
        return Err(Box::new(error.for_tables()));
    }
    let number = changes::number(release, rec.int("Value")?);
    let message = match ValueTypes::of(release).numbered(number) {
        Some(ty) => format!(
            "'{name}' has the number {number}, which is that of '{}' in LLVM {release}",
            ty.name()
        ),
        None => format!("'{name}' has the number of no value type"),
    };
    Err(Box::new(rec.fatal_at("Value", message).for_tables()))
}

mod changes {
    use backend::Release;

    /// Whether a record's name alone determines its type. True since LLVM 22, which numbers types in the order of their
    /// definitions.
    pub(super) fn name_alone_says_it(release: Release) -> bool {
        release >= Release::V22
    }

    /// The number of a type as the release reads it. Before LLVM 21, only the lowest eight bits count.
    pub(super) fn number(release: Release, written: i64) -> u16 {
        if release >= Release::V21 {
            written as u16
        } else {
            u16::from(written as u8)
        }
    }
}

/// The type named `name`, looked up at compile time. Panics if there is no such type.
const fn constant(name: &str) -> ValueType {
    let mut at = 0;
    while at < ROWS.len() {
        if is_same(ROWS[at].name.as_bytes(), name.as_bytes(), 0) {
            return ValueType(at as u16 + 1);
        }
        at += 1;
    }
    panic!("no type has this name")
}

const fn indices(first: &str, last: &str) -> RangeInclusive<u16> {
    constant(first).0..=constant(last).0
}

/// Whether `bytes[from..]` equals `wanted`.
const fn is_same(bytes: &[u8], wanted: &[u8], from: usize) -> bool {
    if bytes.len() - from != wanted.len() {
        return false;
    }
    let mut at = 0;
    while at < wanted.len() {
        if bytes[from + at] != wanted[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// For each release, the index of the type with each number; 0 if the release has no type with the number.
static BY_NUMBER: [[u16; 512]; Release::ALL.len()] = {
    let mut indices = [[0; 512]; Release::ALL.len()];
    let mut at = 0;
    while at < ROWS.len() {
        let mut release = 0;
        while release < Release::ALL.len() {
            let number = ROWS[at].numbers[release] as usize;
            if number != 0 {
                indices[release][number] = at as u16 + 1;
            }
            release += 1;
        }
        at += 1;
    }
    indices
};

/// The index of each vector's element type, found by the end of the vector's name (`i32` in `v4i32`); 0 for other
/// types.
static ELEMENTS: [u16; ROWS.len()] = {
    let mut elements = [0; ROWS.len()];
    let mut at = *ValueType::VECTORS.start() as usize - 1;
    while at < *ValueType::VECTORS.end() as usize {
        let name = ROWS[at].name.as_bytes();
        let mut from = if name[0] == b'n' { 3 } else { 1 };
        while name[from].is_ascii_digit() {
            from += 1;
        }
        let mut scalar = 0;
        while !is_same(name, ROWS[scalar].name.as_bytes(), from) {
            scalar += 1;
        }
        elements[at] = scalar as u16 + 1;
        at += 1;
    }
    elements
};

#[cfg(test)]
mod tests {
    use backend_testing::read_as;
    use elaborate::diagnostic::Audience;

    use super::*;

    /// The type for a definition, or the error.
    fn check(release: Release, def: &str, want: &str) {
        let class = "class ValueType<int v> { string LLVMName = NAME; int Value = v; }\n";
        let records = read_as(release, &format!("{class}def {def}"));
        let def = records.derived("ValueType").unwrap()[0];
        let told = match known(def) {
            Ok(ty) => ty.name().to_owned(),
            Err(error) => {
                assert_eq!(error.audience, Audience::Tables);
                error.message.clone()
            }
        };
        assert_eq!(told, want);
    }

    #[test]
    fn numbers_of_another_release() {
        use Release::{V19, V21, V22};
        check(V19, "v2f64 : ValueType<128>;", "v2f64");
        check(V21, "v2f64 : ValueType<134>;", "v2f64");
        let message = "'v2f64' has the number 134, which is that of 'v64f64' in LLVM 19";
        check(V19, "v2f64 : ValueType<134>;", message);
        let message = "'v2f64' has the number 128, which is that of 'v128f32' in LLVM 21";
        check(V21, "v2f64 : ValueType<128>;", message);
        check(V21, "Any : ValueType<511>;", "Any");
        let message = "'i512' has the number of no value type";
        check(V19, "i512 : ValueType<201>;", message);
        // Since 22 only the name counts.
        check(V22, "v2f64 : ValueType<0>;", "v2f64");
        let message = "LLVM 22 has no value type of the name of 'pointerAny'";
        check(V22, "pointerAny : ValueType<250>;", message);
    }

    #[test]
    fn names_that_no_type_has() {
        // A pointer has the number of an integer, and a name of its own.
        check(Release::V19, "p0 : ValueType<8>;", "i64");
        check(Release::V21, "p0 : ValueType<8>;", "i64");
        // LLVM 22 takes the pointer for the last type with a name of the same length.
        check(Release::V22, "p0 : ValueType<8>;", "i8");
        check(Release::V22, "v2p64 : ValueType<8>;", "token");
        check(
            Release::V22,
            "some_vector_type : ValueType<8>;",
            "LLVM 22 has no value type of the name of 'some_vector_type'",
        );
        // LLVM 20 has the number of 21 and the name of 19.
        check(Release::V21, "iPTRAny : ValueType<506>;", "pAny");
    }

    /// The name that follows from the properties of a vector.
    fn name_of_facts(ty: ValueType) -> Option<String> {
        let (element, count) = (ty.element()?.name(), ty.element_count()?);
        let scalable = if ty.is_scalable() { "nx" } else { "" };
        Some(format!("{scalable}v{count}{element}"))
    }

    #[test]
    fn names_of_vectors_say_what_is_known_of_them() {
        for ty in ValueType::all() {
            let name = ty.name();
            if ty.is_vector() {
                assert_eq!(name_of_facts(ty).as_deref(), Some(name));
            } else {
                assert_eq!(ty.element(), None, "{name}");
            }
            let element = ty.scalar().name();
            let is_int = element.starts_with('i') && element[1..].parse::<u32>().is_ok();
            assert_eq!(ty.is_integer(), is_int, "{name}");
            assert_eq!(
                ty.scalar().is_floating_point(),
                ty.is_floating_point(),
                "{name}"
            );
        }
    }

    #[test]
    fn numbers_keep_one_order_in_all_releases() {
        for release in Release::ALL {
            let types = ValueTypes::of(release);
            let all = ValueType::all().filter_map(|it| Some((it, types.number(it)?)));
            let all: Vec<_> = all.collect();
            assert!(all.is_sorted_by(|a, b| a.1 < b.1), "{release}");
            for (ty, number) in all {
                assert_eq!(types.numbered(number), Some(ty), "{release}");
            }
        }
        let number = |release| ValueTypes::of(release).number(constant("v2f64"));
        assert_eq!(number(Release::V19), Some(128));
        assert_eq!(
            ValueTypes::of(Release::V19).numbered(134),
            Some(constant("v64f64"))
        );
        assert_eq!(
            ValueTypes::of(Release::V21).number(ValueType::ANY),
            Some(511)
        );
        assert_eq!(ValueTypes::of(Release::V19).number(ValueType::P_ANY), None);
    }
}
