// Processors, their schedules, units and counters.
// by llvm: gen-subtarget, gen-dfa-packetizer, gen-exegesis, gen-macro-fusion-pred, gen-instr-info

include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
foreach i = 0...1 in
  def R#i : Register<"r"#i> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
defm : RemapAllTargetPseudoPointerOperands<GPR>;
class Inst<list<SchedReadWrite> rw, InstrItinClass itinerary = NoItinerary> : Instruction {
  let Namespace = "Toy"; let OutOperandList = (outs GPR:$d); let InOperandList = (ins GPR:$a, GPR:$b);
  let SchedRW = rw; let Itinerary = itinerary;
}
def W : SchedWrite;
def L : SchedWrite;
def Rd : SchedRead;

//- features
def A : SubtargetFeature<"a", "HasA", "true", "Has A">;
def B : SubtargetFeature<"b", "HasB", "true", "Has B", [A]>;
def Level : SubtargetFeature<"level2", "Level", "2", "Level 2", [B]>;
def No : SubtargetFeature<"no-c", "HasC", "false", "">;
def : Processor<"old", NoItineraries, [A, No]>;
def : ProcessorModel<"new", NoSchedModel, [Level], [B]>;
def ADD : Inst<[]>;

//- resources
def Model : SchedMachineModel { let IssueWidth = 2; let CompleteModel = false; }
let SchedModel = Model in {
  def Alu : ProcResource<2>;
  def Mem : ProcResource<1> { let BufferSize = 4; }
  def Mul : ProcResource<1> { let Super = Alu; }
  def Both : ProcResGroup<[Alu, Mem]>;
  def : WriteRes<W, [Alu]> { let Latency = 2; }
  def : WriteRes<L, [Mem, Both]> { let ReleaseAtCycles = [1, 2]; let AcquireAtCycles = [0, 1]; let NumMicroOps = 2; }
  def : ReadAdvance<Rd, 1, [L]>;
}
def ADD : Inst<[W, Rd]>;
def LD : Inst<[L]>;
def : ProcessorModel<"toy", Model, []>;

//- overridden
def MUL : Inst<[W]>;
def ADD8 : Inst<[W, Rd]>;
def ADD16 : Inst<[W]>;
def LD : Inst<[L]>;
def Model : SchedMachineModel { let CompleteModel = false; }
let SchedModel = Model in {
  def U : ProcResource<1>;
  def Slow : SchedWriteRes<[U]> { let Latency = 9; let BeginGroup = true; }
  def Quick : SchedWriteRes<[]> { let Latency = 0; let NumMicroOps = 0; }
  def Late : SchedReadAdvance<2>;
  def : WriteRes<W, [U]>;
  def : SchedAlias<L, Slow>;
  def : InstRW<[Slow, Late], (instrs MUL)>;
  def : ReadAdvance<Rd, 0>;
  def : InstRW<[Quick], (instregex "^ADD(8|16)$")>;
}
def : ProcessorModel<"toy", Model, []>;

//- variants
def ADD : Inst<[W]>;
def SUB : Inst<[W]>;
def Model : SchedMachineModel { let CompleteModel = false; }
def IsZero : MCSchedPredicate<CheckAll<[CheckIsImmOperand<1>, CheckImmOperand<1, 0>]>>;
def IsOld : SchedPredicate<"isOld(MI)">;
def Fast : SubtargetFeature<"fast", "Fast", "true", "Fast">;
def IsFast : FeatureSchedPredicate<Fast>;
let SchedModel = Model in {
  def U : ProcResource<1>;
  def One : SchedWriteRes<[U]>;
  def Two : SchedWriteRes<[U]> { let Latency = 2; }
  def V : SchedWriteVariant<[SchedVar<IsZero, [One]>, SchedVar<AnyOfSchedPreds<[IsFast, NotSchedPred<IsZero>]>, [Two]>, SchedVar<NoSchedPred, [One, Two]>]>;
  def RV : SchedReadVariant<[SchedVar<IsOld, [Rd]>, SchedVar<NoSchedPred, [ReadDefault]>]>;
  def : ReadAdvance<Rd, 1>;
  def : WriteRes<W, [U]>;
  def : InstRW<[V, RV], (instrs ADD)>;
}
def : ProcessorModel<"toy", Model, [Fast]>;

//- itineraries
def IIC_A : InstrItinClass;
def IIC_B : InstrItinClass;
def U0 : FuncUnit;
def U1 : FuncUnit;
def By : Bypass;
def Itins : ProcessorItineraries<[U0, U1], [By], [
  InstrItinData<IIC_A, [InstrStage<1, [U0, U1]>], [1, 1], [By, NoBypass]>, InstrItinData<IIC_B, [InstrStage<2, [U0], 0>, InstrStage<1, [U1], -1, Reserved>], [3]>]>;
def ADD : Inst<[], IIC_A>;
def MUL : Inst<[], IIC_B>;
def : Processor<"toy", Itins, []>;

//- packets
def IIC_A : InstrItinClass;
def IIC_B : InstrItinClass;
foreach i = 0...3 in
  def S#i : FuncUnit;
def : ComboFuncUnits<[ComboFuncData<S3, [S0, S1]>]>;
def Itins : ProcessorItineraries<[S0, S1, S2, S3], [], [InstrItinData<IIC_A, [InstrStage<1, [S0, S1, S2]>]>, InstrItinData<IIC_B, [InstrStage<1, [S3]>]>]> { let PacketizerNamespace = "Packs"; }
def Model : SchedMachineModel { let Itineraries = Itins; let IssueWidth = 4; let CompleteModel = false; }
def ADD : Inst<[], IIC_A>;
def ST : Inst<[], IIC_B>;
def : ProcessorModel<"toy", Model, []>;

//- by-itinerary
def IIC_A : InstrItinClass;
def IIC_B : InstrItinClass;
def U0 : FuncUnit;
def Itins : ProcessorItineraries<[U0], [], [InstrItinData<IIC_A, [InstrStage<1, [U0]>]>]>;
def Model : SchedMachineModel { let Itineraries = Itins; let CompleteModel = false; }
let SchedModel = Model in {
  def P : ProcResource<1>;
  def WA : SchedWriteRes<[P]> { let Latency = 3; }
  def : WriteRes<W, [P]>;
  def : ItinRW<[WA], [IIC_A, IIC_B]>;
}
def ADD : Inst<[], IIC_A>;
def MUL : Inst<[W], IIC_B>;
def : ProcessorModel<"toy", Model, []>;

//- files
def HasX : Predicate<"HasX">;
def XOR : Inst<[W]>;
def MOV : Inst<[W]> { let Predicates = [HasX]; }
def Model : SchedMachineModel { let MicroOpBufferSize = 16; let CompleteModel = false; let UnsupportedFeatures = [HasX]; }
let SchedModel = Model in {
  def P : ProcResource<2>;
  def File : RegisterFile<40, [GPR], [1], [1], 1, 1>;
  def : RetireControlUnit<64, 4>;
  def : LoadQueue<P>;
  def : StoreQueue<P>;
  def : WriteRes<W, [P]> { let RetireOOO = true; }
  def : IsZeroIdiomFunction<[DepBreakingClass<[XOR], CheckSameRegOperand<1, 2>>]>;
  def : IsOptimizableRegisterMove<[InstructionEquivalenceClass<[MOV], CheckIsVRegOperand<0>>]>;
}
def : ProcessorModel<"toy", Model, []>;

//- counters
def Model : SchedMachineModel { let CompleteModel = false; }
let SchedModel = Model in
{ def P : ProcResource<1>; def : WriteRes<W, [P]>; def : WriteRes<L, [P]>; def : ReadAdvance<Rd, 0>; }
def ADD : Inst<[]>;
def Counters : ProcPfmCounters {
  let CycleCounter = PfmCounter<"cycles">; let UopsCounter = PfmCounter<"uops">;
  let IssueCounters = [PfmIssueCounter<"P", "issued">]; let ValidationCounters = [PfmValidationCounter<InstructionRetired, "retired">];
}
def Same : ProcPfmCounters { let CycleCounter = PfmCounter<"cycles">; }
def : PfmCountersBinding<"toy", Counters>;
def : PfmCountersDefaultBinding<Same>;
def : ProcessorModel<"toy", Model, []>;

//- fusion
def ADD : Inst<[]>;
def LD : Inst<[]>;
def Pair : SimpleFusion<"pair", "HasPair", "Fuse pairs", CheckOpcode<[ADD]>, CheckAll<[CheckOpcode<[LD]>, CheckIsRegOperand<1>]>>;
def Same : Fusion<"same", "HasSame", "Fuse same", [TieReg<0, 1>, OneUse, SecondFusionPredicateWithMCInstPredicate<CheckNumOperands<3>>]>;
def isAdd : TIIPredicate<"isAdd", MCOpcodeSwitchStatement<[MCOpcodeSwitchCase<[ADD], MCReturnStatement<TruePred>>], MCReturnStatement<FalsePred>>>;
def : ProcessorModel<"toy", NoSchedModel, [Pair, Same]>;

//- sequences
def Twice : WriteSequence<[W], 2>;
def Both : WriteSequence<[W, L]>;
def ADD : Inst<[Twice]>;
def SUB : Inst<[Both, ReadDefault]>;
def Model : SchedMachineModel { let CompleteModel = false; }
let SchedModel = Model in {
  def P : ProcResource<3>;
  def : WriteRes<W, [P]>;
  def : WriteRes<L, [P, P]> { let ReleaseAtCycles = [2, 3]; let Unsupported = false; }
  def : InstRW<[Both], (instrs SUB)>;
}
def : ProcessorModel<"toy", Model, []>;
