mod releases;

use expect_test::{Expect, expect};

use crate::tests::check;

const CLASSES: &str = r#"
class PolicyScheme<int val> { int Value = val; }
def NonePolicy : PolicyScheme<0>;
def HasPassthruOperand : PolicyScheme<1>;
def HasPolicyOperand : PolicyScheme<2>;
class RVVBuiltin<string suffix, string prototype, string type_range> {
  string Name = NAME;
  string Suffix = suffix;
  string OverloadedName = "";
  string OverloadedSuffix = "";
  string TypeRange = type_range;
  string Prototype = prototype;
  bit HasMasked = true;
  bit HasMaskedOffOperand = true;
  bit HasVL = true;
  PolicyScheme MaskedPolicyScheme = HasPolicyOperand;
  PolicyScheme UnMaskedPolicyScheme = NonePolicy;
  bit HasTailPolicy = true;
  bit HasMaskPolicy = true;
  bit SupportOverloading = true;
  list<int> Log2LMUL = [0];
  code ManualCodegen = [{}];
  list<int> IntrinsicTypes = [];
  string IRName = NAME;
  string MaskedIRName = NAME #"_mask";
  bit HasBuiltinAlias = false;
  list<string> RequiredFeatures = [];
  int NF = 1; int TWiden = 0;
  bit IsTuple = false;
  bit AltFmt = false;
  bit HasFRMRoundModeOp = false;
}
class RVVHeader { code HeaderCode; }
"#;

#[track_caller]
fn check_table(table: &str, source: &str, want: Expect) {
    let backend = match table {
        "header" => "gen-riscv-vector-header",
        "codegen" => "gen-riscv-vector-builtin-codegen",
        "sema" => "gen-riscv-vector-builtin-sema",
        _ => "gen-riscv-vector-builtins",
    };
    check(backend, &format!("{CLASSES}{source}"), want);
}

#[test]
fn types_of_operands() {
    let source = |prototype: &str| {
        format!("def vx : RVVBuiltin<\"\", \"{prototype}\", \"i\"> {{ let HasMasked = false; }}")
    };
    let check_types = |prototype: &str, want: Expect| {
        let text = format!("{CLASSES}{}", source(prototype));
        let records = backend_testing::read(&text);
        let shown = backend_testing::run(crate::ALL, "gen-riscv-vector-builtins", &[], &records)
            .shown(&records);
        let lines = shown
            .lines()
            .filter(|it| it.contains("(__") || it.contains("error"));
        want.assert_eq(&lines.map(|it| format!("{it}\n")).collect::<String>());
    };
    check_types(
        "vwem0ztulf",
        expect![[r#"
        RISCVV_BUILTIN(__builtin_rvv_vx,"q2Siq2SWiSiq2bvzYULiLifz", "n")
    "#]],
    );
    check_types(
        "vPCePvKzUvKe",
        expect![[r#"
        RISCVV_BUILTIN(__builtin_rvv_vx,"q2SiSiC*q2Si*Izq2UiISiCz", "n")
    "#]],
    );
    check_types(
        "v(Log2EEW:3)UvSv(FixedSEW:64)v",
        expect![[r#"
        RISCVV_BUILTIN(__builtin_rvv_vx,"q2Siq2Ucq2Siq1SWiz", "n")
    "#]],
    );
    check_types(
        "v(LFixedLog2LMUL:1)v(SEFixedLog2LMUL:-1)v",
        expect![[r#"
        RISCVV_BUILTIN(__builtin_rvv_vx,"q2Siq4Siq1Siz", "n")
    "#]],
    );
    check_types(
        "(Tuple:3)vFe",
        expect![[r#"
        RISCVV_BUILTIN(__builtin_rvv_vx,"T3q2Sifz", "n")
    "#]],
    );
    // There are no such types.
    check_types("v(SFixedLog2LMUL:0)v", expect![[""]]);
    check_types(
        "(Tuple:8)w",
        expect![[r#"
        RISCVV_BUILTIN(__builtin_rvv_vx,"T8q2Siz", "n")
    "#]],
    );
    // Mistakes.
    check_types(
        "",
        expect![[r#"
            RISCVV_BUILTIN(__builtin_rvv_vx,"z", "n")
        "#]],
    );
    check_types(
        "vU",
        expect![[r#"
            34: error: 'U' at the end of prototype 'vU' has no base type
        "#]],
    );
    check_types(
        "vXv",
        expect![[r#"
            34: error: unknown modifier 'X' of a type in a prototype
        "#]],
    );
    check_types(
        "v(FixedSEW:)v",
        expect![[r#"
            34: error: '' is not a value for 'FixedSEW' in a prototype
        "#]],
    );
    check_types(
        "vIm",
        expect![[r#"
            34: error: there is no integer of 1 bits
        "#]],
    );
}

#[test]
fn policies_and_masks() {
    let source = r#"
        def vpass : RVVBuiltin<"v", "vv", "i"> { let UnMaskedPolicyScheme = HasPassthruOperand; let IntrinsicTypes = [-1, 0]; }
        def vred : RVVBuiltin<"v", "Svv", "i"> { let HasMaskPolicy = false; let HasMaskedOffOperand = false; }
        def vnone : RVVBuiltin<"v", "ee", "f"> { let MaskedPolicyScheme = NonePolicy; let HasVL = false; let HasFRMRoundModeOp = true; }
        def vseg : RVVBuiltin<"v", "(Tuple:2)vPCe", "c"> { let NF = 2; let IsTuple = true; let HasBuiltinAlias = true; }
        def vman : RVVBuiltin<"", "u", "i"> { let ManualCodegen = [{ code }]; let HasMasked = false; let IRName = ""; }"#;
    check_table(
        "builtins",
        source,
        expect![[r##"
        #if defined(TARGET_BUILTIN) && !defined(RISCVV_BUILTIN)
        #define RISCVV_BUILTIN(ID, TYPE, ATTRS) TARGET_BUILTIN(ID, TYPE, ATTRS, "zve32x")
        #endif
        RISCVV_BUILTIN(__builtin_rvv_vman,"ULiz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vnone_rm,"ff", "n")
        RISCVV_BUILTIN(__builtin_rvv_vnone_rm_m,"fq2bf", "n")
        RISCVV_BUILTIN(__builtin_rvv_vpass,"q2Siq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vpass_tu,"q2Siq2Siq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vpass_m,"q2Siq2bq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vpass_tum,"q2Siq2bq2Siq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vpass_tumu,"q2Siq2bq2Siq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vpass_mu,"q2Siq2bq2Siq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vred,"q2Siq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vred_m,"q2Siq2bq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vred_tum,"q2Siq2bq2Siz", "n")
        RISCVV_BUILTIN(__builtin_rvv_vseg,"", "n")
        RISCVV_BUILTIN(__builtin_rvv_vseg_m,"", "n")
        RISCVV_BUILTIN(__builtin_rvv_vseg_tum,"", "n")
        RISCVV_BUILTIN(__builtin_rvv_vseg_tumu,"", "n")
        RISCVV_BUILTIN(__builtin_rvv_vseg_mu,"", "n")
        #undef RISCVV_BUILTIN
    "##]],
    );
    check_table(
        "codegen",
        source,
        expect![[r#"
        case RISCVVector::BI__builtin_rvv_vman:
          PolicyAttrs = 3;
        IsMasked = false;
         code break;
        case RISCVVector::BI__builtin_rvv_vnone_rm:
          ID = Intrinsic::riscv_vnone;
          PolicyAttrs = 3;
          IntrinsicTypes = {};
          break;
        case RISCVVector::BI__builtin_rvv_vnone_rm_m:
          ID = Intrinsic::riscv_vnone_mask;
          PolicyAttrs = 3;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end());
          IntrinsicTypes = {};
          break;
        case RISCVVector::BI__builtin_rvv_vpass_tu:
          ID = Intrinsic::riscv_vpass;
          PolicyAttrs = 2;
          IntrinsicTypes = {ResultType, Ops[1]->getType(), Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vpass:
          ID = Intrinsic::riscv_vpass;
          PolicyAttrs = 3;
          Ops.insert(Ops.begin(), llvm::PoisonValue::get(ResultType));
          IntrinsicTypes = {ResultType, Ops[1]->getType(), Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vpass_tum:
          ID = Intrinsic::riscv_vpass_mask;
          PolicyAttrs = 2;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {ResultType, Ops[1]->getType(), Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vpass_m:
          ID = Intrinsic::riscv_vpass_mask;
          PolicyAttrs = 3;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          Ops.insert(Ops.begin(), llvm::PoisonValue::get(ResultType));
          IntrinsicTypes = {ResultType, Ops[1]->getType(), Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vpass_tumu:
          ID = Intrinsic::riscv_vpass_mask;
          PolicyAttrs = 0;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {ResultType, Ops[1]->getType(), Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vpass_mu:
          ID = Intrinsic::riscv_vpass_mask;
          PolicyAttrs = 1;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {ResultType, Ops[1]->getType(), Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vred:
          ID = Intrinsic::riscv_vred;
          PolicyAttrs = 3;
          IntrinsicTypes = {, Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vred_tum:
          ID = Intrinsic::riscv_vred_mask;
          PolicyAttrs = 2;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {, Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vred_m:
          ID = Intrinsic::riscv_vred_mask;
          PolicyAttrs = 3;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {, Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vseg:
          ID = Intrinsic::riscv_vseg;
          NF = 2;
          PolicyAttrs = 3;
          IntrinsicTypes = {, Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vseg_tum:
          ID = Intrinsic::riscv_vseg_mask;
          NF = 2;
          PolicyAttrs = 2;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {, Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vseg_m:
          ID = Intrinsic::riscv_vseg_mask;
          NF = 2;
          PolicyAttrs = 3;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          Ops.insert(Ops.begin(), llvm::PoisonValue::get(ResultType));
          IntrinsicTypes = {, Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vseg_tumu:
          ID = Intrinsic::riscv_vseg_mask;
          NF = 2;
          PolicyAttrs = 0;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {, Ops.back()->getType()};
          break;
        case RISCVVector::BI__builtin_rvv_vseg_mu:
          ID = Intrinsic::riscv_vseg_mask;
          NF = 2;
          PolicyAttrs = 1;
          std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);
          Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));
          IntrinsicTypes = {, Ops.back()->getType()};
          break;

    "#]],
    );
}

#[test]
fn declarations() {
    let source = r#"
        def vadd : RVVBuiltin<"v", "vvv", "ic"> { let RequiredFeatures = ["Zvbb", "RV64", "Other"]; let Log2LMUL = [-3, 0, 3]; }
        def vsub : RVVBuiltin<"vv", "0vv", "d"> { let OverloadedName = "sub"; let OverloadedSuffix = "v"; }
        def vsetvli : RVVBuiltin<"", "zz", "i"> { let HasMasked = false; }"#;
    check_table(
        "sema",
        source,
        expect![[r##"
        #ifdef DECL_SIGNATURE_TABLE
        PrototypeDescriptor(3, 0, 0),
        PrototypeDescriptor(2, 0, 0),
        PrototypeDescriptor(2, 0, 0),
        PrototypeDescriptor(2, 0, 0),
        PrototypeDescriptor(2, 0, 0),
        PrototypeDescriptor(2, 0, 0),
        #endif
        #ifdef DECL_INTRINSIC_RECORDS
        {"vadd",nullptr,1,1,0,3,1,0,129,5,73,1,1,1,1,1,1,0,0,0,2,},
        {"vsub","sub",0,1,1,3,2,1,0,128,8,1,1,1,1,1,1,0,0,0,2,},
        #endif
    "##]],
    );
}

#[test]
fn mistakes() {
    let check_error = |source: &str, want: Expect| check_table("codegen", source, want);
    check_error(
        "",
        expect![[r#"
        error: there are no intrinsics
    "#]],
    );
    check_error(
        r#"def vx : RVVBuiltin<"z", "vv", "i">;"#,
        expect![[r#"
            34: error: no suffix stands for a type without elements
        "#]],
    );
    check_error(
        r#"def vx : RVVBuiltin<"(FixedSEW:32)v", "vv", "i">;"#,
        expect![[r#"
            34: error: the suffix of 'vx' contains an invalid type
        "#]],
    );
    check_error(
        r#"def vx : RVVBuiltin<"", "vPe", "i"> { let NF = 9; }"#,
        expect![[r#"
            34: error: the prototype of 'vx' is too short for 9 fields
        "#]],
    );
    check_error(
        r#"def vx : RVVBuiltin<"", "e", "z">;"#,
        expect![[r#"
            34: error: a scalar is of an unknown type
        "#]],
    );
    check_error(
        r#"def vx : RVVBuiltin<"", "vv", "i">;
           def vy : RVVBuiltin<"", "vv", "i"> { let Name = "vx"; }"#,
        expect![[r#"
            error: Builtin with same name has different IRName
        "#]],
    );
    check_table(
        "builtins",
        r#"def vx : RVVBuiltin<"", "vv", "i">;
           def vy : RVVBuiltin<"", "vvv", "i"> { let Name = "vx"; }"#,
        expect![[r#"
            error: Builtin with same name has different type string
        "#]],
    );
}

#[test]
fn a_suffix_matters_where_names_are_written() {
    let source = r#"def vx : RVVBuiltin<"(FixedSEW:32)v", "", "i"> { let HasMasked = false; }"#;
    check_table(
        "codegen",
        source,
        expect![[r#"
            34: error: the suffix of 'vx' contains an invalid type
        "#]],
    );
    check_table(
        "sema",
        source,
        expect![[r##"
        #ifdef DECL_SIGNATURE_TABLE
        PrototypeDescriptor(2, 11, 0),
        #endif
        #ifdef DECL_INTRINSIC_RECORDS
        {"vx",nullptr,0,0,0,0,1,0,0,4,8,1,0,1,1,1,1,0,0,0,2,},
        #endif
    "##]],
    );
}

#[test]
fn the_header() {
    let text = format!("{CLASSES}def : RVVHeader {{ let HeaderCode = [{{#define A\n}}]; }}");
    let records = backend_testing::read(&text);
    let shown =
        backend_testing::run(crate::ALL, "gen-riscv-vector-header", &[], &records).shown(&records);
    let lines: Vec<_> = shown.lines().filter(|it| !it.starts_with(" *")).collect();
    let shown = [&lines[12..30], &["…"], &lines[lines.len() - 12..]].concat();
    expect![[r#"
        #pragma clang riscv intrinsic vector

        #define A
        typedef __rvv_bool64_t vbool64_t;
        typedef __rvv_bool32_t vbool32_t;
        typedef __rvv_bool16_t vbool16_t;
        typedef __rvv_bool8_t vbool8_t;
        typedef __rvv_bool4_t vbool4_t;
        typedef __rvv_bool2_t vbool2_t;
        typedef __rvv_bool1_t vbool1_t;
        typedef __rvv_int8mf8_t vint8mf8_t;
        typedef __rvv_uint8mf8_t vuint8mf8_t;
        typedef __rvv_int8mf8x2_t vint8mf8x2_t;
        typedef __rvv_uint8mf8x2_t vuint8mf8x2_t;
        typedef __rvv_int8mf8x3_t vint8mf8x3_t;
        typedef __rvv_uint8mf8x3_t vuint8mf8x3_t;
        typedef __rvv_int8mf8x4_t vint8mf8x4_t;
        typedef __rvv_uint8mf8x4_t vuint8mf8x4_t;
        …
        typedef __rvv_bfloat16m2x2_t vbfloat16m2x2_t;
        typedef __rvv_bfloat16m2x3_t vbfloat16m2x3_t;
        typedef __rvv_bfloat16m2x4_t vbfloat16m2x4_t;
        typedef __rvv_bfloat16m4_t vbfloat16m4_t;
        typedef __rvv_bfloat16m4x2_t vbfloat16m4x2_t;
        typedef __rvv_bfloat16m8_t vbfloat16m8_t;
        #define __riscv_v_intrinsic_overloading 1

        #ifdef __cplusplus
        }
        #endif // __cplusplus
        #endif // __RISCV_VECTOR_H"#]]
    .assert_eq(&shown.join("\n"));
}
