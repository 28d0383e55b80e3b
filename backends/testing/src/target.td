// What is needed of LLVM's description of a target to have instructions and schedules.

class Predicate<string cond> {
  string CondString = cond;
  bit AssemblerMatcherPredicate = false;
}
class HwMode<string features, list<Predicate> predicates> {
  string Features = features;
  list<Predicate> Predicates = predicates;
}
def DefaultMode : HwMode<"", []>;
class HwModeSelect<list<HwMode> modes> {
  list<HwMode> Modes = modes;
}
class ValueType;
class Fusion;
class InstrInfo {
  bit guessInstructionProperties = true;
  bit isLittleEndianEncoding = false;
}
class AsmParserVariant;
class Target {
  InstrInfo InstructionSet = InstrInfo<>;
  int AllowRegisterRenaming = 1;
  list<AsmParserVariant> AssemblyParserVariants = [];
}

class Register {
  string Namespace = "";
}

def outs;
def ins;
def ops;
class DAGOperand {
  string OperandNamespace = "MCOI";
  string DecoderMethod = "";
}
class RegisterClassLike : DAGOperand; class RegisterClass : RegisterClassLike {
  string Namespace = "";
}
class Operand<string print = "printOperand", dag info = (ops)> : DAGOperand {
  string PrintMethod = print;
  string OperandType = "OPERAND_UNKNOWN";
  string EncoderMethod = "";
  dag MIOperandInfo = info;
}
class RegisterOperand<RegisterClass regs> : DAGOperand {
  RegisterClass RegClass = regs;
  string PrintMethod = "printOperand";
  string OperandType = "OPERAND_REGISTER";
  string EncoderMethod = "";
}
class PredicateOp;
class unknown_class;
def unknown : unknown_class;
def variable_ops;

class InstructionEncoding {
  string DecoderNamespace = "";
  int Size = 0;
  string DecoderMethod = "";
  bit hasCompleteDecoder = true;
  string PostEncoderMethod = "";
}

class InstrItinClass;
def NoItinerary : InstrItinClass;
class SchedReadWrite;

class Instruction : InstructionEncoding {
  string Namespace = "";
  string AsmString = "";
  list<dag> Pattern = [];
  int AddedComplexity = 0;
  int CodeSize = 0;
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  list<Register> Defs = [];
  list<Register> Uses = [];
  string Constraints = "";
  string DisableEncoding = "";
  bit isPreISelOpcode = false;
  bit isReturn = false;
  bit isEHScopeReturn = false;
  bit isBranch = false;
  bit isIndirectBranch = false;
  bit isCompare = false;
  bit isMoveImm = false;
  bit isMoveReg = false;
  bit isBitcast = false;
  bit isSelect = false;
  bit isBarrier = false;
  bit isCall = false;
  bit isAdd = false;
  bit isTrap = false;
  bit canFoldAsLoad = false;
  bit isUnpredicable = false;
  bit isPredicable = false;
  bit isConvertibleToThreeAddress = false;
  bit isCommutable = false;
  bit isTerminator = false;
  bit isReMaterializable = false;
  bit hasDelaySlot = false;
  bit usesCustomInserter = false;
  bit hasPostISelHook = false;
  bit hasCtrlDep = false;
  bit isNotDuplicable = false;
  bit isRegSequence = false;
  bit isExtractSubreg = false;
  bit isInsertSubreg = false;
  bit isConvergent = false;
  bit hasNoSchedulingInfo = false;
  bit FastISelShouldIgnore = false;
  bit variadicOpsAreDefs = false;
  bit isAuthenticated = false;
  bit mayRaiseFPException = false;
  bit isAsCheapAsAMove = false;
  bit hasExtraSrcRegAllocReq = false;
  bit hasExtraDefRegAllocReq = false;
  bit isCodeGenOnly = false;
  bit isAsmParserOnly = false;
  bit isPseudo = false;
  bit isMeta = false;
  bit UseNamedOperandTable = false;
  bit UseLogicalOperandMappings = false;
  bits<9> TSFlags = 0;
  bit mayLoad = ?;
  bit mayStore = ?;
  bit hasSideEffects = ?;
  list<Predicate> Predicates = [];
  InstrItinClass Itinerary = NoItinerary;
  list<SchedReadWrite> SchedRW = ?;
}
class AdditionalEncoding<Instruction of> : InstructionEncoding {
  Instruction AliasOf = of;
  list<Predicate> Predicates = [];
}

// Conditions.
class MCInstPredicate;
class MCTrue : MCInstPredicate;
class MCFalse : MCInstPredicate;
def TruePred : MCTrue;
def FalsePred : MCFalse;
class CheckOpcode<list<Instruction> opcodes> : MCInstPredicate {
  list<Instruction> ValidOpcodes = opcodes;
}
class CheckAll<list<MCInstPredicate> predicates> : MCInstPredicate {
  list<MCInstPredicate> Predicates = predicates;
}
class CheckNumOperands<int count> : MCInstPredicate {
  int NumOps = count;
}
class CheckNonPortable<string text> : MCInstPredicate {
  string CodeBlock = text;
}
class TIIPredicate<string name> : MCInstPredicate {
  string FunctionName = name;
}
class InstructionEquivalenceClass<list<Instruction> opcodes, MCInstPredicate predicate, list<int> operands = []> {
  list<Instruction> Opcodes = opcodes;
  MCInstPredicate Predicate = predicate;
  list<int> OperandIndices = operands;
}
class STIPredicateDecl<string name> {
  string Name = name;
  MCInstPredicate DefaultReturnValue = FalsePred;
  bit OverridesBaseClassMember = true;
  bit ExpandForMC = true;
  bit UpdatesOpcodeMask = false;
  list<STIPredicateDecl> Delegates = [];
}

// Itineraries.
class FuncUnit;
class Bypass;
class InstrStage<int cycles, list<FuncUnit> units, int time = -1> {
  int Cycles = cycles;
  list<FuncUnit> Units = units;
  int TimeInc = time;
  int Kind = 0;
}
class InstrItinData<InstrItinClass of, list<InstrStage> stages, list<int> cycles = [], list<Bypass> bypasses = []> {
  InstrItinClass TheClass = of;
  int NumMicroOps = 1;
  list<InstrStage> Stages = stages;
  list<int> OperandCycles = cycles;
  list<Bypass> Bypasses = bypasses;
}
class ProcessorItineraries<list<FuncUnit> units, list<Bypass> bypasses, list<InstrItinData> data> {
  list<FuncUnit> FU = units;
  list<Bypass> BP = bypasses;
  list<InstrItinData> IID = data;
  string PacketizerNamespace = "";
}
def NoItineraries : ProcessorItineraries<[], [], []>;
class ComboFuncData<FuncUnit of, list<FuncUnit> parts> {
  FuncUnit TheComboFunc = of;
  list<FuncUnit> FuncList = parts;
}
class ComboFuncUnits<list<ComboFuncData> data> {
  list<ComboFuncData> CFD = data;
}

// Models of processors.
def instrs;
def instregex;
class SchedMachineModel {
  int IssueWidth = -1;
  int MicroOpBufferSize = -1;
  int LoopMicroOpBufferSize = -1;
  int LoadLatency = -1;
  int HighLatency = -1;
  int MispredictPenalty = -1;
  ProcessorItineraries Itineraries = NoItineraries;
  bit PostRAScheduler = false;
  bit CompleteModel = false;
  bit FullInstRWOverlapCheck = true;
  list<Predicate> UnsupportedFeatures = [];
  bit EnableIntervals = false;
}
def NoSchedModel : SchedMachineModel;
class OfModel {
  SchedMachineModel SchedModel = ?;
}
class ProcResourceKind;
class ProcResourceUnits<ProcResourceKind kind, int count> : OfModel {
  ProcResourceKind Kind = kind;
  int NumUnits = count;
  ProcResourceKind Super = ?;
  int BufferSize = -1;
}
class ProcResource<int count> : ProcResourceKind, ProcResourceUnits<!cast<ProcResourceKind>(NAME), count>;
class ProcResGroup<list<ProcResource> resources> : ProcResourceKind, OfModel {
  list<ProcResource> Resources = resources;
  int BufferSize = -1;
}
class SchedWrite : SchedReadWrite;
class SchedRead : SchedReadWrite;
class WriteSequence<list<SchedWrite> writes, int repeat = 1> : SchedWrite, OfModel {
  list<SchedWrite> Writes = writes;
  int Repeat = repeat;
}
class ProcWriteResources<list<ProcResourceKind> resources> : OfModel {
  list<ProcResourceKind> ProcResources = resources;
  list<int> ReleaseAtCycles = [];
  list<int> AcquireAtCycles = [];
  int Latency = 1;
  int NumMicroOps = 1;
  bit BeginGroup = false;
  bit EndGroup = false;
  bit Unsupported = false;
  bit SingleIssue = false;
  bit RetireOOO = false;
}
class WriteRes<SchedWrite of, list<ProcResourceKind> resources> : ProcWriteResources<resources> {
  SchedWrite WriteType = of;
}
class SchedWriteRes<list<ProcResourceKind> resources> : SchedWrite, ProcWriteResources<resources>;
class ProcReadAdvance<int cycles, list<SchedWrite> writes> : OfModel {
  int Cycles = cycles;
  list<SchedWrite> ValidWrites = writes;
  bit Unsupported = false;
}
class ReadAdvance<SchedRead of, int cycles, list<SchedWrite> writes = []> : ProcReadAdvance<cycles, writes> {
  SchedRead ReadType = of;
}
class SchedReadAdvance<int cycles, list<SchedWrite> writes = []> : SchedRead, ProcReadAdvance<cycles, writes>;
def ReadDefault : SchedRead;
class PredicateProlog<string text> {
  string Code = text;
}
class SchedPredicateBase;
class MCSchedPredicate<MCInstPredicate of> : SchedPredicateBase {
  MCInstPredicate Pred = of;
}
class SchedPredicate<string text> : SchedPredicateBase {
  string Predicate = text;
}
def NoSchedPred : MCSchedPredicate<TruePred>;
class SchedVar<SchedPredicateBase predicate, list<SchedReadWrite> selected> {
  SchedPredicateBase Predicate = predicate;
  list<SchedReadWrite> Selected = selected;
}
class SchedVariant<list<SchedVar> variants> : OfModel {
  list<SchedVar> Variants = variants;
  bit Variadic = false;
}
class SchedWriteVariant<list<SchedVar> variants> : SchedWrite, SchedVariant<variants>;
class SchedReadVariant<list<SchedVar> variants> : SchedRead, SchedVariant<variants>;
class InstRW<list<SchedReadWrite> uses, dag instructions> : OfModel {
  list<SchedReadWrite> OperandReadWrites = uses;
  dag Instrs = instructions;
}
class ItinRW<list<SchedReadWrite> uses, list<InstrItinClass> classes> : OfModel {
  list<InstrItinClass> MatchedItinClasses = classes;
  list<SchedReadWrite> OperandReadWrites = uses;
}
class SchedAlias<SchedReadWrite of, SchedReadWrite to> : OfModel {
  SchedReadWrite MatchRW = of;
  SchedReadWrite AliasRW = to;
}
class RegisterFile<int registers, list<RegisterClass> classes = [], list<int> costs = []> : OfModel {
  list<RegisterClass> RegClasses = classes;
  list<int> RegCosts = costs;
  list<bit> AllowMoveElimination = [];
  int NumPhysRegs = registers;
  int MaxMovesEliminatedPerCycle = 0;
  bit AllowZeroMoveEliminationOnly = false;
}
class RetireControlUnit<int size, int count> : OfModel {
  int ReorderBufferSize = size;
  int MaxRetirePerCycle = count;
}
class MemoryQueue<ProcResourceKind of> : OfModel {
  ProcResourceKind QueueDescriptor = of;
}
class LoadQueue<ProcResourceKind of> : MemoryQueue<of>;
class StoreQueue<ProcResourceKind of> : MemoryQueue<of>;
class STIPredicate<STIPredicateDecl declaration, list<InstructionEquivalenceClass> classes> : OfModel {
  STIPredicateDecl Declaration = declaration;
  list<InstructionEquivalenceClass> Classes = classes;
}

// Processors.
class SubtargetFeature<string name, string member, string value, string description,
                       list<SubtargetFeature> implies = []> {
  string Name = name;
  string FieldName = member;
  string Value = value;
  string Desc = description;
  list<SubtargetFeature> Implies = implies;
}
class Processor<string name, list<SubtargetFeature> features = []> {
  string Name = name;
  SchedMachineModel SchedModel = NoSchedModel;
  ProcessorItineraries ProcItin = NoItineraries;
  list<SubtargetFeature> Features = features;
  list<SubtargetFeature> TuneFeatures = [];
}
