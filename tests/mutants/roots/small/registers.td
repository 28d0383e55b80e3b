// Registers, their classes and banks.
// by llvm: gen-register-info, gen-register-bank

include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
class Reg<string name, list<Register> parts = [], list<SubRegIndex> places = []> : Register<name> {
  let Namespace = "Toy"; let SubRegs = parts; let SubRegIndices = places; let CoveredBySubRegs = !not(!empty(parts));
}

//- plain
foreach i = 0...3 in
  def R#i : Reg<"r"#i>, DwarfRegNum<[i, !add(i, 8)]> { let HWEncoding = i; let CostPerUse = [1]; }
def GPR : RegisterClass<"Toy", [i32, f32], 32, (sequence "R%u", 0, 3)> { let AllocationPriority = 2; }
def Bank : RegisterBank<"Bank", [GPR]>;

//- names
def Alt : RegAltNameIndex { let Namespace = "Toy"; }
def Short : RegAltNameIndex { let Namespace = "Toy"; let FallbackRegAltNameIndex = Alt; }
let RegAltNameIndices = [Alt] in {
  def A : Reg<"a"> { let AltNames = ["first"]; }
  def B : Reg<"b"> { let AltNames = ["second", "two"]; let RegAltNameIndices = [Alt, Short]; }
}
def C : Reg<"c">, DwarfRegAlias<A>;
def ABC : RegisterClass<"Toy", [i16], 16, (add A, B, C)> { let AltOrders = [(add C, B, A), (sub ABC, A)]; let AltOrderSelect = [{ return f(); }]; }
def BankA : RegisterBank<"A", [ABC]>;

//- halves
def lo : SubRegIndex<16> { let Namespace = "Toy"; }
def hi : SubRegIndex<16, 16> { let Namespace = "Toy"; }
foreach i = 0...2 in {
  def L#i : Reg<"l"#i>;
  def H#i : Reg<"h"#i>;
  def W#i : Reg<"w"#i, [!cast<Register>("L"#i), !cast<Register>("H"#i)], [lo, hi]>;
}
def Half : RegisterClass<"Toy", [i16], 16, (add (sequence "L%u", 0, 2), (sequence "H%u", 0, 2))>;
def LowHalf : RegisterClass<"Toy", [i16], 16, (sequence "L%u", 0, 2)>;
def Word : RegisterClass<"Toy", [i32], 32, (sequence "W%u", 0, 2)> { let CopyCost = 2; }
def WordBank : RegisterBank<"Word", [Word]>;
def HalfBank : RegisterBank<"Half", [Half]>;

//- tuples
def s0 : SubRegIndex<32> { let Namespace = "Toy"; }
def s1 : SubRegIndex<32, 32> { let Namespace = "Toy"; }
def s2 : SubRegIndex<32, 64> { let Namespace = "Toy"; }
foreach i = 0...4 in
  def R#i : Reg<"r"#i>, DwarfRegNum<[i]>;
def R : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 4)>;
def Pair : RegisterTuples<[s0, s1], [(decimate (shl R, 0), 2), (decimate (shl R, 1), 2)]>;
def Triple : RegisterTuples<[s0, s1, s2], [(add R), (shl R, 1), (rotl R, 2)]>;
def P : RegisterClass<"Toy", [i64], 64, (add Pair)>;
def T : RegisterClass<"Toy", [v3i32], 96, (add Triple)> { let Size = 96; }
def BankR : RegisterBank<"R", [R, T]>;

//- composed
def b0 : SubRegIndex<8> { let Namespace = "Toy"; }
def b1 : SubRegIndex<8, 8> { let Namespace = "Toy"; }
def h0 : SubRegIndex<16> { let Namespace = "Toy"; }
def h1 : SubRegIndex<16, 16> { let Namespace = "Toy"; }
def h1b0 : ComposedSubRegIndex<h1, b0> { let Namespace = "Toy"; }
def h1b1 : SubRegIndex<8, 24> { let Namespace = "Toy"; let ComposedOf = [h1, b1]; }
foreach i = 0...3 in
  def B#i : Reg<"b"#i>;
def H0 : Reg<"h0", [B0, B1], [b0, b1]>;
def H1 : Reg<"h1", [B2, B3], [b0, b1]>;
def W0 : Reg<"w0", [H0, H1], [h0, h1]>;
def Bytes : RegisterClass<"Toy", [i8], 8, (sequence "B%u", 0, 3)>;
def Halves : RegisterClass<"Toy", [i16], 16, (add H0, H1)>;
def Words : RegisterClass<"Toy", [i32], 32, (add W0)>;
def Bank : RegisterBank<"Bank", [Words, Bytes]>;

//- sets
foreach i = 0...7 in
  def R#i : Reg<"r"#i>;
def GPR : RegisterClass<"Toy", [i32], 32, (add (sequence "R%u", 4, 7), (sequence "R%u", 0, 3))>;
def NoZero : RegisterClass<"Toy", [i32], 32, (sub GPR, R0)>;
def Low : RegisterClass<"Toy", [i32], 32, (and GPR, (sequence "R%u", 0, 3))>;
def Even : RegisterClass<"Toy", [i32], 32, (decimate GPR, 2)>;
def Mixed : RegisterClass<"Toy", [i32], 32, (interleave Low, Even)> { let GeneratePressureSet = false; }
def Cut : RegisterClass<"Toy", [i32], 32, (trunc (rotr GPR, 3), 2)> { let isAllocatable = false; }
def Saved : CalleeSavedRegs<(add R4, (sequence "R%u", 5, 7))> { let OtherPreserved = (add Low); }
def None : CalleeSavedRegs<(add)>;
def Bank : RegisterBank<"Bank", [GPR]>;
def Few : RegisterCategory<[Low, Cut]>;

//- modes
def Wide : SubtargetFeature<"wide", "IsWide", "true", "Wide">;
def IsWide : Predicate<"IsWide">;
def WideMode : HwMode<[IsWide]>;
foreach i = 0...2 in
  def R#i : Reg<"r"#i>;
def XLen : ValueTypeByHwMode<[DefaultMode, WideMode], [i32, i64]>;
def Info : RegInfoByHwMode<[DefaultMode, WideMode], [RegInfo<32, 32, 32>, RegInfo<64, 64, 64>]>;
def GPR : RegisterClass<"Toy", [XLen, f32], 32, (sequence "R%u", 0, 2)> { let RegInfos = Info; }
def Low : RegisterClass<"Toy", [XLen], 32, (add R0, R1)> { let RegInfos = RegInfoByHwMode<[DefaultMode], [RegInfo<32, 32, 32>]>; }
def AnyOf : RegClassByHwMode<[DefaultMode, WideMode], [GPR, Low]>;
def Bank : RegisterBank<"Bank", [Low]>;

//- aliases
def F0 : Reg<"f0">;
def F1 : Reg<"f1"> { let Aliases = [F0]; }
def V0 : Reg<"v0"> { let Aliases = [F0, F1]; let isArtificial = true; }
def V1 : Reg<"v1"> { let isConstant = true; let PositionOrder = 1; }
def F : RegisterClass<"Toy", [f32], 32, (add F0, F1)> { let Weight = 3; }
def V : RegisterClass<"Toy", [v4i32, v2i64], 128, (add V0, V1)> { let BaseClassOrder = 2; let TSFlags{1} = true; }
def BankF : RegisterBank<"F", [F]>;
def BankV : RegisterBank<"V", [V, F]>;

//- ranges
def low : SubRegIndex<32> { let Namespace = "Toy"; }
def IsWide : Predicate<"IsWide">;
def WideMode : HwMode<[IsWide]>;
def high : SubRegIndex<-1> {
  let Namespace = "Toy"; let SubRegRanges = SubRegRangeByHwMode<[DefaultMode, WideMode], [SubRegRange<32, 32>, SubRegRange<64, 64>]>;
}
def S0 : Reg<"s0">;
def S1 : Reg<"s1">;
def D0 : Reg<"d0", [S0, S1], [low, high]> { let CoveredBySubRegs = false; }
def D1 : Reg<"d1", [S1], [low]>;
def S : RegisterClass<"Toy", [f32], 32, (add S0, S1)>;
def D : RegisterClass<"Toy", [f64], 64, (add D0, D1)>;
def Bank : RegisterBank<"Bank", [D, S]>;

//- many
foreach i = 0...15 in
  def R#i : Reg<"r"#i> { let HWEncoding = i; let CostPerUse = [1, 2]; }
class Part<int from, int to> : RegisterClass<"Toy", [i32], 32, (sequence "R%u", from, to)>;
def All : Part<0, 15>;
def Lower : Part<0, 7>;
def Middle : Part<4, 11>;
def Upper : Part<8, 15> { let Namespace = "Toy"; let GlobalPriority = true; }
def One : Part<5, 5> { let CopyCost = -1; }
def LowerBank : RegisterBank<"Lower", [Lower]>;
def UpperBank : RegisterBank<"Upper", [Upper, One]>;
