// Options of programs.
// by llvm: gen-opt-parser-defs, gen-opt-rst

include "llvm/Option/OptParser.td"

//- kinds
def flag : Flag<["-", "--"], "flag">, HelpText<"A flag">;
def joined : Joined<["-"], "j">, MetaVarName<"<x>">;
def sep : Separate<["--"], "sep">, HelpText<"Apart">;
def comma : CommaJoined<["-"], "c,">;
def multi : MultiArg<["-"], "multi", 2>;
def jos : JoinedOrSeparate<["-"], "o">;
def jas : JoinedAndSeparate<["-"], "X">;
def rest : Option<["--"], "rest", KIND_REMAINING_ARGS>;
def restj : Option<["--"], "restj", KIND_REMAINING_ARGS_JOINED>;

//- groups
def Outer : OptionGroup<"<outer>">, HelpText<"OUTER">;
def Inner : OptionGroup<"<inner>">, Group<Outer>;
def a : Flag<["-"], "a">, Group<Outer>;
def b : Flag<["-"], "b">, Group<Inner>, HelpText<"In the inner one">;
def c : Joined<["--"], "c=">, Group<Inner>;

//- aliases
def level : Joined<["-"], "level=">, HelpText<"Level">, Values<"low,high">;
def low : Flag<["-"], "low">, Alias<level>, AliasArgs<["low"]>;
def l : Joined<["-"], "l">, Alias<level>;
def both : Flag<["-"], "both">, Alias<level>, AliasArgs<["low", "high"]>, HelpText<"Alias for both">;

//- flags
def Rare : OptionFlag;
def Odd : OptionFlag;
def Toy : OptionVisibility;
def x : Flag<["-"], "x">, Flags<[Rare, Odd]>;
let Flags = [HelpHidden] in
  def y : Flag<["-"], "y">;
def z : Flag<["-"], "z">, Visibility<[Toy, DefaultVis]>, HelpTextForVariants<[Toy, DefaultVis], "For some">;

//- commands
def make : SubCommand<"make", "Make it", "toy make <file>">;
def test : SubCommand<"test", "Test it">;
def o : Separate<["-"], "o", [make]>, HelpText<"Output">;
def v : Flag<["-"], "v", [make, test]>;
def help : Flag<["--"], "help">, HelpText<"Help">;

//- marshalled
def on : Flag<["-"], "on">, MarshallingInfoFlag<KeyPathAndMacro<"Opts.", "On", "TOY_">>;
def off : Flag<["-"], "off">, MarshallingInfoNegativeFlag<KeyPathAndMacro<"Opts.", "Off">>, ImpliedByAnyOf<["Opts.On"], "false">;
def text : Joined<["-"], "text=">, MarshallingInfoString<KeyPathAndMacro<"Opts.", "Text">, "std::string()">;
def count : Joined<["-"], "count=">, MarshallingInfoInt<KeyPathAndMacro<"Opts.", "Count">, "3">, ShouldParseIf<"isOn()">;
def kind : Joined<["-"], "kind=">, Values<"a,b">, NormalizedValuesScope<"K">, NormalizedValues<["A", "B"]>, MarshallingInfoEnum<KeyPathAndMacro<"Opts.", "Kind">, "A">;
def many : Separate<["-"], "list">, MarshallingInfoStringVector<KeyPathAndMacro<"Opts.", "List">>;

//- documented
def Docs : OptionGroup<"<docs>">, HelpText<"Documented">;
def Hidden : OptionGroup<"<hidden>">, Group<Docs>;
def d : Joined<["-"], "d">, Group<Docs>, HelpText<[{Says *what* `it` is.}]>, MetaVarName<"<n>">;
def e : Flag<["-"], "e">, Group<Hidden>, HelpText<"A_B <c> | $d">;
def f : Flag<["-", "--"], "f">, HelpText<"Many\nlines">;

//- boolean
multiclass Bool<string name, string on, string off> {
  def f#NAME : Flag<["-"], "f"#name>, HelpText<on>;
  def fno_#NAME : Flag<["-"], "fno-"#name>, HelpText<off>;
}
defm fast : Bool<"fast", "Be fast", "Be slow">;
defm _safe : Bool<"safe", "", "No checks">;

//- names
def _help : Flag<["-", "/"], "?">;
def a_b : Flag<["--"], "a-b">;
def a_b_EQ : Joined<["--"], "a-b=">, Alias<a_b>;
def A : Flag<["-"], "A">;
def aa : Flag<["-"], "aa">;
def UNUSED : Joined<["/"], "very-long-name-of-an-option-that-is-hardly-used=">, HelpText<"L">;

//- values
def m : Joined<["-"], "m">, Values<"one,two,three">, HelpText<"One of them">;
def n : Joined<["-"], "n">, ValuesCode<[{
static constexpr const char VALUES_CODE[] = "x,y";
}]>;
def q : Flag<["-"], "q">, Flags<[RenderJoined]>;
def r : Joined<["-"], "r">, Flags<[RenderSeparate]>, MetaVarName<"<r>">;
def input : Option<["-"], "in", KIND_INPUT>;
