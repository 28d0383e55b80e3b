// Diagnostics of Clang and their groups.
// by clang: gen-clang-diags-defs, gen-clang-diags-enums, gen-clang-diag-groups, gen-clang-diags-index-name, gen-clang-diags-iface -clang-component=Sema, gen-clang-diags-compat-ids, gen-clang-diags-defs -clang-component=Sema, gen-diag-docs

class TextSubstitution<string t> { string Substitution = t; }
class DiagClass; def CLASS_NOTE : DiagClass; def CLASS_REMARK : DiagClass; def CLASS_WARNING : DiagClass; def CLASS_EXTENSION : DiagClass; def CLASS_ERROR : DiagClass;
class Severity<string n> { string Name = n; } def SEV_Ignored : Severity<"Ignored">; def SEV_Remark : Severity<"Remark">; def SEV_Warning : Severity<"Warning">; def SEV_Error : Severity<"Error">;
class SFINAEResponse; def SFINAE_Suppress : SFINAEResponse;
class DiagGroup<string n, list<DiagGroup> s = [], code d = [{}]> { string GroupName = n; list<DiagGroup> SubGroups = s; string CategoryName = ""; code Documentation = d; }
class Diagnostic<string text, DiagClass c, Severity s> {
  string Component = "Sema"; string Summary = text; DiagClass Class = c; SFINAEResponse SFINAE = SFINAE_Suppress;
  bit WarningNoWerror = 0; bit ShowInSystemHeader = 0; bit ShowInSystemMacro = 1; bit Deferrable = 0;
  Severity DefaultSeverity = s; DiagGroup Group = ?; string CategoryName = "";
}
class Error<string t> : Diagnostic<t, CLASS_ERROR, SEV_Error>;
class Warning<string t> : Diagnostic<t, CLASS_WARNING, SEV_Warning>;
class Extension<string t> : Diagnostic<t, CLASS_EXTENSION, SEV_Ignored>;
class Remark<string t> : Diagnostic<t, CLASS_REMARK, SEV_Remark>;
class InGroup<DiagGroup g> { DiagGroup Group = g; }
class CompatWarningId<string name, int std, string d, string pre> { string Component = "Sema"; string Name = name; string Diag = d; string DiagPre = pre; int Std = std; string CategoryName = ?; }
def GlobalDocumentation { code Intro = "Intro"; }

//- plain
def err_bad : Error<"bad \"%0\" %s1 in %plural{1:thing|:things}2%%"> { let CategoryName = "Parse Issue"; }
def warn_kind : Warning<"expected %0 here">, InGroup<DiagGroup<"kind">>;
def remark_pass : Remark<"%0 done">, InGroup<DiagGroup<"pass">>;

//- substitutions
def sub_kind : TextSubstitution<"%select{type|value %1}0">;
def sub_two : TextSubstitution<"%sub{sub_kind}1,0 and %2">;
def err_kind : Error<"expected %sub{sub_kind}1,0 here">;
def err_two : Error<"%sub{sub_two}0,1,2">;

//- modifiers
def warn_diff : Warning<"%diff{$ and $ are |they are }0,1unused %q2">, InGroup<DiagGroup<"diff">>;
def err_ordinal : Error<"%ordinal0 %human1 %quoted2 %objcclass3 %objcinstance4 %0">;
def err_plural : Error<"%plural{0:none|1:one|[2,5]:few|%10=1:some|:many}0">;
def err_nested : Error<"%select{a|b %plural{1:c|:d}1|%select{e|f}2}0">;

//- enums
def err_which : Error<"%enum_select<Which>{%First{one}|%Second{two %1}|three}0">;
def err_more : Error<"%enum_select<More>{%First{one}|%Second{two}|three}0">;
def err_other : Error<"%enum_select<Other>{%A{a}|%B{b}}0">;

//- ids
def : CompatWarningId<"one", 11, "compat_one", "compat_pre_one">;

//- groups
def Unused : DiagGroup<"unused", [DiagGroup<"unused-x">], [{  Docs.  }]> { let CategoryName = "Unused Entity"; }
def Synonym : DiagGroup<"also-unused", [Unused]>;
def Empty : DiagGroup<"empty">;
def warn_unused : Warning<"unused %0">, InGroup<Unused>;

//- extensions
def Gnu : DiagGroup<"gnu">;
def Pedantic : DiagGroup<"pedantic">;
def ext_gnu : Extension<"GNU extension">, InGroup<Gnu>;
def ext_other : Extension<"extension %q0">;
def ext_warn : Extension<"warned"> { let DefaultSeverity = SEV_Warning; }

//- components
let Component = "Lex" in { def err_x : Error<"wrong">; def warn_x : Warning<"odd">, InGroup<DiagGroup<"odd">>; }
def err_y : Error<"y"> { let SFINAE = SFINAE_Suppress; let ShowInSystemHeader = 1; }
def err_z : Error<"z"> { let Deferrable = 1; let WarningNoWerror = 1; let ShowInSystemMacro = 0; }

//- same-texts
def warn_one : Warning<"same %0">, InGroup<DiagGroup<"g">>;
def warn_two : Warning<"same %0">, InGroup<DiagGroup<"g">>;
def G : DiagGroup<"g2", [DiagGroup<"g3">]>;
def warn_three : Warning<"three">, InGroup<G>;

//- categories
def A : DiagGroup<"a"> { let CategoryName = "Cat A"; }
def B : DiagGroup<"b", [A]> { let CategoryName = "Cat B"; }
def warn_a : Warning<"a">, InGroup<A>;
def warn_b : Warning<"b">, InGroup<B> { let CategoryName = "Own"; }
def note_c : Diagnostic<"c", CLASS_NOTE, SEV_Ignored>;

//- compatibility
def warn_cxx17_compat_x : Warning<"x is incompatible">, InGroup<DiagGroup<"pre-c++17-compat">> { let DefaultSeverity = SEV_Ignored; }
def ext_cxx17_x : Extension<"x is an extension"> { let DefaultSeverity = SEV_Warning; }
def : CompatWarningId<"x", 17, "ext_cxx17_x", "warn_cxx17_compat_x">;
let Component = "Lex" in def : CompatWarningId<"y", 20, "a", "b">;
def : CompatWarningId<"z", 98, "c", "d">;
