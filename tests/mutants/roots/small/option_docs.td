// Documentation of options.
// by clang: gen-opt-docs

class Kind; def KIND_FLAG : Kind; def KIND_JOINED : Kind; def KIND_SEPARATE : Kind; def KIND_COMMAJOINED : Kind; def KIND_MULTIARG : Kind; def KIND_INPUT : Kind;
class Flag; def HelpHidden : Flag; def Default : Flag; def Other : Flag;
class OptionGroup<string n> { string Name = n; OptionGroup Group = ?; list<Flag> Flags = []; list<Flag> Visibility = []; string HelpText = ?; string DocName = ?; code DocBrief = ?; bit DocFlatten = 0; }
class Help<list<Flag> v, string t> { list<Flag> Visibilities = v; string Text = t; }
class Option<list<string> p, string n, Kind k> {
  list<string> Prefixes = p; string Name = n; Kind Kind = k; int NumArgs = 0; OptionGroup Group = ?; Option Alias = ?;
  list<string> AliasArgs = []; list<Flag> Flags = []; list<Flag> Visibility = [Default]; string MetaVarName = ?;
  string Values = ?; string HelpText = ?; code DocBrief = ?; list<Help> HelpTextsForVariants = [];
}
def GlobalDocumentation { code Intro = "Intro"; string Program = "Tool"; list<string> VisibilityMask = ["Default"]; list<string> IgnoreFlags = ["HelpHidden"]; }

//- plain
def c : Option<["-"], "c", KIND_FLAG> { let HelpText = "Only *compile*"; }
def input : Option<[], "<input>", KIND_INPUT>;

//- aliases
def c : Option<["-"], "c", KIND_FLAG> { let HelpText = "Compile"; }
def compile : Option<["--"], "compile", KIND_FLAG> { let Alias = c; }
def std : Option<["-", "--"], "std=", KIND_JOINED>;
def O4 : Option<["-"], "O4", KIND_FLAG> { let Alias = std; let AliasArgs = ["c"]; }

//- groups
def L : OptionGroup<"<L group>"> { let DocName = "Language flags"; let DocBrief = "All of them."; }
def flat : OptionGroup<"<flat>"> { let Group = L; let DocFlatten = 1; }
def inner : OptionGroup<"<inner>"> { let Group = L; let DocName = "Inner"; }
def a : Option<["-"], "a", KIND_FLAG> { let Group = flat; }
def b : Option<["-"], "b", KIND_FLAG> { let Group = inner; }

//- negations
def fx : Option<["-"], "fx", KIND_FLAG> { let HelpText = "x"; }
def fno_x : Option<["-"], "fno-x", KIND_FLAG>;
def fno_y : Option<["-"], "fno-y", KIND_FLAG> { let HelpText = "no y"; }

//- values
def std : Option<["-", "--"], "std=", KIND_JOINED> { let Values = "c,c++,objc"; let HelpText = "Language"; }
def m : Option<["-"], "m", KIND_SEPARATE> { let Values = "1"; let MetaVarName = "<n>"; }

//- kinds
def W : Option<["-"], "W,", KIND_COMMAJOINED> { let HelpText = "Pass on."; }
def W2 : Option<["-"], "W", KIND_MULTIARG> { let NumArgs = 2; }
def o : Option<["-"], "o", KIND_SEPARATE> { let MetaVarName = "<file>"; let DocBrief = "See [here]."; let HelpText = "not seen"; }

//- variants
def v : Option<["-"], "v", KIND_FLAG> { let HelpText = "default"; let HelpTextsForVariants = [Help<[Other], "o">, Help<[Default], "d_x">]; let Visibility = [Default, Other]; }

//- hidden
def h : Option<["-"], "h", KIND_FLAG> { let Flags = [HelpHidden]; let HelpText = "h"; }
def i : Option<["-"], "i", KIND_FLAG> { let Visibility = [Other]; }
def G : OptionGroup<"<g>"> { let Flags = [HelpHidden]; let DocName = "G"; }
def j : Option<["-"], "j", KIND_FLAG> { let Group = G; }

//- empty-groups
def unseen : OptionGroup<"<unseen>">;
def seen : OptionGroup<"<seen>"> { let DocName = "Seen"; let HelpText = "help"; }
def x : Option<["-", "/"], "x_y*", KIND_JOINED>;

//- order
def zz : Option<["--"], "zz", KIND_FLAG>;
def aa : Option<["-", "--"], "aa", KIND_SEPARATE>;
def ab : Option<["-"], "ab", KIND_FLAG> { let Alias = zz; }
