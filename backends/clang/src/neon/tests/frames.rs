//! The text around the intrinsics of each header, and their common types.

use backend_testing::{between, lines_with};
use expect_test::expect;

use super::output;

#[test]
fn neon() {
    let header = output("gen-arm-neon", "");
    expect![[r#"
        /*===---- arm_neon.h - ARM Neon intrinsics ---------------------------------===
         *
         * Permission is hereby granted, free of charge, to any person obtaining a copy
         * of this software and associated documentation files (the "Software"), to deal
         * in the Software without restriction, including without limitation the rights
         * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
         * copies of the Software, and to permit persons to whom the Software is
         * furnished to do so, subject to the following conditions:
         *
         * The above copyright notice and this permission notice shall be included in
         * all copies or substantial portions of the Software.
         *
         * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
         * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
         * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
         * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
         * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
         * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
         * THE SOFTWARE.
         *
         *===-----------------------------------------------------------------------===
         */

        #ifndef __ARM_NEON_H
        #define __ARM_NEON_H

        #ifndef __ARM_FP
        #error "NEON intrinsics not available with the soft-float ABI. Please use -mfloat-abi=softfp or -mfloat-abi=hard"
        #else

        #include <stdint.h>

        #include <arm_bf16.h>
        #include <arm_vector_types.h>
        #if defined(__aarch64__) || defined(__arm64ec__)
        typedef uint8_t poly8_t;
        typedef uint16_t poly16_t;
        typedef uint64_t poly64_t;
        typedef __uint128_t poly128_t;
        #else
        typedef int8_t poly8_t;
        typedef int16_t poly16_t;
        typedef int64_t poly64_t;
        #endif
        typedef __attribute__((neon_polyvector_type(8))) poly8_t poly8x8_t;
        typedef __attribute__((neon_polyvector_type(16))) poly8_t poly8x16_t;
        typedef __attribute__((neon_polyvector_type(4))) poly16_t poly16x4_t;
        typedef __attribute__((neon_polyvector_type(8))) poly16_t poly16x8_t;
        typedef __attribute__((neon_polyvector_type(1))) poly64_t poly64x1_t;
        typedef __attribute__((neon_polyvector_type(2))) poly64_t poly64x2_t;

        typedef struct poly8x8x2_t {
          poly8x8_t val[2];
        } poly8x8x2_t;

    "#]].assert_eq(&between(&header, "arm_neon.h", "struct poly8x16x2"));
    expect![[r#"
        #define __ai static __inline__ __attribute__((__always_inline__, __nodebug__))


        #undef __ai

        #endif /* if !defined(__ARM_NEON) */
        #endif /* ifndef __ARM_FP */
    "#]]
    .assert_eq(&between(&header, "#define __ai", ""));
}

#[test]
fn half_precision() {
    let header = output("gen-arm-fp16", "");
    expect![[r#"
        /*===---- arm_fp16.h - ARM FP16 intrinsics ---------------------------------===
    "#]]
    .assert_eq(&lines_with(&header, "arm_fp16.h"));
    expect![[r#"
        #ifndef __ARM_FP16_H
        #define __ARM_FP16_H

        #include <stdint.h>

        typedef __fp16 float16_t;
        #define __ai static __inline__ __attribute__((__always_inline__, __nodebug__))


        #undef __ai

        #endif /* __ARM_FP16_H */
    "#]]
    .assert_eq(&between(&header, "#ifndef", ""));
}

#[test]
fn brain_float() {
    let header = output("gen-arm-bf16", "");
    expect![[r#"
        /*===---- arm_bf16.h - ARM BF16 intrinsics -----------------------------------===
         *
         *
         * Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
         * See https://llvm.org/LICENSE.txt for license information.
         * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
         *
         *===-----------------------------------------------------------------------===
         */

        #ifndef __ARM_BF16_H
        #define __ARM_BF16_H

        typedef __bf16 bfloat16_t;
        #define __ai static __inline__ __attribute__((__always_inline__, __nodebug__))


        #undef __ai

        #endif
    "#]]
    .assert_eq(&header);
}

#[test]
fn types_of_vectors() {
    let header = output("gen-arm-vector-type", "");
    expect![[r#"
        /*===---- arm_vector_types - ARM vector type ------===
    "#]]
    .assert_eq(&lines_with(&header, "arm_vector_types"));
    expect![[r##"
        #if !defined(__ARM_NEON_H) && !defined(__ARM_SVE_H)
        #error "This file should not be used standalone. Please include arm_neon.h or arm_sve.h instead"

        #endif
        #ifndef __ARM_NEON_TYPES_H
        #define __ARM_NEON_TYPES_H
        typedef float float32_t;
        typedef __fp16 float16_t;
        #if defined(__aarch64__) || defined(__arm64ec__)
        typedef double float64_t;
        #endif

    "##]].assert_eq(&between(&header, "#if", "typedef __attribute__"));
    expect![[r#"
        typedef __attribute__((neon_vector_type(8))) int8_t int8x8_t;
        typedef __attribute__((neon_vector_type(16))) int8_t int8x16_t;
        typedef __attribute__((neon_vector_type(4))) int16_t int16x4_t;
        typedef __attribute__((neon_vector_type(8))) int16_t int16x8_t;
        typedef __attribute__((neon_vector_type(2))) int32_t int32x2_t;
        typedef __attribute__((neon_vector_type(4))) int32_t int32x4_t;
        typedef __attribute__((neon_vector_type(1))) int64_t int64x1_t;
        typedef __attribute__((neon_vector_type(2))) int64_t int64x2_t;
        typedef __attribute__((neon_vector_type(8))) uint8_t uint8x8_t;
        typedef __attribute__((neon_vector_type(16))) uint8_t uint8x16_t;
        typedef __attribute__((neon_vector_type(4))) uint16_t uint16x4_t;
        typedef __attribute__((neon_vector_type(8))) uint16_t uint16x8_t;
        typedef __attribute__((neon_vector_type(2))) uint32_t uint32x2_t;
        typedef __attribute__((neon_vector_type(4))) uint32_t uint32x4_t;
        typedef __attribute__((neon_vector_type(1))) uint64_t uint64x1_t;
        typedef __attribute__((neon_vector_type(2))) uint64_t uint64x2_t;
        typedef __attribute__((neon_vector_type(4))) float16_t float16x4_t;
        typedef __attribute__((neon_vector_type(8))) float16_t float16x8_t;
        typedef __attribute__((neon_vector_type(2))) float32_t float32x2_t;
        typedef __attribute__((neon_vector_type(4))) float32_t float32x4_t;
        typedef __attribute__((neon_vector_type(1))) float64_t float64x1_t;
        typedef __attribute__((neon_vector_type(2))) float64_t float64x2_t;
        typedef __attribute__((neon_vector_type(4))) bfloat16_t bfloat16x4_t;
        typedef __attribute__((neon_vector_type(8))) bfloat16_t bfloat16x8_t;
    "#]]
    .assert_eq(&lines_with(&header, "typedef __attribute__"));
    expect![[r#"
        typedef struct int8x8x2_t {
          int8x8_t val[2];
        } int8x8x2_t;

    "#]]
    .assert_eq(&between(&header, "typedef struct", "typedef struct"));
    expect![[r##"
        #if !defined(__ARM_NEON_H) && !defined(__ARM_SVE_H)
        #error "This file should not be used standalone. Please include arm_neon.h or arm_sve.h instead"
        #endif
        #ifndef __ARM_NEON_TYPES_H
        #define __ARM_NEON_TYPES_H
        #if defined(__aarch64__) || defined(__arm64ec__)
        #endif
        #if defined(__aarch64__) || defined(__arm64ec__)
        #endif
        #if defined(__aarch64__) || defined(__arm64ec__)
        #endif
        #if defined(__aarch64__) || defined(__arm64ec__)
        #endif
        #if defined(__aarch64__) || defined(__arm64ec__)
        #endif
        #endif // __ARM_NEON_TYPES_H
    "##]].assert_eq(&lines_with(&header, "#"));
}
