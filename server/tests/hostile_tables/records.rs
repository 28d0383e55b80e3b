//! Records, and tables without a target.

use super::{Case, list, repeat};

pub(super) fn cases() -> Vec<Case> {
    vec![
        ("print-records", doubling_dags(40), "limit of work"),
        ("dump-json", doubling_dags(40), "limit of work"),
        ("print-detailed-records", doubling_dags(40), "limit of work"),
        ("print-sets", doubling_sets(40), "limit of work"),
        ("gen-searchable-tables", long_table(4000), ""),
        (
            "gen-searchable-tables",
            doubling_rows(40),
            "a string grows beyond all bounds",
        ),
        ("gen-searchable-tables", many_indices(100), ""),
        ("gen-opt-parser-defs", chain_of_groups(4000), ""),
        ("gen-opt-rst", chain_of_groups(4000), ""),
        ("gen-opt-parser-defs", marshalled(3000), ""),
        ("gen-callingconv", doubling_conventions(40), ""),
        (
            "gen-callingconv",
            nested_conditions(20000),
            "actions nest too deeply",
        ),
        ("gen-intrinsic-impl", long_signatures(250), ""),
        ("gen-intrinsic-enums", long_signatures(250), ""),
        ("gen-directive-decl", doubling_directives(40), ""),
        ("gen-directive-impl", many_clauses(600), "limit of work"),
        ("gen-riscv-target-def", doubling_extensions(40), ""),
    ]
}

/// Dags that have the one before twice.
pub(super) fn doubling_dags(depth: usize) -> String {
    format!(
        "def op;\ndef X0 {{ dag D = (op 1); }}\n{}",
        repeat(depth, |i| format!(
            "def X{} {{ dag D = (op X{i}.D, X{i}.D); }}\n",
            i + 1
        ))
    )
}

/// Sets of the one before twice.
fn doubling_sets(depth: usize) -> String {
    format!(
        "class Set<dag d> {{ dag Elements = d; }}\ndef add; def interleave;\ndef e; defvar d0 = (add e);\n{}def X : Set<d{depth}>;\n",
        repeat(depth, |i| format!(
            "defvar d{} = (add d{i}, d{i});\n",
            i + 1
        ))
    )
}

const TABLES: &str = "class GenericEnum { string FilterClass; string NameField = ?; string ValueField = ?; }\n\
    class GenericTable { string FilterClass; string FilterClassField = ?; string CppTypeName = FilterClass; list<string> Fields = ?; \
    list<string> PrimaryKey = ?; string PrimaryKeyName = ?; bit PrimaryKeyEarlyOut = false; bit PrimaryKeyReturnRange = false; }\n\
    class SearchIndex { GenericTable Table; list<string> Key; bit EarlyOut = false; }\n";

fn long_table(count: usize) -> String {
    let fields = list(50, |i| format!("\"F{i}\""));
    format!(
        "{TABLES}class Row<int n> {{ bits<64> K = n; {} }}\nforeach i = 0...{} in def : Row<i>;\n\
         def T : GenericTable {{ let FilterClass = \"Row\"; let Fields = [\"K\", {fields}]; let PrimaryKey = [\"K\"]; let PrimaryKeyName = \"find\"; }}\n",
        repeat(50, |i| format!(
            "string F{i} = \"a long text that is in each row\"; "
        )),
        count - 1
    )
}

/// A row with a dag that has the one before twice.
fn doubling_rows(depth: usize) -> String {
    format!(
        "{TABLES}def op;\ndefvar d0 = (op 1);\n{}class Row {{ string K = \"a\"; code C = !repr(d{depth}); dag D = d{depth}; }}\ndef : Row;\n\
         def T : GenericTable {{ let FilterClass = \"Row\"; let Fields = [\"K\", \"D\"]; }}\n",
        repeat(depth, |i| format!("defvar d{} = (op d{i}, d{i});\n", i + 1))
    )
}

/// Very many indices of a table.
fn many_indices(count: usize) -> String {
    format!(
        "{TABLES}class Row<int n> {{ bits<64> K = n; string N = \"n\"#n; }}\nforeach i = 0...1999 in def : Row<i>;\n\
         def T : GenericTable {{ let FilterClass = \"Row\"; let Fields = [\"K\", \"N\"]; }}\n\
         foreach i = 0...{} in def find#i : SearchIndex {{ let Table = T; let Key = [\"N\", \"K\"]; }}\n",
        count - 1
    )
}

const OPTIONS: &str = "class OptionKind<string name, int precedence = 0, bit sentinel = false> { string Name = name; int Precedence = precedence; bit Sentinel = sentinel; }\n\
    def KIND_FLAG : OptionKind<\"Flag\">;\nclass OptionFlag;\nclass OptionVisibility;\ndef Default : OptionVisibility;\n\
    class OptionGroup<string name> { string EnumName = ?; string Name = name; OptionGroup Group = ?; string HelpText = ?; list<OptionFlag> Flags = []; list<OptionVisibility> Visibility = []; }\n\
    class HelpTextVariant<list<OptionVisibility> visibilities, string text> { list<OptionVisibility> Visibilities = visibilities; string Text = text; }\n\
    class Option<list<string> prefixes, string name, OptionKind kind> { string EnumName = ?; list<string> Prefixes = prefixes; string Name = name; OptionKind Kind = kind; int NumArgs = 0; \
    string HelpText = ?; list<HelpTextVariant> HelpTextsForVariants = []; string MetaVarName = ?; string Values = ?; code ValuesCode = ?; list<OptionFlag> Flags = []; \
    list<OptionVisibility> Visibility = [Default]; OptionGroup Group = ?; Option Alias = ?; list<string> AliasArgs = []; code MacroPrefix = \"\"; code KeyPath = ?; \
    code DefaultValue = ?; code ImpliedValue = ?; code ImpliedCheck = \"false\"; code ShouldParse = \"true\"; bit ShouldAlwaysEmit = false; code NormalizerRetTy = ?; \
    code NormalizedValuesScope = \"\"; code Normalizer = \"\"; code Denormalizer = \"\"; code ValueMerger = \"\"; code ValueExtractor = \"\"; list<code> NormalizedValues = ?; }\n";

/// Groups each of which is in the previous one, with an option each.
fn chain_of_groups(count: usize) -> String {
    format!(
        "{OPTIONS}def g0 : OptionGroup<\"g\">;\n{}",
        repeat(count, |i| format!(
            "def g{} : OptionGroup<\"g{i}\"> {{ let Group = g{i}; }}\ndef o{i} : Option<[\"-\"], \"o{i}\", KIND_FLAG> {{ let Group = g{i}; let HelpText = \"h\"; }}\n",
            i + 1
        ))
    )
}

/// Options that have many values each, and many prefixes.
fn marshalled(count: usize) -> String {
    let values = list(100, |i| format!("v{i}")).replace(", ", ",");
    let codes = list(100, |i| format!("\"V{i}\""));
    let prefixes = list(50, |i| format!("\"{}\"", "-".repeat(i + 1)));
    format!(
        "{OPTIONS}foreach i = 0...{} in def o#i : Option<[{prefixes}], \"o\"#i, KIND_FLAG> {{ let HelpText = \"h\"; let Values = \"{values}\"; let KeyPath = \"k\"#i; \
         let DefaultValue = \"d\"; let NormalizedValues = [{codes}]; }}\n",
        count - 1
    )
}

const CONVENTIONS: &str = "class Register { string Namespace = \"Toy\"; }\ndef R1 : Register;\nclass ValueType<int v> { int Value = v; }\ndef i32 : ValueType<7>;\n\
    class CCAction;\nclass CallingConv<list<CCAction> actions> { list<CCAction> Actions = actions; bit Entry = false; bit Custom = false; }\n\
    class CCPredicateAction<CCAction a> : CCAction { CCAction SubAction = a; }\nclass CCIf<string p, CCAction a> : CCPredicateAction<a> { string Predicate = p; }\n\
    class CCIfType<list<ValueType> vts, CCAction a> : CCPredicateAction<a> { list<ValueType> VTs = vts; }\n\
    class CCAssignToReg<list<Register> regs> : CCAction { list<Register> RegList = regs; }\nclass CCAssignToStack<int size, int align> : CCAction { int Size = size; int Align = align; }\n\
    class CCDelegateTo<CallingConv cc> : CCAction { CallingConv CC = cc; }\n";

/// Conventions that go on with the one before twice.
fn doubling_conventions(depth: usize) -> String {
    format!(
        "{CONVENTIONS}def C0 : CallingConv<[CCIfType<[i32], CCAssignToReg<[R1]>>]>;\n{}",
        repeat(depth, |i| format!(
            "def C{} : CallingConv<[CCDelegateTo<C{i}>, CCDelegateTo<C{i}>]>;\n",
            i + 1
        ))
    )
}

/// A condition in a condition.
fn nested_conditions(depth: usize) -> String {
    format!(
        "{CONVENTIONS}def A0 : CCAssignToReg<[R1]>;\n{}def C : CallingConv<[A{depth}]>;\n",
        repeat(depth, |i| format!("def A{} : CCIf<\"p\", A{i}>;\n", i + 1))
    )
}

/// Intrinsics of very many parameters.
fn long_signatures(count: usize) -> String {
    let signature = list(250, |i| format!("[{}]", i % 15 + 1));
    format!(
        "class IntrinsicProperty<bit default = false> {{ bit IsDefault = default; }}\nclass NoCapture<int arg> : IntrinsicProperty {{ int ArgNo = arg; }}\n\
         class Intrinsic {{ string LLVMName = \"\"; string TargetPrefix = \"\"; string ClangBuiltinName = \"\"; list<IntrinsicProperty> IntrProperties = []; \
         bit DisableDefaultAttributes = false; list<IntrinsicProperty> Properties = []; list<list<int>> TypeSig = []; }}\n\
         foreach i = 0...{} in def int_x#i : Intrinsic {{ let ClangBuiltinName = \"__builtin_x\"#i; \
         let TypeSig = !listconcat([{signature}], [[!and(i, 15)], [!and(!srl(i, 4), 15)], [!and(!srl(i, 8), 15)]]); \
         let IntrProperties = !foreach(j, !range(200), NoCapture<!mod_(i, j)>); }}\n",
        count - 1
    )
    .replace("!mod_(i, j)", "!and(!add(i, j), 127)")
}

const DIRECTIVES: &str = "class DirectiveLanguage { string name = \"Toy\"; string cppNamespace = \"toy\"; string directivePrefix = \"TD_\"; string clausePrefix = \"TC_\"; \
    bit makeEnumAvailableInNamespace = true; bit enableBitmaskEnumInNamespace = false; string clauseEnumSetClass = \"ClauseSet\"; string flangClauseBaseClass = \"ToyClause\"; }\n\
    def Toy : DirectiveLanguage;\nclass Association<string n> { string name = n; }\ndef AS_None : Association<\"None\">;\ndef AS_FromLeaves : Association<\"FromLeaves\">;\n\
    class Category<string n> { string name = n; }\ndef CA_Executable : Category<\"Executable\">;\nclass ClauseVal<string n, int v, bit default> { string name = n; int value = v; bit isDefault = default; }\n\
    class Clause<string n> { string name = n; string alternativeName = \"\"; list<string> aliases = []; string clangClass = \"\"; string flangClass = \"\"; string enumClauseValue = \"\"; \
    list<ClauseVal> allowedClauseValues = []; bit isValueOptional = false; bit isValueList = false; string defaultValue = \"\"; bit isImplicit = false; bit isDefault = false; string prefix = \"\"; bit isPrefixOptional = true; }\n\
    class VersionedClause<Clause c> { Clause clause = c; int minVersion = 1; int maxVersion = 0x7FFFFFFF; }\n\
    class Directive<string n> { string name = n; string alternativeName = \"\"; list<VersionedClause> allowedClauses = []; list<VersionedClause> allowedOnceClauses = []; \
    list<VersionedClause> allowedExclusiveClauses = []; list<VersionedClause> requiredClauses = []; list<Directive> leafConstructs = []; Association association = AS_None; Category category = CA_Executable; bit isDefault = false; }\n\
    def TC_Some : Clause<\"some\"> { let isDefault = true; }\ndef TD0 : Directive<\"d\"> { let isDefault = true; }\n";

/// Directives each of which contains the previous one twice.
fn doubling_directives(depth: usize) -> String {
    format!(
        "{DIRECTIVES}{}",
        repeat(depth, |i| format!(
            "def TD{} : Directive<\"d{i}\"> {{ let leafConstructs = [TD{i}, TD{i}]; let association = AS_FromLeaves; }}\n",
            i + 1
        ))
    )
}

/// Directives that each allow very many clauses.
fn many_clauses(count: usize) -> String {
    let all = list(count, |i| format!("VersionedClause<TC{i}>"));
    format!(
        "{DIRECTIVES}foreach i = 0...{last} in def TC#i : Clause<\"c\"#i>;\nforeach i = 1...{count} in def TD#i : Directive<\"d\"#i> {{ let allowedClauses = [{all}]; }}\n",
        last = count - 1
    )
}

/// Extensions that imply the previous one on two paths.
fn doubling_extensions(depth: usize) -> String {
    format!(
        "class SubtargetFeature<string name, string member, string value, string description, list<SubtargetFeature> implies = []> {{ string Name = name; string FieldName = member; string Value = value; string Desc = description; list<SubtargetFeature> Implies = implies; }}\n\
         class RISCVExtension<string name, int major, int minor, list<SubtargetFeature> implies = []> : SubtargetFeature<name, \"H\"#name, \"true\", \"\", implies> {{ int MajorVersion = major; int MinorVersion = minor; bit Experimental = false; }}\n\
         class RISCVExperimentalExtension<string name> : RISCVExtension<name, 0, 1>;\n\
         class RISCVProfile<string name, list<SubtargetFeature> features> : SubtargetFeature<name, \"Is\"#name, \"true\", \"\", features> {{ bit Experimental = false; }}\n\
         class RISCVProcessorModel<string n> {{ string Name = n; list<SubtargetFeature> Features = []; string DefaultMarch = \"\"; }}\nclass RISCVTuneProcessorModel<string n> {{ string Name = n; }}\n\
         class ProcessorAlias<string n, string a> {{ string Name = n; string Alias = a; }}\n\
         def Feature64Bit : SubtargetFeature<\"64bit\", \"Is\", \"true\", \"\">;\ndef Feature32Bit : SubtargetFeature<\"32bit\", \"Is\", \"true\", \"\">;\n\
         def E0 : RISCVExtension<\"e\", 1, 0>;\n{}def P : RISCVProfile<\"p\", [Feature64Bit, E{depth}]>;\ndef CPU : RISCVProcessorModel<\"cpu\"> {{ let Features = [Feature64Bit, E{depth}]; }}\n",
        repeat(depth, |i| format!(
            "def A{i} : RISCVExtension<\"xa{i}\", 1, 0, [E{i}]>;\ndef B{i} : RISCVExtension<\"xb{i}\", 1, 0, [E{i}]>;\ndef E{} : RISCVExtension<\"xe{i}\", 1, 0, [A{i}, B{i}]>;\n",
            i + 1
        ))
    )
}
