//===- Options.td - The options of Moda's assembler, with subcommands -----===//

include "llvm/Option/OptParser.td"

def assemble : SubCommand<"assemble", "Make object code", "moda assemble [options] <file>">;
def check : SubCommand<"check", "Look for mistakes">;

def input_group : OptionGroup<"<input options>">, HelpText<"Options about input">;

/// For all subcommands.
def help : Flag<["-", "--"], "help">, HelpText<"Show this text">;
def h : Flag<["-"], "h">, Alias<help>;

/// For one of them, and for both.
def o : JoinedOrSeparate<["-"], "o", [assemble]>, HelpText<"Write to <file>">, MetaVarName<"<file>">;
def mode_EQ : Joined<["--"], "mode=", [assemble, check]>, Values<"32,64">, HelpText<"The width of registers">,
              HelpTextForVariants<[DefaultVis], "The width of registers in bits">;
def I : Joined<["-"], "I", [check, assemble]>, Group<input_group>, HelpText<"Add a folder to search">;
def trace : CommaJoined<["--"], "trace=", [check]>, MarshallingInfoFlag<KeyPathAndMacro<"Opts.", "Trace">>;
def D : MultiArg<["-"], "D", 2, [assemble]>, HelpText<"Define a symbol">;
