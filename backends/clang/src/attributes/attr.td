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
class ParameterABIAttr : InheritableParamAttr;
class HLSLAnnotationAttr : InheritableAttr;
