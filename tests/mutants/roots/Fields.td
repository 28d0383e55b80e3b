// A target that has something of everything that LLVM's headers describe.

include "llvm/Target/Target.td"
include "llvm/TableGen/SearchableTable.td"
include "llvm/TableGen/Automaton.td"
include "llvm/Target/GlobalISel/Combine.td"

// The target itself.
def ToyInstrInfo : InstrInfo;
def ToyAsmParser : AsmParser { let ShouldEmitMatchRegisterAltName = true; }
def ToyAsmParserVariant : AsmParserVariant { let RegisterPrefix = "%"; }
def ToyAsmWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyParsers = [ToyAsmParser];
  let AssemblyParserVariants = [ToyAsmParserVariant];
  let AssemblyWriters = [ToyAsmWriter];
}

// Registers.
let Namespace = "Toy" in {
  def sub_lo : SubRegIndex<32>;
  def sub_hi : SubRegIndex<32, 32>;
  def sub_d0 : SubRegIndex<64>;
  def sub_d1 : SubRegIndex<64, 64>;
  def sub_d1_lo : ComposedSubRegIndex<sub_d1, sub_lo>;
  def AltName : RegAltNameIndex;
}
let Namespace = "Toy" in {
  def R0 : Register<"r0", ["zero"]>, DwarfRegNum<[0, 1]> { let RegAltNameIndices = [AltName]; }
  def R1 : Register<"r1", ["one"]>, DwarfRegNum<[1, 2]> {
    let RegAltNameIndices = [AltName];
    let HWEncoding = 1;
    let CostPerUse = [1];
  }
  def F1 : Register<"f1">, DwarfRegAlias<R1>;
  def F2 : Register<"f2"> { let Aliases = [F1]; }
  def D0 : RegisterWithSubRegs<"d0", [R0, R1]> {
    let SubRegIndices = [sub_lo, sub_hi];
    let CoveredBySubRegs = true;
  }
  def R2 : Register<"r2">;
  def R3 : Register<"r3">;
  def R4 : Register<"r4">;
  def R5 : Register<"r5">;
  def R6 : Register<"r6">;
  def D1 : RegisterWithSubRegs<"d1", [R2, R3]> { let SubRegIndices = [sub_lo, sub_hi]; }
  def Q0 : RegisterWithSubRegs<"q0", [D0, D1]> { let SubRegIndices = [sub_d0, sub_d1]; }
}
def Pairs : RegisterTuples<[sub_lo, sub_hi], [(add R4, R5), (add R5, R6)], ["p0", "p1"]>;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)> {
  let AltOrders = [(add R1, R0)];
  let AltOrderSelect = [{ return 1; }];
  let AllocationPriority = 1;
  let TSFlags{0} = true;
  let DiagnosticType = "GPRWanted";
}
def FPR : RegisterClass<"Toy", [f32], 32, (add F1)> { let RegInfos = RegInfoByHwMode<[DefaultMode], [RegInfo<32, 32, 32>]>; }
def DPR : RegisterClass<"Toy", [i64], 64, (add D0)>;
def PairRegs : RegisterClass<"Toy", [i64], 64, (add Pairs)>;
def Category : RegisterCategory<[GPR]>;
def GPRBank : RegisterBank<"GPRBank", [GPR, DPR]>;
def FPRBank : RegisterBank<"FPRBank", [FPR]>;
def CSR : CalleeSavedRegs<(add R1, (sequence "R%u", 0, 0))> { let OtherPreserved = (add F1); }

// Calls.
def CC_Next : CallingConv<[CCAssignToStack<8, 8>]>;
def CC_Toy : CallingConv<[
  CCIfType<[i8, i16], CCPromoteToType<i32>>,
  CCIfType<[f64], CCBitConvertToType<i64>>,
  CCIfByVal<CCPassByVal<4, 4>>,
  CCIfType<[i32], CCAssignToRegWithShadow<[R0], [F1]>>,
  CCIfType<[f32], CCIfNotVarArg<CCAssignToReg<[F1]>>>,
  CCIfType<[v2i32], CCPassIndirect<i32>>,
  CCIfType<[v4i16], CCTruncToType<i16>>,
  CCIfType<[v2i16], CCPromoteToUpperBitsInType<i32>>,
  CCIfType<[i64], CCAssignToStackWithShadow<8, 8, [R1]>>,
  CCIfType<[f16], CCCustom<"CC_Custom">>,
  CCIfType<[i1], CCAssignToRegAndStack<[R1], 4, 4>>,
  CCDelegateTo<CC_Next>
]> { let Entry = true; }

// Features.
def FeatureA : SubtargetFeature<"a", "HasA", "true", "Has A">;
def FeatureB : SubtargetFeature<"b", "HasB", "true", "Has B", [FeatureA]>;
def FeatureC10 : SubtargetFeature<"c10", "Level", "Ten", "Level 10", [FeatureA, FeatureB]>;
def FeatureC9 : SubtargetFeature<"c9", "Level", "Nine", "Level 9", [FeatureC10]>;
def FeatureD : SubtargetFeature<"d", "NoD", "false", "No D">;
def FeatureE : SubtargetFeature<"e", "HasA", "true", "A by another name">;
def FeatureHidden : SubtargetFeature<"", "IsHidden", "true", "">;
def TuneFast : SubtargetFeature<"fast", "Bits[2]", "true", "Fast">;
def HasB : Predicate<"Subtarget->hasB()">, AssemblerPredicate<(all_of FeatureB)>;

def Wide : HwMode<"+b", [HasB]>;
def Narrow : HwMode<"-b", []>;
def WideVT : ValueTypeByHwMode<[Wide, Narrow, DefaultMode], [i64, i32, i32]>;
def WideInfo : RegInfoByHwMode<[Wide, Narrow], [RegInfo<64, 64, 64>, RegInfo<32, 32, 32>]>;

// Types.
def WriteALU : SchedWrite;
def WriteMUL : SchedWrite;
def WriteLD : SchedWrite;
def WriteST : SchedWrite;
def WriteFP10 : SchedWrite;
def WriteFP9 : SchedWrite;
def WriteBoth : WriteSequence<[WriteALU, WriteLD]>;
def WriteTwice : WriteSequence<[WriteMUL], 2>;
def ReadALU : SchedRead;
def ReadLD : SchedRead;

// Itineraries.
def IIC_Alu : InstrItinClass;
def IIC_Load : InstrItinClass;
def IIC_Other : InstrItinClass;
def Alu0 : FuncUnit;
def Alu1 : FuncUnit;
def Mem : FuncUnit;
def AluBypass : Bypass;
def MemBypass : Bypass;
def ToyItineraries : ProcessorItineraries<[Alu0, Alu1, Mem], [AluBypass, MemBypass], [
  InstrItinData<IIC_Alu, [InstrStage<1, [Alu0, Alu1]>], [1, 1, 0], [AluBypass, NoBypass]>,
  InstrItinData<IIC_Load, [InstrStage<1, [Alu0], 0>, InstrStage<2, [Mem], -1, Reserved>], [3, 1], [MemBypass]>,
  InstrItinData<IIC_Other, [InstrStage<1, [Alu0, Alu1]>], [1, 1, 0], [], 2>
]>;
def OtherItineraries : ProcessorItineraries<[Alu1, Alu0], [], [
  InstrItinData<IIC_Alu, [InstrStage<2, [Alu0]>], [2, 1]>
]>;
def : ComboFuncUnits<[ComboFuncData<Mem, [Alu0, Alu1]>]>;

// Instructions.
class ToyInst<list<SchedReadWrite> uses, InstrItinClass itinerary = NoItinerary> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins GPR:$a, GPR:$b);
  let AsmString = "toy $d, $a, $b";
  let SchedRW = uses;
  let Itinerary = itinerary;
  let Size = 4;
  let isCodeGenOnly = true;
  bits<32> Inst = 0;
}
def ADDrr : ToyInst<[WriteALU, ReadALU, ReadALU], IIC_Alu>;
def ADDri : ToyInst<[WriteALU, ReadALU], IIC_Alu>;
def SUBrr : ToyInst<[WriteALU, ReadALU, ReadALU], IIC_Alu>;
def SUBri : ToyInst<[WriteALU, ReadALU], IIC_Alu>;
def XORrr : ToyInst<[WriteALU, ReadALU, ReadALU], IIC_Other>;
def MULrr : ToyInst<[WriteMUL]>;
def MULW10 : ToyInst<[WriteTwice]>;
def MULW9 : ToyInst<[WriteTwice, ReadALU]>;
def LDr : ToyInst<[WriteLD, ReadLD], IIC_Load>;
def LDx : ToyInst<[WriteBoth, ReadLD], IIC_Load>;
def STr : ToyInst<[WriteST, ReadALU, ReadLD]>;
def FADDs : ToyInst<[WriteFP9]>;
def FADDd : ToyInst<[WriteFP10]>;
def FMULs : ToyInst<[WriteFP9, ReadDefault]>;
let hasNoSchedulingInfo = true in
def NOP : ToyInst<[]>;
let Predicates = [HasB] in
def BONLY : ToyInst<[]>;
let isPseudo = true in {
  def PseudoADD : ToyInst<[WriteALU]>;
  def PseudoLD : ToyInst<[WriteLD, ReadLD]>;
}

// Conditions.
def ToyIsFast : TIIPredicate<"isFast", MCReturnStatement<CheckOpcode<[ADDrr, SUBrr]>>>;
def SameOperands : CheckSameRegOperand<1, 2>;
def FastPred : MCSchedPredicate<ToyIsFast>;
def SmallPred : MCSchedPredicate<CheckAny<[CheckAll<[CheckIsImmOperand<2>, CheckImmOperandLT<2, 8>]>, SameOperands]>>;
def NotTwoPred : MCSchedPredicate<CheckNot<CheckAll<[CheckNumOperands<2>, CheckOpcode<[ADDri]>]>>>;
def PseudoPred : MCSchedPredicate<CheckAny<[CheckPseudo<[PseudoADD]>, CheckNonPortable<"isOdd(MI)">]>>;
def FunctionPred : MCSchedPredicate<CheckFunctionPredicate<"Toy_MC::isIt", "isIt">>;
def OldPred : SchedPredicate<"TII->isOld(*MI)">;
def ZeroPred : MCSchedPredicate<CheckAll<[CheckRegOperand<1, R0>, CheckImmOperand_s<2, "Zero">, CheckInvalidRegOperand<0>]>>;
def : PredicateProlog<"  const ToyInstrInfo *TII = getInstrInfo();">;

// The first model, with resources.
def FirstModel : SchedMachineModel {
  let IssueWidth = 2;
  let MicroOpBufferSize = 32;
  let LoadLatency = 3;
  let MispredictPenalty = 10;
  let CompleteModel = false;
  let PostRAScheduler = true;
}
let SchedModel = FirstModel in {
  def FirstALU : ProcResource<2>;
  def FirstMUL : ProcResource<1> { let Super = FirstALU; }
  def FirstMem : ProcResource<1> { let BufferSize = 8; }
  def FirstFP : ProcResource<1> { let BufferSize = 0; }
  def FirstALUMem : ProcResGroup<[FirstALU, FirstMem]>;
  def FirstAnyUnit : ProcResGroup<[FirstALU, FirstMem, FirstMUL, FirstFP]> { let BufferSize = 60; }

  def : WriteRes<WriteALU, [FirstALU]>;
  def : WriteRes<WriteMUL, [FirstMUL]> { let Latency = 4; let ReleaseAtCycles = [3]; }
  def : WriteRes<WriteLD, [FirstMem]> { let Latency = 3; }
  def : WriteRes<WriteST, [FirstALUMem, FirstMem]> { let NumMicroOps = 2; let AcquireAtCycles = [0, 1]; let ReleaseAtCycles = [1, 2]; }
  def : WriteRes<WriteFP9, [FirstFP]> { let Latency = 9; let SingleIssue = true; }
  def : WriteRes<WriteFP10, [FirstFP, FirstAnyUnit]> { let Latency = 10; let RetireOOO = true; }
  def : ReadAdvance<ReadALU, 1, [WriteALU, WriteLD]>;
  def : ReadAdvance<ReadLD, 0>;

  def FirstWriteX : SchedWriteRes<[FirstALU, FirstMem]> { let Latency = 5; let BeginGroup = true; }
  def FirstWriteY : SchedWriteRes<[]> { let Latency = 0; let NumMicroOps = 0; let EndGroup = true; }
  def FirstReadZ : SchedReadAdvance<2, [FirstWriteX]>;
  def FirstWriteV : SchedWriteVariant<[
    SchedVar<FastPred, [FirstWriteX]>,
    SchedVar<SmallPred, [FirstWriteX, FirstWriteY]>,
    SchedVar<NoSchedPred, [WriteMUL]>]>;
  def FirstWriteW : SchedWriteVariant<[
    SchedVar<OldPred, [FirstWriteY]>,
    SchedVar<NotTwoPred, [WriteBoth]>,
    SchedVar<NoSchedPred, [FirstWriteX]>]>;
  def FirstReadV : SchedReadVariant<[
    SchedVar<FastPred, [ReadALU]>,
    SchedVar<NoSchedPred, [FirstReadZ]>]>;
  def : InstRW<[FirstWriteX, FirstReadZ], (instrs XORrr)>;
  def : InstRW<[FirstWriteV], (instregex "^MULW[0-9]+$")>;
  def : InstRW<[FirstWriteV, FirstReadV], (instregex "SUB(rr|ri)")>;
  def : InstRW<[FirstWriteW, FirstWriteV], (instrs LDr)>;
  def : InstRW<[FirstWriteY], (instregex "FMUL", "PseudoADD?$")>;

  def FirstRegs : RegisterFile<64, [GPR, FPR], [1, 2], [1, 0], 2, 0>;
  def FirstRetire : RetireControlUnit<96, 4>;
  def FirstLoads : LoadQueue<FirstMem>;
  def FirstStores : StoreQueue<FirstALU>;
}

// The second, by itineraries.
def SecondModel : SchedMachineModel {
  let Itineraries = ToyItineraries;
  let CompleteModel = false;
}
let SchedModel = SecondModel in {
  def SecondUnit : ProcResource<3>;
  def SecondWriteA : SchedWriteRes<[SecondUnit]> { let Latency = 2; }
  def SecondWriteL : SchedWriteRes<[SecondUnit]> { let Latency = 6; let Unsupported = false; }
  def SecondWriteV : SchedWriteVariant<[
    SchedVar<PseudoPred, [SecondWriteA]>,
    SchedVar<FunctionPred, [SecondWriteL]>,
    SchedVar<NoSchedPred, [SecondWriteA, SecondWriteL]>]>;
  def : ItinRW<[SecondWriteA], [IIC_Alu]>;
  def : ItinRW<[SecondWriteV, ReadLD], [IIC_Load]>;
  def : SchedAlias<WriteALU, SecondWriteA>;
  def : SchedAlias<WriteLD, SecondWriteL>;
  def : SchedAlias<WriteMUL, SecondWriteV>;
  def : WriteRes<WriteST, [SecondUnit]> { let Unsupported = true; }
  def : WriteRes<WriteFP9, [SecondUnit]>;
  def : WriteRes<WriteFP10, [SecondUnit, SecondUnit]>;
  def : ReadAdvance<ReadALU, -1>;
  def : ReadAdvance<ReadLD, 2, [WriteST]>;
  def SecondReadDefault : ReadAdvance<ReadDefault, 0>;
}

// The third says all of all.
def ThirdModel : SchedMachineModel {
  let CompleteModel = false;
  let UnsupportedFeatures = [HasB];
  let FullInstRWOverlapCheck = false;
}
let SchedModel = ThirdModel in {
  def ThirdUnit : ProcResource<1>;
  foreach write = [WriteALU, WriteMUL, WriteLD, WriteST, WriteFP9, WriteFP10] in
  def : WriteRes<write, [ThirdUnit]>;
  def : ReadAdvance<ReadALU, 0>;
  def : ReadAdvance<ReadLD, 0>;
  def ThirdWriteV : SchedWriteVariant<[
    SchedVar<ZeroPred, [WriteALU]>,
    SchedVar<NoSchedPred, [WriteMUL]>]> { let Variadic = true; }
  def : InstRW<[ThirdWriteV], (instrs ADDrr, SUBrr)>;
  def : InstRW<[WriteLD], (instregex "^LD", "^ST")>;
}

// Conditions on opcodes.
let SchedModel = FirstModel in {
  def : IsZeroIdiomFunction<[
    DepBreakingClass<[SUBrr, XORrr], SameOperands>,
    DepBreakingClass<[MULrr], TruePred, [1]>]>;
  def : IsDepBreakingFunction<[DepBreakingClass<[ADDrr], SameOperands, [1, 2]>]>;
}
let SchedModel = ThirdModel in
def : IsZeroIdiomFunction<[DepBreakingClass<[SUBrr], SameOperands>, DepBreakingClass<[XORrr, ADDrr], TruePred>]>;
let SchedModel = SecondModel in
def : IsOptimizableRegisterMove<[InstructionEquivalenceClass<[ADDri, SUBri], CheckIsVRegOperand<0>>]>;

def ToyFusion : SimpleFusion<"toy-fusion", "HasToyFusion", "Fuse", CheckOpcode<[ADDrr]>, CheckOpcode<[LDr]>>;

def : ProcessorModel<"first", FirstModel, [FeatureA, FeatureC9], [TuneFast]>;
def : ProcessorModel<"second", SecondModel, [FeatureB]>;
def : ProcessorModel<"third-10", ThirdModel, [FeatureD, FeatureHidden]>;
def : ProcessorModel<"third-9", ThirdModel, []>;
def : Processor<"fourth", OtherItineraries, [FeatureE]>;
def : ProcessorModel<"generic", NoSchedModel, []>;

// Instructions that are encoded, printed, parsed and selected.
def SmallAsmOperand : AsmOperandClass {
  let Name = "Small";
  let PredicateMethod = "isSmall";
  let RenderMethod = "addImmOperands";
  let DiagnosticType = "SmallWanted";
  let ParserMethod = "parseSmall";
}
def LastAsmOperand : AsmOperandClass {
  let Name = "Last";
  let IsOptional = true;
  let DefaultMethod = "defaultLast";
  let SuperClasses = [SmallAsmOperand];
}
def small : Operand<i32>, ImmLeaf<i32, [{ return Imm < 8; }]> {
  let ParserMatchClass = SmallAsmOperand;
  let PrintMethod = "printSmall";
  let EncoderMethod = "encodeSmall";
  let DecoderMethod = "decodeSmall";
  let MCOperandPredicate = [{ return MCOp.isImm(); }];
}
def last : Operand<i32> { let ParserMatchClass = LastAsmOperand; }
def brtarget : Operand<OtherVT>;
def address : Operand<iPTR> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$offset);
  let DecoderMethod = "decodeAddress";
  let EncoderMethod = "encodeAddress";
}
def GPROp : RegisterOperand<GPR> { let GIZeroRegister = R0; }
def pred : PredicateOperand<OtherVT, (ops i32imm), (ops (i32 14))>;
def cc_out : OptionalDefOperand<OtherVT, (ops GPR), (ops (i32 zero_reg))>;
def complex : ComplexPattern<iPTR, 2, "SelectAddress", [add], [SDNPWantRoot]>;
def complex_gi : GIComplexOperandMatcher<s32, "selectAddress">, GIComplexPatternEquiv<complex>;
def NegateXForm : SDNodeXForm<imm, [{ return negate(N); }]>;
def gi_negate : GICustomOperandRenderer<"renderNegate">, GISDNodeXFormEquiv<NegateXForm>;
def negated : PatLeaf<(imm), [{ return isNegated(N); }], NegateXForm>;
def add_one_use : PatFrag<(ops node:$a, node:$b), (add node:$a, node:$b)> { let HasOneUse = true; }
def add_operands : PatFrag<(ops node:$a, node:$b), (add node:$a, node:$b), [{ return Operands[0]; }]> {
  let PredicateCodeUsesOperands = true;
  let GISelPredicateCode = [{ return true; }];
}
def any_logic : PatFrags<(ops node:$a, node:$b), [(and node:$a, node:$b), (or node:$a, node:$b)]>;
def load_aligned : PatFrag<(ops node:$p), (load node:$p)> { let IsLoad = true; let MinAlignment = 8; }
def load_space : PatFrag<(ops node:$p), (load node:$p)> { let IsLoad = true; let AddressSpaces = [1, 2]; }
def atomic_acquire : PatFrag<(ops node:$p), (atomic_load_32 node:$p)> {
  let IsAtomic = true;
  let IsAtomicOrderingAcquire = true;
}
def imm_ap : IntImmLeaf<i32, [{ return Imm.isOne(); }]>;
def imm_fp : FPImmLeaf<f32, [{ return Imm.isZero(); }]>;

class Encoded<dag outs, dag ins, string text, list<dag> pattern = []> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = text;
  let Pattern = pattern;
  let Size = 4;
  let hasNoSchedulingInfo = true;
  let hasSideEffects = false;
  let mayLoad = false;
  let mayStore = false;
  let DecoderNamespace = "Toy";
  bits<32> Inst = 0;
  bits<5> d = 0;
  bits<5> a = 0;
  bits<16> b = 0;
  let Inst{31-27} = d;
  let Inst{26-22} = a;
  let Inst{15-0} = b;
  bits<32> SoftFail = 0;
}
def ADDi : Encoded<(outs GPR:$d), (ins GPR:$a, GPR:$b), "addi $d, $a, $b", [(set i32:$d, (add i32:$a, i32:$b))]> {
  let Inst{21-16} = 1;
  let isCommutable = true;
  let UseNamedOperandTable = true;
  let TwoOperandAliasConstraint = "$d = $a";
  let AddedComplexity = 3;
}
def SUBi : Encoded<(outs GPR:$d), (ins GPROp:$a, small:$b), "subi $d, $a, $b", [(set i32:$d, (sub i32:$a, small:$b))]> {
  let Inst{21-16} = 2;
  let Constraints = "$a = $d";
}
def LDi : Encoded<(outs GPR:$d), (ins address:$p), "ldi $d, $p", [(set i32:$d, (load complex:$p))]> {
  let Inst{21-16} = 3;
  let mayLoad = true;
  bits<21> p = 0;
  let a = p{4-0};
  let b = p{20-5};
}
def STi : Encoded<(outs), (ins GPR:$d, address:$p), "sti $d, $p", [(store i32:$d, complex:$p)]> {
  let Inst{21-16} = 4;
  let mayStore = true;
  let isAsmParserOnly = true;
}
def LDz : Encoded<(outs GPR:$d), (ins GPR:$a), "ldz $d, $a", [(set i32:$d, (zextloadi8 i32:$a))]> {
  let Inst{21-16} = 5;
  let mayLoad = true;
}
def STb : Encoded<(outs), (ins GPR:$d, GPR:$a), "stb $d, $a", [(truncstorei8 i32:$d, i32:$a)]> {
  let Inst{21-16} = 6;
  let mayStore = true;
}
def ONE : Encoded<(outs GPR:$d), (ins GPR:$a, GPR:$b), "one $d, $a, $b", [(set i32:$d, (add_one_use i32:$a, i32:$b))]> {
  let Inst{21-16} = 7;
}
def USE : Encoded<(outs GPR:$d), (ins GPR:$a, GPR:$b), "use $d, $a, $b", [(set i32:$d, (add_operands i32:$a, i32:$b))]> {
  let Inst{21-16} = 8;
}
def ANY : Encoded<(outs GPR:$d), (ins GPR:$a, GPR:$b), "any $d, $a, $b", [(set i32:$d, (any_logic i32:$a, i32:$b))]> {
  let Inst{21-16} = 9;
  let Predicates = [HasB];
}
def LDa : Encoded<(outs GPR:$d), (ins GPR:$a), "lda $d, $a", [(set i32:$d, (load_aligned i32:$a))]> {
  let Inst{21-16} = 10;
  let mayLoad = true;
}
def LDs : Encoded<(outs GPR:$d), (ins GPR:$a), "lds $d, $a", [(set i32:$d, (load_space i32:$a))]> {
  let Inst{21-16} = 11;
  let mayLoad = true;
}
def LDq : Encoded<(outs GPR:$d), (ins GPR:$a), "ldq $d, $a", [(set i32:$d, (atomic_acquire i32:$a))]> {
  let Inst{21-16} = 12;
  let mayLoad = true;
}
def OPT : Encoded<(outs GPR:$d, cc_out:$s), (ins GPR:$a, pred:$c), "opt $d, $a", []> {
  let Inst{21-16} = 13;
  let isPredicable = true;
}
def LASTi : Encoded<(outs GPR:$d), (ins GPR:$a, last:$b), "last $d, $a $b"> {
  let Inst{21-16} = 14;
  let AsmMatchConverter = "convertLast";
}
def BR : Encoded<(outs), (ins brtarget:$b), "br $b", [(br bb:$b)]> {
  let Inst{21-16} = 15;
  let isBranch = true;
  let isTerminator = true;
  let isBarrier = true;
  let d = 0;
  let a = 0;
}
def ADD16 : Encoded<(outs GPR:$d), (ins GPR:$a, GPR:$b), "add16 $d, $a, $b"> {
  let Inst{21-16} = 16;
  let Size = 2;
}
def DEPR : Encoded<(outs GPR:$d), (ins GPR:$a), "depr $d, $a">, Deprecated<FeatureA> {
  let Inst{21-16} = 17;
}
def DEPP : Encoded<(outs GPR:$d), (ins GPR:$a), "depp $d, $a">, ComplexDeprecationPredicate<"DEPP"> {
  let Inst{21-16} = 18;
}
def FADDi : Encoded<(outs FPR:$d), (ins FPR:$a, FPR:$b), "faddi $d, $a, $b", [(set f32:$d, (fadd f32:$a, f32:$b))]> {
  let Inst{21-16} = 19;
  let mayRaiseFPException = true;
}
def SETC : Encoded<(outs GPR:$d), (ins GPR:$a, GPR:$b), "setc $d, $a, $b", [(set i32:$d, (seteq i32:$a, i32:$b))]> {
  let Inst{21-16} = 20;
}
def ADDalt : AdditionalEncoding<ADDi> {
  bits<32> Inst = 0;
  bits<5> d;
  bits<5> a;
  bits<5> b;
  let Inst{31-27} = d;
  let Inst{26-22} = a;
  let Inst{21-16} = 63;
  let Inst{4-0} = b;
  let Size = 4;
  let DecoderNamespace = "Toy";
}
let isPseudo = true, isCodeGenOnly = true in
def MOVpseudo : Encoded<(outs GPR:$d), (ins GPR:$a), "">, PseudoInstExpansion<(ADDi GPR:$d, GPR:$a, R0)>;

def twice : OutPatFrag<(ops node:$a), (ADDi $a, $a)>;
def : Pat<(mul i32:$a, imm_ap), (ADDi $a, $a)>;
def : Pat<(sub i32:$a, (i32 negated:$b)), (SUBi $a, (NegateXForm $b))>;
def : Pat<(i32 (sext_inreg i32:$a, i8)), (twice $a)>;
def : Pat<(fadd f32:$a, (f32 imm_fp)), (FADDi $a, $a)>;
def : Pat<(int_readcyclecounter), (EXTRACT_SUBREG (IMPLICIT_DEF), sub_lo)>;
def : Pat<(i32 (trunc i64:$a)), (EXTRACT_SUBREG $a, sub_lo)>;
def : InstAlias<"mov $d, $a", (ADDi GPR:$d, GPR:$a, R0)>;
def : MnemonicAlias<"plus", "addi">;
def : TokenAlias<"add", "addi">;
def : CompressPat<(ADDi GPR:$d, GPR:$d, GPR:$b), (ADD16 GPR:$d, GPR:$d, GPR:$b), [HasB]>;

class Related { string Base = ""; string Column = "x"; }
def RowA : Encoded<(outs GPR:$d), (ins GPR:$a), "rowa $d, $a">, Related { let Base = "row"; let Inst{21-16} = 21; }
def RowB : Encoded<(outs GPR:$d), (ins GPR:$a), "rowb $d, $a">, Related {
  let Base = "row";
  let Column = "y";
  let Inst{21-16} = 22;
}
def getY : InstrMapping {
  let FilterClass = "Related";
  let RowFields = ["Base"];
  let ColFields = ["Column"];
  let KeyCol = ["x"];
  let ValueCols = [["y"]];
}

// Counters.
def ToyCounters : ProcPfmCounters {
  let CycleCounter = PfmCounter<"cycles">;
  let UopsCounter = PfmCounter<"uops">;
  let IssueCounters = [PfmIssueCounter<"FirstALU", "alu">];
  let ValidationCounters = [PfmValidationCounter<InstructionRetired, "retired">];
}
def : PfmCountersBinding<"first", ToyCounters>;
def : PfmCountersDefaultBinding<ToyCounters>;

// Tables.
class Kind<bits<4> value> { bits<4> Value = value; string Spelling = NAME; }
def KindA : Kind<1>;
def KindB : Kind<2>;
def KindEnum : GenericEnum {
  let FilterClass = "Kind";
  let NameField = "Spelling";
  let ValueField = "Value";
}
class Entry<string name, int number, Kind kind> { string Name = name; bits<8> Number = number; Kind Of = kind; }
def : Entry<"a", 1, KindA>;
def : Entry<"b", 7, KindB>;
def EntryTable : GenericTable {
  let FilterClass = "Entry";
  let CppTypeName = "Row";
  let Fields = ["Name", "Number", "Of"];
  string TypeOf_Of = "KindEnum";
  let PrimaryKey = ["Of"];
  let PrimaryKeyName = "lookupByKind";
  let PrimaryKeyReturnRange = true;
}
def lookupByNumber : SearchIndex {
  let Table = EntryTable;
  let Key = ["Number"];
  let EarlyOut = true;
}
class OldTable : SearchableTable {
  let SearchableFields = ["Number"];
  let EnumNameField = "Name";
  let EnumValueField = "Number";
  string Name = NAME;
  bits<8> Number = 3;
}
def OldA : OldTable;

// Automata.
def Machine : GenericAutomaton {
  let TransitionClass = "Step";
  let SymbolFields = ["Word"];
}
class Step<string word, bits<32> state> : Transition { string Word = word; let NewState = state; }
def : Step<"go", 1>;
def : Step<"stop", 2>;

// Combines.
def to_sum : GICombineRule<
  (defs root:$d),
  (match (G_MUL $d, $a, 2):$m, [{ return isGood(${m}); }]),
  (apply (G_ADD $d, (GITypeOf<"$d"> 1), $a, (MIFlags FmNoNans)))>;
def dead : GICombineRule<(defs root:$d), (match (G_FREEZE $d, $a)), (apply (GIReplaceReg $d, $a))>;
def matched : GICombineRule<
  (defs root:$d, unsigned_matchinfo:$info),
  (match (wip_match_opcode G_SUB):$d, [{ return found(*${d}, ${info}); }]),
  (apply [{ replace(*${d}, ${info}); }])> { let Predicates = [HasB]; }
def to_sums : GICombineGroup<[to_sum, dead]>;
def ToyCombiner : GICombiner<"ToyCombiner", [to_sums, matched]>;
