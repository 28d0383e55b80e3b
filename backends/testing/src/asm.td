// What is needed of LLVM's description of a target to print and parse assembly, beside target.td.

class SubRegIndex;
class RegisterTuples;
class RegisterCategory;
class RegAltNameIndex {
  string Namespace = "Toy";
  RegAltNameIndex FallbackRegAltNameIndex = ?;
}
def NoRegAltName : RegAltNameIndex;
class SizedType<int size> : ValueType {
  int Size = size;
  int Value = 7;
}
def i32 : SizedType<32>;
def add;
class Reg<string name> : Register {
  let Namespace = "Toy";
  string AsmName = name;
  list<string> AltNames = [];
  list<RegAltNameIndex> RegAltNameIndices = [];
  list<Register> Aliases = [];
  list<Register> SubRegs = [];
  list<SubRegIndex> SubRegIndices = [];
  list<int> CostPerUse = [0];
  bit CoveredBySubRegs = false;
  bit isArtificial = false;
  bit isConstant = false;
  int PositionOrder = 0;
}
class Regs<dag members> : RegisterClass {
  let Namespace = "Toy";
  list<ValueType> RegTypes = [i32];
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
  string DiagnosticType = "";
  string DiagnosticString = "";
}

class AsmOperandClass {
  string Name = NAME;
  list<AsmOperandClass> SuperClasses = [];
  string PredicateMethod = ?;
  string RenderMethod = ?;
  string ParserMethod = ?;
  string DiagnosticType = ?;
  string DiagnosticString = ?;
  bit IsOptional = false;
  string DefaultMethod = ?;
}
def Imm : AsmOperandClass;
class Op<AsmOperandClass match = Imm> : Operand<> {
  ValueType Type = i32;
  code MCOperandPredicate = ?;
  AsmOperandClass ParserMatchClass = match;
}
class RegOp<RegisterClass regs> : RegisterOperand<regs> {
  AsmOperandClass ParserMatchClass = ?;
}

class Inst<dag outs, dag ins, string text> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = text;
  int Size = 4;
  string AsmVariantName = "";
  string AsmMatchConverter = "";
  string TwoOperandAliasConstraint = "";
  bit HasPositionOrder = false;
}
class InstAlias<string text, dag result, int priority = 1> {
  string AsmString = text;
  dag ResultInst = result;
  int EmitPriority = priority;
  list<Predicate> Predicates = [];
  string AsmVariantName = "";
  bit UseInstAsmMatchConverter = true;
}
class MnemonicAlias<string from, string to> {
  string FromMnemonic = from;
  string ToMnemonic = to;
  string AsmVariantName = "";
  list<Predicate> Predicates = [];
}
class TokenAlias<string from, string to> {
  string FromToken = from;
  string ToToken = to;
}
def all_of;
def any_of;
def not;
class AssemblerPredicate<dag condition> : Predicate<"has()"> {
  bit AssemblerMatcherPredicate = true;
  dag AssemblerCondDag = condition;
  string PredicateName = "";
}

class AsmWriter {
  string AsmWriterClassName = "InstPrinter";
  int PassSubtarget = 1;
  int Variant = 0;
}
class AsmParser {
  string AsmParserClassName = "AsmParser";
  string AsmParserInstCleanup = "";
  string OperandParserMethod = "";
  bit ShouldEmitMatchRegisterName = true;
  bit ShouldEmitMatchRegisterAltName = false;
  bit AllowDuplicateRegisterNames = false;
  bit HasMnemonicFirst = true;
  bit ReportMultipleNearMisses = false;
  bit CallCustomParserForAllOperands = false;
  bit PreferSmallerInstructions = false;
}
class AsmParserVariant {
  int Variant = 0;
  string Name = "";
  string CommentDelimiter = "";
  string RegisterPrefix = "";
  string TokenizingCharacters = "[]*!/";
  string SeparatorCharacters = " \t,";
  string BreakCharacters = "";
}
class AsmTarget : Target {
  list<AsmWriter> AssemblyWriters = [AsmWriter<>];
  list<AsmParser> AssemblyParsers = [AsmParser<>];
  list<AsmParserVariant> AssemblyParserVariants = [AsmParserVariant<>];
}
