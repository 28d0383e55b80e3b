mod releases;

use backend::{Context, Models, Options};
use backend_testing::read;
use expect_test::{Expect, expect};

use crate::tests::check;

const CLASSES: &str = r#"
class MergeType<int v, string s = ""> { int Value = v; string Suffix = s; }
def MergeNone : MergeType<0>;
def MergeOp1 : MergeType<2, "_m">;
class EltType<int v> { int Value = v; }
def EltTyInt8 : EltType<1>;
def EltTyInt32 : EltType<3>;
def EltTyFloat16 : EltType<6>;
def EltTyBool8 : EltType<9>;
class MemEltType<int v> { int Value = v; }
class FlagType<int v> { int Value = v; }
def EltTypeMask : FlagType<0xf>;
def MemEltTypeMask : FlagType<0x70>;
def MergeTypeMask : FlagType<0x380>;
def SplatOperandMask : FlagType<0x1c00>;
def IsStreaming : FlagType<0x2000>;
def IsStreamingCompatible : FlagType<0x4000>;
def VerifyRuntimeMode : FlagType<0x8000>;
def IsInZA : FlagType<0x10000>;
def IsOutZA : FlagType<0x20000>;
def IsInOutZA : FlagType<0x40000>;
def IsInZT0 : FlagType<0x80000>;
def IsOutZT0 : FlagType<0x100000>;
def IsInOutZT0 : FlagType<0x200000>;
class ImmCheckType<int v> { int Value = v; }
def ImmCheck0_31 : ImmCheckType<0>;
def ImmCheck0_13 : ImmCheckType<12>;
def ImmCheck0_7 : ImmCheckType<6>;
class ImmCheck<int a, ImmCheckType k, int e = -1> { int Arg = a; ImmCheckType Kind = k; int EltSizeArg = e; }
class Inst<string n, string p, string t, string sve = "sve", string sme = ""> {
  string Name = n;
  string Prototype = p;
  string Types = t;
  string SVETargetGuard = sve;
  string SMETargetGuard = sme;
  int Merge = 0;
  string MergeSuffix = "";
  string LLVMIntrinsic = "";
  list<FlagType> Flags = [];
  list<ImmCheck> ImmChecks = [];
  int MemEltType = 0;
}
"#;

/// Records whose tables cover most features of prototypes.
const INTRINSICS: &str = r#"
def ADD : Inst<"svadd[_{d}]", "dPda", "ciUi"> {
  let Merge = MergeOp1.Value;
  let MergeSuffix = MergeOp1.Suffix;
  let LLVMIntrinsic = "aarch64_sve_add{d}";
}
def PTRUE : Inst<"svptrue_pat_{d}", "PI", "Pc", "sve,x", "sme|y"> { let Flags = [VerifyRuntimeMode]; }
def LANE : Inst<"svlane[_{3}]_{d}", "d2.hQi", "h", "", "sme2"> {
  let Flags = [IsStreaming, IsInOutZA, IsOutZT0];
  let ImmChecks = [ImmCheck<2, ImmCheck0_7, 0>];
}
"#;

#[track_caller]
fn check_table(backend: &str, want: Expect) {
    check(backend, &format!("{CLASSES}{INTRINSICS}"), want);
}

#[test]
fn builtins() {
    check_table(
        "gen-arm-sme-builtins",
        expect![[r##"
        #ifdef GET_SME_BUILTINS
        TARGET_BUILTIN(__builtin_sme_svadd_s32_m, "q4iq16bq4ii", "n", "sve")
        TARGET_BUILTIN(__builtin_sme_svadd_s8_m, "q16Scq16bq16ScSc", "n", "sve")
        TARGET_BUILTIN(__builtin_sme_svadd_u32_m, "q4Uiq16bq4UiUi", "n", "sve")
        TARGET_BUILTIN(__builtin_sme_svlane_f8_f16, "q8hq32hvC*IUWi", "n", "sme2")
        TARGET_BUILTIN(__builtin_sme_svptrue_pat_b8, "q16bIi", "n", "(sve,x)|(sme|y)")
        #endif

    "##]],
    );
}

#[test]
fn llvm_intrinsics() {
    check_table(
        "gen-arm-sve-builtin-codegen",
        expect![[r#"
        #ifdef GET_SVE_LLVM_INTRINSIC_MAP
        SVEMAP1(svadd_s32_m, aarch64_sve_adds32, 3331),
        SVEMAP1(svadd_s8_m, aarch64_sve_adds8, 3329),
        SVEMAP1(svadd_u32_m, aarch64_sve_addu32, 3331),
        SVEMAP2(svlane_f8_f16, 1318918),
        SVEMAP2(svptrue_pat_b8, 32777),
        #endif

    "#]],
    );
    check_table(
        "gen-arm-sme-builtin-codegen",
        expect![[r#"
        #ifdef GET_SME_LLVM_INTRINSIC_MAP
        SMEMAP1(svadd_s32_m, aarch64_sve_add{d}, 3331),
        SMEMAP1(svadd_s8_m, aarch64_sve_add{d}, 3329),
        SMEMAP1(svadd_u32_m, aarch64_sve_add{d}, 3331),
        SMEMAP2(svlane_f8_f16, 1318918),
        SMEMAP2(svptrue_pat_b8, 32777),
        #endif

    "#]],
    );
}

#[test]
fn checks_of_constants() {
    check_table(
        "gen-arm-sve-sema-rangechecks",
        expect![[r#"
        #ifdef GET_SVE_IMMEDIATE_CHECK
        case SVE::BI__builtin_sve_svlane_f8_f16:
        ImmChecks.push_back(std::make_tuple(2, 6, 8));
          break;
        case SVE::BI__builtin_sve_svptrue_pat_b8:
        ImmChecks.push_back(std::make_tuple(0, 0, 0));
          break;
        #endif

    "#]],
    );
}

#[test]
fn modes() {
    check_table(
        "gen-arm-sve-streaming-attrs",
        expect![[r#"
        #ifdef GET_SVE_STREAMING_ATTRS
        case SVE::BI__builtin_sve_svlane_f8_f16:
          BuiltinType = ArmStreaming;
          break;
        case SVE::BI__builtin_sve_svptrue_pat_b8:
          BuiltinType = VerifyRuntimeMode;
          break;
        case SVE::BI__builtin_sve_svadd_s32_m:
        case SVE::BI__builtin_sve_svadd_s8_m:
        case SVE::BI__builtin_sve_svadd_u32_m:
          BuiltinType = ArmNonStreaming;
          break;
        #endif

    "#]],
    );
    check_table(
        "gen-arm-sme-builtin-za-state",
        expect![[r#"
        #ifdef GET_SME_BUILTIN_GET_STATE
        case SME::BI__builtin_sme_svlane_f8_f16:
          return ArmInOutZA | ArmOutZT0;
        #endif

    "#]],
    );
}

#[test]
fn numbers() {
    check_table(
        "gen-arm-sve-typeflags",
        expect![[r#"
        #ifdef LLVM_GET_SVE_TYPEFLAGS
        const uint64_t IsOutZA = 131072;
        const uint64_t MemEltTypeMask = 112;
        const uint64_t IsInZA = 65536;
        const uint64_t IsStreaming = 8192;
        const uint64_t IsInOutZA = 262144;
        const uint64_t IsInOutZT0 = 2097152;
        const uint64_t VerifyRuntimeMode = 32768;
        const uint64_t IsOutZT0 = 1048576;
        const uint64_t MergeTypeMask = 896;
        const uint64_t IsInZT0 = 524288;
        const uint64_t SplatOperandMask = 7168;
        const uint64_t IsStreamingCompatible = 16384;
        const uint64_t EltTypeMask = 15;
        #endif

        #ifdef LLVM_GET_SVE_ELTTYPES
          EltTyFloat16 = 6,
          EltTyInt32 = 3,
          EltTyBool8 = 9,
          EltTyInt8 = 1,
        #endif

        #ifdef LLVM_GET_SVE_MEMELTTYPES
        #endif

        #ifdef LLVM_GET_SVE_MERGETYPES
          MergeNone = 0,
          MergeOp1 = 2,
        #endif

        #ifdef LLVM_GET_SVE_IMMCHECKTYPES
          ImmCheck0_13 = 12,
          ImmCheck0_31 = 0,
          ImmCheck0_7 = 6,
        #endif

    "#]],
    );
}

#[test]
fn declarations_of_one_record() {
    let records = read(&format!("{CLASSES}{INTRINSICS}"));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let declarations = super::declarations(&cx, records.def("ADD").unwrap()).unwrap();
    expect![[r#"
        svuint32_t svadd_u32_m(svbool_t, svuint32_t, uint32_t)
        svint8_t svadd_s8_m(svbool_t, svint8_t, int8_t)
        svint32_t svadd_s32_m(svbool_t, svint32_t, int32_t)
        svuint32_t svadd_m(svbool_t, svuint32_t, uint32_t)
        svint8_t svadd_m(svbool_t, svint8_t, int8_t)
        svint32_t svadd_m(svbool_t, svint32_t, int32_t)
    "#]]
    .assert_eq(&(declarations.join("\n") + "\n"));
}

/// The declarations of the header for one intrinsic, without their attributes.
#[track_caller]
fn check_header(inst: &str, want: Expect) {
    let records = read(&format!("{CLASSES}def X : {inst};"));
    let run = backend_testing::run(crate::ALL, "gen-arm-sme-header", &[], &records);
    let shown = run.shown(&records);
    let is_declaration = |line: &&str| line.contains(" svx") || line.contains("error: ");
    let lines: Vec<_> = shown.lines().filter(is_declaration).collect();
    want.assert_eq(&lines.join("\n"));
}

#[test]
fn types_of_operands() {
    let letters = [
        "dv",
        "hqoebw",
        "xu[tzg",
        "OMN$",
        "P}{",
        "saRr@KLjf",
        "klmniIJ",
        "pc%Q",
        "ABCDEFG",
        "STUWXY",
        "2342.P4.x",
    ];
    let shown = letters.map(|letters| {
        let text = format!("{CLASSES}def X : Inst<\"svx\", \"v{letters}\", \"i\">;");
        let records = read(&text);
        let (options, models) = (Options::default(), Models::default());
        let cx = Context::new(&records, &options, &models);
        let x = records.def("X").unwrap();
        super::declarations(&cx, x).unwrap().concat()
    });
    expect![[r#"
        void svx(svint32_t, void)
        void svx(svint16_t, svint8_t, svint128_t, svuint16_t, svuint8_t, svint64_t)
        void svx(svint32_t, svuint32_t, svuint8_t, svint32_t, svuint32_t, svuint64_t)
        void svx(svfloat16_t, svfloat32_t, svfloat64_t, svbfloat16_t)
        void svx(svbool_t, svcount_t, int32x4_t)
        void svx(int32_t, int32_t, int16_t, int8_t, uint8_t, int32_t, uint32_t, int64_t, uint64_t)
        void svx(int32_t, int64_t, uint32_t, uint64_t, uint64_t, enum svpattern, enum svprfop)
        void svx(int32_t *, int32_t const *, void *, void const *)
        void svx(int8_t *, int16_t *, int32_t *, int64_t *, uint8_t *, uint16_t *, uint32_t *)
        void svx(int8_t const *, int16_t const *, int32_t const *, uint8_t const *, uint16_t const *, uint32_t const *)
        void svx(svint32x2_t, svint32x3_t, svint32x4_t, svboolx2_t, svint32x4_t)"#]].assert_eq(&shown.join("\n"));
}

#[test]
fn names() {
    check_header(
        "Inst<\"svx[_{d}]_{1}\", \"dPc\", \"iUih\">",
        expect![[r#"
        svuint32_t svx_u32_b1(svbool_t, uint32_t const *);
        svfloat16_t svx_f16_b1(svbool_t, float16_t const *);
        svint32_t svx_s32_b1(svbool_t, int32_t const *);
        svuint32_t svx_b1(svbool_t, uint32_t const *);
        svfloat16_t svx_b1(svbool_t, float16_t const *);
        svint32_t svx_b1(svbool_t, int32_t const *);"#]],
    );
    check_header(
        "Inst<\"svx_{}\", \"dd\", \"i\">",
        expect!["43: error: '{}' names no type of the prototype"],
    );
    check_header(
        "Inst<\"svx_{3}\", \"dd\", \"i\">",
        expect!["43: error: '{3}' names no type of the prototype"],
    );
    check_header(
        "Inst<\"svx}{d}x\", \"dd\", \"i\">",
        expect!["svint32_t svx}s32s32(svint32_t);"],
    );
    check_header(
        "Inst<\"svx][_{d}\", \"dd\", \"i\">",
        expect!["43: error: the brackets in 'svx][_{d}' do not match"],
    );
}

#[test]
fn letters_that_mean_nothing() {
    check_header(
        "Inst<\"svx\", \"dH\", \"i\">",
        expect!["43: error: unknown letter 'H' in a prototype"],
    );
    check_header("Inst<\"svx\", \"d.d\", \"i\">", expect!["svint32_t svx();"]);
    check_header(
        "Inst<\"svx\", \"\", \"i\">",
        expect!["43: error: the prototype of 'svx' is empty"],
    );
    check_header(
        "Inst<\"svx\", \"..\", \"i\">",
        expect!["43: error: the prototype '..' has too many dots"],
    );
    check_header(
        "Inst<\"svx\", \"dd\", \"iz\">",
        expect!["43: error: unknown type specification 'z'"],
    );
}

/// The error about a record of this class with these fields.
#[track_caller]
fn check_error(backend: &str, inst: &str, want: Expect) {
    let records = read(&format!("{CLASSES}def X : {inst}"));
    let run = backend_testing::run(crate::ALL, backend, &[], &records);
    want.assert_eq(&run.shown(&records));
}

#[test]
fn what_is_not_there() {
    check_error(
        "gen-arm-sve-builtin-codegen",
        "Inst<\"x\", \"d\", \"l\">;",
        expect![[r#"
            43: error: no EltType is called 'EltTyInt64'
        "#]],
    );
    check_error(
        "gen-arm-sve-builtins",
        "Inst<\"x\", \"dq\", \"c\">;",
        expect![[r#"
            43: error: no builtin has an operand of type 'svint2_t'
        "#]],
    );
    check_error(
        "gen-arm-sve-builtins",
        "Inst<\"x\", \"\", \"c\">;",
        expect![[r#"
            43: error: the prototype of 'x' is empty
        "#]],
    );
    check_error(
        "gen-arm-sve-streaming-attrs",
        "Inst<\"x\", \"d\", \"i\", \"sve\", \"sme\">;",
        expect![[r#"
            43: error: Missing VerifyRuntimeMode flag
        "#]],
    );
    check(
        "gen-arm-sve-header",
        "",
        expect![[r#"
        error: The class 'EltType' is not defined

    "#]],
    );
}
