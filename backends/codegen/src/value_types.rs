//! The value types of LLVM 19 by their numbers, as the reference was built with them.
//!
//! Backends look types up here and not in the records: a record gives a type's number, this its name.

use std::ops::RangeInclusive;

use backend::{Fatal, Rec};

/// A type of values in code generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueType(u8);

impl ValueType {
    /// Nothing in particular; the type of chains.
    pub const OTHER: ValueType = ValueType(1);
    /// An integer of one bit: a truth value.
    pub const I1: ValueType = ValueType(2);
    /// An integer of 8 bits.
    pub const I8: ValueType = ValueType(5);
    /// An integer of 16 bits.
    pub const I16: ValueType = ValueType(6);
    /// An integer of 32 bits.
    pub const I32: ValueType = ValueType(7);
    /// An integer of 64 bits.
    pub const I64: ValueType = ValueType(8);
    /// A number of IEEE's single precision.
    pub const F32: ValueType = ValueType(12);
    /// A number of IEEE's double precision.
    pub(crate) const F64: ValueType = ValueType(13);
    /// Ties nodes together until registers are assigned.
    pub const GLUE: ValueType = ValueType(191);
    /// No value at all.
    pub const IS_VOID: ValueType = ValueType(192);
    /// Something in a register of which nothing is known.
    pub const UNTYPED: ValueType = ValueType(193);
    /// What AArch64 counts the elements of a scalable vector with. Its size is scalable, though it is no vector.
    pub(crate) const AARCH64_SV_COUNT: ValueType = ValueType(199);
    /// A pointer into any address space.
    pub const IPTR_ANY: ValueType = ValueType(250);
    /// Any vector.
    pub const V_ANY: ValueType = ValueType(251);
    /// Any floating-point type.
    pub const F_ANY: ValueType = ValueType(252);
    /// Any integer.
    pub const I_ANY: ValueType = ValueType(253);
    /// An integer as wide as a pointer.
    pub const IPTR: ValueType = ValueType(254);
    /// Any type.
    pub const ANY: ValueType = ValueType(255);

    /// The numbers of the types that values can have once instructions are selected.
    pub const NORMAL: RangeInclusive<u8> = 1..=200;
    /// The numbers of integers of a known size, `i1` to `i128`.
    pub const SCALAR_INTEGERS: RangeInclusive<u8> = 2..=9;
    /// The numbers of floating-point types, `bf16` to `ppcf128`.
    pub const SCALAR_FLOATS: RangeInclusive<u8> = 10..=16;
    /// The numbers of vectors, scalable ones among them.
    pub const VECTORS: RangeInclusive<u8> = 17..=189;
    /// The numbers of vectors of which only a multiple has a known number of elements.
    pub(crate) const SCALABLE_VECTORS: RangeInclusive<u8> = 137..=189;

    /// The type that a record of class `ValueType` stands for; `None` if LLVM has no such type.
    pub fn of(rec: Rec) -> Result<Option<ValueType>, Fatal> {
        // The reference keeps the last eight bits.
        let number = rec.int("Value")? as u8;
        let known = TYPES.binary_search_by_key(&number, |(number, ..)| *number);
        Ok(known.ok().map(|_| ValueType(number)))
    }

    /// The name within `MVT`.
    pub fn name(self) -> &'static str {
        self.entry().map_or("", |(_, name, ..)| name)
    }

    /// How many bits it has, or at least has if its size is known only when a program runs; 0 if that says nothing.
    pub fn size_in_bits(self) -> u32 {
        self.entry().map_or(0, |(_, _, size, _)| *size)
    }

    /// The type that has a name within `MVT`.
    pub fn named(name: &str) -> Option<ValueType> {
        let found = TYPES.iter().find(|(_, it, ..)| *it == name);
        found.map(|(number, ..)| ValueType(*number))
    }

    /// Its number within `MVT`.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The type of a number; `None` if LLVM has no such type.
    pub fn of_number(number: u8) -> Option<ValueType> {
        Some(ValueType(number)).filter(|it| it.entry().is_some())
    }

    /// Whether the type, or what a vector consists of, is floating-point.
    pub fn is_floating_point(self) -> bool {
        self.entry().is_some_and(|(.., float)| *float)
    }

    /// Whether the type, or what a vector consists of, is an integer of a known size.
    pub fn is_integer(self) -> bool {
        self.scalar().is_scalar_integer()
    }

    /// Whether it is an integer of a known size and no vector.
    pub fn is_scalar_integer(self) -> bool {
        ValueType::SCALAR_INTEGERS.contains(&self.0)
    }

    /// Whether it is a vector, scalable or not. The type that stands for any vector is not one.
    pub fn is_vector(self) -> bool {
        self.element().is_some()
    }

    /// Whether it is a vector whose number of elements is a multiple that is known only when a program runs.
    pub fn is_scalable_vector(self) -> bool {
        ValueType::SCALABLE_VECTORS.contains(&self.0)
    }

    /// What a vector consists of.
    pub fn element(self) -> Option<ValueType> {
        let of_its_kind = |(last, _): &&(u8, ValueType)| self.0 <= *last;
        let is_vector = ValueType::VECTORS.contains(&self.0);
        let (_, element) = ELEMENTS.iter().find(of_its_kind).filter(|_| is_vector)?;
        Some(*element)
    }

    /// The type of the elements of a vector, or the type itself.
    pub fn scalar(self) -> ValueType {
        self.element().unwrap_or(self)
    }

    /// How many elements a vector has, or at least has if it is scalable.
    pub fn element_count(self) -> Option<u32> {
        Some(self.size_in_bits() / self.element()?.size_in_bits())
    }

    /// Whether its size is a multiple that is known only when a program runs.
    pub fn is_scalable(self) -> bool {
        self.is_scalable_vector() || self == ValueType::AARCH64_SV_COUNT
    }

    /// Whether it stands for any of several types.
    pub fn is_overloaded(self) -> bool {
        use ValueType as T;
        matches!(self, T::IPTR_ANY | T::V_ANY | T::F_ANY | T::I_ANY | T::ANY)
    }

    fn entry(self) -> Option<&'static (u8, &'static str, u32, bool)> {
        TYPES.get(usize::from(PLACES[usize::from(self.0)]))
    }
}

/// The type that a record stands for; an error if LLVM has no such type.
pub fn known(rec: Rec) -> Result<ValueType, Fatal> {
    ValueType::of(rec)?.ok_or_else(|| {
        rec.fatal_at(
            "Value",
            format!("'{}' has the number of no value type", rec.name()),
        )
    })
}

/// What vectors consist of, with the number of the last vector of each kind: all of a kind follow each other.
const ELEMENTS: &[(u8, ValueType)] = &{
    const I1: ValueType = ValueType::I1;
    const I2: ValueType = ValueType(3);
    const I4: ValueType = ValueType(4);
    const I8: ValueType = ValueType::I8;
    const I16: ValueType = ValueType::I16;
    const I32: ValueType = ValueType::I32;
    const I64: ValueType = ValueType::I64;
    const I128: ValueType = ValueType(9);
    const BF16: ValueType = ValueType(10);
    const F16: ValueType = ValueType(11);
    const F32: ValueType = ValueType::F32;
    const F64: ValueType = ValueType::F64;
    [
        (29, I1),
        (31, I2),
        (33, I4),
        (45, I8),
        (56, I16),
        (76, I32),
        (86, I64),
        (87, I128),
        (98, F16),
        (106, BF16),
        (126, F32),
        (136, F64),
        // From here on scalable.
        (143, I1),
        (150, I8),
        (156, I16),
        (162, I32),
        (168, I64),
        (174, F16),
        (180, BF16),
        (185, F32),
        (189, F64),
    ]
};

/// The place in the table of the type of each number; one behind the table if there is none.
const PLACES: [u8; 256] = {
    let mut places = [TYPES.len() as u8; 256];
    let mut place = 0;
    while place < TYPES.len() {
        places[TYPES[place].0 as usize] = place as u8;
        place += 1;
    }
    places
};

/// Numbers, names, sizes in bits, and whether the type or its elements are floating-point.
const TYPES: &[(u8, &str, u32, bool)] = &[
    (1, "Other", 0, false),
    (2, "i1", 1, false),
    (3, "i2", 2, false),
    (4, "i4", 4, false),
    (5, "i8", 8, false),
    (6, "i16", 16, false),
    (7, "i32", 32, false),
    (8, "i64", 64, false),
    (9, "i128", 128, false),
    (10, "bf16", 16, true),
    (11, "f16", 16, true),
    (12, "f32", 32, true),
    (13, "f64", 64, true),
    (14, "f80", 80, true),
    (15, "f128", 128, true),
    (16, "ppcf128", 128, true),
    (17, "v1i1", 1, false),
    (18, "v2i1", 2, false),
    (19, "v3i1", 3, false),
    (20, "v4i1", 4, false),
    (21, "v8i1", 8, false),
    (22, "v16i1", 16, false),
    (23, "v32i1", 32, false),
    (24, "v64i1", 64, false),
    (25, "v128i1", 128, false),
    (26, "v256i1", 256, false),
    (27, "v512i1", 512, false),
    (28, "v1024i1", 1024, false),
    (29, "v2048i1", 2048, false),
    (30, "v128i2", 256, false),
    (31, "v256i2", 512, false),
    (32, "v64i4", 256, false),
    (33, "v128i4", 512, false),
    (34, "v1i8", 8, false),
    (35, "v2i8", 16, false),
    (36, "v3i8", 24, false),
    (37, "v4i8", 32, false),
    (38, "v8i8", 64, false),
    (39, "v16i8", 128, false),
    (40, "v32i8", 256, false),
    (41, "v64i8", 512, false),
    (42, "v128i8", 1024, false),
    (43, "v256i8", 2048, false),
    (44, "v512i8", 4096, false),
    (45, "v1024i8", 8192, false),
    (46, "v1i16", 16, false),
    (47, "v2i16", 32, false),
    (48, "v3i16", 48, false),
    (49, "v4i16", 64, false),
    (50, "v8i16", 128, false),
    (51, "v16i16", 256, false),
    (52, "v32i16", 512, false),
    (53, "v64i16", 1024, false),
    (54, "v128i16", 2048, false),
    (55, "v256i16", 4096, false),
    (56, "v512i16", 8192, false),
    (57, "v1i32", 32, false),
    (58, "v2i32", 64, false),
    (59, "v3i32", 96, false),
    (60, "v4i32", 128, false),
    (61, "v5i32", 160, false),
    (62, "v6i32", 192, false),
    (63, "v7i32", 224, false),
    (64, "v8i32", 256, false),
    (65, "v9i32", 288, false),
    (66, "v10i32", 320, false),
    (67, "v11i32", 352, false),
    (68, "v12i32", 384, false),
    (69, "v16i32", 512, false),
    (70, "v32i32", 1024, false),
    (71, "v64i32", 2048, false),
    (72, "v128i32", 4096, false),
    (73, "v256i32", 8192, false),
    (74, "v512i32", 16384, false),
    (75, "v1024i32", 32768, false),
    (76, "v2048i32", 65536, false),
    (77, "v1i64", 64, false),
    (78, "v2i64", 128, false),
    (79, "v3i64", 192, false),
    (80, "v4i64", 256, false),
    (81, "v8i64", 512, false),
    (82, "v16i64", 1024, false),
    (83, "v32i64", 2048, false),
    (84, "v64i64", 4096, false),
    (85, "v128i64", 8192, false),
    (86, "v256i64", 16384, false),
    (87, "v1i128", 128, false),
    (88, "v1f16", 16, true),
    (89, "v2f16", 32, true),
    (90, "v3f16", 48, true),
    (91, "v4f16", 64, true),
    (92, "v8f16", 128, true),
    (93, "v16f16", 256, true),
    (94, "v32f16", 512, true),
    (95, "v64f16", 1024, true),
    (96, "v128f16", 2048, true),
    (97, "v256f16", 4096, true),
    (98, "v512f16", 8192, true),
    (99, "v2bf16", 32, true),
    (100, "v3bf16", 48, true),
    (101, "v4bf16", 64, true),
    (102, "v8bf16", 128, true),
    (103, "v16bf16", 256, true),
    (104, "v32bf16", 512, true),
    (105, "v64bf16", 1024, true),
    (106, "v128bf16", 2048, true),
    (107, "v1f32", 32, true),
    (108, "v2f32", 64, true),
    (109, "v3f32", 96, true),
    (110, "v4f32", 128, true),
    (111, "v5f32", 160, true),
    (112, "v6f32", 192, true),
    (113, "v7f32", 224, true),
    (114, "v8f32", 256, true),
    (115, "v9f32", 288, true),
    (116, "v10f32", 320, true),
    (117, "v11f32", 352, true),
    (118, "v12f32", 384, true),
    (119, "v16f32", 512, true),
    (120, "v32f32", 1024, true),
    (121, "v64f32", 2048, true),
    (122, "v128f32", 4096, true),
    (123, "v256f32", 8192, true),
    (124, "v512f32", 16384, true),
    (125, "v1024f32", 32768, true),
    (126, "v2048f32", 65536, true),
    (127, "v1f64", 64, true),
    (128, "v2f64", 128, true),
    (129, "v3f64", 192, true),
    (130, "v4f64", 256, true),
    (131, "v8f64", 512, true),
    (132, "v16f64", 1024, true),
    (133, "v32f64", 2048, true),
    (134, "v64f64", 4096, true),
    (135, "v128f64", 8192, true),
    (136, "v256f64", 16384, true),
    (137, "nxv1i1", 1, false),
    (138, "nxv2i1", 2, false),
    (139, "nxv4i1", 4, false),
    (140, "nxv8i1", 8, false),
    (141, "nxv16i1", 16, false),
    (142, "nxv32i1", 32, false),
    (143, "nxv64i1", 64, false),
    (144, "nxv1i8", 8, false),
    (145, "nxv2i8", 16, false),
    (146, "nxv4i8", 32, false),
    (147, "nxv8i8", 64, false),
    (148, "nxv16i8", 128, false),
    (149, "nxv32i8", 256, false),
    (150, "nxv64i8", 512, false),
    (151, "nxv1i16", 16, false),
    (152, "nxv2i16", 32, false),
    (153, "nxv4i16", 64, false),
    (154, "nxv8i16", 128, false),
    (155, "nxv16i16", 256, false),
    (156, "nxv32i16", 512, false),
    (157, "nxv1i32", 32, false),
    (158, "nxv2i32", 64, false),
    (159, "nxv4i32", 128, false),
    (160, "nxv8i32", 256, false),
    (161, "nxv16i32", 512, false),
    (162, "nxv32i32", 1024, false),
    (163, "nxv1i64", 64, false),
    (164, "nxv2i64", 128, false),
    (165, "nxv4i64", 256, false),
    (166, "nxv8i64", 512, false),
    (167, "nxv16i64", 1024, false),
    (168, "nxv32i64", 2048, false),
    (169, "nxv1f16", 16, true),
    (170, "nxv2f16", 32, true),
    (171, "nxv4f16", 64, true),
    (172, "nxv8f16", 128, true),
    (173, "nxv16f16", 256, true),
    (174, "nxv32f16", 512, true),
    (175, "nxv1bf16", 16, true),
    (176, "nxv2bf16", 32, true),
    (177, "nxv4bf16", 64, true),
    (178, "nxv8bf16", 128, true),
    (179, "nxv16bf16", 256, true),
    (180, "nxv32bf16", 512, true),
    (181, "nxv1f32", 32, true),
    (182, "nxv2f32", 64, true),
    (183, "nxv4f32", 128, true),
    (184, "nxv8f32", 256, true),
    (185, "nxv16f32", 512, true),
    (186, "nxv1f64", 64, true),
    (187, "nxv2f64", 128, true),
    (188, "nxv4f64", 256, true),
    (189, "nxv8f64", 512, true),
    (190, "x86mmx", 64, false),
    (191, "Glue", 0, false),
    (192, "isVoid", 0, false),
    (193, "Untyped", 8, false),
    (194, "funcref", 0, false),
    (195, "externref", 0, false),
    (196, "exnref", 0, false),
    (197, "x86amx", 8192, false),
    (198, "i64x8", 512, false),
    (199, "aarch64svcount", 16, false),
    (200, "spirvbuiltin", 0, false),
    (248, "token", 0, false),
    (249, "Metadata", 0, false),
    (250, "iPTRAny", 0, false),
    (251, "vAny", 0, false),
    (252, "fAny", 0, false),
    (253, "iAny", 0, false),
    (254, "iPTR", 0, false),
    (255, "Any", 0, false),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The name that says the same as what is known of a vector.
    fn name_of_facts(ty: ValueType) -> Option<String> {
        let (element, count) = (ty.element()?.name(), ty.element_count()?);
        let scalable = if ty.is_scalable() { "nx" } else { "" };
        Some(format!("{scalable}v{count}{element}"))
    }

    #[test]
    fn names_of_vectors_say_what_is_known_of_them() {
        for (number, name, _, float) in TYPES {
            let ty = ValueType(*number);
            if ValueType::VECTORS.contains(number) {
                assert_eq!(name_of_facts(ty).as_deref(), Some(*name));
            } else {
                assert_eq!(ty.element(), None, "{name}");
            }
            let element = ty.scalar().name();
            let is_int = element.starts_with('i') && element[1..].parse::<u8>().is_ok();
            assert_eq!(ty.is_integer(), is_int, "{name}");
            assert_eq!(ty.scalar().is_floating_point(), *float, "{name}");
        }
    }
}
