//! The output of 21 and 22.

use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::{CLASSES, INTRINSICS};

/// The same classes as 21 has them.
fn newer(text: &str) -> String {
    let classes = CLASSES
        .replace("int Arg = a;", "int ImmArgIdx = a;")
        .replace("int EltSizeArg = e;", "int TypeContextArgIdx = e;");
    format!(
        "{classes}def EltTyMFloat8 : EltType<10>; def EltTyFloat32 : EltType<7>;\ndef SetsFPMR : FlagType<0x400000>;\n{text}"
    )
}

#[track_caller]
fn check_newer(backend: &str, until: &str, want: Expect) {
    let text = newer(&format!(
        "{INTRINSICS}def DOT : Inst<\"svdot[_{{d}}_{{2}}_{{3}}]\", \"dd~~>\", \"f\", \"sve2,fp8\", \"sme,fp8\">;
def SPLAT : Inst<\"svsplat[_n_{{d}}]\", \"d!\", \"m\", \"\", \"a|b\">;
"
    ));
    let mut all = String::new();
    for release in [Release::V21, Release::V22] {
        let records = backend_testing::read_as(release, &text);
        let shown = backend_testing::run(crate::ALL, backend, &[], &records).shown(&records);
        let lines = shown
            .lines()
            .filter(|it| until.is_empty() || it.contains(until));
        all += &format!("{release}:\n");
        lines.for_each(|it| all += &format!("{it}\n"));
    }
    want.assert_eq(&all);
}

#[test]
fn tables_of_newer_releases() {
    check_newer(
        "gen-arm-sme-builtins",
        "BI_",
        expect![[r#"
            21:
              BI__builtin_sme_svadd_s32_m,
              BI__builtin_sme_svadd_s8_m,
              BI__builtin_sme_svadd_u32_m,
              BI__builtin_sme_svdot_f32_mf8_mf8_fpm,
              BI__builtin_sme_svlane_u64_f16,
              BI__builtin_sme_svptrue_pat_b8,
              BI__builtin_sme_svsplat_n_mf8,
            22:
              BI__builtin_sme_svadd_s32_m,
              BI__builtin_sme_svadd_s8_m,
              BI__builtin_sme_svadd_u32_m,
              BI__builtin_sme_svdot_f32_mf8_mf8_fpm,
              BI__builtin_sme_svlane_u64_f16,
              BI__builtin_sme_svptrue_pat_b8,
              BI__builtin_sme_svsplat_n_mf8,
        "#]],
    );
    check_newer(
        "gen-arm-sme-builtins",
        "StrOffsets",
        expect![[r#"
            21:
                Builtin::Info{Builtin::Info::StrOffsets{3 /* svadd_s32_m */, 15 /* q4iq16bq4ii */, 1 /* n */, 27 /* sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{31 /* svadd_s8_m */, 42 /* q16Scq16bq16ScSc */, 1 /* n */, 27 /* sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{59 /* svadd_u32_m */, 71 /* q4Uiq16bq4UiUi */, 1 /* n */, 27 /* sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{86 /* svdot_f32_mf8_mf8_fpm */, 108 /* q4fq4fq16mq16mUWi */, 1 /* n */, 126 /* (sve,sve2,fp8)|(sme,fp8) */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{151 /* svlane_u64_f16 */, 166 /* q8hq32hvC*IUWi */, 1 /* n */, 181 /* sme,sme2 */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{190 /* svptrue_pat_b8 */, 205 /* q16bIi */, 1 /* n */, 212 /* (sve,x)|(sme,(sme|y)) */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{234 /* svsplat_n_mf8 */, 248 /* q16mm */, 1 /* n */, 254 /* sme,(a|b) */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            22:
                Builtin::Info{Builtin::Info::StrOffsets{3 /* svadd_s32_m */, 15 /* q4iq16bq4ii */, 1 /* n */, 27 /* sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{31 /* svadd_s8_m */, 42 /* q16Scq16bq16ScSc */, 1 /* n */, 27 /* sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{59 /* svadd_u32_m */, 71 /* q4Uiq16bq4UiUi */, 1 /* n */, 27 /* sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{86 /* svdot_f32_mf8_mf8_fpm */, 108 /* q4fq4fq16mq16mUWi */, 1 /* n */, 126 /* (sve,sve2,fp8)|(sme,sme,fp8) */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{155 /* svlane_u64_f16 */, 170 /* q8hq32hvC*IUWi */, 1 /* n */, 185 /* sme,sme2 */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{194 /* svptrue_pat_b8 */, 209 /* q16bIi */, 1 /* n */, 216 /* (sve,sve,x)|(sme,(sme|y)) */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{242 /* svsplat_n_mf8 */, 256 /* q16mm */, 1 /* n */, 262 /* sme,(a|b) */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        "#]],
    );
    check_newer(
        "gen-arm-sve-builtins",
        "reinterpret_mf8_s8",
        expect![[r#"
            21:
              BI__builtin_sve_reinterpret_mf8_s8,
              BI__builtin_sve_reinterpret_mf8_s8_x2,
              BI__builtin_sve_reinterpret_mf8_s8_x3,
              BI__builtin_sve_reinterpret_mf8_s8_x4,
              "reinterpret_mf8_s8\0"
              "reinterpret_mf8_s8_x2\0"
              "reinterpret_mf8_s8_x3\0"
              "reinterpret_mf8_s8_x4\0"
                Builtin::Info{Builtin::Info::StrOffsets{1018 /* reinterpret_mf8_s8 */, 1037 /* q16mq16Sc */, 1 /* n */, 264 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{5901 /* reinterpret_mf8_s8_x2 */, 5923 /* q32mq32Sc */, 1 /* n */, 264 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{11315 /* reinterpret_mf8_s8_x3 */, 11337 /* q48mq48Sc */, 1 /* n */, 264 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{16801 /* reinterpret_mf8_s8_x4 */, 16823 /* q64mq64Sc */, 1 /* n */, 264 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
            22:
              BI__builtin_sve_reinterpret_mf8_s8,
              BI__builtin_sve_reinterpret_mf8_s8_x2,
              BI__builtin_sve_reinterpret_mf8_s8_x3,
              BI__builtin_sve_reinterpret_mf8_s8_x4,
              "reinterpret_mf8_s8\0"
              "reinterpret_mf8_s8_x2\0"
              "reinterpret_mf8_s8_x3\0"
              "reinterpret_mf8_s8_x4\0"
                Builtin::Info{Builtin::Info::StrOffsets{1026 /* reinterpret_mf8_s8 */, 1045 /* q16mq16Sc */, 1 /* n */, 272 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{5909 /* reinterpret_mf8_s8_x2 */, 5931 /* q32mq32Sc */, 1 /* n */, 272 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{11323 /* reinterpret_mf8_s8_x3 */, 11345 /* q48mq48Sc */, 1 /* n */, 272 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
                Builtin::Info{Builtin::Info::StrOffsets{16809 /* reinterpret_mf8_s8_x4 */, 16831 /* q64mq64Sc */, 1 /* n */, 272 /* sme|sve */}, HeaderDesc::NO_HEADER, ALL_LANGUAGES},
        "#]],
    );
    check_newer(
        "gen-arm-sve-sema-rangechecks",
        "",
        expect![[r#"
            21:
            #ifdef GET_SVE_IMMEDIATE_CHECK
            case SVE::BI__builtin_sve_svlane_u64_f16:
            ImmChecks.emplace_back(2, 6, 8);
              break;
            case SVE::BI__builtin_sve_svptrue_pat_b8:
            ImmChecks.emplace_back(0, 0, 0);
              break;
            #endif

            22:
            #ifdef GET_SVE_IMMEDIATE_CHECK
            case SVE::BI__builtin_sve_svlane_u64_f16:
            ImmChecks.emplace_back(2, 6, 8);
              break;
            case SVE::BI__builtin_sve_svptrue_pat_b8:
            ImmChecks.emplace_back(0, 0, 0);
              break;
            #endif

        "#]],
    );
    check_newer(
        "gen-arm-sme-sema-rangechecks",
        "ImmChecks",
        expect![[r#"
            21:
            ImmChecks.push_back(std::make_tuple(2, 6, 8));
            ImmChecks.push_back(std::make_tuple(0, 0, 0));
            22:
            ImmChecks.push_back(std::make_tuple(2, 6, 8));
            ImmChecks.push_back(std::make_tuple(0, 0, 0));
        "#]],
    );
    check_newer(
        "gen-arm-sve-builtin-codegen",
        "",
        expect![[r#"
            21:
            #ifdef GET_SVE_LLVM_INTRINSIC_MAP
            SVEMAP1(svadd_s32_m, aarch64_sve_adds32, 3331),
            SVEMAP1(svadd_s8_m, aarch64_sve_adds8, 3329),
            SVEMAP1(svadd_u32_m, aarch64_sve_addu32, 3331),
            SVEMAP2(svdot_f32_mf8_mf8_fpm, 4194311),
            SVEMAP2(svlane_u64_f16, 1318918),
            SVEMAP2(svptrue_pat_b8, 32777),
            SVEMAP2(svsplat_n_mf8, 1034),
            #endif

            22:
            #ifdef GET_SVE_LLVM_INTRINSIC_MAP
            SVEMAP1(svadd_s32_m, aarch64_sve_adds32, 3331),
            SVEMAP1(svadd_s8_m, aarch64_sve_adds8, 3329),
            SVEMAP1(svadd_u32_m, aarch64_sve_addu32, 3331),
            SVEMAP2(svdot_f32_mf8_mf8_fpm, 4194311),
            SVEMAP2(svlane_u64_f16, 1318918),
            SVEMAP2(svptrue_pat_b8, 32777),
            SVEMAP2(svsplat_n_mf8, 1034),
            #endif

        "#]],
    );
    check_newer(
        "gen-arm-immcheck-types",
        "",
        expect![[r#"
        21:
        #ifdef LLVM_GET_ARM_INTRIN_IMMCHECKTYPES
          ImmCheck0_13 = 12,
          ImmCheck0_31 = 0,
          ImmCheck0_7 = 6,
        #endif

        22:
        #ifdef LLVM_GET_ARM_INTRIN_IMMCHECKTYPES
          ImmCheck0_13 = 12,
          ImmCheck0_31 = 0,
          ImmCheck0_7 = 6,
        #endif

    "#]],
    );
    check_newer(
        "gen-arm-sve-typeflags",
        "ImmCheck",
        expect![[r#"
        21:
        22:
    "#]],
    );
    check_newer(
        "gen-arm-sve-header",
        "svdot",
        expect![[r#"
            21:
            __ai __attribute__((__clang_arm_builtin_alias(__builtin_sve_svdot_f32_mf8_mf8_fpm)))
            svfloat32_t svdot_f32_mf8_mf8_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);
            __aio __attribute__((__clang_arm_builtin_alias(__builtin_sve_svdot_f32_mf8_mf8_fpm)))
            svfloat32_t svdot_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);
            22:
            __ai __attribute__((__clang_arm_builtin_alias(__builtin_sve_svdot_f32_mf8_mf8_fpm)))
            svfloat32_t svdot_f32_mf8_mf8_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);
            __aio __attribute__((__clang_arm_builtin_alias(__builtin_sve_svdot_f32_mf8_mf8_fpm)))
            svfloat32_t svdot_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);
        "#]],
    );
    check_newer(
        "gen-arm-sve-header",
        "typedef __SVMfloat8_t",
        expect![[r#"
            21:
            typedef __SVMfloat8_t svmfloat8_t;
            22:
            typedef __SVMfloat8_t svmfloat8_t;
        "#]],
    );
    check_newer(
        "gen-arm-sme-header",
        "__arm_in_streaming_mode(",
        expect![[r#"
            21:
            22:
        "#]],
    );
    check_newer(
        "gen-arm-sve-builtins-json",
        "",
        expect![[r#"
        21:
        [
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svuint32_t svadd_u32_m(svbool_t, svuint32_t, uint32_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svuint32_t svadd_m(svbool_t, svuint32_t, uint32_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint8_t svadd_s8_m(svbool_t, svint8_t, int8_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint8_t svadd_m(svbool_t, svint8_t, int8_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint32_t svadd_s32_m(svbool_t, svint32_t, int32_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint32_t svadd_m(svbool_t, svint32_t, int32_t);" },
        { "guard": "sve,sve2,fp8","streaming_guard": "sme,fp8","flags": "","builtin": "svfloat32_t svdot_f32_mf8_mf8_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);" },
        { "guard": "sve,sve2,fp8","streaming_guard": "sme,fp8","flags": "","builtin": "svfloat32_t svdot_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);" },
        { "guard": "","streaming_guard": "sme,sme2","flags": "streaming-only,requires-za,requires-zt","builtin": "svfloat16_t svlane_u64_f16(svfloat8x2_t, void const *, ImmCheck0_7);" },
        { "guard": "","streaming_guard": "sme,sme2","flags": "streaming-only,requires-za,requires-zt","builtin": "svfloat16_t svlane_f16(svfloat8x2_t, void const *, ImmCheck0_7);" },
        { "guard": "sve,x","streaming_guard": "sme,(sme|y)","flags": "feature-dependent","builtin": "svbool_t svptrue_pat_b8(enum svpattern);" },
        { "guard": "","streaming_guard": "sme,(a|b)","flags": "","builtin": "svmfloat8_t svsplat_n_mf8(mfloat8_t);" },
        { "guard": "","streaming_guard": "sme,(a|b)","flags": "","builtin": "svmfloat8_t svsplat(mfloat8_t);" }
        ]
        22:
        [
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svuint32_t svadd_u32_m(svbool_t, svuint32_t, uint32_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svuint32_t svadd_m(svbool_t, svuint32_t, uint32_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint8_t svadd_s8_m(svbool_t, svint8_t, int8_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint8_t svadd_m(svbool_t, svint8_t, int8_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint32_t svadd_s32_m(svbool_t, svint32_t, int32_t);" },
        { "guard": "sve","streaming_guard": "","flags": "","builtin": "svint32_t svadd_m(svbool_t, svint32_t, int32_t);" },
        { "guard": "sve,sve2,fp8","streaming_guard": "sme,sme,fp8","flags": "","builtin": "svfloat32_t svdot_f32_mf8_mf8_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);" },
        { "guard": "sve,sve2,fp8","streaming_guard": "sme,sme,fp8","flags": "","builtin": "svfloat32_t svdot_fpm(svfloat32_t, svmfloat8_t, svmfloat8_t, fpm_t);" },
        { "guard": "","streaming_guard": "sme,sme2","flags": "streaming-only,requires-za,requires-zt","builtin": "svfloat16_t svlane_u64_f16(svfloat8x2_t, void const *, ImmCheck0_7);" },
        { "guard": "","streaming_guard": "sme,sme2","flags": "streaming-only,requires-za,requires-zt","builtin": "svfloat16_t svlane_f16(svfloat8x2_t, void const *, ImmCheck0_7);" },
        { "guard": "sve,sve,x","streaming_guard": "sme,(sme|y)","flags": "feature-dependent","builtin": "svbool_t svptrue_pat_b8(enum svpattern);" },
        { "guard": "","streaming_guard": "sme,(a|b)","flags": "","builtin": "svmfloat8_t svsplat_n_mf8(mfloat8_t);" },
        { "guard": "","streaming_guard": "sme,(a|b)","flags": "","builtin": "svmfloat8_t svsplat(mfloat8_t);" }
        ]
    "#]],
    );
}

/// Compares the lines of a table that contain `with`, as each release writes them for the intrinsics in `text`.
#[track_caller]
fn check_releases(backend: &str, text: &str, with: &str, want: Expect) {
    let older = format!("{CLASSES}{text}");
    let mut all = String::new();
    for (release, text) in [
        (Release::V19, older),
        (Release::V21, newer(text)),
        (Release::V22, newer(text)),
    ] {
        let records = backend_testing::read_as(release, &text);
        let shown = backend_testing::run(crate::ALL, backend, &[], &records).shown(&records);
        let is_shown = |line: &&str| line.contains(with) || line.contains(": error: ");
        for line in shown.lines().filter(is_shown) {
            all += &format!("{release}: {line}\n");
        }
    }
    want.assert_eq(&all);
}

#[test]
fn names_of_special_floats_have_one_width_since_21() {
    check_releases(
        "gen-arm-sve-header",
        r#"def EltTyBFloat16 : EltType<11>; def X : Inst<"svx", "hro", "b">;"#,
        "svx(",
        expect![[r#"
            19: svbfloat8_t svx(bfloat4_t, svbfloat64_t);
            21: svbfloat16_t svx(bfloat16_t, svbfloat16_t);
            22: svbfloat16_t svx(bfloat16_t, svbfloat16_t);
        "#]],
    );
    check_releases(
        "gen-arm-sve-header",
        r#"def X : Inst<"svx", "~h", "m">;"#,
        "svx(",
        expect![[r#"
            19: 43: error: unknown type specification 'm'
            21: svmfloat8_t svx(svmfloat8_t);
            22: svmfloat8_t svx(svmfloat8_t);
        "#]],
    );
}

#[test]
fn a_negative_parameter_of_a_check() {
    check_releases(
        "gen-arm-sve-sema-rangechecks",
        r#"def X : Inst<"svx", "di", "i"> { let ImmChecks = [ImmCheck<-1, ImmCheck0_7>]; }"#,
        "ImmChecks.",
        expect![[r#"
            19: ImmChecks.push_back(std::make_tuple(4294967295, 6, 0));
            21: ImmChecks.emplace_back(-1, 6, 0);
            22: ImmChecks.emplace_back(-1, 6, 0);
        "#]],
    );
}

#[test]
fn a_verified_mode_needs_both_guards_since_21() {
    check_releases(
        "gen-arm-sve-streaming-attrs",
        r#"def X : Inst<"svx", "d", "i"> { let Flags = [VerifyRuntimeMode]; }"#,
        "VerifyRuntimeMode",
        expect![[r#"
            19:   BuiltinType = VerifyRuntimeMode;
            21: 45: error: VerifyRuntimeMode requires SVE and SME guards
            22: 45: error: VerifyRuntimeMode requires SVE and SME guards
        "#]],
    );
}

#[test]
fn one_mode_of_each_intrinsic_in_json() {
    check_releases(
        "gen-arm-sve-builtins-json",
        r#"
def A : Inst<"sva", "d", "i"> { let Flags = [VerifyRuntimeMode, IsStreaming]; }
def B : Inst<"svb", "d", "i"> { let Flags = [VerifyRuntimeMode, IsStreamingCompatible, IsInZA]; }
def C : Inst<"svc", "d", "i"> { let Flags = [IsStreamingCompatible, IsStreaming]; }
def D : Inst<"svd", "d", "i"> { let Flags = [VerifyRuntimeMode, IsInZA, IsOutZA, IsInZT0]; }
"#,
        "builtin",
        expect![[r#"
            19: { "guard": "sve","streaming_guard": "","flags": "streaming-only","builtin": "svint32_t sva();" },
            19: { "guard": "sve","streaming_guard": "","flags": "streaming-compatible,requires-za","builtin": "svint32_t svb();" },
            19: { "guard": "sve","streaming_guard": "","flags": "streaming-only","builtin": "svint32_t svc();" },
            19: { "guard": "sve","streaming_guard": "","flags": "feature-dependent,requires-za,requires-zt","builtin": "svint32_t svd();" }
            21: { "guard": "sve","streaming_guard": "","flags": "streaming-only","builtin": "svint32_t sva();" },
            21: { "guard": "sve","streaming_guard": "","flags": "streaming-compatible,requires-za","builtin": "svint32_t svb();" },
            21: { "guard": "sve","streaming_guard": "","flags": "streaming-only","builtin": "svint32_t svc();" },
            21: { "guard": "sve","streaming_guard": "","flags": "feature-dependent,requires-za,requires-zt","builtin": "svint32_t svd();" }
            22: { "guard": "sve","streaming_guard": "","flags": "streaming-only","builtin": "svint32_t sva();" },
            22: { "guard": "sve","streaming_guard": "","flags": "streaming-compatible,requires-za","builtin": "svint32_t svb();" },
            22: { "guard": "sve","streaming_guard": "","flags": "streaming-only","builtin": "svint32_t svc();" },
            22: { "guard": "sve","streaming_guard": "","flags": "feature-dependent,requires-za,requires-zt","builtin": "svint32_t svd();" }
        "#]],
    );
}

#[test]
fn a_specification_has_one_kind_since_21() {
    use crate::sve::types::SveType;
    let mut all = String::new();
    for spec in ["Qi", "Pd", "UPb", "Pf", "UPc", "Qh"] {
        all += spec;
        for release in [Release::V19, Release::V22] {
            let ty = SveType::vector(release, spec, 1).unwrap();
            let mut letters = String::new();
            ty.push_builtin_letters(&mut letters);
            all += &format!(" {release}: {letters} {}", ty.c_name());
        }
        all.push('\n');
    }
    expect![[r#"
        Qi 19: Qa svcount_t 22: q4Qa svsvcount_t
        Pd 19: q2d svfloat_t 22: q2d svfloat64_t
        UPb 19: q8y svbool_t 22: q8y svbfloat16_t
        Pf 19: q4f svfloat_t 22: q4f svfloat32_t
        UPc 19: q16Uc svubool_t 22: q16b svbool_t
        Qh 19: Qa svfloat_t 22: q8h svfloat16_t
    "#]]
    .assert_eq(&all);
}
