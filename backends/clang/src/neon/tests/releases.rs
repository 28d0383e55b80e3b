//! Differences of 21 and 22.

use elaborate::records::Release::{self, V19, V21, V22};
use expect_test::{Expect, expect};

use super::CLASSES;
use crate::tests::changes;

/// 21's classes: checks are listed, and intrinsics may be named by their type alone.
fn newer() -> String {
    format!(
        "class ImmCheckType<int v> {{ int Value = v; }}
class ImmCheck<int argument, ImmCheckType kind, int context = -1> {{
  int ImmArgIdx = argument; ImmCheckType Kind = kind; int TypeContextArgIdx = context;
}}
{}
class VInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;
def Lane : ImmCheckType<2>;
",
        CLASSES.replace(
            "  string CartesianProductWith",
            "  list<ImmCheck> ImmChecks = [];\n  string CartesianProductWith"
        )
    )
}

#[track_caller]
fn check(backend: &str, text: &str, releases: &[Release], want: Expect) {
    changes(backend, &format!("{}{text}", newer()), releases, want);
}

#[test]
fn headers() {
    check(
        "gen-arm-vector-type",
        "",
        &[V19, V21, V22],
        expect![[r#"
        19 to 21:
        +typedef __mfp8 mfloat8_t;
        +
        +typedef uint64_t fpm_t;
        +
        +enum __ARM_FPM_FORMAT { __ARM_FPM_E5M2, __ARM_FPM_E4M3 };
        +
        +enum __ARM_FPM_OVERFLOW { __ARM_FPM_INFNAN, __ARM_FPM_SATURATE };
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_fpm_init(void) {
        +  return 0;
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_src1_format(fpm_t __fpm, enum __ARM_FPM_FORMAT __format) {
        +  return (__fpm & ~7ull) | (fpm_t)__format;
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_src2_format(fpm_t __fpm, enum __ARM_FPM_FORMAT __format) {
        +  return (__fpm & ~0x38ull) | ((fpm_t)__format << 3u);
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_dst_format(fpm_t __fpm, enum __ARM_FPM_FORMAT __format) {
        +  return (__fpm & ~0x1c0ull) | ((fpm_t)__format << 6u);
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_overflow_mul(fpm_t __fpm, enum __ARM_FPM_OVERFLOW __behaviour) {
        +  return (__fpm & ~0x4000ull) | ((fpm_t)__behaviour << 14u);
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_overflow_cvt(fpm_t __fpm, enum __ARM_FPM_OVERFLOW __behaviour) {
        +  return (__fpm & ~0x8000ull) | ((fpm_t)__behaviour << 15u);
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_lscale(fpm_t __fpm, uint64_t __scale) {
        +  return (__fpm & ~0x7f0000ull) | (__scale << 16u);
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_nscale(fpm_t __fpm, int64_t __scale) {
        +  return (__fpm & ~0xff000000ull) | (((fpm_t)__scale & 0xffu) << 24u);
        +}
        +
        +static __inline__ fpm_t __attribute__((__always_inline__, __nodebug__))
        +__arm_set_fpm_lscale2(fpm_t __fpm, uint64_t __scale) {
        +  return (uint32_t)__fpm | (__scale << 32u);
        +}
        +
        +#if defined(__aarch64__) || defined(__arm64ec__)
        +typedef __attribute__((neon_vector_type(8))) mfloat8_t mfloat8x8_t;
        +typedef __attribute__((neon_vector_type(16))) mfloat8_t mfloat8x16_t;
        +#endif
        +#if defined(__aarch64__) || defined(__arm64ec__)
        +typedef struct mfloat8x8x2_t {
        +  mfloat8x8_t val[2];
        +} mfloat8x8x2_t;
        +
        +typedef struct mfloat8x16x2_t {
        +  mfloat8x16_t val[2];
        +} mfloat8x16x2_t;
        +
        +#endif
        +#if defined(__aarch64__) || defined(__arm64ec__)
        +typedef struct mfloat8x8x3_t {
        +  mfloat8x8_t val[3];
        +} mfloat8x8x3_t;
        +
        +typedef struct mfloat8x16x3_t {
        +  mfloat8x16_t val[3];
        +} mfloat8x16x3_t;
        +
        +#endif
        +#if defined(__aarch64__) || defined(__arm64ec__)
        +typedef struct mfloat8x8x4_t {
        +  mfloat8x8_t val[4];
        +} mfloat8x8x4_t;
        +
        +typedef struct mfloat8x16x4_t {
        +  mfloat8x16_t val[4];
        +} mfloat8x16x4_t;
        +
        +#endif
        21 to 22:
    "#]],
    );
    check(
        "gen-arm-fp16",
        r#"
def : SInst<"vld2", "2(c*!)", "c">;
def : IInst<"vget_lane", "1.I", "cPc">;
def VRE : Inst<"vre", ".(.!)", "sQf", Op<(bitcast "U", $p0)>>;
"#,
        &[V19, V21, V22],
        expect![[r#"
            19 to 21:
            -  __ret = (poly8_t) __builtin_neon_vget_lane_i8((poly8x8_t)__s0, __p1); \
            +  __ret = __builtin_bit_cast(poly8_t, __builtin_neon_vget_lane_i8(__s0, __p1)); \
            -  poly8x8_t __rev0;  __rev0 = __builtin_shufflevector(__s0, __s0, 7, 6, 5, 4, 3, 2, 1, 0); \
            -  __ret = (poly8_t) __builtin_neon_vget_lane_i8((poly8x8_t)__rev0, __p1); \
            +  poly8x8_t __rev0;  __rev0 = __builtin_shufflevector(__s0, __s0, __lane_reverse_64_8); \
            +  __ret = __builtin_bit_cast(poly8_t, __builtin_neon_vget_lane_i8(__rev0, __p1)); \
            -  __ret = (int8_t) __builtin_neon_vget_lane_i8((int8x8_t)__s0, __p1); \
            +  __ret = __builtin_bit_cast(int8_t, __builtin_neon_vget_lane_i8(__builtin_bit_cast(int8x8_t, __s0), __p1)); \
            -  int8x8_t __rev0;  __rev0 = __builtin_shufflevector(__s0, __s0, 7, 6, 5, 4, 3, 2, 1, 0); \
            -  __ret = (int8_t) __builtin_neon_vget_lane_i8((int8x8_t)__rev0, __p1); \
            +  int8x8_t __rev0;  __rev0 = __builtin_shufflevector(__s0, __s0, __lane_reverse_64_8); \
            +  __ret = __builtin_bit_cast(int8_t, __builtin_neon_vget_lane_i8(__builtin_bit_cast(int8x8_t, __rev0), __p1)); \
            -  __ret.val[0] = __builtin_shufflevector(__ret.val[0], __ret.val[0], 7, 6, 5, 4, 3, 2, 1, 0); \
            -  __ret.val[1] = __builtin_shufflevector(__ret.val[1], __ret.val[1], 7, 6, 5, 4, 3, 2, 1, 0); \
            +  __ret.val[0] = __builtin_shufflevector(__ret.val[0], __ret.val[0], __lane_reverse_64_8); \
            +  __ret.val[1] = __builtin_shufflevector(__ret.val[1], __ret.val[1], __lane_reverse_64_8); \
            -float32x4_t __reint = __p0;
            -  __ret = *(uint32x4_t *) &__reint;
            +  __ret = __builtin_bit_cast(uint32x4_t, __p0);
            -  float32x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
            -float32x4_t __reint = __rev0;
            -  __ret = *(uint32x4_t *) &__reint;
            -  __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0);
            +  float32x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, __lane_reverse_128_32);
            +  __ret = __builtin_bit_cast(uint32x4_t, __rev0);
            +  __ret = __builtin_shufflevector(__ret, __ret, __lane_reverse_128_32);
            -int16x4_t __reint = __p0;
            -  __ret = *(uint16x4_t *) &__reint;
            +  __ret = __builtin_bit_cast(uint16x4_t, __p0);
            -  int16x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
            -int16x4_t __reint = __rev0;
            -  __ret = *(uint16x4_t *) &__reint;
            -  __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0);
            +  int16x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, __lane_reverse_64_16);
            +  __ret = __builtin_bit_cast(uint16x4_t, __rev0);
            +  __ret = __builtin_shufflevector(__ret, __ret, __lane_reverse_64_16);
            21 to 22:
            -  __ret = __builtin_bit_cast(poly8_t, __builtin_neon_vget_lane_i8(__s0, __p1)); \
            +  __ret = __builtin_bit_cast(poly8_t, __builtin_neon_vget_lane_i8(__builtin_bit_cast(int8x8_t, __s0), __p1)); \
            -  __ret = __builtin_bit_cast(poly8_t, __builtin_neon_vget_lane_i8(__rev0, __p1)); \
            +  __ret = __builtin_bit_cast(poly8_t, __builtin_neon_vget_lane_i8(__builtin_bit_cast(int8x8_t, __rev0), __p1)); \
        "#]],
    );
}

#[test]
fn eight_bit_floats() {
    check(
        "gen-arm-neon-sema",
        r#"
def : VInst<"vdot_f32_mf8_fpm", ".(>F)..V", "m"> { let TargetGuard = "fp8"; }
def : SInst<"vget_lane", "1.I", "mQm"> { let ImmChecks = [ImmCheck<1, Lane, 0>]; }
def : SInst<"vset", "..I", "c"> { let ImmChecks = [ImmCheck<1, Lane>]; }
"#,
        &[V19, V21],
        expect![[r#"
            19 to 21:
            -#ifdef GET_NEON_BUILTINS
            -TARGET_BUILTIN(__builtin_neon_vdot_f32_mf8_fpm_mf8, "V8mV8ScV8mV8mUWi", "n", "fp8")
            -TARGET_BUILTIN(__builtin_neon_vget_lane_mf8, "mV8mIi", "n", "neon")
            -TARGET_BUILTIN(__builtin_neon_vgetq_lane_mf8, "mV16mIi", "n", "neon")
            -TARGET_BUILTIN(__builtin_neon_vset_v, "V8ScV8ScIii", "n", "neon")
            +#ifdef GET_NEON_BUILTIN_ENUMERATORS
            +  BI__builtin_neon_vdot_f32_mf8_fpm,
            +  BI__builtin_neon_vget_lane_mf8,
            +  BI__builtin_neon_vgetq_lane_mf8,
            +  BI__builtin_neon_vset_v,
            +#endif // GET_NEON_BUILTIN_ENUMERATORS
            +
            +#ifdef GET_NEON_BUILTIN_STR_TABLE
            +
            +#ifdef __GNUC__
            +#pragma GCC diagnostic push
            +#pragma GCC diagnostic ignored "-Woverlength-strings"
            +static constexpr char BuiltinStringsStorage[] = 
            +  "\0"
            +  "n\0"
            +  "vdot_f32_mf8_fpm\0"
            +  "V8mV8ScV8mV8mUWi\0"
            +  "fp8\0"
            +  "vgetq_lane_mf8\0"
            +  "mV16mIi\0"
            +  "neon\0"
            +  "vget_lane_mf8\0"
            +  "mV8mIi\0"
            +  "vset_v\0"
            +  "V8ScV8ScIii\0"
            +  ;
            +#ifdef __GNUC__
            +#pragma GCC diagnostic pop
            +#endif
            +static constexpr llvm::StringTable
            +BuiltinStrings = BuiltinStringsStorage;
            +#endif // GET_NEON_BUILTIN_STR_TABLE
            +
            +#ifdef GET_NEON_BUILTIN_INFOS
            +    Builtin::Info{Builtin::Info::StrOffsets{3 /* vdot_f32_mf8_fpm */, 20 /* V8mV8ScV8mV8mUWi */, 1 /* n */, 37 /* fp8 */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            +    Builtin::Info{Builtin::Info::StrOffsets{69 /* vget_lane_mf8 */, 83 /* mV8mIi */, 1 /* n */, 64 /* neon */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            +    Builtin::Info{Builtin::Info::StrOffsets{41 /* vgetq_lane_mf8 */, 56 /* mV16mIi */, 1 /* n */, 64 /* neon */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            +    Builtin::Info{Builtin::Info::StrOffsets{90 /* vset_v */, 97 /* V8ScV8ScIii */, 1 /* n */, 64 /* neon */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            +#endif // GET_NEON_BUILTIN_INFOS
            +
            -case NEON::BI__builtin_neon_vdot_f32_mf8_fpm_mf8: BuiltinType = ArmNonStreaming; break;
            +case NEON::BI__builtin_neon_vdot_f32_mf8_fpm: BuiltinType = ArmNonStreaming; break;
            -case NEON::BI__builtin_neon_vgetq_lane_mf8: i = 1; u = 15; break;
            -case NEON::BI__builtin_neon_vget_lane_mf8: i = 1; u = 7; break;
            -case NEON::BI__builtin_neon_vset_v: i = 1; u = RFT(TV, false, false); break;
            +case NEON::BI__builtin_neon_vgetq_lane_mf8:
            + ImmChecks.emplace_back(1, 2, 8, 128);
            + break;
            +case NEON::BI__builtin_neon_vget_lane_mf8:
            + ImmChecks.emplace_back(1, 2, 8, 64);
            + break;
            +case NEON::BI__builtin_neon_vset_v:
            + ImmChecks.emplace_back(1, 2, 0, 0);
            + break;
        "#]],
    );
    check(
        "gen-arm-fp16",
        r#"def : SInst<"vneg", "..", "m"> { let ArchGuard = "X"; } def : SInst<"vabs", "..", "m">;"#,
        &[V19, V21],
        expect![[r#"
            19 to 21:
            -  __ret = (mfloat8x8_t) __builtin_neon_vabs_v((int8x8_t)__p0, 12);
            +  __ret = __builtin_bit_cast(mfloat8x8_t, __builtin_neon_vabs_v(__builtin_bit_cast(int8x8_t, __p0), 12));
            -  mfloat8x8_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 7, 6, 5, 4, 3, 2, 1, 0);
            -  __ret = (mfloat8x8_t) __builtin_neon_vabs_v((int8x8_t)__rev0, 12);
            -  __ret = __builtin_shufflevector(__ret, __ret, 7, 6, 5, 4, 3, 2, 1, 0);
            +  mfloat8x8_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, __lane_reverse_64_8);
            +  __ret = __builtin_bit_cast(mfloat8x8_t, __builtin_neon_vabs_v(__builtin_bit_cast(int8x8_t, __rev0), 12));
            +  __ret = __builtin_shufflevector(__ret, __ret, __lane_reverse_64_8);
            -  __ret = (mfloat8x8_t) __builtin_neon_vneg_v((int8x8_t)__p0, 12);
            +  __ret = __builtin_bit_cast(mfloat8x8_t, __builtin_neon_vneg_v(__builtin_bit_cast(int8x8_t, __p0), 12));
            -  mfloat8x8_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 7, 6, 5, 4, 3, 2, 1, 0);
            -  __ret = (mfloat8x8_t) __builtin_neon_vneg_v((int8x8_t)__rev0, 12);
            -  __ret = __builtin_shufflevector(__ret, __ret, 7, 6, 5, 4, 3, 2, 1, 0);
            +  mfloat8x8_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, __lane_reverse_64_8);
            +  __ret = __builtin_bit_cast(mfloat8x8_t, __builtin_neon_vneg_v(__builtin_bit_cast(int8x8_t, __rev0), 12));
            +  __ret = __builtin_shufflevector(__ret, __ret, __lane_reverse_64_8);
        "#]],
    );
    check(
        "gen-arm-neon-sema",
        r#"def : SInst<"vget_lane", "1.I", "c"> { let ImmChecks = [ImmCheck<1, Lane, 7>]; }"#,
        &[V19, V21],
        expect![[r#"
            19 to 21:
            -#ifdef GET_NEON_BUILTINS
            -TARGET_BUILTIN(__builtin_neon_vget_lane_s8, "ScV8ScIi", "n", "neon")
            -#endif
            -
            -#ifdef GET_NEON_OVERLOAD_CHECK
            -#endif
            -
            -#ifdef GET_NEON_STREAMING_COMPAT_FLAG
            -case NEON::BI__builtin_neon_vget_lane_s8: BuiltinType = ArmNonStreaming; break;
            -#endif
            -
            -#ifdef GET_NEON_IMMEDIATE_CHECK
            -case NEON::BI__builtin_neon_vget_lane_s8: i = 1; u = 7; break;
            -#endif
            -
            +43: error: a check refers to argument 7, which is missing
        "#]],
    );
}
