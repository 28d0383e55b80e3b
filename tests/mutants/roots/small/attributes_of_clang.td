// Attributes of Clang.
// by clang: gen-clang-attr-ast-visitor, gen-clang-attr-classes, gen-clang-attr-doc-table, gen-clang-attr-has-attribute-impl, gen-clang-attr-impl, gen-clang-attr-is-type-dependent, gen-clang-attr-list, gen-clang-attr-node-traverse, gen-clang-attr-parsed-attr-impl, gen-clang-attr-parsed-attr-kinds, gen-clang-attr-parsed-attr-list, gen-clang-attr-parser-string-switches, gen-clang-attr-pch-read, gen-clang-attr-pch-write, gen-clang-attr-spelling-index, gen-clang-attr-subject-match-rule-list, gen-clang-attr-subject-match-rules-parser-string-switches, gen-clang-attr-template-instantiate, gen-clang-attr-text-node-dump, gen-clang-regular-keyword-attr-info, gen-cxx11-attribute-info, gen-attribute-spelling-list, gen-attr-docs, gen-clang-test-pragma-attribute-supported-attributes

class DocumentationCategory<string name> { string Name = name; code Content = [{}]; }
class DocDeprecated<string replacement> { string Replacement = replacement; }
class Documentation<DocumentationCategory category> {
  DocumentationCategory Category = category; code Content; string Heading = ""; string Label = ""; DocDeprecated Deprecated;
}
def GlobalDocumentation { code Intro = "Attributes\n"; }
def Functions : DocumentationCategory<"Functions">;
def InternalOnly : DocumentationCategory<"InternalOnly">;
def Internal : Documentation<InternalOnly>;
class AttrSubject;
class DeclNode<DeclNode base, string diag = ""> : AttrSubject { DeclNode Base = base; string DiagSpelling = diag; }
class StmtNode<string diag> : AttrSubject { StmtNode Base = ?; string DiagSpelling = diag; }
class SubsetSubject<AttrSubject base, code check, string diag> : AttrSubject {
  AttrSubject Base = base; code CheckCode = check; string DiagSpelling = diag;
}
def Named : DeclNode<?, "named declarations">;
def Function : DeclNode<Named, "functions">;
def Var : DeclNode<Named, "variables">;
def Global : SubsetSubject<Var, "S->isGlobal()", "global variables">;
def Loop : StmtNode<"loops">;
class Argument<string name, bit optional = 0, bit fake = 0> { string Name = name; bit Optional = optional; bit Fake = fake; }
class BoolArgument<string name, bit opt = 0, bit fake = 0> : Argument<name, opt, fake>;
class DefaultBoolArgument<string name, bit default> : BoolArgument<name, 1> { bit Default = default; }
class IntArgument<string name, bit opt = 0> : Argument<name, opt>;
class DefaultIntArgument<string name, int default> : IntArgument<name, 1> { int Default = default; }
class UnsignedArgument<string name, bit opt = 0> : Argument<name, opt>;
class IdentifierArgument<string name, bit opt = 0> : Argument<name, opt>;
class StringArgument<string name, bit opt = 0> : Argument<name, opt>;
class ExprArgument<string name, bit opt = 0> : Argument<name, opt>;
class TypeArgument<string name, bit opt = 0> : Argument<name, opt>;
class DeclArgument<DeclNode kind, string name, bit opt = 0, bit fake = 0> : Argument<name, opt, fake> { DeclNode Kind = kind; }
class ParamIdxArgument<string name, bit opt = 0> : Argument<name, opt>;
class VersionArgument<string name, bit opt = 0> : Argument<name, opt>;
class AlignedArgument<string name, bit opt = 0> : Argument<name, opt>;
class WrappedAttr<string name> : Argument<name>;
class OMPTraitInfoArgument<string name> : Argument<name>;
class VariadicOMPInteropInfoArgument<string name> : Argument<name>;
class VariadicUnsignedArgument<string name> : Argument<name, 1>;
class VariadicExprArgument<string name> : Argument<name, 1>;
class VariadicStringArgument<string name> : Argument<name, 1>;
class VariadicIdentifierArgument<string name> : Argument<name, 1>;
class VariadicParamIdxArgument<string name> : Argument<name, 1>;
class VariadicParamOrParamIdxArgument<string name> : Argument<name, 1>;
class EnumArgument<string name, string type, list<string> values, list<string> enums, bit external = 0> : Argument<name> {
  string Type = type; bit IsString = 1; list<string> Values = values; list<string> Enums = enums;
  bit IsExternalType = external; bit IsCovered = 1;
}
class VariadicEnumArgument<string name, string type, list<string> values, list<string> enums> : Argument<name, 1> {
  string Type = type; bit IsString = 0; list<string> Values = values; list<string> Enums = enums;
  bit IsExternalType = 0; bit IsCovered = 0;
}
class Spelling<string name, string variety, int version = 1> { string Name = name; string Variety = variety; int Version = version; }
class GNU<string name> : Spelling<name, "GNU">;
class CXX11<string namespace, string name, int version = 1> : Spelling<name, "CXX11", version> { string Namespace = namespace; }
class Keyword<string name, bit own> : Spelling<name, "Keyword"> { bit HasOwnParseRules = own; }
class Pragma<string namespace, string name> : Spelling<name, "Pragma"> { string Namespace = namespace; }
class GCC<string name> : Spelling<name, "GCC"> { bit AllowInC = 1; }
class Clang<string name, bit c = 1> : Spelling<name, "Clang"> { bit AllowInC = c; }
class ClangGCC<string name> : Spelling<name, "ClangGCC"> { bit AllowInC = 1; }
class HLSLAnnotation<string name> : Spelling<name, "HLSLAnnotation">;
class Accessor<string name, list<Spelling> spellings> { string Name = name; list<Spelling> Spellings = spellings; }
class SubjectDiag<bit warn> { bit Warn = warn; }
def WarnDiag : SubjectDiag<1>;
class SubjectList<list<AttrSubject> subjects, string custom = ""> {
  list<AttrSubject> Subjects = subjects; SubjectDiag Diag = WarnDiag; string CustomDiag = custom;
}
class LangOpt<string name, code custom = ""> { string Name = name; code CustomCode = custom; }
class TargetSpec<list<string> arches> { list<string> Arches = arches; list<string> OSes; list<string> ObjectFormats; code CustomCode = ""; }
class TargetSpecificSpelling<TargetSpec target, list<Spelling> spellings> { TargetSpec Target = target; list<Spelling> Spellings = spellings; }
class AttrSubjectMatcherSubRule<string name, list<AttrSubject> subjects, bit negated = 0> {
  string Name = name; list<AttrSubject> Subjects = subjects; bit Negated = negated; list<LangOpt> LangOpts = [];
}
class AttrSubjectMatcherRule<string name, list<AttrSubject> subjects, list<AttrSubjectMatcherSubRule> parts = []> {
  string Name = name; list<AttrSubject> Subjects = subjects; list<AttrSubjectMatcherSubRule> Constraints = parts; list<LangOpt> LangOpts = [];
}
class AttrSubjectMatcherAggregateRule<AttrSubject subject> { AttrSubject Subject = subject; }
class LateAttrParseKind<int val> { int Kind = val; }
def LateAttrParseNever : LateAttrParseKind<0>;
def LateAttrParseStandard : LateAttrParseKind<1>;
class Attr {
  bit IsTypeDependent = 0;
  list<Spelling> Spellings = []; SubjectList Subjects; list<Argument> Args = []; list<Accessor> Accessors = [];
  list<TargetSpecificSpelling> TargetSpecificSpellings = []; LateAttrParseKind LateParsed = LateAttrParseNever;
  bit Clone = 1; bit TemplateDependent = 0; bit ASTNode = 1; bit SemaHandler = 1; bit SimpleHandler = 0; bit Ignored = 0;
  bit HasCustomParsing = 0; bit HasCustomSerialization = 0; bit ParseArgumentsAsUnevaluated = 0; bit MeaningfulToClassTemplateDefinition = 0;
  bit PragmaAttributeSupport; bit AcceptsExprPack = 0; bit StrictEnumParameters = 0; list<LangOpt> LangOpts = [];
  code AdditionalMembers = ""; list<Documentation> Documentation = [Internal];
}
class MutualExclusions<list<Attr> attrs> { list<Attr> Exclusions = attrs; }
class TypeAttr : Attr;
class StmtAttr : Attr;
class InheritableAttr : Attr { bit InheritEvenIfAlreadyPresent = 0; }
class DeclOrStmtAttr : InheritableAttr;
class DeclOrTypeAttr : InheritableAttr;
class TargetSpecificAttr<TargetSpec target> { TargetSpec Target = target; string ParseKind; }
class InheritableParamAttr : InheritableAttr;
class InheritableParamOrStmtAttr : InheritableParamAttr;
class ParameterABIAttr : InheritableParamAttr;
class HLSLAnnotationAttr : InheritableAttr;
class HLSLSemanticBaseAttr : HLSLAnnotationAttr;
def OfType : TypeAttr;
def OfStmt : StmtAttr;
def OfDeclOrStmt : DeclOrStmtAttr;
def OfDeclOrType : DeclOrTypeAttr;
def OfParam : InheritableParamAttr;
def OfParamOrStmt : InheritableParamOrStmtAttr;
def OfAbi : ParameterABIAttr;
def OfHlsl : HLSLAnnotationAttr;
def OfSemantic : HLSLSemanticBaseAttr;

//- spelled
def Doc : Documentation<Functions> { let Content = " Of note. \n"; let Heading = "hot, warm"; let Deprecated = DocDeprecated<"cool">; }
def Hot : InheritableAttr {
  let Spellings = [Clang<"hot">, GNU<"__warm__">, Keyword<"_Hot", 0>, Pragma<"clang", "hot">];
  let Subjects = SubjectList<[Function]>;
  let Accessors = [Accessor<"isWarm", [GNU<"__warm__">, Pragma<"clang", "hot">]>];
  let LangOpts = [LangOpt<"CPlusPlus">, LangOpt<"", "A && B">];
  let SimpleHandler = 1; let Documentation = [Doc];
}
def RuleForFunction : AttrSubjectMatcherRule<"function", [Function]>;

//- arguments
def Args : InheritableAttr {
  let Spellings = [GCC<"args">];
  let Args = [IntArgument<"A">, UnsignedArgument<"B">, StringArgument<"C">, IdentifierArgument<"D">, BoolArgument<"E", 1>];
  let Documentation = [Internal];
}
def More : Attr { let Spellings = [GNU<"more">]; let Args = [ExprArgument<"X">, TypeArgument<"T">, VersionArgument<"V">, DeclArgument<Named, "N", 1>]; }

//- lists
def Lists : TypeAttr { let Spellings = [CXX11<"a", "lists">]; let Args = [VariadicExprArgument<"Es">]; let AcceptsExprPack = 1; }
def Names : StmtAttr { let Spellings = [Clang<"names", 0>]; let Args = [IntArgument<"I", 1>, VariadicStringArgument<"Ss">]; let Subjects = SubjectList<[Loop], "loops only">; }
def Indices : InheritableAttr { let Spellings = [GNU<"idx">]; let Args = [ParamIdxArgument<"P">, VariadicParamIdxArgument<"Q">]; }

//- enums
def Mode : InheritableAttr {
  let Spellings = [GNU<"mode">];
  let Args = [EnumArgument<"Kind", "KindTy", ["fast", "slow", ""], ["Fast", "Slow", "Slow"]>, VariadicEnumArgument<"Ks", "KTy", ["a", "b"], ["A", "B"]>];
  let StrictEnumParameters = 1;
}

//- subjects
def OnGlobals : InheritableAttr { let Spellings = [GNU<"on_globals">]; let Subjects = SubjectList<[Global, Function]>; let Documentation = [Internal]; }
def OnVars : DeclOrStmtAttr { let Spellings = [GNU<"on_vars">]; let Subjects = SubjectList<[Var, Loop]>; }
def Local : SubsetSubject<Var, "S->isLocal()", "local variables">;
def RuleForVar : AttrSubjectMatcherRule<"variable", [Var], [AttrSubjectMatcherSubRule<"is_global", [Global]>, AttrSubjectMatcherSubRule<"is_local", [Local], 1>]>;
def RuleForFunction : AttrSubjectMatcherRule<"function", [Function]>;

//- targets
def Arm : TargetSpec<["arm", "thumb"]> { let OSes = ["Linux"]; }
def Elf : TargetSpec<["x86"]> { let ObjectFormats = ["ELF"]; let CustomCode = "Target.ok()"; }
def Interrupt : InheritableAttr, TargetSpecificAttr<Arm> { let Spellings = [GNU<"interrupt">]; let ParseKind = "Interrupt"; }
def Interrupt2 : InheritableAttr, TargetSpecificAttr<Elf> { let Spellings = [GNU<"interrupt">]; let ParseKind = "Interrupt"; let Args = [UnsignedArgument<"Number", 1>]; }

//- exclusions
def A : InheritableAttr { let Spellings = [GNU<"a">]; }
def B : InheritableAttr { let Spellings = [GNU<"b">]; }
def C : StmtAttr { let Spellings = [GNU<"c">]; }
def D : StmtAttr { let Spellings = [GNU<"d">]; }
def : MutualExclusions<[A, B]>;
def : MutualExclusions<[C, D]>;

//- flags
def Flags : InheritableParamAttr { let Spellings = [GNU<"flags">]; let TemplateDependent = 1; let HasCustomParsing = 1; let ParseArgumentsAsUnevaluated = 1; let AdditionalMembers = "int x;"; }
def NoNode : Attr { let Spellings = [GNU<"no_node">]; let ASTNode = 0; let SemaHandler = 0; let Ignored = 1; }
def Late : InheritableAttr { let Spellings = [GNU<"late">]; let LateParsed = LateAttrParseStandard; let Clone = 0; let InheritEvenIfAlreadyPresent = 1; }

//- keywords
def Own : TypeAttr { let Spellings = [Keyword<"_Own", 1>, Keyword<"__own", 0>]; }
def Align : InheritableAttr { let Spellings = [GCC<"aligned">, Keyword<"alignas", 1>]; let Args = [AlignedArgument<"Alignment", 1>]; }
def Hlsl : HLSLAnnotationAttr { let Spellings = [HLSLAnnotation<"semantic">]; }
def Abi : ParameterABIAttr { let Spellings = [Clang<"abi">]; }

//- documented
def Types : DocumentationCategory<"Types"> { let Content = "About types."; }
def Doc1 : Documentation<Types> { let Content = [{
  First *line*.

  Second.
  }]; let Label = "lbl"; }
def Doc2 : Documentation<Functions> { let Content = "Both"; let Heading = "Heading"; }
def T : TypeAttr { let Spellings = [GNU<"t">, CXX11<"ns", "t", 202001>]; let Documentation = [Doc1, Doc2]; }
def U : InheritableAttr { let Spellings = [Clang<"u">]; let Documentation = [Doc2]; }

//- defaults
def Def : InheritableAttr { let Spellings = [GNU<"def">]; let Args = [DefaultBoolArgument<"B", 1>, DefaultIntArgument<"I", 7>, IntArgument<"J", 1>]; }
def Fake : InheritableAttr { let Spellings = [GNU<"fake">]; let Args = [BoolArgument<"F", 0, 1>, WrappedAttr<"W">]; let HasCustomSerialization = 1; }
