//! The header that declares builtins, and the file that calls them.

use backend_testing::{between, lines_with};
use expect_test::{Expect, expect};

use super::{check, output};

const HEADER: &str = "gen-clang-opencl-builtin-header";
const CALLS: &str = "gen-clang-opencl-builtin-tests";

const BUILTINS: &str = r#"
def : Builtin<"cos", [GenF, GenF]> { let IsConst = 1; }
def : Builtin<"tan", [Float, Float]> { let MinVersion = V<200>; let MaxVersion = V<300>; let Extension = E<"ext_a ext_b">; }
def : Builtin<"load", [Void, PointerType<ConstType<Float>, "clang::LangAS::opencl_global">, PointerType<GenF, "clang::LangAS::opencl_local">]>;
def : Builtin<"read", [Int, ImageRO, ImageRW]> { let IsPure = 1; let IsConv = 1; }
def : Builtin<"fence", [Void]>;
"#;

/// The lines from one that has `from` to one that has `until`.
#[track_caller]
fn check_between(backend: &str, text: &str, from: &str, until: &str, want: Expect) {
    want.assert_eq(&between(&output(backend, text), from, until));
}

#[test]
fn a_whole_header() {
    check(
        HEADER,
        "\ndef : Builtin<\"fence\", [Void]>;",
        expect![[r#"

        #pragma OPENCL EXTENSION cl_khr_fp16 : enable
        #pragma OPENCL EXTENSION cl_khr_fp64 : enable
        #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
        #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
        #pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable
        #pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable
        #pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable


        #define __ovld __attribute__((overloadable))
        #define __conv __attribute__((convergent))
        #define __purefn __attribute__((pure))
        #define __cnfn __attribute__((const))

        void __ovld fence();

        // Disable any extensions we may have enabled previously.
        #pragma OPENCL EXTENSION all : disable
    "#]],
    );
}

#[test]
fn declarations() {
    check_between(
        HEADER,
        BUILTINS,
        "float __ovld",
        "load(",
        expect![[r#"
        float __ovld __cnfn cos(float);
        #if defined(fp16)
        half __ovld __cnfn cos(half);
        #endif // TypeExtension
        float4 __ovld __cnfn cos(float4);
        #if defined(fp16)
        half4 __ovld __cnfn cos(half4);
        #endif // TypeExtension
        #if defined(ext_a) && defined(ext_b)
        #if __OPENCL_C_VERSION__ >= CL_VERSION_2_0
        #if __OPENCL_C_VERSION__ < CL_VERSION_3_0
        float __ovld tan(float);
        #endif // MaxVersion
        #endif // MinVersion
        #endif // Extension
    "#]],
    );
    expect![[r#"
        void __ovld load(const __global float *, __local float *);
        void __ovld load(const __global float *, __local half *);
        void __ovld load(const __global float *, __local float4 *);
        void __ovld load(const __global float *, __local half4 *);
    "#]]
    .assert_eq(&lines_with(&output(HEADER, BUILTINS), "load("));
    check_between(
        HEADER,
        BUILTINS,
        "rw_images",
        "void __ovld fence",
        expect![[r#"
        #if defined(rw_images)
        int __ovld __purefn __conv read(__read_only image2d_t, __read_write image2d_t);
        #endif // TypeExtension
    "#]],
    );
}

#[test]
fn calls() {
    check_between(
        CALLS,
        BUILTINS,
        "3d_image",
        "// Test load",
        expect![[r#"
        #pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

        // Test cos
        float test0_cos(float arg1) {
          return cos(arg1);
        }
        #if defined(fp16)
        half test1_cos(half arg1) {
          return cos(arg1);
        }
        #endif // TypeExtension
        float4 test2_cos(float4 arg1) {
          return cos(arg1);
        }
        #if defined(fp16)
        half4 test3_cos(half4 arg1) {
          return cos(arg1);
        }
        #endif // TypeExtension
        // Test tan
        #if defined(ext_a) && defined(ext_b)
        #if __OPENCL_C_VERSION__ >= CL_VERSION_2_0
        #if __OPENCL_C_VERSION__ < CL_VERSION_3_0
        float test4_tan(float arg1) {
          return tan(arg1);
        }
        #endif // MaxVersion
        #endif // MinVersion
        #endif // Extension
    "#]],
    );
    expect![[r#"
        void test5_load(const __global float * arg1, __local float * arg2) {
          load(arg1, arg2);
        void test6_load(const __global float * arg1, __local half * arg2) {
          load(arg1, arg2);
        void test7_load(const __global float * arg1, __local float4 * arg2) {
          load(arg1, arg2);
        void test8_load(const __global float * arg1, __local half4 * arg2) {
          load(arg1, arg2);
    "#]]
    .assert_eq(&lines_with(&output(CALLS, BUILTINS), "load("));
    check_between(
        CALLS,
        BUILTINS,
        "// Test read",
        "",
        expect![[r#"
        // Test read
        #if defined(rw_images)
        int test9_read(__read_only image2d_t arg1, __read_write image2d_t arg2) {
          return read(arg1, arg2);
        }
        #endif // TypeExtension
        // Test fence
        void test10_fence() {
          fence();
        }
    "#]],
    );
}

#[test]
fn more_than_two_extensions_are_sorted() {
    check_between(
        HEADER,
        r#"
def Odd : Type<"odd"> { let Extension = E<"z y">; }
def : Builtin<"f", [Odd, ImageRW]>;
def : Builtin<"g", [Odd]>;"#,
        "#if",
        "// Disable",
        expect![[r#"
            #if defined(rw_images) && defined(y) && defined(z)
            odd __ovld f(__read_write image2d_t);
            #endif // TypeExtension
            #if defined(z) && defined(y)
            odd __ovld g();
            #endif // TypeExtension

        "#]],
    );
}
