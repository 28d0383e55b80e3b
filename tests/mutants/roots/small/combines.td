// Rules that combine generic instructions.
// by llvm: gen-global-isel-combiner -combiners=Toy

include "llvm/Target/Target.td"
include "llvm/Target/GlobalISel/Combine.td"

def ToyInstrInfo : InstrInfo;
def Machine : Target { let InstructionSet = ToyInstrInfo; }
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
class One<GICombineRule rule> : GICombiner<"Toy", [rule]>;

//- replaced
def rule : GICombineRule<(defs root:$d), (match (G_FREEZE $d, $a)), (apply (GIReplaceReg $d, $a))>;
def Toy : One<rule>;

//- built
def rule : GICombineRule<(defs root:$d), (match (G_MUL $d, $a, 2)), (apply (G_ADD $d, $a, $a))>;
def Toy : One<rule>;

//- code
def info : GIDefMatchData<"unsigned">;
def rule : GICombineRule<(defs root:$d, info:$i), (match (G_SUB $d, $a, $b):$m, [{ return f(*${m}, ${i}); }]), (apply [{ g(*${m}, ${i}); }])>;
def Toy : One<rule>;

//- opcodes
def rule : GICombineRule<(defs root:$d), (match (wip_match_opcode G_AND, G_OR):$d, [{ return f(*${d}); }]), (apply [{ g(*${d}); }])>;
def Toy : One<rule>;

//- nested
def rule : GICombineRule<(defs root:$d), (match (G_ADD $t, $a, $b), (G_TRUNC $d, $t)), (apply (G_TRUNC $x, $a), (G_TRUNC $y, $b), (G_ADD $d, $x, $y))>;
def Toy : One<rule>;

//- types
def rule : GICombineRule<(defs root:$d), (match (G_ZEXT $d, i32:$a)), (apply (G_CONSTANT $c, (GITypeOf<"$d"> 7)), (G_AND $d, $c, $c))>;
def other : GICombineRule<(defs root:$d), (match (G_SEXT i64:$d, $a)), (apply (GIReplaceReg $d, $a))>;
def Toy : GICombiner<"Toy", [rule, other]>;

//- flags
def rule : GICombineRule<(defs root:$d), (match (G_FADD $d, $a, $b, (MIFlags FmNoNans, (not FmNsz))):$m), (apply (G_FSUB $d, $a, $b, (MIFlags $m, (not FmArcp))))>;
def Toy : One<rule>;

//- patterns
def ext : GICombinePatFrag<(outs root:$d), (ins $a), [(pattern (G_SEXT $d, $a)), (pattern (G_ZEXT $d, $a))]>;
def rule : GICombineRule<(defs root:$d), (match (ext $d, $a)), (apply (G_ANYEXT $d, $a))>;
def Toy : One<rule>;

//- groups
def IsWide : Predicate<"IsWide">;
def a : GICombineRule<(defs root:$d), (match (G_SHL $d, $a, 0)), (apply (GIReplaceReg $d, $a))> { let Predicates = [IsWide]; }
def b : GICombineRule<(defs root:$d), (match (G_LSHR $d, $a, 0)), (apply (GIReplaceReg $d, $a))>;
def inner : GICombineGroup<[b]>;
def all : GICombineGroup<[a, inner]>;
def Toy : GICombiner<"Toy", [all]> { let CombineAllMethodName = "tryAll"; }

//- variadic
def rule : GICombineRule<(defs root:$d), (match (G_UNMERGE_VALUES $d, $e, $a)), (apply (G_TRUNC $d, $a), (G_TRUNC $e, $a))>;
def many : GICombineRule<(defs root:$d), (match (G_MERGE_VALUES $d, GIVariadic<2, 3>:$a):$m, [{ return f(*${m}); }]), (apply [{ g(*${m}, ${a}); }])>;
def Toy : GICombiner<"Toy", [rule, many]>;

//- erased
def rule : GICombineRule<(defs root:$d), (match (G_STORE $v, $p):$d, [{ return f(*${d}); }]), (apply (GIEraseRoot))>;
def copy : GICombineRule<(defs root:$d), (match (G_IMPLICIT_DEF $x), (COPY $d, $x)), (apply (G_IMPLICIT_DEF $d))>;
def Toy : GICombiner<"Toy", [rule, copy]>;
