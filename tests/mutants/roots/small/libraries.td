// Functions that optimizers know by name and type.
// by llvm: gen-target-library-info

include "llvm/Analysis/TargetLibraryInfoImpl.td"

//- plain
def puts : TargetLibCall<"puts", Int, [Ptr]>;
def abort : TargetLibCall<"abort", Void>;
def atoi : TargetLibCall<"atoi", Int, [Ptr]>;

//- without-results
def fini : TargetLibCall<"_fini", ?, []>;
def begin : TargetLibCall<"begin", ?, [Int]>;

//- same
def add : TargetLibCall<"add", Flt, [Same, Same]>;
def sub : TargetLibCall<"sub", Dbl, [Same, LDbl]>;

//- variadic
def printf : TargetLibCall<"printf", Int, [Ptr, Ellip]>;
def print : TargetLibCall<"print", Int, [Ellip]>;

//- longer
def a : TargetLibCall<"a", SizeT, [SSizeT, Int16, Int32, Int64, LLong, Long, IntX, IntPlus, Bool]>;
def ab : TargetLibCall<"ab", Struct, [Floating]>;

//- prefixes
def abc : TargetLibCall<"abc", Int>;
def ab : TargetLibCall<"ab", Int, [Int]>;
def a : TargetLibCall<"a", Int>;

//- texts
def new : TargetLibCall<"_Znwj", Ptr, [Int]>;
def strange : TargetLibCall<"??2@YAPAXI@Z", Ptr, [Int]>;
def escaped : TargetLibCall<"a\"b\\", Void, [Ptr]>;

//- same-texts
def one : TargetLibCall<"same", Int>;
def two : TargetLibCall<"same", Void, [Ptr]>;

//- many
foreach i = 0...60 in def f#i : TargetLibCall<"f"#i, !if(!lt(i, 30), Int, Dbl), !if(!lt(i, 20), [Ptr], [Int, Ptr])>;

//- types
def Half : FuncArgType;
def h : TargetLibCall<"h", Half, [Half, Ptr]>;
def i : TargetLibCall<"i", Ptr, []> { let Name = "other"; }
