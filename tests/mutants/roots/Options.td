// Options of each kind, with everything that an option can say.

include "llvm/Option/OptParser.td"

def Toy_Group : OptionGroup<"<toy>">, HelpText<"TOYS">;
def Inner_Group : OptionGroup<"<inner>">, Group<Toy_Group>;
def NoDriver : OptionFlag;
def ToyVis : OptionVisibility;
def help : Flag<["-", "--"], "help">, HelpText<"Display help">;
def one : Separate<["-"], "one">, Group<Toy_Group>, MetaVarName<"<file>">, HelpText<"One file">, Flags<[NoDriver]>;
def two : Joined<["--"], "two=">, Group<Inner_Group>, Values<"a,b,c">, Visibility<[ToyVis, DefaultVis]>,
  HelpTextForVariants<[ToyVis], "For toys">;
def three : MultiArg<["-"], "three", 3>, ValuesCode<[{ static const char *Code = "x"; }]>;
def four : Flag<["-"], "four">, Alias<two>, AliasArgs<["a"]>;
def five : CommaJoined<["-"], "five,">;
def six : JoinedOrSeparate<["-"], "six">;
def seven : JoinedAndSeparate<["-"], "seven">;
def eight : Flag<["-"], "eight">, MarshallingInfoFlag<KeyPathAndMacro<"Opts.", "Eight", "TOY_">>, ImpliedByAnyOf<["Opts.Other"]>;
def nine : Joined<["-"], "nine=">, MarshallingInfoEnum<KeyPathAndMacro<"Opts.", "Nine">, "First">,
  Values<"first,second">, NormalizedValues<["First", "Second"]>, NormalizedValuesScope<"Toy">;
