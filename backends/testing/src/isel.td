// What is needed of LLVM's description of a target to select instructions, beside target.td.

class SizedType<int size, int value> : ValueType {
  int Size = size;
  int Value = value;
}
def OtherVT : SizedType<0, 1>;
def i1 : SizedType<1, 2>;
def i8 : SizedType<8, 5>;
def i16 : SizedType<16, 6>;
def i32 : SizedType<32, 7>;
def i64 : SizedType<64, 8>;
def f32 : SizedType<32, 12>;
def f64 : SizedType<64, 13>;
def v2i32 : SizedType<64, 58>;
def v4i32 : SizedType<128, 60>;
def v2f32 : SizedType<64, 108>;
def untyped : SizedType<8, 193>;
def iPTRAny : SizedType<0, 250>;
def vAny : SizedType<0, 251>;
def fAny : SizedType<0, 252>;
def iAny : SizedType<0, 253>;
def iPTR : SizedType<0, 254>;
def Any : SizedType<0, 255>;
class PtrValueType<int size, int value, int space> : SizedType<size, value> {
  int AddrSpace = space;
}
class ValueTypeByHwMode<list<HwMode> modes, list<ValueType> types> : HwModeSelect<modes>, SizedType<0, 0> {
  list<ValueType> Objects = types;
}

class SubRegRange;
class RegInfo<int size> {
  int RegSize = size;
  int SpillSize = size;
  int SpillAlignment = size;
}
class RegInfoByHwMode<list<HwMode> modes, list<RegInfo> sizes> : HwModeSelect<modes> {
  list<RegInfo> Objects = sizes;
}
class SubRegRangeByHwMode;
class SubRegIndex<int size = 32, int offset = 0> {
  string Namespace = "Toy";
  int Size = size;
  int Offset = offset;
  SubRegRangeByHwMode SubRegRanges;
  list<SubRegIndex> ComposedOf = [];
  list<SubRegIndex> CoveringSubRegIndices = [];
}
class RegisterTuples;
class RegisterCategory;
class RegAltNameIndex {
  string Namespace = "Toy";
}
def NoRegAltName : RegAltNameIndex;
class Reg : Register {
  let Namespace = "Toy";
  string AsmName = NAME;
  list<Register> Aliases = [];
  list<Register> SubRegs = [];
  list<SubRegIndex> SubRegIndices = [];
  list<int> CostPerUse = [0];
  bit CoveredBySubRegs = false;
  bit isArtificial = false;
  bit isConstant = false;
  int PositionOrder = 0;
}
class Regs<list<ValueType> types, dag members> : RegisterClass {
  let Namespace = "Toy";
  list<ValueType> RegTypes = types;
  RegInfoByHwMode RegInfos;
  int Size = 32;
  int Alignment = 32;
  int CopyCost = 1;
  dag MemberList = members;
  list<dag> AltOrders = [];
  string AltOrderSelect = "";
  bit isAllocatable = true;
  int AllocationPriority = 0;
  bit GlobalPriority = false;
  bit GeneratePressureSet = true;
  bits<8> TSFlags = 0;
}
class PointerLikeRegClass<int kind> {
  int RegClassKind = kind;
}

// Nodes.
class SDTypeConstraint<int n> {
  int OperandNum = n;
}
class SDTCisVT<int n, ValueType vt> : SDTypeConstraint<n> {
  ValueType VT = vt;
}
class SDTCisPtrTy<int n> : SDTypeConstraint<n>;
class SDTCisInt<int n> : SDTypeConstraint<n>;
class SDTCisFP<int n> : SDTypeConstraint<n>;
class SDTCisVec<int n> : SDTypeConstraint<n>;
class SDTCisSameAs<int n, int other> : SDTypeConstraint<n> {
  int OtherOperandNum = other;
}
class SDTCisVTSmallerThanOp<int n, int other> : SDTypeConstraint<n> {
  int OtherOperandNum = other;
}
class SDTCisOpSmallerThanOp<int n, int big> : SDTypeConstraint<n> {
  int BigOperandNum = big;
}
class SDTCisEltOfVec<int n, int other> : SDTypeConstraint<n> {
  int OtherOpNum = other;
}
class SDTCisSubVecOfVec<int n, int other> : SDTypeConstraint<n> {
  int OtherOpNum = other;
}
class SDTCVecEltisVT<int n, ValueType vt> : SDTypeConstraint<n> {
  ValueType VT = vt;
}
class SDTCisSameNumEltsAs<int n, int other> : SDTypeConstraint<n> {
  int OtherOperandNum = other;
}
class SDTCisSameSizeAs<int n, int other> : SDTypeConstraint<n> {
  int OtherOperandNum = other;
}
class SDTypeProfile<int results, int operands, list<SDTypeConstraint> constraints> {
  int NumResults = results;
  int NumOperands = operands;
  list<SDTypeConstraint> Constraints = constraints;
}
class SDNodeProperty;
class SDPatternOperator {
  list<SDNodeProperty> Properties = [];
}
foreach name = ["SDNPCommutative", "SDNPAssociative", "SDNPHasChain", "SDNPOutGlue", "SDNPInGlue", "SDNPOptInGlue",
                "SDNPMayLoad", "SDNPMayStore", "SDNPSideEffect", "SDNPMemOperand", "SDNPVariadic", "SDNPWantRoot",
                "SDNPWantParent"] in
  def name : SDNodeProperty;
class SDNode<string opcode, SDTypeProfile profile, list<SDNodeProperty> properties = [], string node = "SDNode">
    : SDPatternOperator {
  string Opcode = opcode;
  string SDClass = node;
  SDTypeProfile TypeProfile = profile;
  let Properties = properties;
}
def set;
def implicit;
def node;
def srcvalue;
def immAllOnesV;
def immAllZerosV;
def zero_reg;
def undef_tied_input;

def SDTNone : SDTypeProfile<0, 0, []>;
def SDTLeaf : SDTypeProfile<1, 0, []>;
def SDTIntLeaf : SDTypeProfile<1, 0, [SDTCisInt<0>]>;
def SDTFPLeaf : SDTypeProfile<1, 0, [SDTCisFP<0>]>;
def SDTIntUnOp : SDTypeProfile<1, 1, [SDTCisSameAs<0, 1>, SDTCisInt<0>]>;
def SDTIntBinOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisInt<0>]>;
def SDTFPBinOp : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisFP<0>]>;
def SDTIntShift : SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisInt<2>]>;
def SDTIntExtend : SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<1, 0>]>;
def SDTUnary : SDTypeProfile<1, 1, []>;
def SDTLoad : SDTypeProfile<1, 1, [SDTCisPtrTy<1>]>;
def SDTStore : SDTypeProfile<0, 2, [SDTCisPtrTy<1>]>;
def SDTIntrinsic : SDTypeProfile<1, -1, [SDTCisPtrTy<1>]>;
def SDTVoidIntrinsic : SDTypeProfile<0, -1, [SDTCisPtrTy<0>]>;

def vt : SDNode<"ISD::VALUETYPE", SDTLeaf, [], "VTSDNode">;
def bb : SDNode<"ISD::BasicBlock", SDTLeaf, [], "BasicBlockSDNode">;
def imm : SDNode<"ISD::Constant", SDTIntLeaf, [], "ConstantSDNode">;
def timm : SDNode<"ISD::TargetConstant", SDTIntLeaf, [], "ConstantSDNode">;
def fpimm : SDNode<"ISD::ConstantFP", SDTFPLeaf, [], "ConstantFPSDNode">;
def add : SDNode<"ISD::ADD", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def sub : SDNode<"ISD::SUB", SDTIntBinOp>;
def mul : SDNode<"ISD::MUL", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def and : SDNode<"ISD::AND", SDTIntBinOp, [SDNPCommutative, SDNPAssociative]>;
def shl : SDNode<"ISD::SHL", SDTIntShift>;
def fadd : SDNode<"ISD::FADD", SDTFPBinOp, [SDNPCommutative]>;
def zext : SDNode<"ISD::ZERO_EXTEND", SDTIntExtend>;
def trunc : SDNode<"ISD::TRUNCATE", SDTypeProfile<1, 1, [SDTCisInt<0>, SDTCisInt<1>, SDTCisOpSmallerThanOp<0, 1>]>>;
def bitconvert : SDNode<"ISD::BITCAST", SDTUnary>;
def ld : SDNode<"ISD::LOAD", SDTLoad, [SDNPHasChain, SDNPMayLoad, SDNPMemOperand], "LoadSDNode">;
def st : SDNode<"ISD::STORE", SDTStore, [SDNPHasChain, SDNPMayStore, SDNPMemOperand], "StoreSDNode">;
def trap : SDNode<"ISD::TRAP", SDTNone, [SDNPHasChain, SDNPSideEffect]>;
def intrinsic_void : SDNode<"ISD::INTRINSIC_VOID", SDTVoidIntrinsic, [SDNPHasChain]>;
def intrinsic_w_chain : SDNode<"ISD::INTRINSIC_W_CHAIN", SDTIntrinsic, [SDNPHasChain]>;
def intrinsic_wo_chain : SDNode<"ISD::INTRINSIC_WO_CHAIN", SDTIntrinsic>;

// Intrinsics.
// One more than the number of results that an intrinsic may have.
defvar IIT_RetNumbers = [0, 1, 2, 3];
class IntrinsicProperty<bit default = false> {
  bit IsDefault = default;
}
def IntrNoMem : IntrinsicProperty;
def IntrReadMem : IntrinsicProperty;
def IntrHasSideEffects : IntrinsicProperty;
def Commutative : IntrinsicProperty;
class LLVMType<ValueType vt, int sig = 0> {
  ValueType VT = vt;
  list<int> Sig = [sig];
  bit isAny = false;
}
class Intrinsic<list<LLVMType> results, list<LLVMType> params = [], list<IntrinsicProperty> properties = []>
    : SDPatternOperator {
  string LLVMName = "";
  string TargetPrefix = "";
  list<LLVMType> RetTypes = results;
  list<LLVMType> ParamTypes = params;
  list<IntrinsicProperty> IntrProperties = properties;
  list<LLVMType> Types = !listconcat(results, params);
  bit isOverloaded = false;
  bit isTarget = false;
  bit DisableDefaultAttributes = true;
}

// Fragments.
class SDNodeXForm<SDNode opcode, code function> {
  SDNode Opcode = opcode;
  code XFormFunction = function;
}
def NOOP_SDNodeXForm : SDNodeXForm<imm, [{}]>;
class PatFrags<dag operands, list<dag> fragments, code predicate = [{}], SDNodeXForm transform = NOOP_SDNodeXForm>
    : SDPatternOperator {
  dag Operands = operands;
  list<dag> Fragments = fragments;
  code PredicateCode = predicate;
  code GISelPredicateCode = [{}];
  code ImmediateCode = [{}];
  SDNodeXForm OperandTransform = transform;
  bit PredicateCodeUsesOperands = false;
  bit HasNoUse = ?;
  bit HasOneUse = ?;
  bit IsLoad = ?;
  bit IsStore = ?;
  bit IsAtomic = ?;
  bit IsUnindexed = ?;
  bit IsNonExtLoad = ?;
  bit IsAnyExtLoad = ?;
  bit IsSignExtLoad = ?;
  bit IsZeroExtLoad = ?;
  bit IsTruncStore = ?;
  bit IsAtomicOrderingMonotonic = ?;
  bit IsAtomicOrderingAcquire = ?;
  bit IsAtomicOrderingRelease = ?;
  bit IsAtomicOrderingAcquireRelease = ?;
  bit IsAtomicOrderingSequentiallyConsistent = ?;
  bit IsAtomicOrderingAcquireOrStronger = ?;
  bit IsAtomicOrderingReleaseOrStronger = ?;
  list<int> AddressSpaces = ?;
  int MinAlignment = ?;
  ValueType MemoryVT = ?;
  ValueType ScalarMemoryVT = ?;
}
class PatFrag<dag operands, dag fragment, code predicate = [{}], SDNodeXForm transform = NOOP_SDNodeXForm>
    : PatFrags<operands, [fragment], predicate, transform>;
class OutPatFrag<dag operands, dag fragment> : PatFrag<operands, fragment>;
def null_frag : SDPatternOperator;
class ImmLeaf<ValueType type, code predicate, SDNodeXForm transform = NOOP_SDNodeXForm>
    : PatFrag<(ops), (type imm), [{}], transform> {
  let ImmediateCode = predicate;
  bit FastIselShouldIgnore = false;
  bit IsAPInt = false;
  bit IsAPFloat = false;
}
class ComplexPattern<ValueType type, int count, string function, list<SDNode> roots = [],
                     list<SDNodeProperty> properties = [], int complexity = -1> {
  ValueType Ty = type;
  int NumOperands = count;
  string SelectFunc = function;
  list<SDNode> RootNodes = roots;
  list<SDNodeProperty> Properties = properties;
  int Complexity = complexity;
  bit WantsRoot = false;
  bit WantsParent = false;
}
class TypedOperand<ValueType type> : Operand<> {
  ValueType Type = type;
}
class OperandWithDefaultOps<ValueType type, dag defaults> : TypedOperand<type> {
  dag DefaultOps = defaults;
}

// Patterns.
class Pattern<dag source, list<dag> results> {
  dag PatternToMatch = source;
  list<dag> ResultInstrs = results;
  list<Predicate> Predicates = [];
  int AddedComplexity = 0;
  bit GISelShouldIgnore = false;
}
class Pat<dag source, dag result> : Pattern<source, [result]>;

class Inst<dag outs, dag ins, list<dag> pattern = []> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
  let hasSideEffects = false;
  let mayLoad = false;
  let mayStore = false;
}

class Generic<dag outs, dag ins> : Inst<outs, ins> {
  let Namespace = "TargetOpcode";
  let isCodeGenOnly = true;
}
def i32imm : TypedOperand<i32>;
def IMPLICIT_DEF : Generic<(outs unknown:$d), (ins)>;
def EXTRACT_SUBREG : Generic<(outs unknown:$d), (ins unknown:$a, i32imm:$i)>;
def INSERT_SUBREG : Generic<(outs unknown:$d), (ins unknown:$a, unknown:$b, i32imm:$i)>;
def SUBREG_TO_REG : Generic<(outs unknown:$d), (ins unknown:$n, unknown:$a, i32imm:$i)>;
def COPY_TO_REGCLASS : Generic<(outs unknown:$d), (ins unknown:$a, i32imm:$c)>;
def REG_SEQUENCE : Generic<(outs unknown:$d), (ins unknown:$c, variable_ops)>;

def R0 : Reg;
def R1 : Reg;
def F0 : Reg;
def GPR : Regs<[i32], (add R0, R1)>;
def FPR : Regs<[f32], (add F0)>;
def Toy : Target;
