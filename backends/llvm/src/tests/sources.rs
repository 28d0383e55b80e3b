//! Small sources for the backends, with the needed parts of LLVM's headers.

pub(crate) const ATTRIBUTES: &str = r#"
class AttrProperty;
def FnAttr : AttrProperty;
def ParamAttr : AttrProperty;
class Attr<string text, list<AttrProperty> properties> {
  string AttrString = text;
  list<AttrProperty> Properties = properties;
}
class EnumAttr<string s, list<AttrProperty> p> : Attr<s, p>;
class IntAttr<string s, list<AttrProperty> p> : Attr<s, p>;
class TypeAttr<string s, list<AttrProperty> p> : Attr<s, p>;
class ConstantRangeAttr<string s, list<AttrProperty> p> : Attr<s, p>;
class ConstantRangeListAttr<string s, list<AttrProperty> p> : Attr<s, p>;
class StrBoolAttr<string s> : Attr<s, []>;
class ComplexStrAttr<string s, list<AttrProperty> p> : Attr<s, p>;
class CompatRule<string f, string a = ""> { string CompatFunc = f; string AttrName = a; }
class MergeRule<string f> { string MergeFunc = f; }
def Cold : EnumAttr<"cold", [FnAttr, ParamAttr]>;
def Alignment : IntAttr<"align", []>;
def UnsafeFPMath : StrBoolAttr<"unsafe-fp-math">;
def : CompatRule<"isEqual", "cold">;
def : MergeRule<"setAnd">;
"#;

pub(crate) const OPTIONS: &str = r#"
class OptionKind<string name, int precedence = 0, bit sentinel = false> {
  string Name = name;
  int Precedence = precedence;
  bit Sentinel = sentinel;
}
def KIND_FLAG : OptionKind<"Flag">;
def KIND_JOINED : OptionKind<"Joined", 1>;
class OptionFlag;
def Hidden : OptionFlag;
class OptionVisibility;
def Default : OptionVisibility;
class OptionGroup<string name> {
  string EnumName = ?;
  string Name = name;
  OptionGroup Group = ?;
  string HelpText = ?;
  list<OptionFlag> Flags = [];
  list<OptionVisibility> Visibility = [];
}
class HelpTextVariant<list<OptionVisibility> visibilities, string text> {
  list<OptionVisibility> Visibilities = visibilities;
  string Text = text;
}
class Option<list<string> prefixes, string name, OptionKind kind> {
  string EnumName = ?;
  list<string> Prefixes = prefixes;
  string Name = name;
  OptionKind Kind = kind;
  int NumArgs = 0;
  string HelpText = ?;
  list<HelpTextVariant> HelpTextsForVariants = [];
  string MetaVarName = ?;
  string Values = ?;
  code ValuesCode = ?;
  list<OptionFlag> Flags = [];
  list<OptionVisibility> Visibility = [Default];
  OptionGroup Group = ?;
  Option Alias = ?;
  list<string> AliasArgs = [];
  code MacroPrefix = "";
  code KeyPath = ?;
  code DefaultValue = ?;
  code ImpliedValue = ?;
  code ImpliedCheck = "false";
  code ShouldParse = "true";
  bit ShouldAlwaysEmit = false;
  code NormalizerRetTy = ?;
  code NormalizedValuesScope = "";
  code Normalizer = "";
  code Denormalizer = "";
  code ValueMerger = "mergeForwardValue";
  code ValueExtractor = "extractForwardValue";
  list<code> NormalizedValues = ?;
}
class Flag<string name> : Option<["-", "--"], name, KIND_FLAG>;
def group : OptionGroup<"actions">;
def help : Flag<"help"> { let HelpText = "Show a \"text\""; let Group = group; }
def h : Flag<"h"> { let Alias = help; let Flags = [Hidden]; }
def level : Option<["-"], "level=", KIND_JOINED> {
  let HelpText = "How much.";
  let Values = "low,high";
  let KeyPath = [{Options.Level}];
  let DefaultValue = [{Low}];
  let NormalizedValues = [[{Low}], [{High}]];
  let NormalizedValuesScope = "Level";
}
"#;

pub(crate) const CONVENTIONS: &str = r#"
class Register { string Namespace = "Toy"; }
def R1 : Register;
def R2 : Register;
class ValueType<int v> { int Value = v; }
def i16 : ValueType<6>;
def i32 : ValueType<7>;
class CCAction;
class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
  bit Entry = false;
  bit Custom = false;
}
class CCPredicateAction<CCAction a> : CCAction { CCAction SubAction = a; }
class CCIfType<list<ValueType> vts, CCAction a> : CCPredicateAction<a> { list<ValueType> VTs = vts; }
class CCAssignToReg<list<Register> regs> : CCAction { list<Register> RegList = regs; }
class CCAssignToStack<int size, int align> : CCAction { int Size = size; int Align = align; }
class CCPromoteToType<ValueType ty> : CCAction { ValueType DestTy = ty; }
class CCDelegateTo<CallingConv cc> : CCAction { CallingConv CC = cc; }
def CC_Rest : CallingConv<[CCAssignToStack<4, 0>]>;
let Entry = true in
def CC_Toy : CallingConv<[CCIfType<[i16], CCPromoteToType<i32>>,
                          CCIfType<[i32], CCAssignToReg<[R1, R2]>>,
                          CCDelegateTo<CC_Rest>]>;
"#;

pub(crate) const COUNTERS: &str = r#"
class Target;
def Toy : Target;
class PfmCounter<string counter> { string Counter = counter; }
class PfmIssueCounter<string resource, string counter> : PfmCounter<counter> { string ResourceName = resource; }
class ValidationEvent<int number> { int EventNumber = number; }
class PfmValidationCounter<ValidationEvent event, string counter> : PfmCounter<counter> { ValidationEvent EventType = event; }
class ProcPfmCounters {
  PfmCounter CycleCounter = PfmCounter<"cycles">;
  PfmCounter UopsCounter = PfmCounter<"">;
  list<PfmIssueCounter> IssueCounters = [];
  list<PfmValidationCounter> ValidationCounters = [];
}
def Misses : ValidationEvent<3>;
def Small : ProcPfmCounters { let IssueCounters = [PfmIssueCounter<"P0", "port0">]; }
def Large : ProcPfmCounters { let ValidationCounters = [PfmValidationCounter<Misses, "miss">]; }
class PfmCountersBinding<string cpu, ProcPfmCounters counters> { string CpuName = cpu; ProcPfmCounters Counters = counters; }
def : PfmCountersBinding<"toy2", Small>;
def : PfmCountersBinding<"toy1", Large>;
"#;

pub(crate) const TABLES: &str = r#"
class GenericEnum { string FilterClass; string NameField = ?; string ValueField = ?; }
class GenericTable {
  string FilterClass;
  string FilterClassField = ?;
  string CppTypeName = FilterClass;
  list<string> Fields = ?;
  list<string> PrimaryKey = ?;
  string PrimaryKeyName = ?;
  bit PrimaryKeyEarlyOut = false;
  bit PrimaryKeyReturnRange = false;
}
class SearchIndex { GenericTable Table; list<string> Key; bit EarlyOut = false; }
class Color;
def Red : Color;
def Blue : Color;
def Colors : GenericEnum { let FilterClass = "Color"; }
class Row<bits<8> number, string name, Color color> {
  bits<8> Number = number;
  string Name = name;
  Color Of = color;
}
def : Row<1, "one", Red>;
def : Row<2, "two", Blue>;
def : Row<4, "Four", Red>;
def Rows : GenericTable {
  let FilterClass = "Row";
  let Fields = ["Number", "Name", "Of"];
  string TypeOf_Of = "Colors";
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "findRow";
  let PrimaryKeyEarlyOut = true;
}
def findByName : SearchIndex { let Table = Rows; let Key = ["Name", "Of"]; }
"#;

pub(crate) const AUTOMATON: &str = r#"
class Transition { bits<32> NewState = ?; }
class GenericAutomaton { string TransitionClass; list<string> SymbolFields; }
class Symbol;
def Push : Symbol;
def Pull : Symbol;
class Step<bits<32> state, Symbol symbol> : Transition { let NewState = state; Symbol Read = symbol; }
def : Step<1, Push>;
def : Step<2, Push>;
def : Step<2, Pull>;
def Door : GenericAutomaton { let TransitionClass = "Step"; let SymbolFields = ["Read"]; }
"#;

pub(crate) const INTRINSICS: &str = r#"
class IntrinsicProperty<bit default = false> { bit IsDefault = default; }
class NoCapture<int arg> : IntrinsicProperty { int ArgNo = arg; }
def IntrNoMem : IntrinsicProperty;
def IntrWillReturn : IntrinsicProperty<true>;
class Intrinsic {
  string LLVMName = "";
  string TargetPrefix = "";
  string ClangBuiltinName = "";
  list<IntrinsicProperty> IntrProperties = [];
  bit DisableDefaultAttributes = false;
  list<IntrinsicProperty> Properties = [];
  list<list<int>> TypeSig = [[1, 2]];
}
def int_sqrt : Intrinsic { let IntrProperties = [IntrNoMem]; let ClangBuiltinName = "__builtin_sqrt"; }
def int_copy_all : Intrinsic { let IntrProperties = [NoCapture<1>]; let TypeSig = [[20, 3], [4]]; }
def int_toy_spin : Intrinsic { let TargetPrefix = "toy"; let TypeSig = []; }
"#;

pub(crate) const DIRECTIVES: &str = r#"
class DirectiveLanguage {
  string name = "Toy";
  string cppNamespace = "toy";
  string directivePrefix = "TD_";
  string clausePrefix = "TC_";
  bit makeEnumAvailableInNamespace = true;
  bit enableBitmaskEnumInNamespace = false;
  string clauseEnumSetClass = "ClauseSet";
  string flangClauseBaseClass = "ToyClause";
}
def Toy : DirectiveLanguage;
class Association<string n> { string name = n; }
def AS_None : Association<"None">;
def AS_FromLeaves : Association<"FromLeaves">;
class Category<string n> { string name = n; }
def CA_Executable : Category<"Executable">;
class ClauseVal<string n, int v, bit default> { string name = n; int value = v; bit isDefault = default; }
class Clause<string n> {
  string name = n;
  string alternativeName = "";
  list<string> aliases = [];
  string clangClass = "";
  string flangClass = "";
  string enumClauseValue = "";
  list<ClauseVal> allowedClauseValues = [];
  bit isValueOptional = false;
  bit isValueList = false;
  string defaultValue = "";
  bit isImplicit = false;
  bit isDefault = false;
  string prefix = "";
  bit isPrefixOptional = true;
}
def TC_Private : Clause<"private"> { let flangClass = "Name"; let isValueList = true; }
def on : ClauseVal<"on", 1, true>;
def off : ClauseVal<"off", 2, false>;
def TC_Switch : Clause<"switch"> {
  let enumClauseValue = "SwitchKind";
  let allowedClauseValues = [on, off];
  let isDefault = true;
}
class VersionedClause<Clause c> { Clause clause = c; int minVersion = 1; int maxVersion = 0x7FFFFFFF; }
class Directive<string n> {
  string name = n;
  string alternativeName = "";
  list<VersionedClause> allowedClauses = [];
  list<VersionedClause> allowedOnceClauses = [];
  list<VersionedClause> allowedExclusiveClauses = [];
  list<VersionedClause> requiredClauses = [];
  list<Directive> leafConstructs = [];
  Association association = AS_None;
  Category category = CA_Executable;
  bit isDefault = false;
}
def TD_Parallel : Directive<"parallel"> { let allowedClauses = [VersionedClause<TC_Private>]; let isDefault = true; }
def TD_Loop : Directive<"loop">;
def TD_Both : Directive<"parallel loop"> { let leafConstructs = [TD_Parallel, TD_Loop]; let association = AS_FromLeaves; }
"#;

pub(crate) const EVEX_TO_VEX: &str = r#"
class RegisterClass<int alignment> { int Alignment = alignment; }
def VR128 : RegisterClass<128>;
def VR128X : RegisterClass<128>;
def VR256X : RegisterClass<256>;
def outs; def ins;
class Predicate<string cond> { string CondString = cond; }
def HasAVX2 : Predicate<"Subtarget->hasAVX2()">;
class X86Inst<bits<8> opcode, bits<2> encoding, dag i> {
  dag OutOperandList = (outs VR128:$d);
  dag InOperandList = i;
  list<Predicate> Predicates = [HasAVX2];
  bits<8> Opcode = opcode;
  bits<2> OpEncBits = encoding;
  bits<7> FormBits = 41;
  bits<3> OpPrefixBits = 1;
  bits<3> OpMapBits = 1;
  bit isPseudo = false; bit isCodeGenOnly = false;
  bit hasVEX_4V = false; bit hasVEX_L = false; bit HasVEX_W = false; bit IgnoresVEX_W = false;
  bit hasEVEX_K = false; bit hasEVEX_B = false; bit hasEVEX_L2 = false;
  bit notEVEX2VEXConvertible = false; bit EVEX_W1_VEX_W0 = false; bit checkVEXPredicate = false;
  string EVEX2VEXOverride = ?;
}
def VADD : X86Inst<1, 1, (ins VR128:$a)> { let checkVEXPredicate = true; }
def VADDZ : X86Inst<1, 3, (ins VR128X:$a)>;
def VADDZk : X86Inst<1, 3, (ins VR128X:$a)> { let hasEVEX_K = true; }
def VADDZy : X86Inst<1, 3, (ins VR256X:$a)>;
def VSUB : X86Inst<2, 1, (ins VR128:$a)> { let hasVEX_L = true; }
def VSUBZ : X86Inst<2, 3, (ins VR128X:$a)> { let hasVEX_L = true; let HasVEX_W = true; let EVEX_W1_VEX_W0 = true; }
def VMULZ : X86Inst<3, 3, (ins VR128X:$a)> { let EVEX2VEXOverride = "VSUB"; }
"#;
