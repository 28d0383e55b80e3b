//! Headers and tables for a few intrinsics.

mod headers;
mod meaning;

use backend::{Context, Models, Options};
use backend_testing::read;
use elaborate::records::Release::{V19, V21, V22};
use expect_test::{Expect, expect};

use crate::tests::{changes, check, shown_below};

const CLASSES: &str = r#"
class Type;
def Void : Type;
class PrimitiveType<string k, int s, string n = ""> : Type { string kind = k; int size = s; string nameOverride = n; }
foreach k = ["u", "s"] in foreach size = [8, 16, 32] in def k#size : PrimitiveType<k, size>;
def f32 : PrimitiveType<"f", 32>;
def sint : PrimitiveType<"s", 32, "int">;
class unpromoted<Type t> : Type { Type underlying_type = t; }
class ComplexTypeOp;
class ComplexType<dag d> : Type { dag spec = d; }
def CTO_Parameter : ComplexTypeOp;
def CTO_Vec : ComplexTypeOp;
def CTO_Pred : ComplexTypeOp;
def CTO_Other : ComplexTypeOp;
class CTO_Tuple<int c> : ComplexTypeOp { int n = c; }
class CTO_Pointer<bit c> : ComplexTypeOp { bit const = c; }
def CTO_CopyKind : ComplexTypeOp;
class CTO_ScaleSize<int n, int d> : ComplexTypeOp { int num = n; int denom = d; }
def Scalar : ComplexType<(CTO_Parameter)>;
def Vector : ComplexType<(CTO_Vec Scalar)>;
def Predicate : ComplexType<(CTO_Pred Scalar)>;
def Pair : ComplexType<(CTO_Tuple<2> Vector)>;
def Half : ComplexType<(CTO_ScaleSize<1, 2> Scalar)>;
def HalfVector : ComplexType<(CTO_Vec Half, Vector)>;
def Unsigned : ComplexType<(CTO_CopyKind Scalar, u32)>;
class CPtr<Type t> : ComplexType<(CTO_Pointer<1> t)>;
class ImmediateBounds;
class Immediate<Type t, ImmediateBounds b> : Type { Type type = t; ImmediateBounds bounds = b; string extra; string extraarg; }
class IB_ConstRange<int l, int h> : ImmediateBounds { int lo = l; int hi = h; }
def IB_UEltValue : ImmediateBounds;
def IB_LaneIndex : ImmediateBounds;
class IB_EltBit<int b, Type t> : ImmediateBounds { int base = b; Type type = t; }
def imm_any : Immediate<Scalar, IB_UEltValue> { let extra = "ShiftedByte"; let extraarg = "!lanesize"; }
def imm_lane : Immediate<sint, IB_LaneIndex>;
def imm_bit : Immediate<sint, IB_EltBit<1, Scalar>> { let extra = "Power2"; }
def imm_offset : Immediate<sint, IB_ConstRange<-8, 8>>;
class PolymorphicNameType<int n, string s> { int NumTypeSuffixesToDiscard = n; string ExtraSuffixToDiscard = s; }
def PNT_Type : PolymorphicNameType<1, ?>;
def PNT_N : PolymorphicNameType<0, "n">;
def PNT_Many : PolymorphicNameType<9, ?>;
class IRBuilderParam<int i> { int index = i; }
class IRBuilderIntParam<int i, string t> : IRBuilderParam<i> { string type = t; }
class IRBuilderBase<string p> { string prefix = p; list<IRBuilderParam> special_params = []; }
def add : IRBuilderBase<"Builder.CreateAdd(">;
def store : IRBuilderBase<"Builder.CreateStore(">;
def load : IRBuilderBase<"Builder.CreateLoad(">;
def shift : IRBuilderBase<"Shift(Builder, "> { let special_params = [IRBuilderIntParam<1, "unsigned">]; }
def id : IRBuilderBase<"(">;
class IRIntBase<string n, list<Type> p = [], bit k = 0> { string intname = n; list<Type> params = p; bit appendKind = k; }
def address; def seq; def unsignedflag; def bitsize; def args; def stranger;
class CustomCodegen<string t> { string type = t; }
class NameOverride<string n> { string basename = n; }
class Intrinsic<list<Type> ps, Type r, dag a, dag c> {
  list<Type> params = ps;
  Type ret = r;
  dag args = a;
  dag codegen = c;
  PolymorphicNameType pnt = PNT_Type;
  bit polymorphicOnly = 0;
  bit nonEvaluating = 0;
  bit headerOnly = 0;
  string overrideKindLetter = "";
  string builtinExtension = "mve";
}
class FunctionMacro<list<string> p, string d> { list<string> params = p; string definition = d; }
"#;

/// The output of a backend for intrinsics.
fn output(backend: &str, intrinsics: &str) -> String {
    shown_below(CLASSES, backend, intrinsics)
}

#[track_caller]
fn check_of(backend: &str, intrinsics: &str, want: Expect) {
    want.assert_eq(&output(backend, intrinsics));
}

const INTRINSICS: &str = r#"
def vaddq : Intrinsic<[u8, s32, f32], Vector, (args Vector:$a, Vector:$b), (add $a, $b)>;
def vdup_n : Intrinsic<[s8, u32], Pair, (args Scalar:$a, Predicate:$p),
    (IRIntBase<"dup", [Vector, Predicate], 1> $a, (unsignedflag Scalar), $p)> { let pnt = PNT_N; }
def vst : Intrinsic<[s16], Void, (args CPtr<Scalar>:$base, imm_offset:$o),
    (seq (add (CPtr<u8> $base), $o):$at, (store (load (address (CPtr<u8> $at), 4)), HalfVector))> {
  let polymorphicOnly = 1;
  let nonEvaluating = 1;
}
def vld2q : Intrinsic<[u16, f32], Pair, (args CPtr<Scalar>:$a), (CustomCodegen<"VLD24"> 2:$Registers)>;
def vshift : Intrinsic<[u8, s8], Vector, (args Vector:$a, imm_bit:$n, imm_lane:$m, imm_any:$o, unpromoted<Scalar>:$p),
    (seq (shift $a, $n):$x, (add (shift $x, (u16 3)), (Unsigned $p)))>;
let headerOnly = 1, overrideKindLetter = "p", builtinExtension = "cde" in
def other : Intrinsic<[u8], Vector, (args), (id)>, NameOverride<"vother">;
"#;

#[test]
fn builtins() {
    check_of(
        "gen-arm-mve-builtin-def",
        INTRINSICS,
        expect![[r#"
        BUILTIN(__builtin_arm_mve_vaddq_f32, "", "n")
        BUILTIN(__builtin_arm_mve_vaddq_s32, "", "n")
        BUILTIN(__builtin_arm_mve_vaddq_u8, "", "n")
        BUILTIN(__builtin_arm_mve_vdup_n_s8, "", "n")
        BUILTIN(__builtin_arm_mve_vdup_n_u32, "", "n")
        BUILTIN(__builtin_arm_mve_vld2q_f32, "", "n")
        BUILTIN(__builtin_arm_mve_vld2q_u16, "", "n")
        BUILTIN(__builtin_arm_mve_vother_p8, "", "n")
        BUILTIN(__builtin_arm_mve_vshift_s8, "", "n")
        BUILTIN(__builtin_arm_mve_vshift_u8, "", "n")
        BUILTIN(__builtin_arm_mve_vst_s16, "", "n")
        BUILTIN(__builtin_arm_mve_vaddq, "vi.", "nt")
        BUILTIN(__builtin_arm_mve_vdup_s8, "vi.", "nt")
        BUILTIN(__builtin_arm_mve_vdup_u32, "vi.", "nt")
        BUILTIN(__builtin_arm_mve_vld2q, "vi.", "nt")
        BUILTIN(__builtin_arm_mve_vother, "vi.", "nt")
        BUILTIN(__builtin_arm_mve_vshift, "vi.", "nt")
        BUILTIN(__builtin_arm_mve_vst, "vi.", "ntu")
    "#]],
    );
    let few = r#"
def vaddq : Intrinsic<[s32, f32], Vector, (args Vector:$a), (add $a, $a)>;
let polymorphicOnly = 1 in def vst : Intrinsic<[s16], Vector, (args), (id)>;
let builtinExtension = "cde" in def other : Intrinsic<[u8], Vector, (args), (id)>, NameOverride<"vother">;
"#;
    check_of(
        "gen-arm-cde-builtin-def",
        few,
        expect![[r#"
        BUILTIN(__builtin_arm_cde_vaddq_f32, "", "ncU")
        BUILTIN(__builtin_arm_cde_vaddq_s32, "", "ncU")
        BUILTIN(__builtin_arm_cde_vother_u8, "", "ncU")
        BUILTIN(__builtin_arm_cde_vst_s16, "", "ncU")
    "#]],
    );
}

#[test]
fn checks() {
    check_of(
        "gen-arm-mve-builtin-sema",
        INTRINSICS,
        expect![[r#"
        case ARM::BI__builtin_arm_mve_vst_s16:
          return SemaRef.BuiltinConstantArgRange(TheCall, 1, -0x8, 0x8);
        case ARM::BI__builtin_arm_mve_vshift_s8:
        case ARM::BI__builtin_arm_mve_vshift_u8:
          return SemaRef.BuiltinConstantArgRange(TheCall, 1, 0x1, 0x8) ||
                 SemaRef.BuiltinConstantArgPower2(TheCall, 1) ||
                 SemaRef.BuiltinConstantArgRange(TheCall, 2, 0x0, 0xF) ||
                 SemaRef.BuiltinConstantArgShiftedByte(TheCall, 3, 8);
    "#]],
    );
    let of_cde = "\ndef clz : Intrinsic<[Void], u32, (args imm_offset:$a), (id 1)>;";
    check_of(
        "gen-arm-cde-builtin-sema",
        of_cde,
        expect![[r#"
        case ARM::BI__builtin_arm_cde_clz:
          Err = SemaRef.BuiltinConstantArgRange(TheCall, 0, -0x8, 0x8);
          break;
    "#]],
    );
}

#[test]
fn code() {
    check_of(
        "gen-arm-mve-builtin-codegen",
        INTRINSICS,
        expect![[r#"
        case ARM::BI__builtin_arm_mve_vst_s16: {
          Address Val0 = EmitPointerWithAlignment(E->getArg(0));
          Value *Val1 = Builder.CreatePointerCast((Val0.emitRawPointer(*this)), llvm::PointerType::getUnqual(Int8Ty));
          Value *Val2 = EmitScalarExpr(E->getArg(1));
          Value *Val3 = Builder.CreateAdd(Val1, Val2);
          Value *Val4 = Builder.CreatePointerCast(Val3, llvm::PointerType::getUnqual(Int8Ty));
          Address Val5 = Address(Val4, Int8Ty, CharUnits::fromQuantity(4));
          Value *Val6 = Builder.CreateLoad(Val5);
          llvm::Type *Val7 = llvm::FixedVectorType::get(Int8Ty, 8);
          return Builder.CreateStore(Val6, Val7);
        }
        case ARM::BI__builtin_arm_mve_vld2q_f32:
        case ARM::BI__builtin_arm_mve_vld2q_u16: {
          CustomCodeGenType = CustomCodeGen::VLD24;
          Registers = 2;
          break; // custom code gen
        }
        case ARM::BI__builtin_arm_mve_vdup_n_s8: {
          Value *Val0 = EmitScalarExpr(E->getArg(0));
          Value *Val1 = Builder.CreateIntCast(Val0, Int32Ty, false);
          Value *Val2 = llvm::ConstantInt::get(Int32Ty, 0);
          Value *Val3 = EmitScalarExpr(E->getArg(1));
          Value *Val4 = Builder.CreateIntCast(Val3, Int32Ty, false);
          Value *Val5 = Builder.CreateCall(CGM.getIntrinsic(Intrinsic::arm_mve_pred_i2v, {llvm::FixedVectorType::get(Builder.getInt1Ty(), 16)}), {Val4});
          return Builder.CreateCall(CGM.getIntrinsic(Intrinsic::dup_s, {llvm::FixedVectorType::get(Int8Ty, 16), llvm::FixedVectorType::get(Builder.getInt1Ty(), 16)}), {Val1, Val2, Val5});
        }
        case ARM::BI__builtin_arm_mve_vaddq_f32:
        case ARM::BI__builtin_arm_mve_vaddq_s32:
        case ARM::BI__builtin_arm_mve_vaddq_u8: {
          Value *Val0 = EmitScalarExpr(E->getArg(0));
          Value *Val1 = EmitScalarExpr(E->getArg(1));
          return Builder.CreateAdd(Val0, Val1);
        }
        case ARM::BI__builtin_arm_mve_vshift_s8:
        case ARM::BI__builtin_arm_mve_vshift_u8: {
          Value *Val0 = EmitScalarExpr(E->getArg(0));
          Value *Val1 = Shift(Builder, Val0, GetIntegerConstantValue<unsigned>(E->getArg(1), getContext()));
          Value *Val2 = Shift(Builder, Val1, static_cast<unsigned>(3));
          Value *Val3 = EmitScalarExpr(E->getArg(4));
          Value *Val4 = Builder.CreateIntCast(Val3, Int8Ty, false);
          return Builder.CreateAdd(Val2, Val4);
        }
        case ARM::BI__builtin_arm_mve_vdup_n_u32: {
          Value *Val0 = EmitScalarExpr(E->getArg(0));
          Value *Val1 = llvm::ConstantInt::get(Int32Ty, 1);
          Value *Val2 = EmitScalarExpr(E->getArg(1));
          Value *Val3 = Builder.CreateIntCast(Val2, Int32Ty, false);
          Value *Val4 = Builder.CreateCall(CGM.getIntrinsic(Intrinsic::arm_mve_pred_i2v, {llvm::FixedVectorType::get(Builder.getInt1Ty(), 4)}), {Val3});
          return Builder.CreateCall(CGM.getIntrinsic(Intrinsic::dup_u, {llvm::FixedVectorType::get(Int32Ty, 4), llvm::FixedVectorType::get(Builder.getInt1Ty(), 4)}), {Val0, Val1, Val4});
        }
    "#]],
    );
}

#[test]
fn aliases() {
    check_of(
        "gen-arm-mve-builtin-aliases",
        INTRINSICS,
        expect![[r#"
        static const IntrinToName MapData[] = {
          { ARM::BI__builtin_arm_mve_vaddq_f32, 6, 0},
          { ARM::BI__builtin_arm_mve_vaddq_s32, 16, 0},
          { ARM::BI__builtin_arm_mve_vaddq_u8, 26, 0},
          { ARM::BI__builtin_arm_mve_vdup_n_s8, 43, 35},
          { ARM::BI__builtin_arm_mve_vdup_n_u32, 62, 53},
          { ARM::BI__builtin_arm_mve_vld2q_f32, 79, 73},
          { ARM::BI__builtin_arm_mve_vld2q_u16, 89, 73},
          { ARM::BI__builtin_arm_mve_vshift_s8, 106, 99},
          { ARM::BI__builtin_arm_mve_vshift_u8, 116, 99},
          { ARM::BI__builtin_arm_mve_vst_s16, 130, 126},
        };

        ArrayRef<IntrinToName> Map(MapData);

        static const char IntrinNames[] = {
            "vaddq\000vaddq_f32\000vaddq_s32\000vaddq_u8\000vdup_s8\000vdup_n_s8\000"
            "vdup_u32\000vdup_n_u32\000vld2q\000vld2q_f32\000vld2q_u16\000vshift\000"
            "vshift_s8\000vshift_u8\000vst\000vst_s16\000"};

    "#]],
    );
}

#[test]
fn declarations_of_one_record() {
    let records = read(&format!("{CLASSES}{INTRINSICS}"));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let declarations = super::declarations(&cx, records.def("vdup_n").unwrap()).unwrap();
    expect![[r#"
        int8x16x2_t vdup_n_s8(int8_t, mve_pred16_t)
        uint32x4x2_t vdup_n_u32(uint32_t, mve_pred16_t)
        int8x16x2_t vdup_s8(int8_t, mve_pred16_t)
        uint32x4x2_t vdup_u32(uint32_t, mve_pred16_t)
    "#]]
    .assert_eq(&(declarations.join("\n") + "\n"));
}

#[test]
fn nothing_is_defined() {
    check(
        "gen-arm-mve-header",
        "",
        expect![[r#"
        error: The class 'PrimitiveType' is not defined

    "#]],
    );
    check(
        "gen-arm-cde-header",
        "class PrimitiveType; class Intrinsic;",
        expect![[r#"
            error: The class 'FunctionMacro' is not defined

        "#]],
    );
}

#[test]
fn an_empty_short_name() {
    let text = format!(
        "{CLASSES}def PNT_2Type : PolymorphicNameType<2, ?>;
def v : Intrinsic<[s16], Vector, (args Vector:$a), (id $a)> {{ let pnt = PNT_2Type; }}"
    );
    let records = backend_testing::read_as(V22, &text);
    let backend = "gen-arm-mve-builtin-def";
    let shown = backend_testing::run(crate::ALL, backend, &[], &records).shown(&records);
    let infos = shown.lines().filter(|it| it.contains("Info{"));
    let infos: String = infos.map(|it| format!("{}\n", it.trim_start())).collect();
    expect![[r#"
        Builtin::Info{Builtin::Info::StrOffsets{14 /* v_s16 */, 0, 1 /* n */}},
        Builtin::Info{Builtin::Info::StrOffsets{0 /*  */, 10 /* vi. */, 3 /* nt */}},
    "#]]
    .assert_eq(&infos);
}

#[test]
fn releases() {
    let text = format!("{CLASSES}{INTRINSICS}");
    let check = |table: &str, want| {
        let backend = format!("gen-arm-mve-builtin-{table}");
        let shown = backend_testing::changes(crate::ALL, &backend, &[], &text, &[V19, V21, V22]);
        let added = shown.lines().filter(|it| !it.starts_with('-'));
        let added: Vec<_> = added.collect();
        Expect::assert_eq(&want, &added.join("\n"));
    };
    check(
        "def",
        expect![[r#"
        19 to 21:
        +#ifdef GET_MVE_BUILTIN_ENUMERATORS
        +  BI__builtin_arm_mve_vaddq_f32,
        +  BI__builtin_arm_mve_vaddq_s32,
        +  BI__builtin_arm_mve_vaddq_u8,
        +  BI__builtin_arm_mve_vdup_n_s8,
        +  BI__builtin_arm_mve_vdup_n_u32,
        +  BI__builtin_arm_mve_vld2q_f32,
        +  BI__builtin_arm_mve_vld2q_u16,
        +  BI__builtin_arm_mve_vother_p8,
        +  BI__builtin_arm_mve_vshift_s8,
        +  BI__builtin_arm_mve_vshift_u8,
        +  BI__builtin_arm_mve_vst_s16,
        +  BI__builtin_arm_mve_vaddq,
        +  BI__builtin_arm_mve_vdup_s8,
        +  BI__builtin_arm_mve_vdup_u32,
        +  BI__builtin_arm_mve_vld2q,
        +  BI__builtin_arm_mve_vother,
        +  BI__builtin_arm_mve_vshift,
        +  BI__builtin_arm_mve_vst,
        +#endif // GET_MVE_BUILTIN_ENUMERATORS
        +
        +#ifdef GET_MVE_BUILTIN_STR_TABLE
        +
        +#ifdef __GNUC__
        +#pragma GCC diagnostic push
        +#pragma GCC diagnostic ignored "-Woverlength-strings"
        +#endif
        +static constexpr char BuiltinStringsStorage[] = 
        +  "\0"
        +  "n\0"
        +  "nt\0"
        +  "ntu\0"
        +  "vi.\0"
        +  "vaddq_f32\0"
        +  "vaddq_s32\0"
        +  "vaddq_u8\0"
        +  "vdup_n_s8\0"
        +  "vdup_n_u32\0"
        +  "vld2q_f32\0"
        +  "vld2q_u16\0"
        +  "vother_p8\0"
        +  "vshift_s8\0"
        +  "vshift_u8\0"
        +  "vst_s16\0"
        +  "vaddq\0"
        +  "vdup_s8\0"
        +  "vdup_u32\0"
        +  "vld2q\0"
        +  "vother\0"
        +  "vshift\0"
        +  "vst\0"
        +  ;
        +#ifdef __GNUC__
        +#pragma GCC diagnostic pop
        +#endif
        +
        +static constexpr llvm::StringTable
        +BuiltinStrings = BuiltinStringsStorage;
        +#endif // GET_MVE_BUILTIN_STR_TABLE
        +
        +#ifdef GET_MVE_BUILTIN_INFOS
        +    Builtin::Info{Builtin::Info::StrOffsets{14 /* vaddq_f32 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{24 /* vaddq_s32 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{34 /* vaddq_u8 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{43 /* vdup_n_s8 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{53 /* vdup_n_u32 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{64 /* vld2q_f32 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{74 /* vld2q_u16 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{84 /* vother_p8 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{94 /* vshift_s8 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{104 /* vshift_u8 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{114 /* vst_s16 */, 0, 1 /* n */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{122 /* vaddq */, 10 /* vi. */, 3 /* nt */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{128 /* vdup_s8 */, 10 /* vi. */, 3 /* nt */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{136 /* vdup_u32 */, 10 /* vi. */, 3 /* nt */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{145 /* vld2q */, 10 /* vi. */, 3 /* nt */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{151 /* vother */, 10 /* vi. */, 3 /* nt */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{158 /* vshift */, 10 /* vi. */, 3 /* nt */}},
        +    Builtin::Info{Builtin::Info::StrOffsets{165 /* vst */, 10 /* vi. */, 6 /* ntu */}},
        +#endif // GET_MVE_BUILTIN_INFOS
        +
        21 to 22:
        +static constexpr char BuiltinStringsStorage[] ="#]],
    );
    check(
        "codegen",
        expect![[r#"
        19 to 21:
        +  Value *Val1 = Builder.CreatePointerCast((Val0.emitRawPointer(*this)), Builder.getPtrTy());
        +  Value *Val4 = Builder.CreatePointerCast(Val3, Builder.getPtrTy());
        21 to 22:"#]],
    );
    changes(
        "gen-arm-cde-builtin-def",
        &format!(
            "{CLASSES}def sx : Intrinsic<[s8], Void, (args), (id)> {{ let builtinExtension = \"cde\"; }}"
        ),
        &[V19, V21],
        expect![[r#"
            19 to 21:
            -BUILTIN(__builtin_arm_cde_sx_s8, "", "ncU")
            +#ifdef GET_CDE_BUILTIN_ENUMERATORS
            +  BI__builtin_arm_cde_sx_s8,
            +#endif // GET_CDE_BUILTIN_ENUMERATORS
            +
            +#ifdef GET_CDE_BUILTIN_STR_TABLE
            +
            +#ifdef __GNUC__
            +#pragma GCC diagnostic push
            +#pragma GCC diagnostic ignored "-Woverlength-strings"
            +#endif
            +static constexpr char BuiltinStringsStorage[] = 
            +  "\0"
            +  "ncU\0"
            +  "sx_s8\0"
            +  ;
            +#ifdef __GNUC__
            +#pragma GCC diagnostic pop
            +#endif
            +
            +static constexpr llvm::StringTable
            +BuiltinStrings = BuiltinStringsStorage;
            +#endif // GET_CDE_BUILTIN_STR_TABLE
            +
            +#ifdef GET_CDE_BUILTIN_INFOS
            +    Builtin::Info{Builtin::Info::StrOffsets{5 /* sx_s8 */, 0, 1 /* ncU */}},
            +#endif // GET_CDE_BUILTIN_INFOS
            +
        "#]],
    );
}
