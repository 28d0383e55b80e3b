// Operations of DXIL.
// by llvm: gen-dxil-operation

#define TEST_INTRINSICS_SUPPRESS_DEFS
include "llvm/IR/Intrinsics.td"
let TargetPrefix = "dx" in {
  def int_dx_abs : Intrinsic<[], [llvm_anyfloat_ty]>;
  def int_dx_sin : Intrinsic<[], [llvm_anyfloat_ty, llvm_i32_ty]>;
}
class Version<int major, int minor> { int Major = major; int Minor = minor; }
foreach i = 0...3 in def DXIL1_#i : Version<1, i>;
class DXILOpParamType { int isOverload = 0; }
let isOverload = 1 in def OverloadTy : DXILOpParamType;
foreach it = ["VoidTy", "Int1Ty", "Int8Ty", "Int16Ty", "Int32Ty", "Int64Ty", "HalfTy", "FloatTy", "DoubleTy", "ResRetHalfTy", "ResRetInt32Ty", "CBufRetFloatTy", "HandleTy", "SplitDoubleTy"] in def ""#it : DXILOpParamType;
class DXILOpClass;
foreach it = ["unary", "binary", "tertiary", "UnknownOpClass"] in def ""#it : DXILOpClass;
class DXILShaderStage;
foreach it = ["compute", "pixel", "vertex", "all_stages", "removed"] in def ""#it : DXILShaderStage;
class DXILAttribute;
foreach it = ["ReadNone", "ReadOnly", "NoReturn"] in def ""#it : DXILAttribute;
class Overloads<Version v, list<DXILOpParamType> t> { Version dxil_version = v; list<DXILOpParamType> overload_types = t; }
class Stages<Version v, list<DXILShaderStage> s> { Version dxil_version = v; list<DXILShaderStage> shader_stages = s; }
class Attributes<Version v, list<DXILAttribute> a> { Version dxil_version = v; list<DXILAttribute> fn_attrs = a; }
class IntrinArgSelectType;
def IntrinArgSelect_Index : IntrinArgSelectType;
def IntrinArgSelect_I8 : IntrinArgSelectType;
def IntrinArgSelect_I32 : IntrinArgSelectType;
class ArgSelect<IntrinArgSelectType t, int v> { IntrinArgSelectType type = t; int value = v; }
class Select<Intrinsic i, list<ArgSelect> a = []> { Intrinsic intrinsic = i; list<ArgSelect> arg_selects = a; }
class DXILOp<int number, DXILOpClass c> {
  string Doc = "";
  int OpCode = number;
  DXILOpClass OpClass = c;
  list<Select> intrinsics = [];
  DXILOpParamType result = VoidTy;
  list<DXILOpParamType> arguments = [];
  list<Overloads> overloads = [];
  list<Stages> stages = [Stages<DXIL1_0, [all_stages]>];
  list<Attributes> attributes = [];
}

//- plain
def Stop : DXILOp<1, unary>;
def Abs : DXILOp<6, unary> { let result = FloatTy; let arguments = [FloatTy]; let Doc = "Absolute"; }

//- overloads
def Abs : DXILOp<6, unary> { let result = OverloadTy; let arguments = [OverloadTy]; let overloads = [Overloads<DXIL1_0, [HalfTy, FloatTy]>, Overloads<DXIL1_2, [HalfTy, FloatTy, DoubleTy]>]; }
def Min : DXILOp<2, binary> { let result = Int32Ty; let arguments = [Int32Ty, OverloadTy]; let overloads = [Overloads<DXIL1_0, [Int32Ty, Int64Ty]>]; }

//- stages
def A : DXILOp<3, binary> { let stages = [Stages<DXIL1_0, [compute, pixel]>, Stages<DXIL1_1, [removed]>]; }
def B : DXILOp<4, binary> { let stages = [Stages<DXIL1_2, [vertex]>]; }

//- attributes
def A : DXILOp<3, tertiary> { let attributes = [Attributes<DXIL1_0, [ReadNone, NoReturn]>]; }
def B : DXILOp<5, tertiary> { let attributes = [Attributes<DXIL1_1, [ReadOnly]>, Attributes<DXIL1_3, []>]; }

//- intrinsics
def A : DXILOp<0, unary> { let intrinsics = [Select<int_dx_abs>]; let arguments = [FloatTy]; }
def B : DXILOp<9, unary> { let intrinsics = [Select<int_dx_sin, [ArgSelect<IntrinArgSelect_Index, 1>, ArgSelect<IntrinArgSelect_I8, -4>]>]; let arguments = [Int32Ty, Int8Ty]; }

//- selects
def A : DXILOp<0, unary> { let intrinsics = [Select<int_dx_abs, [ArgSelect<IntrinArgSelect_I32, 5>]>, Select<int_dx_sin, [ArgSelect<IntrinArgSelect_I32, 6>]>]; let arguments = [Int32Ty]; }

//- order
def C : DXILOp<8, unary>;
def B : DXILOp<2, binary>;
def A : DXILOp<5, unary> { let result = HandleTy; }

//- close-numbers
def C : DXILOp<8, unary>;
def B : DXILOp<18, binary>;

//- versions
def C : DXILOp<8, unary> { let overloads = [Overloads<DXIL1_3, [HalfTy]>, Overloads<DXIL1_1, [FloatTy]>]; let result = OverloadTy; let stages = [Stages<DXIL1_1, [all_stages]>, Stages<DXIL1_3, [compute]>]; }

//- types
def C : DXILOp<8, tertiary> { let result = ResRetHalfTy; let arguments = [CBufRetFloatTy, SplitDoubleTy, ResRetInt32Ty, Int1Ty]; }
def D : DXILOp<7, unary> { let arguments = [Int16Ty, Int64Ty, DoubleTy]; }
