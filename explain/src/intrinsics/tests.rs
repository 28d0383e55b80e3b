use expect_test::{Expect, expect};

use crate::testing::{check, check_all};

#[test]
fn neon() {
    check(
        r#"
        class Operation { list<dag> Ops = []; bit Unavailable = 0; }
        def OP_NONE : Operation;
        class Inst<string n, string p, string t> {
          string Name = n; string Prototype = p; string Types = t;
          string ArchGuard = ""; string TargetGuard = "neon"; Operation Operation = OP_NONE;
          bit BigEndianSafe = 0; bit isShift = 0; bit isScalarShift = 0; bit isVCVT_N = 0; bit isVXAR = 0; bit isLaneQ = 0;
          string CartesianProductWith = "";
        }
        class SInst<string n, string p, string t> : Inst<n, p, t>;
        def $0VADD : SInst<"vadd", "...", "cQsfd">;
        "#,
        expect![[r#"
            declares 4 functions

            ```c
            int16x8_t vaddq_s16(int16x8_t, int16x8_t);
            int8x8_t vadd_s8(int8x8_t, int8x8_t);
            float64x1_t vadd_f64(float64x1_t, float64x1_t);
            float32x2_t vadd_f32(float32x2_t, float32x2_t);
            ```
        "#]],
    );
}

#[test]
fn risc_v_with_its_policies() {
    check(
        r#"
        class PolicyScheme<int val> { int Value = val; }
        def NonePolicy : PolicyScheme<0>;
        def HasPassthruOperand : PolicyScheme<1>;
        def HasPolicyOperand : PolicyScheme<2>;
        class RVVBuiltin<string suffix, string prototype, string type_range> {
          string Name = NAME; string Suffix = suffix; string OverloadedName = ""; string OverloadedSuffix = "";
          string TypeRange = type_range; string Prototype = prototype;
          bit HasMasked = true; bit HasMaskedOffOperand = true; bit HasVL = true;
          PolicyScheme MaskedPolicyScheme = HasPolicyOperand; PolicyScheme UnMaskedPolicyScheme = HasPassthruOperand;
          bit HasTailPolicy = true; bit HasMaskPolicy = true; bit SupportOverloading = true;
          list<int> Log2LMUL = [-1, 0]; code ManualCodegen = [{}]; list<int> IntrinsicTypes = [];
          string IRName = NAME; string MaskedIRName = NAME; bit HasBuiltinAlias = false;
          list<string> RequiredFeatures = []; int NF = 1; bit IsTuple = false; bit HasFRMRoundModeOp = false;
        }
        def $0vadd_vx : RVVBuiltin<"v", "vve", "i">;
        "#,
        expect![[r#"
            declares 12 functions

            ```c
            vint32mf2_t __riscv_vadd_vx_i32mf2(vint32mf2_t, int32_t, size_t);
            vint32mf2_t __riscv_vadd_vx_i32mf2_tu(vint32mf2_t, vint32mf2_t, int32_t, size_t);
            vint32mf2_t __riscv_vadd_vx_i32mf2_m(vbool64_t, vint32mf2_t, int32_t, size_t);
            vint32mf2_t __riscv_vadd_vx_i32mf2_tum(vbool64_t, vint32mf2_t, vint32mf2_t, int32_t, size_t);
            vint32mf2_t __riscv_vadd_vx_i32mf2_tumu(vbool64_t, vint32mf2_t, vint32mf2_t, int32_t, size_t);
            vint32mf2_t __riscv_vadd_vx_i32mf2_mu(vbool64_t, vint32mf2_t, vint32mf2_t, int32_t, size_t);
            vint32m1_t __riscv_vadd_vx_i32m1(vint32m1_t, int32_t, size_t);
            vint32m1_t __riscv_vadd_vx_i32m1_tu(vint32m1_t, vint32m1_t, int32_t, size_t);
            vint32m1_t __riscv_vadd_vx_i32m1_m(vbool32_t, vint32m1_t, int32_t, size_t);
            vint32m1_t __riscv_vadd_vx_i32m1_tum(vbool32_t, vint32m1_t, vint32m1_t, int32_t, size_t);
            vint32m1_t __riscv_vadd_vx_i32m1_tumu(vbool32_t, vint32m1_t, vint32m1_t, int32_t, size_t);
            vint32m1_t __riscv_vadd_vx_i32m1_mu(vbool32_t, vint32m1_t, vint32m1_t, int32_t, size_t);
            ```
        "#]],
    );
}

const OPENCL: &str = include_str!("../../../backends/clang/src/opencl/opencl.td");

#[test]
fn opencl() {
    check(
        &format!(
            "{OPENCL} def $0Sin : Builtin<\"sin\", [GenF, GenF, PointerType<Int, \"clang::LangAS::opencl_global\">]>;"
        ),
        expect![[r#"
            declares 4 functions

            ```c
            float sin(float, __global int *);
            half sin(half, __global int *);
            float4 sin(float4, __global int *);
            half4 sin(half4, __global int *);
            ```
        "#]],
    );
}

/// Clang's own builtins.
const BUILTINS: &str = "
    class Builtin { list<string> Spellings; string Prototype; }
    class Template<list<string> substitutions, list<string> affixes, bit as_prefix = 0> {
      list<string> Substitutions = substitutions; list<string> Affixes = affixes; bit AsPrefix = as_prefix;
    }
";

#[track_caller]
fn check_builtin(text: &str, want: Expect) {
    check(&format!("{BUILTINS}{text}"), want);
}

#[test]
fn builtins_of_clang() {
    check_builtin(
        r#"def $0Abs : Builtin, Template<["int", "long int"], ["", "l"], 1> {
             let Spellings = ["abs", "__abs"]; let Prototype = "T(T, char const*)"; }"#,
        expect![[r#"
            declares 4 functions

            ```c
            int abs(int, char const*);
            int __abs(int, char const*);
            long int labs(long int, char const*);
            long int l__abs(long int, char const*);
            ```
        "#]],
    );
    check_builtin(
        r#"def $0Bad : Builtin { let Spellings = ["bad"]; let Prototype = "int(What)"; }"#,
        expect![[r#"
            - error: Unknown Type: What
        "#]],
    );
}

#[test]
fn several_records_of_one_statement() {
    check_all(
        &format!(
            r#"{BUILTINS}
            def A : Builtin {{ let Spellings = ["a"]; let Prototype = "int()"; }}
            def B : Builtin {{ let Spellings = ["b"]; let Prototype = "void(...)"; }}
            def Other;"#
        ),
        expect![[r#"
            declares 2 functions

            ```c
            int a();
            void b(...);
            ```
        "#]],
    );
}
