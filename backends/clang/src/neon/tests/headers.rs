//! The intrinsics of a header.

use backend_testing::{between, lines_with};
use expect_test::expect;

use super::{check_header, header};

/// The part of a header for one byte order.
fn of_order(is_little: bool, header: &str) -> String {
    let mut is_kept = true;
    let mut kept = String::new();
    for line in header.lines() {
        match line {
            "#ifdef __LITTLE_ENDIAN__" => is_kept = is_little,
            "#else" => is_kept = !is_little,
            "#endif" => is_kept = true,
            _ if is_kept => kept += &format!("{line}\n"),
            _ => {}
        }
    }
    kept
}

#[test]
fn functions_and_macros_for_both_orders() {
    check_header(
        r#"
        def : SInst<"vabs", "..", "Ql">;
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

            #define vst1_p64(__p0, __p1) __extension__ ({ \
              poly64x1_t __s1 = __p1; \
              __builtin_neon_vst1_v(__p0, (int8x8_t)__s1, 6); \
            })
        "##]],
    );
}

#[test]
fn scalars_and_several_vectors() {
    let header = header(
        r#"
        def : IInst<"vbic", "1.1", "Us">;
        def : SInst<"vld2", "2(c*!)", "c">;"#,
    );
    expect![[r#"
        __ai __attribute__((target("neon"))) uint16_t vbic_u16(uint16x4_t __p0, uint16_t __p1) {
          uint16_t __ret;
          uint16x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
          __ret = (uint16_t) __builtin_neon_vbic_i16((int16x4_t)__rev0, __p1);
          return __ret;
        }

        #define vld2_s8(__p0) __extension__ ({ \
          int8x8x2_t __ret; \
          __builtin_neon_vld2_v(&__ret, __p0, 0); \
         \
          __ret.val[0] = __builtin_shufflevector(__ret.val[0], __ret.val[0], 7, 6, 5, 4, 3, 2, 1, 0); \
          __ret.val[1] = __builtin_shufflevector(__ret.val[1], __ret.val[1], 7, 6, 5, 4, 3, 2, 1, 0); \
          __ret; \
        })

    "#]].assert_eq(&of_order(false, &header));
    // The prefix without blanks keeps the common indentation.
    let little = lines_with(&of_order(true, &header), "__builtin");
    expect![[r#"
        ...
          __ret = (uint16_t) __builtin_neon_vbic_i16((int16x4_t)__p0, __p1);
          __builtin_neon_vld2_v(&__ret, __p0, 0); \
    "#]]
    .assert_eq(&format!("...\n{little}"));
}

#[test]
fn operations_and_what_they_call() {
    let header = header(
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
    );
    let big = of_order(false, &header);
    expect![[r#"
        __ai __attribute__((target("neon"))) int32x4_t vcombine_s32(int32x2_t __p0, int32x2_t __p1) {
          int32x4_t __ret;
          int32x2_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 1, 0);
          int32x2_t __rev1;  __rev1 = __builtin_shufflevector(__p1, __p1, 1, 0);
          __ret = __builtin_shufflevector(__rev0, __rev1, 0, 1, 3, 2);
          __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0);
          return __ret;
        }

        __ai __attribute__((target("neon"))) int32x2_t vgetq_s32(int32x4_t __p0) {
          int32x2_t __ret;
          int32x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
          __ret = __builtin_shufflevector(__rev0, __rev0, 2, 3);
          __ret = __builtin_shufflevector(__ret, __ret, 1, 0);
          return __ret;
        }

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

        __ai __attribute__((target("neon"))) int32x2_t vno_s32() __attribute__((unavailable));

    "#]].assert_eq(&between(&big, "vcombine", " vzq_s16"));
    expect![[r#"
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

        #if A
        __ai __attribute__((target("neon"))) int32x2_t vdup_s32(int32_t __p0) {
          int32x2_t __ret;
          __ret = (int32x2_t) {-__p0, -__p0};
          __ret = __builtin_shufflevector(__ret, __ret, 1, 0);
          return __ret;
        }

        __ai __attribute__((target("neon"))) int16x4_t va_s16(int16x4_t __p0, int16x4_t __p1) {
          int16x4_t __ret;
          int16x4_t __rev0;  __rev0 = __builtin_shufflevector(__p0, __p0, 3, 2, 1, 0);
          int16x4_t __rev1;  __rev1 = __builtin_shufflevector(__p1, __p1, 3, 2, 1, 0);
          __ret = __noswap_vz_s16(__rev0) + (int16x4_t)(__rev1);
          __ret = __builtin_shufflevector(__ret, __ret, 3, 2, 1, 0);
          return __ret;
        }

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

    "#]]
    .assert_eq(&between(&big, " vz_s16", ""));
    let little = lines_with(&of_order(true, &header), " = ");
    expect![[r#"
        ...
          __ret = __builtin_shufflevector(__p0, __p1, 0, 1, 3, 2);
          __ret = __builtin_shufflevector(__p0, __p0, 2, 3);
          int16x4_t __s0 = __p0; \
          __ret = (int16x4_t) __builtin_neon_vn_n_v((int8x8_t)__s0, __p1, 1); \
          __ret = (int16x8_t) __builtin_neon_vzq_v((int8x16_t)__p0, 33);
          __ret = (int16x4_t) __builtin_neon_vz_v((int8x8_t)__p0, 1);
          __ret = (int32x2_t) {-__p0, -__p0};
          __ret = vz_s16(__p0) + (int16x4_t)(__p1);
          int16x4_t __s0_0 = __p0_0; \
        int16x4_t __reint_0 = __t_0; \
          int16x4_t __t_0 = vn_n_s16(__s0_0, __p1_0); \
          __ret_0 = *(uint64x1_t *) &__reint_0; \
    "#]]
    .assert_eq(&format!("...\n{little}"));
}

#[test]
fn calls_of_what_calls_others_swap_nothing() {
    let header = header(
        r#"
        def : SOpInst<"va", "..", "s", Op<(call "vb", $p0)>>;
        def : SOpInst<"vb", "..", "s", Op<(call "vc", $p0)>>;
        def : SInst<"vc", "..", "s">;"#,
    );
    expect![[r#"
        __ai __attribute__((target("neon"))) int16x4_t __noswap_vc_s16(int16x4_t __p0) {
          __ret = __noswap_vc_s16(__rev0);
        __ai __attribute__((target("neon"))) int16x4_t __noswap_vb_s16(int16x4_t __p0) {
          __ret = __noswap_vc_s16(__p0);
          __ret = __noswap_vb_s16(__rev0);
    "#]]
    .assert_eq(&lines_with(&header, "__noswap_"));
}

#[test]
fn one_lane_in_all_lanes() {
    let header = header(r#"def : SOpInst<"vdup_lane", "..I", "i", Op<(splat $p0, $p1)>>;"#);
    let little = lines_with(&of_order(true, &header), "shuffle");
    expect![[r#"
        ...
          __ret = __builtin_shufflevector(__s0, __s0, __p1, __p1); \
    "#]]
    .assert_eq(&format!("...\n{little}"));
}

#[test]
fn unavailable_and_guarded() {
    check_header(
        r#"
        def : SOpInst<"vno", ".", "i", OP_UNAVAILABLE>;
        def : SOpInst<"vdup", ".1", "i", Op<(dup (op "-", $p0))>> { let ArchGuard = "A"; }"#,
        expect![[r##"
            #ifdef __LITTLE_ENDIAN__
            __ai __attribute__((target("neon"))) int32x2_t vno_s32() __attribute__((unavailable));
            #else
            __ai __attribute__((target("neon"))) int32x2_t vno_s32() __attribute__((unavailable));
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
