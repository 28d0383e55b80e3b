//! Tables other than headers.

use expect_test::expect;

use super::CLASSES;
use crate::tests::check;

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
