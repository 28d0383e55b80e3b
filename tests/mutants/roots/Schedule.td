// A target whose schedules have something of everything, to be changed at random.

include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
}

def R0 : Register<"r0"> { let Namespace = "Toy"; }
def R1 : Register<"r1"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def FPR : RegisterClass<"Toy", [f32], 32, (add R1)>;

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
