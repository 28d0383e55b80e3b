// Vector intrinsics of MVE and of custom extensions.
// by clang: gen-arm-mve-header, gen-arm-mve-builtin-def, gen-arm-mve-builtin-sema, gen-arm-mve-builtin-codegen, gen-arm-mve-builtin-aliases, gen-arm-cde-header, gen-arm-cde-builtin-def, gen-arm-cde-builtin-sema, gen-arm-cde-builtin-codegen, gen-arm-cde-builtin-aliases
// changed as arm_mve

include "arm_mve_defs.td"
class FunctionMacro<list<string> p, string d> { list<string> params = p; string definition = d; }
def vmacro : FunctionMacro<["x"], "vother(x)">;

//- plain
let params = T.Usual in def vaddq : Intrinsic<Vector, (args Vector:$a, Vector:$b), (add $a, $b)>;

//- intrinsics
let params = T.Int in {
  def vminvq : Intrinsic<Scalar, (args Scalar:$a, Vector:$b), (Scalar (IRInt<"minv", [Vector], 1> (SScalar $a), $b))>;
  def vmaxq : Intrinsic<Vector, (args Vector:$a, Vector:$b), (IRInt<"max", [Vector]> $a, $b, (unsignedflag Scalar))>;
}

//- sequences
let params = T.Float in def vfma : Intrinsic<Vector, (args Vector:$a, Vector:$b, Vector:$c), (seq (fmul $b, $c):$x, (fadd $a, $x))>;

//- immediates
let params = T.Int in {
  def vshlq_n : Intrinsic<Vector, (args Vector:$a, imm_0toNm1:$b), (shl $a, (splat (Scalar $b)))>;
  def vgetq_lane : Intrinsic<Scalar, (args Vector:$a, imm_lane:$i), (xval $a, $i)>;
}

//- pointers
let params = T.Usual in {
  def vld1q : Intrinsic<Vector, (args CPtr<Scalar>:$a), (load (address (CPtr<Vector> $a), 4))>;
  def vst1q : Intrinsic<Void, (args Ptr<Scalar>:$a, Vector:$b), (store $b, (address (Ptr<Vector> $a), 4))>;
}

//- predicates
let params = T.All, pnt = PNT_None in def vpselq : Intrinsic<Vector, (args Vector:$a, Vector:$b, Predicate:$p), (select $p, $a, $b)>;
let params = T.Unsigned in def vadd : Intrinsic<Vector, (args Vector:$a, Predicate:$p), (select $p, $a, $a)>;

//- names
let params = [s8, u32], polymorphicOnly = 1 in def vdup_n : Intrinsic<Vector, (args Scalar:$a), (splat $a)>, NameOverride<"vdup_renamed">;
let params = [u16], headerOnly = 1 in def vabc : Intrinsic<Vector, (args Vector:$a), (id $a)>;

//- tuples
let params = T.Usual in {
  def vld2q : Intrinsic<MultiVector<2>, (args CPtr<Scalar>:$a), (CustomCodegen<"VLD24"> 2:$NumVectors)>;
  def vst2q : Intrinsic<Void, (args Ptr<Scalar>:$a, MultiVector<2>:$b), (CustomCodegen<"VST24"> 2:$NumVectors)>;
}

//- sizes
let params = T.Int8 in def vmovlq : Intrinsic<DblVector, (args Vector:$a), (extend (unzip $a, 0), DblVector, (unsignedflag Scalar))>;
let params = T.Int16 in def vmovnq : Intrinsic<HalfVector, (args HalfVector:$a, Vector:$b), (IRInt<"movn", [HalfVector, Vector]> $a, $b)>;

//- custom-extensions
def imm_coproc : Immediate<sint, IB_ConstRange<0, 7>>;
let params = [Void], pnt = PNT_None, builtinExtension = "cde" in {
  def cx1 : Intrinsic<u32, (args imm_coproc:$cp, u32:$acc), (IRIntBase<"cde_cx1", []> $cp, $acc)>;
}
