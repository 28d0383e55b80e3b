// What is needed of LLVM 5's description of a target to tell what its instructions do.

class ValueType<int size, int value> {
  string Namespace = "MVT";
  int Size = size;
  int Value = value;
}
def OtherVT : ValueType<0, 1>;
def i8 : ValueType<8, 3>;
def i16 : ValueType<16, 4>;
def i32 : ValueType<32, 5>;
def f32 : ValueType<32, 9>;
def untyped : ValueType<8, 113>;
def iAny : ValueType<0, 254>;
def iPTR : ValueType<0, 255>;

class Target;

// Registers.
class SubRegIndex<int size, int offset = 0> {
  string Namespace = "";
  int Size = size;
  int Offset = offset;
  list<SubRegIndex> ComposedOf = [];
  list<SubRegIndex> CoveringSubRegIndices = [];
}
class RegAltNameIndex {
  string Namespace = "";
}
def NoRegAltName : RegAltNameIndex;
class Register<string name = "", list<Register> subs = [], list<SubRegIndex> indices = []> {
  string Namespace = "Toy";
  string AsmName = name;
  list<Register> Aliases = [];
  list<Register> SubRegs = subs;
  list<SubRegIndex> SubRegIndices = indices;
  int CostPerUse = 0;
  bit CoveredBySubRegs = 0;
}
class RegisterTuples;
class DAGOperand {
  string OperandNamespace = "MCOI";
  string DecoderMethod = "";
}
class RegisterClass<list<ValueType> types, dag members> : DAGOperand {
  string Namespace = "Toy";
  list<ValueType> RegTypes = types;
  int Size = 0;
  int Alignment = 32;
  int CopyCost = 1;
  dag MemberList = members;
  list<dag> AltOrders = [];
  string AltOrderSelect = "";
  bit isAllocatable = 1;
  int AllocationPriority = 0;
}
class PointerLikeRegClass;
class RegisterOperand<RegisterClass regs> : DAGOperand {
  RegisterClass RegClass = regs;
  string PrintMethod = "printOperand";
  string OperandType = "OPERAND_REGISTER";
  string EncoderMethod = "";
}

// Operands.
def ops; def outs; def ins; def add;
def variable_ops;
class unknown_class;
def unknown : unknown_class;
class Operand<ValueType type, dag info = (ops)> : DAGOperand {
  ValueType Type = type;
  string PrintMethod = "printOperand";
  string EncoderMethod = "";
  string OperandType = "OPERAND_UNKNOWN";
  dag MIOperandInfo = info;
}
class OperandWithDefaultOps<ValueType type, dag defaults> : Operand<type> {
  dag DefaultOps = defaults;
}
class PredicateOp;

// Instructions.
class Instruction {
  string Namespace = "";
  string AsmString = "";
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  list<dag> Pattern = [];
  list<Register> Uses = [];
  list<Register> Defs = [];
  string Constraints = "";
  string DisableEncoding = "";
  bit isReturn = 0;
  bit isBranch = 0;
  bit isIndirectBranch = 0;
  bit isCompare = 0;
  bit isMoveImm = 0;
  bit isBitcast = 0;
  bit isSelect = 0;
  bit isBarrier = 0;
  bit isCall = 0;
  bit isAdd = 0;
  bit canFoldAsLoad = 0;
  bit mayLoad = ?;
  bit mayStore = ?;
  bit isConvertibleToThreeAddress = 0;
  bit isCommutable = 0;
  bit isTerminator = 0;
  bit isReMaterializable = 0;
  bit isPredicable = 0;
  bit hasDelaySlot = 0;
  bit usesCustomInserter = 0;
  bit hasPostISelHook = 0;
  bit hasCtrlDep = 0;
  bit isNotDuplicable = 0;
  bit isConvergent = 0;
  bit isAsCheapAsAMove = 0;
  bit hasExtraSrcRegAllocReq = 0;
  bit hasExtraDefRegAllocReq = 0;
  bit isRegSequence = 0;
  bit isPseudo = 0;
  bit isExtractSubreg = 0;
  bit isInsertSubreg = 0;
  bit hasSideEffects = ?;
  bit isCodeGenOnly = 0;
  bit hasNoSchedulingInfo = 0;
  bits<64> TSFlags = 0;
}

// Nodes.
class SDTypeConstraint<int n> {
  int OperandNum = n;
}
class SDTCisInt<int n> : SDTypeConstraint<n>;
class SDTCisVT<int n, ValueType vt> : SDTypeConstraint<n> {
  ValueType VT = vt;
}
class SDTCisPtrTy<int n> : SDTypeConstraint<n>;
class SDTCisSameAs<int n, int other> : SDTypeConstraint<n> {
  int OtherOperandNum = other;
}
class SDTypeProfile<int results, int operands, list<SDTypeConstraint> constraints> {
  int NumResults = results;
  int NumOperands = operands;
  list<SDTypeConstraint> Constraints = constraints;
}
class SDNodeProperty;
class SDPatternOperator;
class SDNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> properties = []> : SDPatternOperator {
  string Opcode = opcode;
  string SDClass = "SDNode";
  list<SDNodeProperty> Properties = properties;
  SDTypeProfile TypeProfile = profile;
}
def set; def implicit; def node; def srcvalue;
def SDTBinary : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>]>;
def SDTBinaryWithFlags : SDTypeProfile<2, 2, [SDTCisSameAs<0, 2>, SDTCisSameAs<0, 3>, SDTCisInt<0>, SDTCisVT<1, i32>]>;
def SDTLoad : SDTypeProfile<1, 1, [SDTCisPtrTy<1>]>;
def SDTStore : SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>;
def SDTIntrinsic : SDTypeProfile<1, -1, [SDTCisPtrTy<1>]>;
def SDTVoidIntrinsic : SDTypeProfile<0, -1, [SDTCisPtrTy<0>]>;
def imm : SDNode<"ISD::Constant", SDTypeProfile<1, 0, [SDTCisInt<0>]>>;
def plus : SDNode<"ISD::ADD", SDTBinary>;
def bitconvert : SDNode<"ISD::BITCAST", SDTypeProfile<1, 1, []>>;
def ld : SDNode<"ISD::LOAD", SDTLoad>;
def st : SDNode<"ISD::STORE", SDTStore>;
def intrinsic_void : SDNode<"ISD::INTRINSIC_VOID", SDTVoidIntrinsic>;
def intrinsic_w_chain : SDNode<"ISD::INTRINSIC_W_CHAIN", SDTIntrinsic>;
def intrinsic_wo_chain : SDNode<"ISD::INTRINSIC_WO_CHAIN", SDTIntrinsic>;

// Intrinsics.
class IntrinsicProperty;
def IntrNoMem : IntrinsicProperty;
class LLVMType<ValueType vt> {
  ValueType VT = vt;
}
class LLVMMatchType<int number> : LLVMType<OtherVT> {
  int Number = number;
}
class Intrinsic<list<LLVMType> results, list<LLVMType> params = [], list<IntrinsicProperty> properties = []>
    : SDPatternOperator {
  string LLVMName = "";
  string TargetPrefix = "";
  list<LLVMType> RetTypes = results;
  list<LLVMType> ParamTypes = params;
  list<IntrinsicProperty> IntrProperties = properties;
  bit isTarget = 0;
}

// Fragments and C++.
class SDNodeXForm<SDNode opcode, code function> {
  SDNode Opcode = opcode;
  code XFormFunction = function;
}
def NOOP_SDNodeXForm : SDNodeXForm<imm, [{}]>;
class PatFrag<dag operands, dag fragment, code predicate = [{}], SDNodeXForm transform = NOOP_SDNodeXForm>
    : SDPatternOperator {
  dag Operands = operands;
  dag Fragment = fragment;
  code PredicateCode = predicate;
  code ImmediateCode = [{}];
  SDNodeXForm OperandTransform = transform;
}
def null_frag : SDPatternOperator;
class ComplexPattern<ValueType type, int count, string function> {
  ValueType Ty = type;
  int NumOperands = count;
  string SelectFunc = function;
  list<SDNode> RootNodes = [];
  list<SDNodeProperty> Properties = [];
  int Complexity = -1;
}

// What instructions do.
class Semantics<Instruction inst, list<dag> pattern> {
  list<dag> Pattern = pattern;
  Instruction Inst = inst;
}
class SDNodeEquiv<SDNode targetSpecific, SDNode targetIndependent> {
  SDNode TargetSpecific = targetSpecific;
  SDNode TargetIndependent = targetIndependent;
}

// A target.
let Namespace = "TargetOpcode", isCodeGenOnly = 1 in
  foreach name = ["PHI", "INLINEASM", "CFI_INSTRUCTION", "EH_LABEL", "GC_LABEL", "KILL", "EXTRACT_SUBREG",
                  "INSERT_SUBREG", "IMPLICIT_DEF", "SUBREG_TO_REG", "COPY_TO_REGCLASS", "DBG_VALUE", "REG_SEQUENCE",
                  "COPY", "BUNDLE", "LIFETIME_START", "LIFETIME_END", "STACKMAP", "FENTRY_CALL", "PATCHPOINT",
                  "LOAD_STACK_GUARD", "STATEPOINT", "LOCAL_ESCAPE", "FAULTING_OP", "PATCHABLE_OP",
                  "PATCHABLE_FUNCTION_ENTER", "PATCHABLE_RET", "PATCHABLE_FUNCTION_EXIT", "PATCHABLE_TAIL_CALL",
                  "PATCHABLE_EVENT_CALL", "G_ADD", "G_SUB", "G_MUL", "G_SDIV", "G_UDIV", "G_SREM", "G_UREM", "G_AND",
                  "G_OR", "G_XOR", "G_FRAME_INDEX", "G_GLOBAL_VALUE", "G_EXTRACT", "G_UNMERGE_VALUES", "G_INSERT",
                  "G_SEQUENCE", "G_MERGE_VALUES", "G_PTRTOINT", "G_INTTOPTR", "G_BITCAST", "G_LOAD", "G_STORE",
                  "G_BRCOND", "G_BRINDIRECT", "G_INTRINSIC", "G_INTRINSIC_W_SIDE_EFFECTS", "G_ANYEXT", "G_TRUNC",
                  "G_CONSTANT", "G_FCONSTANT", "G_VASTART", "G_VAARG", "G_SEXT", "G_ZEXT", "G_SHL", "G_LSHR",
                  "G_ASHR", "G_ICMP", "G_FCMP", "G_SELECT", "G_UADDE", "G_USUBE", "G_SADDO", "G_SSUBO", "G_UMULO",
                  "G_SMULO", "G_UMULH", "G_SMULH", "G_FADD", "G_FSUB", "G_FMUL", "G_FMA", "G_FDIV", "G_FREM",
                  "G_FPOW", "G_FNEG", "G_FPEXT", "G_FPTRUNC", "G_FPTOSI", "G_FPTOUI", "G_SITOFP", "G_UITOFP",
                  "G_GEP", "G_PTR_MASK", "G_BR", "G_INSERT_VECTOR_ELT", "G_EXTRACT_VECTOR_ELT",
                  "G_SHUFFLE_VECTOR"] in
    def name : Instruction;
class Inst<dag outs, dag ins, list<dag> pattern = []> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
}
def Toy : Target;
def R0 : Register<"r0">;
def R1 : Register<"r1">;
def FLAGS : Register<"flags">;
def GPR : RegisterClass<[i32], (add R0, R1)>;
def CCR : RegisterClass<[i32], (add FLAGS)>;
def i32imm : Operand<i32>;
def mem : Operand<iPTR, (ops GPR, i32imm)>;
def addr : ComplexPattern<iPTR, 2, "SelectAddr">;
def load : PatFrag<(ops node:$ptr), (ld node:$ptr), [{ return true; }]>;
def plus_flag : SDNode<"ToyISD::ADD", SDTBinaryWithFlags>;
def : SDNodeEquiv<plus_flag, plus>;
