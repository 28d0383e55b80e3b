use backend::Release;
use backend_testing::{read_as, run};
use expect_test::expect;

/// Operations as 21 describes them.
const OPERATIONS: &str = r#"
class Version<int major, int minor> { int Major = major; int Minor = minor; }
def DXIL1_0 : Version<1, 0>;
def DXIL1_2 : Version<1, 2>;
class DXILOpParamType { int isOverload = 0; }
def VoidTy : DXILOpParamType;
def HalfTy : DXILOpParamType;
def ResRetInt32Ty : DXILOpParamType;
def OverloadTy : DXILOpParamType { let isOverload = 1; }
class DXILOpClass;
def unary : DXILOpClass;
class DXILShaderStage;
def all_stages : DXILShaderStage;
def pixel : DXILShaderStage;
def removed : DXILShaderStage;
class DXILAttribute;
def ReadNone : DXILAttribute;
def ReadOnly : DXILAttribute;
class Overloads<Version v, list<DXILOpParamType> t> { Version dxil_version = v; list<DXILOpParamType> overload_types = t; }
class Stages<Version v, list<DXILShaderStage> s> { Version dxil_version = v; list<DXILShaderStage> shader_stages = s; }
class Attributes<Version v, list<DXILAttribute> a> { Version dxil_version = v; list<DXILAttribute> fn_attrs = a; }
class Intrinsic;
def int_dx_abs : Intrinsic;
class IntrinArgSelectType;
def IntrinArgSelect_Index : IntrinArgSelectType;
class ArgSelect<IntrinArgSelectType t, int v> { IntrinArgSelectType type = t; int value = v; }
class Select<Intrinsic i, list<ArgSelect> a> { Intrinsic intrinsic = i; list<ArgSelect> arg_selects = a; }
class DXILOp<int number, DXILOpClass c> {
  int OpCode = number;
  DXILOpClass OpClass = c;
  string Doc = "";
  DXILOpParamType result = VoidTy;
  list<DXILOpParamType> arguments = [];
  list<Overloads> overloads = [];
  list<Stages> stages = [Stages<DXIL1_0, [all_stages]>];
  list<Attributes> attributes = [];
  list<Select> intrinsics = [];
}
def Stop : DXILOp<7, unary>;
def Abs : DXILOp<6, unary> {
  let result = OverloadTy;
  let arguments = [OverloadTy];
  let overloads = [Overloads<DXIL1_2, [HalfTy, ResRetInt32Ty]>, Overloads<DXIL1_0, [HalfTy]>];
  let stages = [Stages<DXIL1_2, [pixel]>, Stages<DXIL1_0, [removed]>];
  let attributes = [Attributes<DXIL1_0, [ReadOnly]>];
  let intrinsics = [Select<int_dx_abs, [ArgSelect<IntrinArgSelect_Index, 1>]>];
}
"#;

#[test]
fn operations_depend_on_versions() {
    let records = read_as(Release::V21, OPERATIONS);
    let text = run(crate::ALL, "gen-dxil-operation", &[], &records).text_or_error();
    let text = text.replace(include_str!("find.txt"), "<find.txt>\n");
    expect![[r#"
        // Generated code, do not edit.

        #ifdef DXIL_VERSION
        DXIL_VERSION(1, 0)
        DXIL_VERSION(1, 2)
        #undef DXIL_VERSION
        #endif

        #ifdef DXIL_OPCODE
        DXIL_OPCODE(6, Abs)
        DXIL_OPCODE(7, Stop)
        #undef DXIL_OPCODE

        #endif

        #ifdef DXIL_OPCLASS
        DXIL_OPCLASS(unary)
        #undef DXIL_OPCLASS
        #endif

        #ifdef DXIL_OP_PARAM_TYPE
        DXIL_OP_PARAM_TYPE(HalfTy)
        DXIL_OP_PARAM_TYPE(OverloadTy)
        DXIL_OP_PARAM_TYPE(ResRetInt32Ty)
        DXIL_OP_PARAM_TYPE(VoidTy)
        #undef DXIL_OP_PARAM_TYPE
        #endif

        #ifdef DXIL_ATTRIBUTE
        DXIL_ATTRIBUTE(ReadNone)
        DXIL_ATTRIBUTE(ReadOnly)
        #undef DXIL_ATTRIBUTE
        #endif

        #ifdef DXIL_OP_ATTRIBUTES
        DXIL_OP_ATTRIBUTES(dxil::OpCode::Abs, 1, 0, false, true)
        #undef DXIL_OP_ATTRIBUTES
        #endif

        #ifndef DXIL_OP_FUNCTION_TYPE
        #define DXIL_OP_FUNCTION_TYPE(OpCode, RetType, ...)
        #endif
        DXIL_OP_FUNCTION_TYPE(dxil::OpCode::Abs, dxil::OpParamType::OverloadTy, dxil::OpParamType::OverloadTy)
        DXIL_OP_FUNCTION_TYPE(dxil::OpCode::Stop, dxil::OpParamType::VoidTy, )
        #undef DXIL_OP_FUNCTION_TYPE
        #ifdef DXIL_OP_INTRINSIC_ARG_SELECT_TYPE
        DXIL_OP_INTRINSIC_ARG_SELECT_TYPE(Index)
        #undef DXIL_OP_INTRINSIC_ARG_SELECT_TYPE
        #endif

        #ifdef DXIL_OP_INTRINSIC

        DXIL_OP_INTRINSIC(dxil::OpCode::Abs, Intrinsic::dx_abs, (IntrinArgSelect{IntrinArgSelect::Type::Index,1}), )

        #undef DXIL_OP_INTRINSIC
        #endif

        #ifdef DXIL_OP_OPERATION_TABLE

        // Valid shader kinds

        enum ShaderKind : uint4_t {
          all_stages =  0x7, // Pseudo-stage indicating op is supported in all stages
          pixel = 1 << 1,
          removed =  0,  // Pseudo-stage indicating op not supported in any stage
        }; // enum ShaderKind

        static const OpCodeProperty *getOpCodeProperty(dxil::OpCode Op) {
          static const OpCodeProperty OpCodeProps[] = {
          { dxil::OpCode::Abs, 5, OpCodeClass::unary, 0, {{{1, 0}, OverloadKind::HALF}, {{1, 2}, OverloadKind::HALF | OverloadKind::I32}}, {{{1, 0}, ShaderKind::removed}, {{1, 2}, ShaderKind::pixel}}, 1 },
          { dxil::OpCode::Stop, 0, OpCodeClass::unary, 0, {{{1, 0}, OverloadKind::UNDEFINED}}, {{{1, 0}, ShaderKind::all_stages}}, -1 }<find.txt>

        #ifdef __GNUC__
        #pragma GCC diagnostic push
        #pragma GCC diagnostic ignored "-Woverlength-strings"
        #endif
          static const char DXILOpCodeNameTable[] = {
          /* 0 */ "Stop\000"
          /* 5 */ "Abs\000"
        };
        #ifdef __GNUC__
        #pragma GCC diagnostic pop
        #endif

          auto *Prop = getOpCodeProperty(Op);
          unsigned Index = Prop->OpCodeNameOffset;
          return DXILOpCodeNameTable + Index;
        }

        static const char *getOpCodeClassName(const OpCodeProperty &Prop) {


        #ifdef __GNUC__
        #pragma GCC diagnostic push
        #pragma GCC diagnostic ignored "-Woverlength-strings"
        #endif
          static const char DXILOpCodeClassNameTable[] = {
          /* 0 */ "unary\000"
        };
        #ifdef __GNUC__
        #pragma GCC diagnostic pop
        #endif

          unsigned Index = Prop.OpCodeClassNameOffset;
          return DXILOpCodeClassNameTable + Index;
        }

        #undef DXIL_OP_OPERATION_TABLE
        #endif

    "#]].assert_eq(&text);
}

#[test]
fn operations_that_make_no_sense() {
    let check = |text: &str, want: &str| {
        let records = read_as(Release::V21, &format!("{OPERATIONS}{text}"));
        let got = run(crate::ALL, "gen-dxil-operation", &[], &records).text_or_error();
        assert_eq!(got.strip_prefix("error: "), Some(want));
    };
    check("def Sqrt : DXILOp<6, unary>;", "Duplicate opcode: 6");
    check("def Sqrt : DXILOp<-1, unary>;", "Duplicate opcode: -1");
    check(
        "def Sqrt : DXILOp<8, unary> { let Doc = ?; }",
        "Record `Sqrt' does not have a field named `Doc'!\n",
    );
    check(
        "def Sqrt : DXILOp<8, unary> { let stages = []; }",
        "Atleast one specification of valid stage for Sqrt is required",
    );
    check(
        "def UnknownOpClass : DXILOpClass; def Sqrt : DXILOp<8, UnknownOpClass>;",
        "Unspecified DXIL OpClass for DXIL operation - Sqrt",
    );
    check(
        "def Other : IntrinArgSelectType;",
        "IntrinArgSelectType definintion must be prefixed with 'IntrinArgSelect_'",
    );
}
