// What instructions stand for: patterns, nodes and fragments.
// by llvm: gen-dag-isel, gen-global-isel, gen-fast-isel, gen-sd-node-info, gen-instr-info

include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo { let guessInstructionProperties = true; }
def Toy : Target { let InstructionSet = ToyInstrInfo; }

class Reg<string name> : Register<name> { let Namespace = "Toy"; }
foreach i = 0...3 in {
  def R#i : Reg<"r"#i>;
  def F#i : Reg<"f"#i>;
}
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 3)>;
def FPR : RegisterClass<"Toy", [f32], 32, (sequence "F%u", 0, 3)>;
def GPRBank : RegisterBank<"GPRBank", [GPR]>;
def FPRBank : RegisterBank<"FPRBank", [FPR]>;
defm : RemapAllTargetPseudoPointerOperands<GPR>;

class Inst<dag outs, dag ins, list<dag> pattern = []> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
}

//- arithmetic
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (sub i32:$a, i32:$b))]>;
def NEG : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (sub 0, i32:$a))]>;
def FADD : Inst<(outs FPR:$d), (ins FPR:$a, FPR:$b), [(set f32:$d, (fadd f32:$a, f32:$b))]>;
def MAC : Inst<(outs GPR:$d), (ins GPR:$c, GPR:$a, GPR:$b), [(set i32:$d, (add (mul i32:$a, i32:$b), i32:$c))]> { let Constraints = "$d = $c"; }
def : Pat<(mul i32:$a, 2), (ADD $a, $a)>;
def : Pat<(xor i32:$a, -1), (SUB (NEG $a), (i32 R0))>;

//- immediates
def low4 : ImmLeaf<i32, [{ return isUInt<4>(Imm); }]>;
def power : IntImmLeaf<i32, [{ return Imm.isPowerOf2(); }]>;
def log : SDNodeXForm<imm, [{ return log(N); }]>;
def gi_log : GICustomOperandRenderer<"renderLog">, GISDNodeXFormEquiv<log>;
def even : PatLeaf<(imm), [{ return isEven(N); }]>;
def fzero : FPImmLeaf<f32, [{ return Imm.isZero(); }]>;
def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i), [(set i32:$d, (add i32:$a, low4:$i))]>;
def SHL : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i), [(set i32:$d, (shl i32:$a, (i32 imm:$i)))]>;
def LI : Inst<(outs GPR:$d), (ins i32imm:$i), [(set i32:$d, imm:$i)]>;
def FZ : Inst<(outs FPR:$d), (ins), [(set f32:$d, fzero)]>;
def : Pat<(mul i32:$a, power:$i), (SHL $a, (log $i))>;
def : Pat<(and i32:$a, (i32 even:$i)), (ADDI $a, $i)>;

//- memory
def address : ComplexPattern<iPTR, 2, "selectAddress", [add, frameindex], [], 5>;
def gi_address : GIComplexOperandMatcher<s32, "selectAddress">, GIComplexPatternEquiv<address>;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); }
def aligned : PatFrag<(ops node:$p), (load node:$p)> { let IsLoad = true; let MinAlignment = 4; }
def local : PatFrag<(ops node:$p), (load node:$p)> { let IsLoad = true; let AddressSpaces = [3, 5]; }
def LD : Inst<(outs GPR:$d), (ins mem:$p), [(set i32:$d, (load address:$p))]>;
def ST : Inst<(outs), (ins GPR:$a, mem:$p), [(store i32:$a, address:$p)]>;
def LDB : Inst<(outs GPR:$d), (ins GPR:$p), [(set i32:$d, (zextloadi8 i32:$p))]>;
def STB : Inst<(outs), (ins GPR:$a, GPR:$p), [(truncstorei8 i32:$a, i32:$p)]>;
def LDA : Inst<(outs GPR:$d), (ins GPR:$p), [(set i32:$d, (aligned i32:$p))]>;
def : Pat<(i32 (local i32:$p)), (LDB $p)>;
def : Pat<(i32 (atomic_load_nonext_32 i32:$p)), (LDA $p)>;
def : Pat<(atomic_store_32 i32:$a, i32:$p), (STB $a, $p)>;

//- nodes
def SDTCall : SDTypeProfile<0, -1, [SDTCisPtrTy<0>]>;
def SDTPair : SDTypeProfile<2, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<2, 3>, SDTCisInt<0>]>;
def SDTCmp : SDTypeProfile<1, 2, [SDTCisVT<0, i32>, SDTCisSameAs<1, 2>]>;
def call : SDNode<"ToyISD::CALL", SDTCall, [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
def ret : SDNode<"ToyISD::RET", SDTNone, [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;
def divrem : SDNode<"ToyISD::DIVREM", SDTPair, [SDNPCommutative]> { let TSFlags = 3; }
def compare : SDNode<"ToyISD::COMPARE", SDTCmp, [SDNPOutGlue]>;
def wide : SDNode<"ToyISD::WIDE", SDTypeProfile<1, 1, [SDTCisVT<0, i32>, SDTCisFP<1>]>> { let IsStrictFP = true; }
def gi_wide : GINodeEquiv<G_FPTOSI, wide>;
let isCall = true, Defs = [R0] in
  def CALL : Inst<(outs), (ins GPR:$to, variable_ops), [(call GPR:$to)]>;
let isReturn = true, isTerminator = true in
  def RET : Inst<(outs), (ins), [(ret)]>;
def DIVREM : Inst<(outs GPR:$d, GPR:$e), (ins GPR:$a, GPR:$b), [(set i32:$d, i32:$e, (divrem i32:$a, i32:$b))]>;
def WIDE : Inst<(outs GPR:$d), (ins FPR:$a), [(set i32:$d, (wide f32:$a))]>;
let Defs = [R3] in
  def CMP : Inst<(outs), (ins GPR:$a, GPR:$b), [(set R3, (compare i32:$a, i32:$b))]>;

//- fragments
def logic : PatFrags<(ops node:$a, node:$b), [(and node:$a, node:$b), (or node:$a, node:$b)]>;
def once : PatFrag<(ops node:$a, node:$b), (add node:$a, node:$b)> { let HasOneUse = true; }
def tested : PatFrag<(ops node:$a, node:$b), (mul node:$a, node:$b), [{ return f(N); }]> { let GISelPredicateCode = [{ return f(MI); }]; }
def operands : PatFrag<(ops node:$a, node:$b), (sub node:$a, node:$b), [{ return Operands[0]; }]> { let PredicateCodeUsesOperands = true; }
def nested : PatFrag<(ops node:$a), (logic (once node:$a, node:$a), node:$a)>;
class Two<SDPatternOperator op> : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (op i32:$a, i32:$b))]>;
def LOGIC : Two<logic>;
def ONCE : Two<once>;
def TESTED : Two<tested> { let AddedComplexity = 4; }
def OPERANDS : Two<operands>;
def NESTED : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (nested i32:$a))]>;

//- predicates
def IsWide : Predicate<"Subtarget->isWide()">;
def IsFast : Predicate<"Subtarget->isFast()"> { let RecomputePerFunction = true; }
let Predicates = [IsWide] in {
  def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add i32:$a, i32:$b))]>;
  let Predicates = [IsWide, IsFast] in
    def MUL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (mul i32:$a, i32:$b))]>;
}
def MOV : Inst<(outs GPR:$d), (ins GPR:$a)>;
let Predicates = [IsFast], AddedComplexity = 10 in
  def : Pat<(add i32:$a, i32:$b), (MOV (ADD $a, $b))>;
def : Pat<(i32 (bitconvert f32:$a)), (MOV (COPY_TO_REGCLASS $a, GPR))>, Requires<[IsWide]>;
def : Pat<(not i32:$a), (MOV $a)>;

//- subregisters
def lo : SubRegIndex<32> { let Namespace = "Toy"; }
def hi : SubRegIndex<32, 32> { let Namespace = "Toy"; }
def D0 : RegisterWithSubRegs<"d0", [R0, R1]> { let Namespace = "Toy"; let SubRegIndices = [lo, hi]; }
def D1 : RegisterWithSubRegs<"d1", [R2, R3]> { let Namespace = "Toy"; let SubRegIndices = [lo, hi]; }
def DPR : RegisterClass<"Toy", [i64], 64, (add D0, D1)>;
def DBank : RegisterBank<"DBank", [DPR]>;
def MOVD : Inst<(outs DPR:$d), (ins DPR:$a)>;
def MOV : Inst<(outs GPR:$d), (ins GPR:$a)>;
def : Pat<(i32 (trunc i64:$a)), (EXTRACT_SUBREG $a, lo)>;
def : Pat<(i64 (anyext i32:$a)), (INSERT_SUBREG (IMPLICIT_DEF), $a, lo)>;
def : Pat<(i64 (zext i32:$a)), (SUBREG_TO_REG (i64 0), (MOV $a), lo)>;
def : Pat<(i64 (or (zext i32:$a), (shl (anyext i32:$b), (i32 32)))), (REG_SEQUENCE DPR, $a, lo, $b, hi)>;
def : Pat<(i32 (trunc (sra i64:$a, (i32 32)))), (MOV (EXTRACT_SUBREG (MOVD $a), hi))>;

//- branches
def target : Operand<OtherVT>;
let isBranch = true, isTerminator = true in {
  let isBarrier = true in
    def BR : Inst<(outs), (ins target:$to), [(br bb:$to)]>;
  def BZ : Inst<(outs), (ins GPR:$a, target:$to), [(brcond (i32 (seteq i32:$a, 0)), bb:$to)]>;
}
def LT : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (setlt i32:$a, i32:$b))]>;
def FLT : Inst<(outs GPR:$d), (ins FPR:$a, FPR:$b), [(set i32:$d, (setolt f32:$a, f32:$b))]>;
def SEL : Inst<(outs GPR:$d), (ins GPR:$c, GPR:$a, GPR:$b), [(set i32:$d, (select i32:$c, i32:$a, i32:$b))]>;
def : Pat<(setgt i32:$a, i32:$b), (LT $b, $a)>;
def : Pat<(select (i32 (setlt i32:$a, i32:$b)), i32:$a, i32:$b), (SEL (LT $a, $b), $a, $b)>;
def : Pat<(brcond i32:$c, bb:$to), (BZ $c, bb:$to)>;

//- operands
def GPROp : RegisterOperand<GPR> { let GIZeroRegister = R0; }
def pred : PredicateOperand<OtherVT, (ops i32imm), (ops (i32 14))>;
def cc : OptionalDefOperand<OtherVT, (ops GPR), (ops (i32 zero_reg))>;
def imm5 : Operand<i32>, ImmLeaf<i32, [{ return isUInt<5>(Imm); }]>;
def opt : OperandWithDefaultOps<i32, (ops (i32 3))>;
def ADD : Inst<(outs GPROp:$d, cc:$s), (ins GPROp:$a, imm5:$i, pred:$p), [(set i32:$d, (add i32:$a, imm5:$i))]>;
def SHL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b, opt:$o), [(set i32:$d, (shl i32:$a, i32:$b))]>;
def CLEAR : Inst<(outs GPR:$d), (ins)>;
def twice : OutPatFrag<(ops node:$a), (SHL $a, $a)>;
def : Pat<(srl i32:$a, i32:$b), (twice (SHL $a, $b))>;
def : Pat<(i32 0), (CLEAR)>;
def : Pat<(sra (i32 GPR:$a), imm5:$i), (ADD GPR:$a, imm5:$i)>;

//- intrinsics
let TargetPrefix = "toy" in {
  def int_toy_add : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoMem, Commutative]>;
  def int_toy_put : Intrinsic<[], [llvm_i32_ty], [IntrHasSideEffects]>;
  def int_toy_get : Intrinsic<[llvm_i32_ty], [llvm_ptr_ty], [IntrReadMem, IntrArgMemOnly]>;
  def int_toy_two : Intrinsic<[llvm_i32_ty, llvm_i32_ty], [llvm_i32_ty], [IntrNoMem]>;
  def int_toy_imm : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoMem, ImmArg<ArgIndex<1>>]>;
}
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (int_toy_add i32:$a, i32:$b))]>;
def PUT : Inst<(outs), (ins GPR:$a), [(int_toy_put i32:$a)]> { let hasSideEffects = true; }
def TWO : Inst<(outs GPR:$d, GPR:$e), (ins GPR:$a), [(set i32:$d, i32:$e, (int_toy_two i32:$a))]>;
def IMM : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i), [(set i32:$d, (int_toy_imm i32:$a, timm:$i))]>;
def : Pat<(int_toy_imm i32:$a, (i32 7)), (ADD $a, $a)>;
def GET : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (int_toy_get i32:$a))]>;
def : Pat<(int_toy_add (int_toy_imm i32:$a, (i32 3)), i32:$b), (ADD $a, $b)>;

//- modes
def IsWide : Predicate<"IsWide">;
def WideMode : HwMode<[IsWide]>;
def XLen : ValueTypeByHwMode<[DefaultMode, WideMode], [i32, i64]>;
foreach i = 0...3 in
  def X#i : Reg<"x"#i>;
def XPR : RegisterClass<"Toy", [XLen], 32, (sequence "X%u", 0, 3)> {
  let RegInfos = RegInfoByHwMode<[DefaultMode, WideMode], [RegInfo<32, 32, 32>, RegInfo<64, 64, 64>]>;
}
def XBank : RegisterBank<"XBank", [XPR]>;
def XOp : SDNode<"ToyISD::XOP", SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisVT<2, XLen>]>>;
def ADD : Inst<(outs XPR:$d), (ins XPR:$a, XPR:$b), [(set XPR:$d, (add XPR:$a, XPR:$b))]>;
def XOP : Inst<(outs XPR:$d), (ins XPR:$a, XPR:$b), [(set XPR:$d, (XOp XPR:$a, XPR:$b))]>;
def SH : Inst<(outs XPR:$d), (ins XPR:$a, XPR:$b), [(set XLen:$d, (shl XLen:$a, XLen:$b))]>;
def : Pat<(XLen (mul XPR:$a, 2)), (ADD $a, $a)>;
