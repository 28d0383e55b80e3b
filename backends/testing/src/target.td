// What is needed of LLVM's description of a target to have instructions.

class Predicate<string cond> {
  string CondString = cond;
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
class Target {
  InstrInfo InstructionSet = InstrInfo<>;
}

def outs;
def ins;
def ops;
class DAGOperand {
  string OperandNamespace = "MCOI";
  string DecoderMethod = "";
}
class RegisterClass : DAGOperand;
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

class Instruction {
  string Namespace = "";
  string AsmString = "";
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
  list<Operand> Defs = [];
  list<Operand> Uses = [];
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
  bit isPseudo = false;
  bit isMeta = false;
  bit mayLoad = ?;
  bit mayStore = ?;
  bit hasSideEffects = ?;
}
