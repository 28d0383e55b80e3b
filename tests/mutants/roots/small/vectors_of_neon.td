// Vector intrinsics of NEON.
// by clang: gen-arm-neon, gen-arm-fp16, gen-arm-bf16, gen-arm-neon-sema, gen-arm-vector-type
// changed as arm_neon

include "arm_neon_incl.td"

//- plain
def VADD : IInst<"vadd", "...", "csilQcUc">;
def VABS : SInst<"vabs", "..", "csifQcQs">;

//- operations
def VABS : SInst<"vabs", "..", "csUcUi">;
def OP_ADD : Op<(op "+", $p0, $p1)>;
def OP_SUB : LOp<[(save_temp $x, (call "vabs", $p0)), (op "-", $x, $p1)]>;
def VSUB : IOpInst<"vsub", "...", "siUi", OP_ADD>;
def VLOW : SOpInst<"vlow", "...", "cs", OP_SUB>;

//- lanes
def VGET : IInst<"vget_lane", "1.I", "csiQi", [ImmCheck<1, ImmCheckLaneIndex, 0>]>;
def VSET : IInst<"vset_lane", ".1.I", "UcPs", [ImmCheck<2, ImmCheckLaneIndex, 1>]>;
def VDUP : WOpInst<"vdup_n", ".1", "csif", Op<(dup $p0)>>;

//- shuffles
def OP_INT : Op<(shuffle $p0, $p1, (interleave (lowhalf mask0), (lowhalf mask1)))>;
def OP_UNZ : Op<(shuffle $p0, $p1, (add (decimate mask0, 2), (decimate mask1, 2)))>;
def OP_REV : Op<(shuffle $p0, $p0, (rev 32, mask0))>;
def VZIP : SOpInst<"vzip1", "...", "csQs", OP_INT>;
def VUZP : SOpInst<"vuzp1", "...", "cQi", OP_UNZ>;
def VREV : SOpInst<"vrev32", "..", "csQc", OP_REV>;

//- casts
def OP_BITS : Op<(bitcast "R", (call "vadd", (cast "U", $p0), (cast "U", $p1)))>;
def OP_LIT : Op<(call_mangled "vmul", $p0, (literal "int32_t", "3"))>;
def VADD : IInst<"vadd", "...", "sUs">;
def VMUL : SInst<"vmul", "...", "i">;
def VBITS : SOpInst<"vbits", "...", "s", OP_BITS>;

//- memory
def VLD1 : WInst<"vld1", ".(c*!)", "csQf">;
def VLD2 : WInst<"vld2", "2(c*!)", "ciQUi">;
def VST1 : WInst<"vst1", "v*(.!)", "hQhd">;

//- shifts
let isShift = 1 in def VSHR : SInst<"vshr_n", "..I", "csUiQl", [ImmCheck<1, ImmCheckShiftRight>]>;
let isScalarShift = 1 in def VSHL : SInst<"vshl_n", "11I", "SlSUl", [ImmCheck<1, ImmCheckShiftLeft>]>;
def VSHLL : SInst<"vshll_n", "(>Q).I", "csi", [ImmCheck<1, ImmCheck0_7>]>;

//- guards
let ArchGuard = "defined(__aarch64__)", TargetGuard = "fullfp16,neon" in def VF : SInst<"vf", "...", "hQh">;
let ArchGuard = "defined(__A__)" in { let TargetGuard = "bf16" in def VB : SInst<"vb", "..", "bQb">; }
def OP_NO : Operation { let Unavailable = 1; }
def VN : SOpInst<"vn", "..", "c", OP_NO>;

//- products
let CartesianProductWith = "csQc" in def VRE : SInst<"vreinterpret", ".P", "iQi">;
let BigEndianSafe = 1 in def VCOPY : IOpInst<"vcopy", "..I", "s", Op<(op "+", $p0, $p0)>>;

//- conversions
def VCVT : SInst<"vcvt", "F(.!)", "iUi">;
def VCVTN : SInst<"vcvt_n", "F(.!)I", "iQUi", [ImmCheck<1, ImmCheck1_32>]>;
def VMOVL : SInst<"vmovl", "(>Q).", "csUc">;
def VMOVN : IInst<"vmovn", "<Q", "sil">;
