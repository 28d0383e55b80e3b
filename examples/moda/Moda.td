//===- Moda.td - A small made-up target whose registers depend on the mode ===//
//
// In the terms of LLVM 22, whose headers it includes:
//
//   tablegen-analyzer tblgen --compat=22 -gen-instr-info -I /usr/include/llvm-22 Moda.td

include "llvm/Target/Target.td"
include "llvm/TableGen/SearchableTable.td"

//===- Features and modes -------------------------------------------------===//

def Feature64 : SubtargetFeature<"64bit", "Is64", "true", "64-bit registers">;
def FeatureShort : SubtargetFeature<"short", "HasShort", "true", "Short instructions">;
def FeatureFast : SubtargetFeature<"fast", "IsFast", "true", "Fast shifts">;
def FeatureEven : SubtargetFeature<"even", "PairsEven", "true", "Pairs begin at even registers">;

def Is64 : Predicate<"Subtarget->is64()">, AssemblerPredicate<(all_of Feature64), "64 bits">;
def Is32 : Predicate<"!Subtarget->is64()">, AssemblerPredicate<(all_of (not Feature64)), "32 bits">;
def HasShort : Predicate<"Subtarget->hasShort()">, AssemblerPredicate<(all_of FeatureShort), "short">;
def PairsEven : Predicate<"Subtarget->pairsEven()">;

def : HwModePredicateProlog<"const auto *Subtarget = this;">;

defvar Mode32 = DefaultMode;
def Mode64 : HwMode<[Is64]>;
def ModeEven : HwMode<[PairsEven, Is32]>;

//===- Registers ----------------------------------------------------------===//

let Namespace = "Moda" in {
  def lo : SubRegIndex<32>;
  def hi : SubRegIndex<32, 32>;

  class R<int number, string name, list<string> alt = []> : Register<name, alt> {
    let HWEncoding = number;
  }
  class W<R low> : Register<!subst("r", "x", low.AsmName)> {
    let HWEncoding = low.HWEncoding;
    let SubRegs = [low];
    let SubRegIndices = [lo];
  }
  class P<R low, R high> : Register<"p" # !substr(low.AsmName, 1)> {
    let HWEncoding = low.HWEncoding;
    let SubRegs = [low, high];
    let SubRegIndices = [lo, hi];
    let CoveredBySubRegs = true;
  }
}

foreach i = 0...7 in
  def R#i : R<i, "r"#i, !if(!eq(i, 7), ["sp"], [])>, DwarfRegNum<[i]>;
foreach i = 0...7 in
  def X#i : W<!cast<R>("R"#i)>;
foreach i = 0...6 in
  def P#i : P<!cast<R>("R"#i), !cast<R>("R"#!add(i, 1))>;
let isConstant = true in
  def ZERO : R<15, "zero">;
def FLAGS : R<16, "flags">;

defvar ValueByMode = ValueTypeByHwMode<[Mode32, Mode64], [i32, i64]>;

def GPR32 : RegisterClass<"Moda", [i32], 32, (sequence "R%u", 0, 7)>;
def GPR64 : RegisterClass<"Moda", [i64], 64, (sequence "X%u", 0, 7)>;
def Low32 : RegisterClass<"Moda", [i32], 32, (trunc GPR32, 4)>;
def Low64 : RegisterClass<"Moda", [i64], 64, (trunc GPR64, 4)>;
def AnyPair : RegisterClass<"Moda", [i64], 64, (sequence "P%u", 0, 6)>;
def EvenPair : RegisterClass<"Moda", [i64], 64, (decimate AnyPair, 2)>;
def Status : RegisterClass<"Moda", [i32], 32, (add FLAGS)> {
  let CopyCost = -1;
  let isAllocatable = false;
}
/// The same registers, with sizes and types by the mode.
def Word : RegisterClass<"Moda", [ValueByMode], 32, (add (sequence "X%u", 1, 6))> {
  let RegInfos = RegInfoByHwMode<[Mode32, Mode64], [RegInfo<32, 32, 32>, RegInfo<64, 64, 64>]>;
}

/// Classes of registers that the mode chooses.
def GPR : RegClassByHwMode<[Mode32, Mode64, ModeEven], [GPR32, GPR64, GPR32]>;
def Low : RegClassByHwMode<[Mode32, Mode64], [Low32, Low64]>;
def Pair : RegClassByHwMode<[Mode32, ModeEven], [AnyPair, EvenPair]>;

defm : RemapAllTargetPseudoPointerOperands<GPR>;

//===- Operands -----------------------------------------------------------===//

class ImmOperand<int width, string kind> : AsmOperandClass {
  let Name = kind # width;
  let RenderMethod = "addImmOperands";
  let DiagnosticType = "Invalid" # kind # width;
}

def uimm4 : Operand<i32>, ImmLeaf<i32, "return isUInt<4>(Imm);"> {
  let ParserMatchClass = ImmOperand<4, "UImm">;
  let DecoderMethod = "decodeUImm<4>";
  let MCOperandPredicate = "int64_t Imm; return MCOp.evaluateAsConstantImm(Imm) && isUInt<4>(Imm);";
  let OperandType = "OPERAND_UIMM4";
  let OperandNamespace = "ModaOp";
}
def simm8 : Operand<i32>, ImmLeaf<i32, "return isInt<8>(Imm);"> {
  let ParserMatchClass = ImmOperand<8, "SImm">;
  let DecoderMethod = "decodeSImm<8>";
  let EncoderMethod = "encodeSImm8";
  let MCOperandPredicate = "int64_t Imm; return MCOp.evaluateAsConstantImm(Imm) && isInt<8>(Imm);";
}
def brtarget : Operand<OtherVT> {
  let EncoderMethod = "encodeBranch";
  let OperandType = "OPERAND_PCREL";
}

def GPROp : RegisterOperand<GPR, "printGPR">;

def MemAddress : AsmOperandClass {
  let Name = "Mem";
  let RenderMethod = "addMemOperands";
}
/// An address, of two parts.
def mem : Operand<iPTR> {
  let MIOperandInfo = (ops GPR:$base, simm8:$offset);
  let PrintMethod = "printMem";
  let EncoderMethod = "encodeMem";
  let DecoderMethod = "decodeMem";
  let ParserMatchClass = MemAddress;
}
/// The same with a field for each part.
def parts : Operand<iPTR> {
  let MIOperandInfo = (ops GPR:$base, simm8:$offset);
  let PrintMethod = "printMem";
  let ParserMatchClass = MemAddress;
}
def address : ComplexPattern<iPTR, 2, "selectAddress", [], [], 9>;

//===- Nodes --------------------------------------------------------------===//

def SDTModaCall : SDTypeProfile<0, -1, [SDTCisVT<0, ValueByMode>]>;
def ModaCall : SDNode<"ModaISD::CALL", SDTModaCall,
                      [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
def ModaReturn : SDNode<"ModaISD::RET", SDTNone, [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;
def ModaRotate : SDNode<"ModaISD::ROTATE", SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<2>]>>;
def ModaPair : SDNode<"ModaISD::PAIR", SDTypeProfile<1, 2, [SDTCisVT<0, i64>, SDTCisVT<1, i32>, SDTCisSameAs<1, 2>]>>;

//===- Formats ------------------------------------------------------------===//

class ModaInst<dag outs, dag ins, string text, list<dag> pattern = []> : Instruction {
  let Namespace = "Moda";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = NAME # text;
  let Pattern = pattern;
}
class Long<bits<6> op, dag outs, dag ins, string text, list<dag> pattern = []>
    : ModaInst<outs, ins, text, pattern> {
  bits<32> Inst;
  bits<32> SoftFail = 0;
  let Size = 4;
  let Inst{31-26} = op;
}
class Short<bits<4> op, dag outs, dag ins, string text>
    : ModaInst<outs, ins, text> {
  bits<16> Inst;
  bits<16> SoftFail = 0;
  let Size = 2;
  let Inst{15-12} = op;
  let Predicates = [HasShort];
}
class RRR<bits<6> op, dag outs, dag ins, string text, list<dag> pattern = []>
    : Long<op, outs, ins, text, pattern> {
  bits<4> d;
  bits<4> a;
  bits<4> b;
  let Inst{25-22} = d;
  let Inst{21-18} = a;
  let Inst{17-14} = b;
  let Inst{13-0} = 0;
}
class RRI<bits<6> op, dag outs, dag ins, string text, list<dag> pattern = []>
    : Long<op, outs, ins, text, pattern> {
  bits<4> d;
  bits<4> a;
  bits<8> imm;
  let Inst{25-22} = d;
  let Inst{21-18} = a;
  let Inst{17-10} = imm;
  let Inst{9-0} = 0;
}

//===- Instructions -------------------------------------------------------===//

multiclass Arithmetic<bits<6> op, SDPatternOperator node> {
  def _r : RRR<op, (outs GPR32:$d), (ins GPR32:$a, GPR32:$b), "\t$d, $a, $b",
               [(set i32:$d, (node i32:$a, i32:$b))]>;
  def _i : RRI<!or(op, 1), (outs GPR32:$d), (ins GPR32:$a, simm8:$imm), "\t$d, $a, $imm",
               [(set i32:$d, (node i32:$a, simm8:$imm))]>;
}
let isReMaterializable = true in
  defm ADD : Arithmetic<0b000000, add>;
defm SUB : Arithmetic<0b000010, sub>;
let Predicates = [Is32], isCommutable = true in
  defm XOR : Arithmetic<0b000100, xor>;

/// An instruction whose encoding depends on the mode.
class RotateBits : InstructionEncoding {
  bits<32> Inst; bits<32> SoftFail = 0;
  bits<4> d; bits<4> a; bits<4> b;
  let Size = 4;
  let Inst{31-26} = 0b001000;
  let Inst{25-22} = d; let Inst{21-18} = a; let Inst{17-14} = b; let Inst{13-0} = 0;
}
def Rotate32 : RotateBits;
def Rotate64 : RotateBits { let Inst{13-12} = 0b11; let DecoderMethod = "decodeRotate64"; let hasCompleteDecoder = false; }
def ROT : ModaInst<(outs Word:$d), (ins Word:$a, Word:$b), "\t$d, $a, $b",
                   [(set Word:$d, (ModaRotate Word:$a, Word:$b))]> {
  bits<32> Inst; bits<32> SoftFail = 0; bits<4> d; bits<4> a; bits<4> b;
  let Size = 4;
  let EncodingInfos = EncodingByHwMode<[Mode32, Mode64], [Rotate32, Rotate64]>;
}

// Operands of classes that the mode chooses.
let mayLoad = true, mayStore = false, hasSideEffects = false in {
  def LD : Long<0b010000, (outs GPR:$d), (ins mem:$from), "\t$d, $from"> {
    bits<4> d; bits<12> from;
    let Inst{25-22} = d; let Inst{21-10} = from; let Inst{9-0} = 0;
  }
  def LDP : Long<0b010001, (outs Pair:$d), (ins parts:$from), "\t$d, $from"> {
    bits<4> d; bits<4> base; bits<8> offset;
    let InOperandList = (ins (parts $base, $offset):$from);
    let Inst{25-22} = d; let Inst{21-18} = base; let Inst{17-10} = offset; let Inst{9-0} = 0;
  }
}
let mayStore = true, mayLoad = false, hasSideEffects = false in
  def ST : Long<0b010010, (outs), (ins GPROp:$s, mem:$to), "\t$s, $to"> {
    bits<4> s; bits<12> to;
    let Inst{25-22} = s; let Inst{21-10} = to; let Inst{9-0} = 0;
  }
let hasSideEffects = false in {
  def MOV : RRR<0b010100, (outs GPR:$d), (ins GPR:$a), "\t$d, $a"> {
    let b = 0; let isMoveReg = true;
    let SoftFail{13} = true;
  }
  def MOVL : RRR<0b010101, (outs Low:$d), (ins Low:$a, uimm4:$b), "\t$d, $a, $b">;
  let Constraints = "$d = $old" in
    def INS : RRR<0b010110, (outs GPR:$d), (ins GPR:$old, GPR:$a, uimm4:$b), "\t$d, $a, $b">;
}

let isBranch = true, isTerminator = true, isBarrier = true in
  def B : Long<0b100000, (outs), (ins brtarget:$to), "\t$to", [(br bb:$to)]> {
    bits<26> to; let Inst{25-0} = to;
  }
let isBranch = true, isTerminator = true, Uses = [FLAGS] in
  def BNZ : RRI<0b100001, (outs), (ins GPR:$d, brtarget:$imm), "\t$d, $imm"> { let a = 0; }
let isReturn = true, isTerminator = true, isBarrier = true in
  def RET : Long<0b100010, (outs), (ins), "", [(ModaReturn)]> { let Inst{25-0} = 0; }

/// A call that a linker may switch off by a symbol.
let isCall = true, Defs = [R0, FLAGS], supportsDeactivationSymbol = true in
  def CALL : Long<0b100011, (outs), (ins GPR32:$to, variable_ops), "\t$to", [(ModaCall i32:$to)]> {
    bits<4> to; let Inst{25-22} = to; let Inst{21-0} = 0;
  }

// Short forms.
def ADDs : Short<0b0000, (outs Low32:$d), (ins Low32:$a, uimm4:$b), "\t$d, $b"> {
  bits<4> d; bits<4> b; let Constraints = "$d = $a";
  let Inst{11-8} = d; let Inst{7-4} = b; let Inst{3-0} = 0;
}
def MOVs : Short<0b0001, (outs Low32:$d), (ins Low32:$a), "\t$d, $a"> {
  bits<4> d; bits<4> a; let Inst{11-8} = d; let Inst{7-4} = a; let Inst{3-0} = 0;
}
def NOPs : Short<0b0010, (outs), (ins), ""> { let Inst{11-0} = 0; }

def : CompressPat<(ADD_i Low32:$d, Low32:$d, uimm4:$b), (ADDs Low32:$d, uimm4:$b), [HasShort]>;
def : CompressPat<(ADD_i Low32:$d, Low32:$a, 0), (MOVs Low32:$d, Low32:$a), [HasShort, Is32]>;
def : CompressPat<(SUB_r R0, R0, R0), (NOPs)> { let isCompressOnly = true; }

def : InstAlias<"neg $d, $a", (SUB_r GPR32:$d, R0, GPR32:$a)>;
def : InstAlias<"mov $d, $a", (MOV GPR:$d, GPR:$a)>;
def : MnemonicAlias<"move", "MOV">;

// Pseudo instructions.
let isPseudo = true in {
  def PseudoMove : ModaInst<(outs GPR32:$d), (ins GPR32:$a), "">,
                   PseudoInstExpansion<(ADD_i GPR32:$d, GPR32:$a, 0)>;
}

def : Pat<(i32 (load address:$from)), (LD address:$from)>;
def : Pat<(store i32:$s, address:$to), (ST $s, address:$to)>;
def : Pat<(i64 (ModaPair i32:$a, i32:$b)), (REG_SEQUENCE AnyPair, $a, lo, $b, hi)>;
def : Pat<(i32 (mul i32:$a, 3)), (ADD_r $a, (ADD_r $a, $a))>;

//===- Schedules ----------------------------------------------------------===//

def WriteALU : SchedWrite;
def ReadALU : SchedRead;
def ModaModel : SchedMachineModel {
  let IssueWidth = 2; let LoadLatency = 3; let MispredictPenalty = 5; let CompleteModel = false;
}
let SchedModel = ModaModel in {
  def Unit : ProcResource<2>;
  def Slow : SchedWriteRes<[Unit]> { let Latency = 3; }
  def Quick : SchedWriteRes<[Unit]> { let Latency = 1; }
  def : WriteRes<WriteALU, [Unit]> { let Latency = 2; }
  def : ReadAdvance<ReadALU, 1>;
  def IsQuick : FeatureSchedPredicate<FeatureFast>;
  def IsZero : MCSchedPredicate<CheckImmOperand<2, 0>>;
  def Either : AnyOfSchedPreds<[IsQuick, AllOfSchedPreds<[IsZero, NotSchedPred<IsQuick>]>]>;
  def ShiftByMode : SchedWriteVariant<[
    SchedVar<Either, [Quick]>, SchedVar<NoneOfSchedPreds<[IsQuick, IsZero]>, [Slow]>, SchedVar<NoSchedPred, [Slow, Quick]>]>;
  def : InstRW<[ShiftByMode], (instregex "^(ADD|SUB)_i$")>;
  def : InstRW<[WriteALU, ReadALU], (instrs MOV, MOVL)>;
}
def : ProcessorModel<"generic", NoSchedModel, []>;
def : ProcessorModel<"moda64", ModaModel, [Feature64, FeatureFast]>;

//===- Calling conventions -----------------------------------------------===//

def CC_Moda : CallingConv<[
  CCIfArgVarArg<CCIfType<[i32], CCAssignToStack<4, 4>>>,
  CCIfArgFixed<CCIfType<[i32], CCAssignToReg<[R0, R1, R2]>>>,
  CCIfType<[i64], CCIfSplit<CCCustom<"assignPair">>>,
  CCAssignToStack<4, 4>
]>;
def CSR_Moda : CalleeSavedRegs<(sequence "R%u", 4, 7)>;

//===- GlobalISel ---------------------------------------------------------===//

def GPRBank : RegisterBank<"GPRB", [GPR32, GPR64]>;
def gi_address : GIComplexOperandMatcher<s32, "selectAddress">, GIComplexPatternEquiv<address>;

//===- The target ---------------------------------------------------------===//

def ModaInstrInfo : InstrInfo {
  let guessInstructionProperties = true;
}
def ModaAsmWriter : AsmWriter { int PassSubtarget = 1; }
def Moda : Target {
  let InstructionSet = ModaInstrInfo;
  let AssemblyWriters = [ModaAsmWriter];
}
