//! Differences between releases in the tables of NEON.

use std::borrow::Cow;

use backend::{Fatal, Rec};
use elaborate::records::Release;

use super::definition::{Class, Definition, ImmCheck};
use super::types::{BaseKind, Type};

/// The first class of a record. 21 has one whose intrinsics have no types in their names.
pub(super) fn class_name(rec: Rec<'_>) -> Option<&str> {
    if rec.records().release() >= Release::V21 {
        rec.direct_superclasses().first().map(|it| it.name())
    } else {
        let name = rec.superclasses().nth(1).map(|it| it.name());
        name.filter(|it| *it != "VInst")
    }
}

/// 21 restricts intrinsics of 8-bit floating point numbers to AArch64.
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

/// 21 lists the checks of constants instead of deriving them from flags and names.
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

/// 21 has tables of strings instead of calls of macros, and lists of checks.
pub(super) fn has_string_tables(release: Release) -> bool {
    release >= Release::V21
}

/// Since 21, all constants of an intrinsic are constants of its builtin, before that only the first.
pub(super) fn has_several_immediates(release: Release) -> bool {
    release >= Release::V21
}

/// 21 reinterprets bits by a builtin, which does not need the address of a variable.
pub(super) fn has_bit_cast(release: Release) -> bool {
    release >= Release::V21
}

/// A value as another type of the same size, as 21 writes it.
pub(super) fn bit_cast(ty: Type, value: &str) -> String {
    format!("__builtin_bit_cast({}, {value})", ty.c_name())
}

/// An argument of a builtin's call with a comma, as 21 writes it.
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
    // 22 treats polynomials as integers here.
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

/// 21 reverses vectors with macros, because on 32-bit Arm only the halves of a vector are reversed.
pub(super) fn reversed_lanes(release: Release, ty: Type) -> String {
    if release >= Release::V21 {
        return format!(", __lane_reverse_{}_{}", ty.bits, ty.element_bits);
    }
    (0..ty.lanes()).rev().map(|it| format!(", {it}")).collect()
}

/// 21 finds the intrinsics of long vectors by their names.
pub(super) fn is_of_long_lane(rec: Rec) -> Result<bool, Fatal> {
    if rec.records().release() >= Release::V21 {
        return Ok(rec.string("Name")?.contains("laneq"));
    }
    rec.bit("isLaneQ")
}

/// The condition at the start of `arm_neon.h`: 21 refuses other targets.
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

/// The macros of [`reversed_lanes`].
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

/// 21 has 8-bit floating point numbers, whose format is a mode passed to intrinsics.
pub(super) fn has_mfloat(release: Release) -> bool {
    release >= Release::V21
}
