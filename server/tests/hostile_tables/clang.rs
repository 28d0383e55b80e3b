//! Inputs of Clang's tables.

use super::{Case, list, repeat};

pub(super) fn cases() -> Vec<Case> {
    vec![
        (
            "gen-clang-diags-defs",
            doubling_texts(40),
            "text is too long or contains itself",
        ),
        (
            "gen-diag-docs",
            doubling_texts(40),
            "text is too long or contains itself",
        ),
        (
            "gen-diag-docs",
            nested_choices(20000),
            "text nests too deeply",
        ),
        ("gen-clang-diag-groups", doubling_groups(40), ""),
        ("gen-diag-docs", doubling_groups(40), ""),
        ("gen-clang-attr-impl", many_arguments(4000), ""),
        (
            "gen-clang-attr-parsed-attr-impl",
            chain_of_subjects(3000),
            "",
        ),
        (
            "gen-clang-attr-parsed-attr-impl",
            exclusions(1500),
            "limit of work",
        ),
        ("gen-clang-opencl-builtins", multiplied_types(60), ""),
        (
            "gen-clang-opencl-builtin-tests",
            multiplied_types(60),
            "limit of work",
        ),
        ("gen-arm-neon", doubling_operations(40), ""),
        ("gen-arm-sve-header", long_types(20000), ""),
        ("gen-arm-mve-header", doubling_code(40), "limit of work"),
        (
            "gen-riscv-vector-builtins",
            long_prototypes(3000),
            "limit of work",
        ),
        ("gen-clang-builtins", long_builtin(20000), "limit of work"),
        (
            "gen-clang-opcodes",
            multiplied_opcodes(),
            "'X' has too many variants",
        ),
        (
            "gen-clang-comment-html-named-character-references",
            characters(3000),
            "",
        ),
        ("gen-clang-type-nodes", chain_of_types(30000), ""),
        ("gen-clang-type-reader", chain_of_properties(600), ""),
        (
            "gen-clang-sa-checkers",
            chain_of_packages(3000),
            "limit of work",
        ),
        ("gen-clang-syntax-node-classes", chain_of_syntax(3000), ""),
    ]
}

const DIAGNOSTICS: &str = "class TextSubstitution<string t> { string Substitution = t; }\n\
    class DiagClass; def CLASS_ERROR : DiagClass; def CLASS_WARNING : DiagClass;\n\
    class Severity<string n> { string Name = n; } def SEV_Error : Severity<\"Error\">; def SEV_Warning : Severity<\"Warning\">;\n\
    class SFINAEResponse; def SFINAE_Suppress : SFINAEResponse;\n\
    class DiagGroup<string n, list<DiagGroup> s = []> { string GroupName = n; list<DiagGroup> SubGroups = s; string CategoryName = \"\"; code Documentation = \"\"; }\n\
    class Diagnostic<string text, DiagClass c, Severity s> { string Component = \"Sema\"; string Summary = text; DiagClass Class = c; \
    SFINAEResponse SFINAE = SFINAE_Suppress; bit WarningNoWerror = 0; bit ShowInSystemHeader = 0; bit ShowInSystemMacro = 1; bit Deferrable = 0; \
    Severity DefaultSeverity = s; DiagGroup Group = ?; string CategoryName = \"\"; }\n\
    class InGroup<DiagGroup g> { DiagGroup Group = g; }\n\
    def GlobalDocumentation { code Intro = \"\"; }\n";

/// Texts each of which contains the previous one twice.
fn doubling_texts(depth: usize) -> String {
    let text = |i: usize| {
        format!(
            "def t{} : TextSubstitution<\"%sub{{t{i}}}0 %sub{{t{i}}}0\">;\n",
            i + 1
        )
    };
    format!(
        "{DIAGNOSTICS}def t0 : TextSubstitution<\"%select{{a|b}}0\">;\n{}\
         def G : DiagGroup<\"g\">;\ndef warn_x : Diagnostic<\"%sub{{t{depth}}}0\", CLASS_WARNING, SEV_Warning>, InGroup<G>;\n",
        repeat(depth, text)
    )
}

/// A choice in a choice.
fn nested_choices(depth: usize) -> String {
    format!(
        "{DIAGNOSTICS}def G : DiagGroup<\"g\">;\ndef warn_x : Diagnostic<\"{}a{}\", CLASS_WARNING, SEV_Warning>, InGroup<G>;\n",
        "%select{b|".repeat(depth),
        "}0".repeat(depth)
    )
}

/// Groups that contain the previous one twice, on two paths.
fn doubling_groups(depth: usize) -> String {
    let group = |i: usize| {
        format!(
            "def A{i} : DiagGroup<\"a{i}\", [G{i}]>;\ndef B{i} : DiagGroup<\"b{i}\", [G{i}]>;\n\
             def G{} : DiagGroup<\"g{i}\", [A{i}, B{i}]>;\n",
            i + 1
        )
    };
    format!(
        "{DIAGNOSTICS}def G0 : DiagGroup<\"g\">;\n{}\
         def warn_x : Diagnostic<\"x\", CLASS_WARNING, SEV_Warning>, InGroup<G0>;\n",
        repeat(depth, group)
    )
}

const ATTRIBUTES: &str = include_str!("../../../backends/clang/src/attributes/attr.td");

fn many_arguments(count: usize) -> String {
    let args = list(count, |i| format!("IntArgument<\"A{i}\", 1>"));
    format!(
        "{ATTRIBUTES}def X : Attr {{ let Spellings = [GNU<\"x\">, CXX11<\"a\", \"x\">]; let Args = [{args}]; }}\n"
    )
}

/// Subjects each of which is a part of the previous one, all of one attribute.
fn chain_of_subjects(count: usize) -> String {
    let subjects = list(count, |i| format!("S{i}"));
    format!(
        "{ATTRIBUTES}def S0 : SubsetSubject<Var, \"s()\", \"s\">;\n{}\
         def X : InheritableAttr {{ let Spellings = [GNU<\"x\">]; let Subjects = SubjectList<[{subjects}]>; }}\n",
        repeat(count, |i| format!(
            "def S{} : SubsetSubject<Var, \"s{i}()\", \"s\">;\n",
            i + 1
        ))
    )
}

/// Mutually exclusive attributes.
fn exclusions(count: usize) -> String {
    let names = list(count, |i| format!("X{i}"));
    format!(
        "{ATTRIBUTES}foreach i = 0...{} in def X#i : InheritableAttr {{ let Spellings = [GNU<\"x\"#i>]; let Subjects = SubjectList<[Var]>; }}\n\
         def : MutualExclusions<[{names}]>;\n",
        count - 1
    )
}

const OPENCL: &str = include_str!("../../../backends/clang/src/opencl/opencl.td");

/// Builtins for each of many types and sizes.
fn multiplied_types(count: usize) -> String {
    let types = list(count, |i| format!("T{i}"));
    let sizes = list(count, |i| format!("{}", i + 1));
    format!(
        "{OPENCL}{}def G : GenericType<\"G\", [{types}], [{sizes}]>;\n\
         foreach i = 0...1000 in def : Builtin<\"f\"#i, [G, G, G, G, G, G, G, G]>;\n",
        repeat(count, |i| format!("def T{i} : Type<\"t{i}\">;\n"))
    )
}

/// Operations that call the one before twice.
fn doubling_operations(depth: usize) -> String {
    let call = |i: usize| {
        format!(
            "def OP{} : Op<(op \"+\", (call \"f{i}\", $p0), (call \"f{i}\", $p0))>;\n\
             def F{} : SOpInst<\"f{}\", \"..\", \"i\", OP{}>;\n",
            i + 1,
            i + 1,
            i + 1,
            i + 1
        )
    };
    format!(
        "class Operation<list<dag> ops = []> {{ list<dag> Ops = ops; bit Unavailable = 0; }}\n\
         class Op<dag op> : Operation<[op]>;\nclass MaskExpand;\nforeach i = 0...31 in def sv#i;\n\
         foreach Name = [\"op\", \"call\", \"cast\", \"dup\", \"splat\", \"save_temp\"] in def Name;\n\
         def OP_NONE : Operation;\n\
         class Inst<string n, string p, string t, Operation o> {{ string Name = n; string Prototype = p; string Types = t; string ArchGuard = \"\"; \
         string TargetGuard = \"neon\"; Operation Operation = o; bit BigEndianSafe = 0; bit isShift = 0; bit isScalarShift = 0; bit isVCVT_N = 0; \
         bit isVXAR = 0; bit isLaneQ = 0; string CartesianProductWith = \"\"; }}\n\
         class SInst<string n, string p, string t> : Inst<n, p, t, OP_NONE>;\n\
         class SOpInst<string n, string p, string t, Operation o> : Inst<n, p, t, o>;\n\
         def OP0 : Op<(op \"+\", $p0, $p0)>;\ndef F0 : SOpInst<\"f0\", \"..\", \"i\", OP0>;\n{}",
        repeat(depth, call)
    )
}

/// An intrinsic of very many types, with a long prototype.
fn long_types(count: usize) -> String {
    let flags = [
        "EltTypeMask",
        "MemEltTypeMask",
        "MergeTypeMask",
        "SplatOperandMask",
        "IsStreaming",
        "IsStreamingCompatible",
        "VerifyRuntimeMode",
        "IsInZA",
        "IsOutZA",
        "IsInOutZA",
        "IsInZT0",
        "IsOutZT0",
        "IsInOutZT0",
    ];
    format!(
        "class MergeType<int v, string s = \"\"> {{ int Value = v; string Suffix = s; }}\ndef MergeNone : MergeType<0>;\n\
         class EltType<int v> {{ int Value = v; }}\nclass MemEltType<int v> {{ int Value = v; }}\nclass FlagType<int v> {{ int Value = v; }}\n\
         {}class ImmCheckType<int v> {{ int Value = v; }}\nclass ImmCheck<int a, ImmCheckType k, int e = -1> {{ int Arg = a; ImmCheckType Kind = k; int EltSizeArg = e; }}\n\
         {}\
         class Inst<string n, string p, string t> {{ string Name = n; string Prototype = p; string Types = t; string SVETargetGuard = \"sve\"; \
         string SMETargetGuard = \"\"; int Merge = 0; string MergeSuffix = \"\"; string LLVMIntrinsic = \"\"; list<FlagType> Flags = []; \
         list<ImmCheck> ImmChecks = []; int MemEltType = 0; }}\n\
         def A : Inst<\"sva[_{{d}}]\", \"d{}\", \"{}\">;\n",
        flags
            .iter()
            .enumerate()
            .map(|(i, it)| format!("def {it} : FlagType<{}>;\n", 1 << i))
            .collect::<String>(),
        [
            "Int8", "Int16", "Int32", "Int64", "Float16", "Float32", "Float64", "Bool8", "Bool16",
            "Bool32", "Bool64", "Svcount", "BFloat16", "Int128", "Invalid"
        ]
        .iter()
        .enumerate()
        .map(|(i, it)| format!("def EltTy{it} : EltType<{i}>;\n"))
        .collect::<String>(),
        "d".repeat(count),
        "cUcsUsiUilUlhfd".repeat(count / 10)
    )
}

/// Code each piece of which contains the previous one twice.
fn doubling_code(depth: usize) -> String {
    format!(
        "class Type;\ndef Void : Type;\nclass PrimitiveType<string k, int s, string n = \"\"> : Type {{ string kind = k; int size = s; string nameOverride = n; }}\n\
         foreach k = [\"u\", \"s\"] in foreach size = [8, 16, 32] in def k#size : PrimitiveType<k, size>;\n\
         class ComplexTypeOp;\nclass ComplexType<dag d> : Type {{ dag spec = d; }}\ndef CTO_Parameter : ComplexTypeOp;\ndef CTO_Vec : ComplexTypeOp;\n\
         class CTO_Tuple<int c> : ComplexTypeOp {{ int n = c; }}\n\
         def Scalar : ComplexType<(CTO_Parameter)>;\ndef Vector : ComplexType<(CTO_Vec Scalar)>;\n\
         class PolymorphicNameType<int n, string s> {{ int NumTypeSuffixesToDiscard = n; string ExtraSuffixToDiscard = s; }}\ndef PNT_Type : PolymorphicNameType<1, ?>;\n\
         class IRBuilderParam<int i> {{ int index = i; }}\nclass IRBuilderBase<string p> {{ string prefix = p; list<IRBuilderParam> special_params = []; }}\n\
         def add : IRBuilderBase<\"Builder.CreateAdd(\">;\ndef seq; def args;\n\
         class Intrinsic<list<Type> ps, Type r, dag a, dag c> {{ list<Type> params = ps; Type ret = r; dag args = a; dag codegen = c; \
         PolymorphicNameType pnt = PNT_Type; bit polymorphicOnly = 0; bit nonEvaluating = 0; bit headerOnly = 0; string overrideKindLetter = \"\"; string builtinExtension = \"mve\"; }}\n\
         class FunctionMacro<list<string> p, string d> {{ list<string> params = p; string definition = d; }}\n\
         class D<int n, dag d> {{ dag Out = !if(!eq(n, 0), d, D<!sub(n, !ne(n, 0)), (add d, d)>.Out); }}\n\
         defvar d0 = (add $a, $a);\n{}\
         def vx : Intrinsic<[u8], Vector, (args Vector:$a), d{depth}>;\n",
        repeat(depth, |i| format!(
            "defvar d{} = (add d{i}, d{i});\n",
            i + 1
        ))
    )
}

pub(super) fn long_prototypes(count: usize) -> String {
    format!(
        "class PolicyScheme<int val> {{ int Value = val; }}\ndef NonePolicy : PolicyScheme<0>;\ndef HasPolicyOperand : PolicyScheme<2>;\n\
         class RVVHeader {{ code HeaderCode; }}\n\
         class RVVBuiltin<string prototype, string type_range> {{ string Name = NAME; string Suffix = \"v\"; string OverloadedName = \"\"; string OverloadedSuffix = \"\"; \
         string TypeRange = type_range; string Prototype = prototype; bit HasMasked = true; bit HasMaskedOffOperand = true; bit HasVL = true; \
         PolicyScheme MaskedPolicyScheme = HasPolicyOperand; PolicyScheme UnMaskedPolicyScheme = NonePolicy; bit HasTailPolicy = true; bit HasMaskPolicy = true; \
         bit SupportOverloading = true; list<int> Log2LMUL = [-3, -2, -1, 0, 1, 2, 3]; code ManualCodegen = \"\"; list<int> IntrinsicTypes = []; string IRName = NAME; \
         string MaskedIRName = NAME # \"_mask\"; bit HasBuiltinAlias = false; list<string> RequiredFeatures = []; int NF = 1; bit IsTuple = false; bit HasFRMRoundModeOp = false; }}\n\
         foreach i = 0...300 in def vx#i : RVVBuiltin<\"{}\", \"{}\">;\n",
        "v".repeat(count),
        "csilxfd".repeat(100)
    )
}

fn long_builtin(count: usize) -> String {
    let types = list(count, |_| {
        "unsigned long long int const * volatile *".to_owned()
    });
    let affixes = list(count, |i| format!("\"a{i}\""));
    let substituted = list(count, |i| format!("\"int{}\"", " *".repeat(i % 3)));
    format!(
        "class Attribute<string m> {{ string Mangling = m; }}\nclass IndexedAttribute<string m, int i> : Attribute<m> {{ int Index = i; }}\n\
         class Builtin {{ list<string> Spellings; list<Attribute> Attributes = []; string Prototype; string Namespace; bit RequiresUndef = 0; }}\n\
         class AtomicBuiltin : Builtin;\nclass LangBuiltin<string l> : Builtin {{ string Languages = l; }}\nclass TargetBuiltin : Builtin {{ string Features = \"\"; }}\n\
         class LibBuiltin<string h> : Builtin {{ string Header = h; }}\nclass CustomEntry {{ string Entry; }}\n\
         class Template<list<string> s, list<string> a, bit prefix = 0> {{ list<string> Substitutions = s; list<string> Affixes = a; bit AsPrefix = prefix; }}\n\
         def F : Builtin, Template<[{substituted}], [{affixes}]> {{ let Spellings = [\"f\"]; let Prototype = \"T({types})\"; }}\n"
    )
}

fn multiplied_opcodes() -> String {
    let types = list(40, |i| format!("T{i}"));
    format!(
        "class Type;\n{}class ArgType {{ string Name = \"\"; bit AsRef = 0; }}\nclass TypeClass {{ list<Type> Types = []; }}\n\
         def All : TypeClass {{ let Types = [{types}]; }}\n\
         class Opcode {{ string Name = \"\"; list<TypeClass> Types = []; list<ArgType> Args = []; bit CanReturn = 0; bit ChangesPC = 0; bit HasGroup = 0; bit HasCustomLink = 0; bit HasCustomEval = 0; }}\n\
         def X : Opcode {{ let Types = [All, All, All, All, All, All, All, All]; let HasGroup = 1; }}\n",
        repeat(40, |i| format!("def T{i} : Type;\n"))
    )
}

/// Names of characters, each of which begins with all previous ones.
fn characters(count: usize) -> String {
    format!(
        "class NCR<string s, int c> {{ string Spelling = s; int CodePoint = c; }}\n{}",
        repeat(count, |i| format!(
            "def : NCR<\"{}\", 65>;\n",
            "a".repeat(i + 1)
        ))
    )
}

/// Nodes each of which is derived from the previous one.
fn chain_of_types(count: usize) -> String {
    format!(
        "class ASTNode;\nclass TypeNode<TypeNode base, bit abstract = 0> : ASTNode {{ TypeNode Base = base; bit Abstract = abstract; }}\n\
         class AlwaysDependent; class NeverCanonical; class NeverCanonicalUnlessDependent; class LeafType;\n\
         def T0Type : TypeNode<?, 1>;\n{}",
        repeat(count, |i| format!(
            "def T{}Type : TypeNode<T{i}Type, 1>;\n",
            i + 1
        ))
    )
}

/// Nodes each of which is derived from the previous one, with properties.
fn chain_of_properties(count: usize) -> String {
    format!(
        "class HasProperties;\nclass ASTNode : HasProperties;\nclass TypeNode<TypeNode base, bit abstract = 0> : ASTNode {{ TypeNode Base = base; bit Abstract = abstract; }}\n\
         class PropertyType<string n = \"\"> : HasProperties {{ string CXXName = n; bit PassByReference = 0; bit ConstWhenWriting = 0; code PackOptional = \"\"; code UnpackOptional = \"\"; list<PropertyType> BufferElementTypes = []; }}\n\
         class EnumPropertyType<string n> : PropertyType<n>;\nclass SubclassPropertyType : PropertyType;\nclass Array : PropertyType;\nclass Optional : PropertyType;\n\
         class Property<string n, PropertyType t> {{ HasProperties Class; string Name = n; PropertyType Type = t; code Read = ?; code Conditional = \"\"; }}\n\
         class Creator<code create> {{ HasProperties Class; code Create = create; }}\nclass Override {{ HasProperties Class; list<string> IgnoredProperties = []; }}\nclass ReadHelper<code c> {{ HasProperties Class; code Code = c; }}\n\
         class PropertyTypeKind<PropertyType t, PropertyType k, string r> {{ PropertyType Type = t; PropertyType KindType = k; string KindPropertyName = \"kind\"; code Read = r; }}\n\
         class PropertyTypeCase<PropertyType t, string n> : HasProperties {{ string Name = n; PropertyType Type = t; }}\n\
         def Bool : PropertyType<\"bool\">;\ndef Type : TypeNode<?, 1>;\ndef T0Type : TypeNode<Type, 1>;\n{}\
         def LastType : TypeNode<T{count}Type>;\nlet Class = LastType in def : Creator<\"c({})\">;\n",
        repeat(count, |i| format!(
            "def T{0}Type : TypeNode<T{i}Type, 1>;\nlet Class = T{0}Type in def : Property<\"p{i}\", Bool> {{ let Read = \"r\"; }}\n",
            i + 1
        )),
        list(count, |i| format!("p{i}"))
    )
}

fn chain_of_packages(count: usize) -> String {
    format!(
        "class Opt<bits<2> t, string f> {{ bits<2> Type = t; string CmdFlag = f; string Desc = \"\"; string DefaultVal = \"0\"; bits<1> DevelopmentStage = 1; bit Hidden = 0; }}\n\
         class Package<string n> {{ string PackageName = n; Package ParentPackage = ?; list<Opt> PackageOptions = ?; bit Hidden = 0; }}\n\
         class Checker<string n> {{ string CheckerName = n; Package ParentPackage = ?; string HelpText = ?; bits<2> Documentation = 1; bit Hidden = 0; \
         list<Checker> Dependencies = ?; list<Checker> WeakDependencies = ?; list<Opt> CheckerOptions = ?; }}\n\
         def P0 : Package<\"p\">;\n{}",
        repeat(count, |i| format!(
            "def P{} : Package<\"p{i}\"> {{ let ParentPackage = P{i}; }}\ndef C{i} : Checker<\"c{i}\"> {{ let ParentPackage = P{i}; let HelpText = \"h\"; }}\n",
            i + 1
        ))
    )
}

fn chain_of_syntax(count: usize) -> String {
    format!(
        "class NodeType {{ NodeType base = ?; code documentation = \"\"; }}\nclass External;\nclass Optional<NodeType t> {{ NodeType inner = t; }}\n\
         class Role<string r, Optional s> {{ string role = r; Optional syntax = s; }}\nclass Sequence {{ list<Role> children = []; }}\n\
         def Node : NodeType, External;\ndef N0 : NodeType {{ let base = Node; }}\n{}",
        repeat(count, |i| format!(
            "def N{} : NodeType {{ let base = N{i}; }}\n",
            i + 1
        ))
    )
}
