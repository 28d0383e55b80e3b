//! The headers that declare intrinsics.

use backend_testing::{between, lines_with};
use expect_test::expect;

use super::{INTRINSICS, check_of, output};

const MVE: &str = "gen-arm-mve-header";
const CDE: &str = "gen-arm-cde-header";

#[test]
fn a_whole_header() {
    let one = "\ndef vneg : Intrinsic<[u8, f32], Vector, (args Vector:$a), (id $a)>;";
    check_of(
        MVE,
        one,
        expect![[r#"
        /*===---- arm_mve.h - ARM MVE intrinsics -----------------------------------===
         *
         *
         * Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
         * See https://llvm.org/LICENSE.txt for license information.
         * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
         *
         *===-----------------------------------------------------------------------===
         */

        #ifndef __ARM_MVE_H
        #define __ARM_MVE_H

        #if !__ARM_FEATURE_MVE
        #error "MVE support not enabled"
        #endif

        #include <stdint.h>

        #ifdef __cplusplus
        extern "C" {
        #endif

        typedef uint16_t mve_pred16_t;
        typedef __attribute__((__neon_vector_type__(8), __clang_arm_mve_strict_polymorphism)) int16_t int16x8_t;
        typedef struct { int16x8_t val[2]; } int16x8x2_t;
        typedef struct { int16x8_t val[4]; } int16x8x4_t;
        typedef __attribute__((__neon_vector_type__(4), __clang_arm_mve_strict_polymorphism)) int32_t int32x4_t;
        typedef struct { int32x4_t val[2]; } int32x4x2_t;
        typedef struct { int32x4_t val[4]; } int32x4x4_t;
        typedef __attribute__((__neon_vector_type__(16), __clang_arm_mve_strict_polymorphism)) int8_t int8x16_t;
        typedef struct { int8x16_t val[2]; } int8x16x2_t;
        typedef struct { int8x16_t val[4]; } int8x16x4_t;
        typedef __attribute__((__neon_vector_type__(8), __clang_arm_mve_strict_polymorphism)) uint16_t uint16x8_t;
        typedef struct { uint16x8_t val[2]; } uint16x8x2_t;
        typedef struct { uint16x8_t val[4]; } uint16x8x4_t;
        typedef __attribute__((__neon_vector_type__(4), __clang_arm_mve_strict_polymorphism)) uint32_t uint32x4_t;
        typedef struct { uint32x4_t val[2]; } uint32x4x2_t;
        typedef struct { uint32x4_t val[4]; } uint32x4x4_t;
        typedef __attribute__((__neon_vector_type__(16), __clang_arm_mve_strict_polymorphism)) uint8_t uint8x16_t;
        typedef struct { uint8x16_t val[2]; } uint8x16x2_t;
        typedef struct { uint8x16_t val[4]; } uint8x16x4_t;

        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vneg_u8)))
        uint8x16_t __arm_vneg_u8(uint8x16_t);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vneg_u8)))
        uint8x16_t __arm_vneg(uint8x16_t);

        #if (__ARM_FEATURE_MVE & 2)

        typedef __fp16 float16_t;
        typedef float float32_t;
        typedef __attribute__((__neon_vector_type__(4), __clang_arm_mve_strict_polymorphism)) float32_t float32x4_t;
        typedef struct { float32x4_t val[2]; } float32x4x2_t;
        typedef struct { float32x4_t val[4]; } float32x4x4_t;

        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vneg_f32)))
        float32x4_t __arm_vneg_f32(float32x4_t);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vneg_f32)))
        float32x4_t __arm_vneg(float32x4_t);

        #endif /* (__ARM_FEATURE_MVE & 2) */

        #if (!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)

        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vneg_u8)))
        uint8x16_t vneg_u8(uint8x16_t);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vneg_u8)))
        uint8x16_t vneg(uint8x16_t);

        #endif /* (!defined __ARM_MVE_PRESERVE_USER_NAMESPACE) */

        #if (__ARM_FEATURE_MVE & 2) && (!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)

        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vneg_f32)))
        float32x4_t vneg_f32(float32x4_t);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vneg_f32)))
        float32x4_t vneg(float32x4_t);

        #endif /* (__ARM_FEATURE_MVE & 2) && (!defined __ARM_MVE_PRESERVE_USER_NAMESPACE) */

        #ifdef __cplusplus
        } /* extern "C" */
        #endif

        #endif /* __ARM_MVE_H */
    "#]],
    );
}

#[test]
fn declarations() {
    let header = output(MVE, INTRINSICS);
    expect![[r#"
        int32x4_t __arm_vaddq_s32(int32x4_t, int32x4_t);
        int32x4_t __arm_vaddq(int32x4_t, int32x4_t);
        uint8x16_t __arm_vaddq_u8(uint8x16_t, uint8x16_t);
        uint8x16_t __arm_vaddq(uint8x16_t, uint8x16_t);
        int8x16x2_t __arm_vdup_n_s8(int8_t, mve_pred16_t);
        int8x16x2_t __arm_vdup_s8(int8_t, mve_pred16_t);
        uint32x4x2_t __arm_vdup_n_u32(uint32_t, mve_pred16_t);
        uint32x4x2_t __arm_vdup_u32(uint32_t, mve_pred16_t);
        uint16x8x2_t __arm_vld2q_u16(const uint16_t *);
        uint16x8x2_t __arm_vld2q(const uint16_t *);
        uint8x16_t __arm_vother_p8();
        uint8x16_t __arm_vother();
        int8x16_t __arm_vshift_s8(int8x16_t, int, int, int8_t, int8_t);
        int8x16_t __arm_vshift(int8x16_t, int, int, int8_t, int8_t);
        uint8x16_t __arm_vshift_u8(uint8x16_t, int, int, uint8_t, uint8_t);
        uint8x16_t __arm_vshift(uint8x16_t, int, int, uint8_t, uint8_t);
        void __arm_vst(const int16_t *, int);
        float32x4_t __arm_vaddq_f32(float32x4_t, float32x4_t);
        float32x4_t __arm_vaddq(float32x4_t, float32x4_t);
        float32x4x2_t __arm_vld2q_f32(const float32_t *);
        float32x4x2_t __arm_vld2q(const float32_t *);
    "#]]
    .assert_eq(&lines_with(&header, " __arm_"));
    let first = between(&header, "_mve_vdup_n_s8", "_mve_vdup_n_u32");
    expect![[r#"
        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vdup_n_s8)))
        int8x16x2_t __arm_vdup_n_s8(int8_t, mve_pred16_t);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vdup_n_s8)))
        int8x16x2_t __arm_vdup_s8(int8_t, mve_pred16_t);
    "#]].assert_eq(&first);
    // One without a name of its own.
    expect![[r#"
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vst_s16)))
        void __arm_vst(const int16_t *, int);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vst_s16)))
        void vst(const int16_t *, int);
    "#]].assert_eq(&lines_with(&header, "vst"));
    // A letter of its own in the name.
    expect![[r#"
        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vother_p8)))
        uint8x16_t __arm_vother_p8();
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vother_p8)))
        uint8x16_t __arm_vother();
        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vother_p8)))
        uint8x16_t vother_p8();
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vother_p8)))
        uint8x16_t vother();
    "#]].assert_eq(&lines_with(&header, "vother"));
}

#[test]
fn a_header_with_macros() {
    let macros = "def vmacro : FunctionMacro<[\"a\", \"b\"], \"f((a), (b))\">;";
    let fewer = "def double : PrimitiveType<\"f\", 64>; def clz : Intrinsic<[Void], u32, (args u32:$a), (id $a)>; def vnot : Intrinsic<[u8], Vector, (args Vector:$a), (id $a)>;";
    let header = output(CDE, &format!("\n{macros}{fewer}"));
    expect![[r#"
        /*===---- arm_cde.h - ARM CDE intrinsics -----------------------------------===
         *===-----------------------------------------------------------------------===
    "#]]
    .assert_eq(&lines_with(&header, "----"));
    expect![[r##"
        #ifndef __ARM_CDE_H
        #define __ARM_CDE_H

        #if !__ARM_FEATURE_CDE
        #error "CDE support not enabled"
        #endif

        #include <stdint.h>

        #ifdef __cplusplus
        extern "C" {
        #endif

        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_clz)))
        uint32_t __arm_clz(uint32_t);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_clz)))
        uint32_t __arm_(uint32_t);

        #if __ARM_FEATURE_MVE

        typedef uint16_t mve_pred16_t;
        typedef __attribute__((__neon_vector_type__(8), __clang_arm_mve_strict_polymorphism)) int16_t int16x8_t;
        typedef __attribute__((__neon_vector_type__(4), __clang_arm_mve_strict_polymorphism)) int32_t int32x4_t;
        typedef __attribute__((__neon_vector_type__(16), __clang_arm_mve_strict_polymorphism)) int8_t int8x16_t;
        typedef __attribute__((__neon_vector_type__(8), __clang_arm_mve_strict_polymorphism)) uint16_t uint16x8_t;
        typedef __attribute__((__neon_vector_type__(4), __clang_arm_mve_strict_polymorphism)) uint32_t uint32x4_t;
        typedef __attribute__((__neon_vector_type__(16), __clang_arm_mve_strict_polymorphism)) uint8_t uint8x16_t;

        static __inline__ __attribute__((__clang_arm_builtin_alias(__builtin_arm_mve_vnot_u8)))
        uint8x16_t __arm_vnot_u8(uint8x16_t);
        static __inline__ __attribute__((__overloadable__, __clang_arm_builtin_alias(__builtin_arm_mve_vnot_u8)))
        uint8x16_t __arm_vnot(uint8x16_t);
        #define __arm_vmacro(a, b) f((a), (b))

        #endif /* __ARM_FEATURE_MVE */

        #if __ARM_FEATURE_MVE & 2

        typedef __fp16 float16_t;
        typedef float float32_t;
        typedef __attribute__((__neon_vector_type__(4), __clang_arm_mve_strict_polymorphism)) float32_t float32x4_t;


        #endif /* __ARM_FEATURE_MVE & 2 */

        #ifdef __cplusplus
        } /* extern "C" */
        #endif

        #endif /* __ARM_CDE_H */
    "##]].assert_eq(&between(&header, "#ifndef", ""));
}
