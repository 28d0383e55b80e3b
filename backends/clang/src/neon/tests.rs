use expect_test::{Expect, expect};

use crate::tests::check;

const CLASSES: &str = r#"
class Operation<list<dag> ops = []> {
  list<dag> Ops = ops;
  bit Unavailable = 0;
}
class Op<dag op> : Operation<[op]>;
foreach Index = 0-31 in def sv#Index;
class MaskExpand;
def mask0 : MaskExpand;
def mask1 : MaskExpand;
foreach Name = ["op", "call", "call_mangled", "cast", "bitcast", "dup", "dup_typed", "splat", "save_temp",
                "name_replace", "literal", "shuffle", "add", "rotl", "highhalf", "lowhalf", "rev", "other"] in
  def Name;
def OP_NONE : Operation;
def OP_UNAVAILABLE : Operation { let Unavailable = 1; }
class Inst<string n, string p, string t, Operation o> {
  string Name = n;
  string Prototype = p;
  string Types = t;
  string ArchGuard = "";
  string TargetGuard = "neon";
  Operation Operation = o;
  bit BigEndianSafe = 0;
  bit isShift = 0;
  bit isScalarShift = 0;
  bit isVCVT_N = 0;
  bit isVXAR = 0;
  bit isLaneQ = 0;
  string CartesianProductWith = "";
}
class SInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;
class IInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;
class WInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;
class SOpInst<string n, string p, string t, Operation o> : Inst<n, p, t, o>;
"#;

/// What a header has between the definition of `__ai` and its end.
#[track_caller]
fn check_header(source: &str, want: Expect) {
    let text = format!("{CLASSES}{source}");
    let records = backend_testing::read(&text);
    let shown = backend_testing::run(crate::ALL, "gen-arm-bf16", &[], &records).shown(&records);
    let start = shown.find("__nodebug__))\n\n").map_or(0, |at| at + 15);
    let end = shown.find("\n#undef __ai").unwrap_or(shown.len());
    want.assert_eq(&shown[start..end]);
}

#[test]
fn calls_of_builtins() {
    check_header(
        r#"
        def : SInst<"vabs", "..", "Ql">;
        def : IInst<"vbic", "1.1", "Us">;
        def : SInst<"vld2", "2(c*!)", "c">;
        def : SInst<"vst1", "v*(.!)", "Pl">;
        def : WInst<"vneg", "1(1F)", "Sh"> { let TargetGuard = ""; }"#,
        expect![[r##"
            #define vnegh_f16(__p0) __extension__ ({ \
              float16_t __ret; \
              float16_t __s0 = __p0; \
              __ret = (float16_t) __builtin_neon_vnegh_f16(__s0); \
              __ret; \
            })
            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int64x2_t vabsq_s64(int64x2_t __p0) {
              int64x2_t __ret;
              __ret = (int64x2_t) __builtin_neon_vabsq_v((int8x16_t)__p0, 35);
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) int64x2_t vabsq_s64(int64x2_t __p0) {
              int64x2_t __ret;
              int64x2_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 1, 0);
              __ret = (int64x2_t) __builtin_neon_vabsq_v((int8x16_t)__rev0, 35);
              __ret = __builtin_shufflevector(__ret, __ret, 1, 0);
              return __ret;
            }
            #endif

            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) uint16_t vbic_u16(uint16x4_t __p0, uint16_t __p1) {
              uint16_t __ret;
              __ret = (uint16_t) __builtin_neon_vbic_i16((int16x4_t)__p0, __p1);
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) uint16_t vbic_u16(uint16x4_t __p0, uint16_t __p1) {
              uint16_t __ret;
              uint16x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
              __ret = (uint16_t) __builtin_neon_vbic_i16((int16x4_t)__rev0, __p1);
              return __ret;
            }
            #endif

            #ifdef __LITTLE_ENDIAN__
            #define vld2_s8(__p0) __extension__ ({ \
              int8x8x2_t __ret; \
              __builtin_neon_vld2_v(&__ret, __p0, 0); \
              __ret; \
            })
            #else
            #define vld2_s8(__p0) __extension__ ({ \
              int8x8x2_t __ret; \
              __builtin_neon_vld2_v(&__ret, __p0, 0); \
             \
              __ret.val[0] = __builtin_shufflevector(__ret.val[0], __ret.val[0], 7, 6, 5, 4, 3, 2, 1, 0); \
              __ret.val[1] = __builtin_shufflevector(__ret.val[1], __ret.val[1], 7, 6, 5, 4, 3, 2, 1, 0); \
              __ret; \
            })
            #endif

            #define vst1_p64(__p0, __p1) __extension__ ({ \
              poly64x1_t __s1 = __p1; \
              __builtin_neon_vst1_v(__p0, (int8x8_t)__s1, 6); \
            })
        "##]],
    );
}

#[test]
fn operations_and_what_they_call() {
    check_header(
        r#"
        def : SOpInst<"va", "...", "s", Op<(op "+", (call "vz", $p0), (cast "U", "R", $p1))>>;
        def : SInst<"vz", "..", "sQs">;
        def : SOpInst<"vb_lane", "..I", "s", Operation<[
          (save_temp $t, (call "vn_n", $p0, $p1)),
          (bitcast "uint64x1_t", $t)]>>;
        def : SInst<"vn_n", "..I", "s">;
        def : SOpInst<"vdup", ".1", "i", Op<(dup (op "-", $p0))>> { let ArchGuard = "A"; }
        def : SOpInst<"vcombine", "Q..", "i", Op<(shuffle $p0, $p1, (add mask0, (rev 64, mask1)))>>;
        def : SOpInst<"vget", "q.", "Qi", Op<(shuffle $p0, $p0, (highhalf mask0))>>;
        def : SOpInst<"vno", ".", "i", OP_UNAVAILABLE>;
        def : SOpInst<"vself", "..", "i", Op<(call "vself", $p0)>>;"#,
        expect![[r##"
            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int32x4_t vcombine_s32(int32x2_t __p0, int32x2_t __p1) {
              int32x4_t __ret;
              __ret = __builtin_shufflevector(__p0, __p1, 0, 1, 3, 2);
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) int32x4_t vcombine_s32(int32x2_t __p0, int32x2_t __p1) {
              int32x4_t __ret;
              int32x2_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 1, 0);
              int32x2_t __rev1;  __rev1 = __builtin_shufflevector(__p1, __p1, 1, 0);
              __ret = __builtin_shufflevector(__rev0, __rev1, 0, 1, 3, 2);
              __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0);
              return __ret;
            }
            #endif

            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int32x2_t vgetq_s32(int32x4_t __p0) {
              int32x2_t __ret;
              __ret = __builtin_shufflevector(__p0, __p0, 2, 3);
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) int32x2_t vgetq_s32(int32x4_t __p0) {
              int32x2_t __ret;
              int32x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
              __ret = __builtin_shufflevector(__rev0, __rev0, 2, 3);
              __ret = __builtin_shufflevector(__ret, __ret, 1, 0);
              return __ret;
            }
            #endif

            #ifdef __LITTLE_ENDIAN__
            #define vn_n_s16(__p0, __p1) __extension__ ({ \
              int16x4_t __ret; \
              int16x4_t __s0 = __p0; \
              __ret = (int16x4_t) __builtin_neon_vn_n_v((int8x8_t)__s0, __p1, 1); \
              __ret; \
            })
            #else
            #define vn_n_s16(__p0, __p1) __extension__ ({ \
              int16x4_t __ret; \
              int16x4_t __s0 = __p0; \
              int16x4_t __rev0;  __rev0 = __builtin_shufflevector(__s0, __s0, 3, 2, 1, 0); \
              __ret = (int16x4_t) __builtin_neon_vn_n_v((int8x8_t)__rev0, __p1, 1); \
              __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0); \
              __ret; \
            })
            #define __noswap_vn_n_s16(__p0, __p1) __extension__ ({ \
              int16x4_t __ret; \
              int16x4_t __s0 = __p0; \
              __ret = (int16x4_t) __builtin_neon_vn_n_v((int8x8_t)__s0, __p1, 1); \
              __ret; \
            })
            #endif

            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int32x2_t vno_s32() __attribute__((unavailable));
            #else
            __ai __attribute__((target("neon"))) int32x2_t vno_s32() __attribute__((unavailable));
            #endif

            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int16x8_t vzq_s16(int16x8_t __p0) {
              int16x8_t __ret;
              __ret = (int16x8_t) __builtin_neon_vzq_v((int8x16_t)__p0, 33);
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) int16x8_t vzq_s16(int16x8_t __p0) {
              int16x8_t __ret;
              int16x8_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 7, 6, 5, 4, 3, 2, 1, 0);
              __ret = (int16x8_t) __builtin_neon_vzq_v((int8x16_t)__rev0, 33);
              __ret = __builtin_shufflevector(__ret, __ret, 7, 6, 5, 4, 3, 2, 1, 0);
              return __ret;
            }
            #endif

            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int16x4_t vz_s16(int16x4_t __p0) {
              int16x4_t __ret;
              __ret = (int16x4_t) __builtin_neon_vz_v((int8x8_t)__p0, 1);
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) int16x4_t vz_s16(int16x4_t __p0) {
              int16x4_t __ret;
              int16x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
              __ret = (int16x4_t) __builtin_neon_vz_v((int8x8_t)__rev0, 1);
              __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0);
              return __ret;
            }
            __ai __attribute__((target("neon"))) int16x4_t __noswap_vz_s16(int16x4_t __p0) {
              int16x4_t __ret;
              __ret = (int16x4_t) __builtin_neon_vz_v((int8x8_t)__p0, 1);
              return __ret;
            }
            #endif

            #if A
            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int32x2_t vdup_s32(int32_t __p0) {
              int32x2_t __ret;
              __ret = (int32x2_t) {-__p0, -__p0};
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) int32x2_t vdup_s32(int32_t __p0) {
              int32x2_t __ret;
              __ret = (int32x2_t) {-__p0, -__p0};
              __ret = __builtin_shufflevector(__ret, __ret, 1, 0);
              return __ret;
            }
            #endif

            #endif
            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int16x4_t va_s16(int16x4_t __p0, int16x4_t __p1) {
              int16x4_t __ret;
              __ret = vz_s16(__p0) + (int16x4_t)(__p1);
              return __ret;
            }
            #else
            __ai __attribute__((target("neon"))) int16x4_t va_s16(int16x4_t __p0, int16x4_t __p1) {
              int16x4_t __ret;
              int16x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
              int16x4_t __rev1;  __rev1 = __builtin_shufflevector(__p1, __p1, 3, 2, 1, 0);
              __ret = __noswap_vz_s16(__rev0) + (int16x4_t)(__rev1);
              __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0);
              return __ret;
            }
            #endif

            #ifdef __LITTLE_ENDIAN__
            #define vb_lane_s16(__p0_0, __p1_0) __extension__ ({ \
              int16x4_t __ret_0; \
              int16x4_t __s0_0 = __p0_0; \
            int16x4_t __reint_0 = __t_0; \
              int16x4_t __t_0 = vn_n_s16(__s0_0, __p1_0); \
              __ret_0 = *(uint64x1_t *) &__reint_0; \
              __ret_0; \
            })
            #else
            #define vb_lane_s16(__p0_1, __p1_1) __extension__ ({ \
              int16x4_t __ret_1; \
              int16x4_t __s0_1 = __p0_1; \
              int16x4_t __rev0_1;  __rev0_1 = __builtin_shufflevector(__s0_1, __s0_1, 3, 2, 1, 0); \
            int16x4_t __reint_1 = __t_1; \
              int16x4_t __t_1 = __noswap_vn_n_s16(__rev0_1, __p1_1); \
              __ret_1 = *(uint64x1_t *) &__reint_1; \
              __ret_1 = __builtin_shufflevector(__ret_1, __ret_1, 3, 2, 1, 0); \
              __ret_1; \
            })
            #endif

        "##]],
    );
}

#[test]
fn reinterpretations() {
    check_header(
        r#"
        def : SOpInst<"vreinterpret", "..", "csQc", Op<(cast "R", $p0)>> {
          let CartesianProductWith = "scQs";
          let BigEndianSafe = 1;
        }"#,
        expect![[r#"
            __ai __attribute__((target("neon"))) int8x16_t vreinterpretq_s8_s16(int16x8_t __p0) {
              int8x16_t __ret;
              __ret = (int8x16_t)(__p0);
              return __ret;
            }
            __ai __attribute__((target("neon"))) int8x8_t vreinterpret_s8_s16(int16x4_t __p0) {
              int8x8_t __ret;
              __ret = (int8x8_t)(__p0);
              return __ret;
            }
            __ai __attribute__((target("neon"))) int16x4_t vreinterpret_s16_s8(int8x8_t __p0) {
              int16x4_t __ret;
              __ret = (int16x4_t)(__p0);
              return __ret;
            }
        "#]],
    );
}

#[track_caller]
fn check_error(source: &str, want: Expect) {
    check_header(source, want);
}

#[test]
fn wrong_types() {
    check_error(
        r#"def X : SInst<"v", "(..", "s">;"#,
        expect![[r#"
        35: error: unmatched modifier group paren
    "#]],
    );
    check_error(
        r#"def X : SInst<"v", ".x", "s">;"#,
        expect![[r#"
        35: error: unknown modifier 'x' in a prototype
    "#]],
    );
    check_error(
        r#"def X : SInst<"v", "..", "Xs">;"#,
        expect![[r#"
        35: error: unknown letter 'X' in type code 'Xs'
    "#]],
    );
    check_error(
        r#"def X : SInst<"v", ".", "Sk">;"#,
        expect![[r#"
        35: error: no letter stands for a scalar of 128 bits in the name of 'v'
    "#]],
    );
}

#[test]
fn wrong_operations() {
    for (operation, want) in [
        (
            "(other $p0)",
            expect![[r#"
            35: error: Unknown operation!
        "#]],
        ),
        (
            "(op \"+\", $p1)",
            expect![[r#"
            35: error: Variable not defined!
        "#]],
        ),
        (
            "(op \"+\", 3:$p0)",
            expect![[r#"
            35: error: Arguments must either be DAGs or names, not both!
        "#]],
        ),
        (
            "(op \"+\", 3)",
            expect![[r#"
            35: error: Arguments must either be DAGs or names!
        "#]],
        ),
        (
            "(op \"+\")",
            expect![[r#"
                35: error: op() has too few arguments
            "#]],
        ),
        (
            "(op \"+\", $p0, (cast \"8\", $p0))",
            expect![[r#"
            35: error: Argument type mismatch!
        "#]],
        ),
        (
            "(call \"vx\", $p0)",
            expect![[r#"
            35: error: Intrinsic 'vx' not found!
        "#]],
        ),
        (
            "(call \"vabs\", (cast \"8\", $p0))",
            expect![[r#"
            35: error: No compatible intrinsic found - looking up intrinsic 'vabs(int8x8_t)'
            Available overloads:
              - int16x4_t vabs_v(int16x4_t)

        "#]],
        ),
        (
            "(call \"vtwo\", $p0)",
            expect![[r#"
            35: error: Multiple overloads found - looking up intrinsic 'vtwo(int16x4_t)'
            Available overloads:
              - int16x4_t vtwo_v(int16x4_t)
              - uint16x4_t vtwo_v(int16x4_t)

        "#]],
        ),
        (
            "(cast $p7, $p0)",
            expect![[r#"
            35: error: Variable not found
        "#]],
        ),
        (
            "(cast 3, $p0)",
            expect![[r#"
            35: error: Expected string type or $Name for cast type
        "#]],
        ),
        (
            "(cast \"H\", $p0)",
            expect![[r#"
            35: error: Can't get smaller than 64!
        "#]],
        ),
        (
            "(cast \"D\", \"D\", $p0)",
            expect![[r#"
            35: error: Can't get bigger than 128!
        "#]],
        ),
        (
            "(cast \"int8_t\", \"32\", $p0)",
            expect![[r#"
            35: error: Not enough bits to make it 32!
        "#]],
        ),
        (
            "(shuffle $p0, (cast \"U\", $p0), mask0)",
            expect![[r#"
            35: error: Different types in arguments to shuffle!
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (add mask0, op))",
            expect![[r#"
            35: error: Incorrect element kind in shuffle mask!
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (add sv0))",
            expect![[r#"
            35: error: Can only double or half the number of elements in a shuffle!
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (other mask0))",
            expect![[r#"
            error: Unknown set operator: (other mask0)
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (rev 48, mask0))",
            expect![[r#"
                35: error: rev() needs a width that fits the vector
            "#]],
        ),
        (
            "(dup $p0, $p0)",
            expect![[r#"
            35: error: dup() expects one argument
        "#]],
        ),
        (
            "(dup $p0)",
            expect![[r#"
            35: error: dup() expects a scalar argument
        "#]],
        ),
        (
            "(dup_typed $p0, $p0)",
            expect![[r#"
            35: error: dup_typed() requires a scalar as the second argument
        "#]],
        ),
        (
            "(dup_typed \"int8_t\", (literal \"int8_t\", \"1\"))",
            expect![[r#"
                35: error: dup_typed() used but target type is scalar!
            "#]],
        ),
        (
            "(splat $p0, $p0)",
            expect![[r#"
            35: error: splat() requires a scalar int as the second argument
        "#]],
        ),
        (
            "(save_temp 3, $p0)",
            expect![[r#"
            35: error: save_temp() expects a name as the first argument
        "#]],
        ),
        (
            "(save_temp $p0, $p0)",
            expect![[r#"
            35: error: Variable already defined!
        "#]],
        ),
        (
            "(call (name_replace \"x\", \"y\"), $p0)",
            expect![[r#"
            35: error: name should contain 'x'!
        "#]],
        ),
        (
            "(dup_typed \"int8x99999999_t\", (literal \"int8_t\", \"1\"))",
            expect![[r#"
                35: error: an expression is too long
            "#]],
        ),
    ] {
        let source = format!(
            r#"def X : SOpInst<"v", "..", "s", Op<{operation}>>;
               def : SInst<"vabs", "..", "s">;
               def : SInst<"vtwo", "..", "s">;
               def : SInst<"vtwo", "(U)(.!)", "s">;"#
        );
        check_error(&source, want);
    }
}

#[test]
fn builtins_and_their_arguments() {
    let source = r#"
        def : SInst<"vabs", "..", "cPlQf">;
        def : IInst<"vadd", "1.1", "Us"> { let TargetGuard = ""; }
        def : SInst<"vld2", "2(c*!)", "c">;
        def : SInst<"vst1_lane", "v*(.!)I", "s"> { let isLaneQ = 1; }
        def : SInst<"vshr_n", "..I", "s"> { let isShift = 1; }
        def : SInst<"vshrs_n", "11I", "Ss"> { let isScalarShift = 1; }
        def : SInst<"vcvt_n", "(1F)1I", "Si"> { let isVCVT_N = 1; }
        def : SInst<"vget_lane", "1.I", "cQc">;
        def : SInst<"vxar", "...I", "Ql"> { let isVXAR = 1; }"#;
    check(
        "gen-arm-neon-sema",
        &format!("{CLASSES}{source}"),
        expect![[r##"
            #ifdef GET_NEON_BUILTINS
            TARGET_BUILTIN(__builtin_neon_vabs_v, "V8ScV8Sci", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vabsq_v, "V16ScV16Sci", "n", "neon")
            BUILTIN(__builtin_neon_vadd_i16, "UsV4ss", "n")
            TARGET_BUILTIN(__builtin_neon_vcvts_n_s32, "fiIi", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vget_lane_s8, "ScV8ScIi", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vgetq_lane_s8, "ScV16ScIi", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vld2_v, "vv*vC*i", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vshr_n_v, "V8ScV8ScIii", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vshrsh_n_s16, "ssIi", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vst1_lane_v, "vv*V8ScIii", "n", "neon")
            TARGET_BUILTIN(__builtin_neon_vxarq_v, "V16ScV16ScV16ScIii", "n", "neon")
            #endif

            #ifdef GET_NEON_OVERLOAD_CHECK
            case NEON::BI__builtin_neon_vabs_v: mask = 0x41ULL; break;
            case NEON::BI__builtin_neon_vabsq_v: mask = 0x20000000000ULL; break;
            case NEON::BI__builtin_neon_vld2_v: mask = 0x1ULL; PtrArgNum = 1; HasConstPtr = true; break;
            case NEON::BI__builtin_neon_vshr_n_v: mask = 0x2ULL; break;
            case NEON::BI__builtin_neon_vst1_lane_v: mask = 0x2ULL; break;
            case NEON::BI__builtin_neon_vxarq_v: mask = 0x800000000ULL; break;
            #endif

            #ifdef GET_NEON_STREAMING_COMPAT_FLAG
            case NEON::BI__builtin_neon_vabs_v: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vabsq_v: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vadd_i16: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vld2_v: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vst1_lane_v: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vshr_n_v: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vshrsh_n_s16: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vcvts_n_s32: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vgetq_lane_s8: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vget_lane_s8: BuiltinType = ArmNonStreaming; break;
            case NEON::BI__builtin_neon_vxarq_v: BuiltinType = ArmNonStreaming; break;
            #endif

            #ifdef GET_NEON_IMMEDIATE_CHECK
            case NEON::BI__builtin_neon_vst1_lane_v: i = 2; u = RFT(TV, false, true); break;
            case NEON::BI__builtin_neon_vshr_n_v: i = 1; l = 1; u = RFT(TV, true); break;
            case NEON::BI__builtin_neon_vshrsh_n_s16: i = 1; l = 1; u = 15; break;
            case NEON::BI__builtin_neon_vcvts_n_s32: i = 1; l = 1; u = 31; break;
            case NEON::BI__builtin_neon_vgetq_lane_s8: i = 1; u = 15; break;
            case NEON::BI__builtin_neon_vget_lane_s8: i = 1; u = 7; break;
            case NEON::BI__builtin_neon_vxarq_v: i = 2; l = 0; u = 63; break;
            #endif

        "##]],
    );
}

#[test]
fn a_builtin_that_returns_a_constant() {
    let source = r#"def X : SInst<"v", "I", "s">;"#;
    check(
        "gen-arm-neon-sema",
        &format!("{CLASSES}{source}"),
        expect![[r#"
            35: error: 'v' returns an immediate
        "#]],
    );
}

#[test]
fn files_that_call_intrinsics() {
    let source = r#"
        def : SInst<"vst1", "v*(.!)", "s"> { let ArchGuard = "A"; }
        def : SInst<"vshr_n", "..I", "s"> { let isShift = 1; }
        def : SOpInst<"vshrn_high_n", "..I", "s", Op<(call "vshr_n", $p0, $p1)>>;
        def : SInst<"vget_lane", "1.I", "c">;
        def : SOpInst<"vno", ".", "i", OP_UNAVAILABLE>;
        def : SInst<"vzero", "1", "i">;"#;
    check(
        "gen-arm-neon-test",
        &format!("{CLASSES}{source}"),
        expect![[r#"
            // Calls each intrinsic of NEON once.

            #include <arm_neon.h>
            #include <arm_fp16.h>

            #if A
            __attribute__((target("neon")))
            void test_vst1_s16(int16_t * p0, int16x4_t p1) {
              vst1_s16(p0, p1);
            }
            #endif

            __attribute__((target("neon")))
            int16x4_t test_vshr_n_s16(int16x4_t p0) {
              return vshr_n_s16(p0, 1);
            }

            __attribute__((target("neon")))
            int16x4_t test_vshrn_high_n_s16(int16x4_t p0) {
              return vshrn_high_n_s16(p0, 1);
            }

            __attribute__((target("neon")))
            int8_t test_vget_lane_s8(int8x8_t p0) {
              return vget_lane_s8(p0, 0);
            }

            __attribute__((target("neon")))
            int32_t test_vzero_s32(void) {
              return vzero_s32();
            }
        "#]],
    );
}
