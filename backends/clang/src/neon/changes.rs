//! Differences between LLVM releases in the tables of NEON.

use std::borrow::Cow;

use backend::{Fatal, Rec};
use elaborate::records::Release;

use super::definition::{Class, Definition, ImmCheck};
use super::types::{BaseKind, Type};

/// The name of the record's class that determines how types appear in the names of intrinsics. Since LLVM 21, it may be
/// `VInst`, for which names contain no types.
pub(super) fn class_name(rec: Rec<'_>) -> Option<&str> {
    if rec.records().release() >= Release::V21 {
        rec.direct_superclasses().first().map(|it| it.name())
    } else {
        let name = rec.superclasses().nth(1).map(|it| it.name());
        name.filter(|it| *it != "VInst")
    }
}

/// A copy of the definition that is restricted to AArch64. `None` if the definition is restricted already, or if `base`
/// is not an 8-bit floating-point type. These types are new in LLVM 21.
pub(super) fn restricted<'a>(def: &Definition<'a>, base: Type) -> Option<Definition<'a>> {
    const AARCH64: &str = "defined(__aarch64__)";
    if base.kind != BaseKind::MFloat || def.arch_guard.contains(AARCH64) {
        return None;
    }
    let guard = match &*def.arch_guard {
        "" => AARCH64.to_owned(),
        guard => format!("{AARCH64} && ({guard})"),
    };
    let mut def = def.clone();
    def.arch_guard = Cow::Owned(guard);
    Some(def)
}

/// The checks of constant arguments. Since LLVM 21, records list them; before, they are derived from flags and names,
/// and this list is empty.
pub(super) fn checks(rec: Rec, types: &[Type]) -> Result<Vec<ImmCheck>, Fatal> {
    if rec.records().release() < Release::V21 {
        return Ok(Vec::new());
    }
    let mut checks = Vec::new();
    for check in rec.list_of_defs("ImmChecks")? {
        let (argument, context) = (check.int("ImmArgIdx")?, check.int("TypeContextArgIdx")?);
        let kind = check.def("Kind")?.int("Value")?;
        let mut bits = (0, 0);
        if context >= 0 {
            let Some(ty) = types.get(context as usize + 1) else {
                let message = format!("a check refers to argument {context}, which is missing");
                return Err(rec.fatal(message));
            };
            bits = (ty.element_bits, ty.bits);
        }
        checks.push(ImmCheck {
            argument: argument as u32,
            kind: kind as u32,
            element_bits: bits.0,
            vector_bits: bits.1,
        });
    }
    checks.sort_by_key(|it| it.argument);
    Ok(checks)
}

/// Whether the output has string tables and lists of checks. True since LLVM 21. Before, the output has macro calls and
/// ranges of immediates.
pub(super) fn has_string_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Whether all immediates of an intrinsic are constants of its builtin. True since LLVM 21. Before, only the first
/// immediate is a constant.
pub(super) fn has_several_immediates(release: Release) -> bool {
    release >= Release::V21
}

/// Whether bits are reinterpreted with `__builtin_bit_cast`. True since LLVM 21. Before, the code casts values or the
/// address of a variable.
pub(super) fn has_bit_cast(release: Release) -> bool {
    release >= Release::V21
}

/// The C expression that reinterprets `value` as the type `ty` of the same size, in the form of LLVM 21 and later.
pub(super) fn bit_cast(ty: Type, value: &str) -> String {
    format!("__builtin_bit_cast({}, {value})", ty.c_name())
}

/// An argument in the call of a builtin, followed by a comma, in the form of LLVM 21 and later. A structure of vectors
/// becomes one argument for each vector.
pub(super) fn argument(release: Release, ty: Type, name: &str, class: Class) -> String {
    let bytes = |mut ty: Type| {
        ty.make_integer(8, BaseKind::Signed);
        ty
    };
    if ty.vectors > 1 {
        let part = |index| {
            let part = format!("{name}.val[{index}]");
            match class {
                Class::Overloaded => bit_cast(bytes(Type { vectors: 1, ..ty }), &part),
                _ => part,
            }
        };
        return (0..ty.vectors).map(|index| part(index) + ", ").collect();
    }
    // Since LLVM 22, polynomials are cast like integers.
    let is_integer = ty.is_integer() || release >= Release::V22 && ty.kind == BaseKind::Poly;
    let cast = match class {
        _ if !ty.is_vector() => None,
        Class::Overloaded => Some(bytes(ty)),
        _ if ty.is_half() && !ty.scalar_in_names => Some(bytes(ty)),
        Class::Integer if is_integer => Some(Type {
            kind: BaseKind::Signed,
            ..ty
        }),
        _ => None,
    };
    match cast {
        Some(ty) => bit_cast(ty, name) + ", ",
        None => format!("{name}, "),
    }
}

/// The lanes of a reversed vector. Since LLVM 21, macros list them, because 32-bit Arm reverses each half of a vector
/// separately.
pub(super) fn reversed_lanes(release: Release, ty: Type) -> String {
    if release >= Release::V21 {
        return format!(", __lane_reverse_{}_{}", ty.bits, ty.element_bits);
    }
    (0..ty.lanes()).rev().map(|it| format!(", {it}")).collect()
}

/// Whether the lane index of an intrinsic refers to a 128-bit vector. Since LLVM 21, this follows from the name in the
/// record; before, a field contains it.
pub(super) fn is_of_long_lane(rec: Rec) -> Result<bool, Fatal> {
    if rec.records().release() >= Release::V21 {
        return Ok(rec.string("Name")?.contains("laneq"));
    }
    rec.bit("isLaneQ")
}

/// The condition at the start of `arm_neon.h`. Since LLVM 21, it rejects targets other than Arm.
pub(super) fn target_condition(release: Release) -> &'static str {
    if release >= Release::V21 {
        "#if !defined(__arm__) && !defined(__aarch64__) && !defined(__arm64ec__)
#error \"<arm_neon.h> is intended only for ARM and AArch64 targets\"
#elif !defined(__ARM_FP)
"
    } else {
        "#ifndef __ARM_FP\n"
    }
}

/// The definitions of the macros that [`reversed_lanes`] uses in LLVM 21 and later. Empty before LLVM 21.
pub(super) fn reversals(release: Release) -> &'static str {
    if release < Release::V21 {
        return "";
    }
    "#if !defined(__LITTLE_ENDIAN__)
#if defined(__aarch64__) || defined(__arm64ec__)
#define __lane_reverse_64_32 1,0
#define __lane_reverse_64_16 3,2,1,0
#define __lane_reverse_64_8 7,6,5,4,3,2,1,0
#define __lane_reverse_128_64 1,0
#define __lane_reverse_128_32 3,2,1,0
#define __lane_reverse_128_16 7,6,5,4,3,2,1,0
#define __lane_reverse_128_8 15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0
#else
#define __lane_reverse_64_32 1,0
#define __lane_reverse_64_16 3,2,1,0
#define __lane_reverse_64_8 7,6,5,4,3,2,1,0
#define __lane_reverse_128_64 0,1
#define __lane_reverse_128_32 1,0,3,2
#define __lane_reverse_128_16 3,2,1,0,7,6,5,4
#define __lane_reverse_128_8 7,6,5,4,3,2,1,0,15,14,13,12,11,10,9,8
#endif
#endif
"
}

/// Whether there are 8-bit floating-point numbers, new in LLVM 21. Their format is a mode that intrinsics take as an
/// argument.
pub(super) fn has_mfloat(release: Release) -> bool {
    release >= Release::V21
}
