// Functions of libraries that compilers call, and which systems have them.
// by llvm: gen-runtime-libcalls

include "llvm/IR/RuntimeLibcallsImpl.td"
def isToy : RuntimeLibcallPredicate<[{TT.isToy()}]>;
def isBig : RuntimeLibcallPredicate<[{TT.isBig()}]>;
def SIN : RuntimeLibcall;
def COS : RuntimeLibcall;
def MUL : RuntimeLibcall;

//- plain
def sin : RuntimeLibcallImpl<SIN>;
def cos : RuntimeLibcallImpl<COS>;
def Toy : SystemRuntimeLibrary<isToy, (add sin, cos)>;

//- defaults
let IsDefault = true in {
  def __sin : RuntimeLibcallImpl<SIN>;
  def __mul : RuntimeLibcallImpl<MUL, "multiply">;
}
def sin_fast : RuntimeLibcallImpl<SIN, "__fast_sin">;
def Toy : SystemRuntimeLibrary<isToy, (add __sin)>;

//- conditions
def sin : RuntimeLibcallImpl<SIN>;
def cos : RuntimeLibcallImpl<COS>;
def Toy : SystemRuntimeLibrary<isToy, (add sin, LibcallImpls<(add cos), isBig>, AvailableIf<sin, isBig>)>;

//- conventions
def sin : RuntimeLibcallImpl<SIN>;
def cos : RuntimeLibcallImpl<COS>;
def mul : RuntimeLibcallImpl<MUL>;
def Toy : SystemRuntimeLibrary<isToy, (add sin, LibcallsWithCC<(add cos), FASTCC>, LibcallsWithCC<(add mul), ARM_AAPCS, isBig>)> { let DefaultLibcallCallingConv = AVR_BUILTIN; }

//- sets
def sin : RuntimeLibcallImpl<SIN>;
def cos : RuntimeLibcallImpl<COS>;
def mul : RuntimeLibcallImpl<MUL>;
defvar Common = (add sin, cos);
def Toy : SystemRuntimeLibrary<isToy, (add (sub Common, cos), mul)>;
def Big : SystemRuntimeLibrary<isBig, (add Common, (sub (add mul, sin), sin))>;

//- systems
def sin : RuntimeLibcallImpl<SIN>;
def cos : RuntimeLibcallImpl<COS>;
def Empty : SystemRuntimeLibrary<isToy, (add)>;
def Big : SystemRuntimeLibrary<isBig, (add LibcallImpls<(add sin, cos), isToy>)>;
def Any : SystemRuntimeLibrary<AlwaysAvailable, (add cos)>;

//- same-names
def sin_a : RuntimeLibcallImpl<SIN, "sin">;
def sin_b : RuntimeLibcallImpl<COS, "sin">;
def mul : RuntimeLibcallImpl<MUL, "sin">;
def Toy : SystemRuntimeLibrary<isToy, (add sin_a, sin_b)>;

//- twice
def sin : RuntimeLibcallImpl<SIN>;
def sin2 : RuntimeLibcallImpl<SIN>;
def Toy : SystemRuntimeLibrary<isToy, (add sin, sin2, LibcallImpls<(add sin2), isBig>)>;

//- many
foreach i = 0...40 in {
  def CALL#i : RuntimeLibcall;
  def call#i : RuntimeLibcallImpl<!cast<RuntimeLibcall>("CALL"#i), "__call"#i> { let IsDefault = !lt(i, 30); }
}
def Toy : SystemRuntimeLibrary<isToy, (add (sequence "call%u", 0, 20), LibcallImpls<(sequence "call%u", 21, 40), isBig>)>;

//- groups
def sin : RuntimeLibcallImpl<SIN>;
def cos : RuntimeLibcallImpl<COS>;
def Group : LibcallImpls<(add sin, cos), isBig>;
def mul : RuntimeLibcallImpl<MUL>;
def Other : LibcallImpls<(add sin), isToy> { let CallingConv = FASTCC; }
def Toy : SystemRuntimeLibrary<isToy, (add Group, mul)>;
