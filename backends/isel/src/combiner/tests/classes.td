class GISpecialType;
class GITypeOf<string name> : GISpecialType {
  string OpName = name;
}
class GIVariadic<int min = 1, int max = 0> : GISpecialType {
  int MinArgs = min;
  int MaxArgs = max;
}
class Sized<int value> : ValueType {
  int Value = value;
}
def i1 : Sized<2>;
def i32 : Sized<7>;
def i64 : Sized<8>;
def v4i32 : Sized<60>;
class Typed<string type> : Operand {
  let OperandType = type;
}
def type0 : Typed<"OPERAND_GENERIC_0">;
def type1 : Typed<"OPERAND_GENERIC_1">;
class GenericInstruction : Instruction {
  let Namespace = "TargetOpcode";
  Typed variadicOpsType = ?;
}
class Generic<dag outs, dag ins> : GenericInstruction {
  let OutOperandList = outs;
  let InOperandList = ins;
}
class IntrinsicProperty;
def IntrConvergent : IntrinsicProperty;
def IntrHasSideEffects : IntrinsicProperty;
class LLVMType;
def llvm_i32_ty : LLVMType;
class Intrinsic<list<LLVMType> results, list<LLVMType> params, list<IntrinsicProperty> properties = []> {
  string LLVMName = "";
  string TargetPrefix = "";
  list<LLVMType> RetTypes = results;
  list<LLVMType> Types = !listconcat(results, params);
  list<IntrinsicProperty> IntrProperties = properties;
  bit DisableDefaultAttributes = true;
  list<IntrinsicProperty> Properties = [];
  bit isOverloaded = false;
}
class Condition<string cond> : Predicate<cond> {
  bit RecomputePerFunction = false;
}
class MIFlagEnum<string name> {
  string EnumName = name;
}
def MIFlags;
def not;
def FmNoNans : MIFlagEnum<"MachineInstr::FmNoNans">;
def FmNsz : MIFlagEnum<"MachineInstr::FmNsz">;

class GIDefKind;
class GIDefKindWithArgs;
def defs;
def root : GIDefKind;
class GIDefMatchData<string type> : GIDefKind {
  string Type = type;
}
def match;
def apply;
def pattern;
def wip_match_opcode;
def gi_imm;
def gi_mo;
def combine;
def empty_action;
class GIBuiltinInst;
def GIReplaceReg : GIBuiltinInst;
def GIEraseRoot : GIBuiltinInst;
class GICombineRule<dag defs, dag match, dag apply> {
  list<GICombineRule> Rules = ?;
  dag Defs = defs;
  dag Match = match;
  dag Apply = apply;
  dag Action0 = match;
  dag Action1 = apply;
  int MaxPermutations = 4;
  list<Predicate> Predicates = [];
}
class GICombineGroup<list<GICombineRule> rules> : GICombineRule<(defs), (match), (apply)> {
  let Rules = rules;
}
class GICombinePatFrag<dag outs, dag ins, list<dag> alternatives> {
  dag InOperands = ins;
  dag OutOperands = outs;
  list<dag> Alternatives = alternatives;
}
class GICombiner<list<GICombineRule> rules> {
  string Classname = "Combiner";
  list<GICombineRule> Rules = rules;
  string CombineAllMethodName = "combine";
}
def T : Target;
