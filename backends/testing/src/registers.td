class Predicate<string cond> { string CondString = cond; }
class HwMode<string FS, list<Predicate> Ps> { string Features = FS; list<Predicate> Predicates = Ps; }
def DefaultMode : HwMode<"", []>;
class HwModeSelect<list<HwMode> Ms> { list<HwMode> Modes = Ms; }
class Target {}
class Fusion {}
class ValueType<int size, int value> { int Size = size; int Value = value; }
def i1 : ValueType<1, 2>;
def i16 : ValueType<16, 6>;
def i32 : ValueType<32, 7>;
def i64 : ValueType<64, 8>;
class ValueTypeByHwMode<list<HwMode> Ms, list<ValueType> Ts> : HwModeSelect<Ms>, ValueType<0, 0> {
  list<ValueType> Objects = Ts;
}
class RegInfo<int R, int S, int A> { int RegSize = R; int SpillSize = S; int SpillAlignment = A; }
class RegInfoByHwMode<list<HwMode> Ms, list<RegInfo> Ts> : HwModeSelect<Ms> { list<RegInfo> Objects = Ts; }
class SubRegRange<int size, int offset = 0> { int Size = size; int Offset = offset; }
class SubRegRangeByHwMode<list<HwMode> Ms, list<SubRegRange> Ts> : HwModeSelect<Ms> { list<SubRegRange> Objects = Ts; }
class RegAltNameIndex { string Namespace = ""; }
def NoRegAltName : RegAltNameIndex;
class SubRegIndex<int size, int offset = 0> {
  string Namespace = "T";
  int Size = size;
  int Offset = offset;
  SubRegRangeByHwMode SubRegRanges;
  list<SubRegIndex> ComposedOf = [];
  list<SubRegIndex> CoveringSubRegIndices = [];
}
class Register<string n> {
  string Namespace = "T";
  string AsmName = n;
  list<Register> Aliases = [];
  list<Register> SubRegs = [];
  list<SubRegIndex> SubRegIndices = [];
  list<int> DwarfNumbers = [];
  list<int> CostPerUse = [0];
  bit CoveredBySubRegs = false;
  bits<16> HWEncoding = 0;
  bit isArtificial = false;
  bit isConstant = false;
  int PositionOrder = 0;
}
class Numbered<string n, list<int> numbers> : Register<n> { let DwarfNumbers = numbers; }
class Whole<string n, list<Register> parts, list<SubRegIndex> indices> : Register<n> {
  let SubRegs = parts;
  let SubRegIndices = indices;
  let CoveredBySubRegs = true;
}
class DwarfRegAlias<Register reg> { Register DwarfAlias = reg; }
class RegisterTuples<list<SubRegIndex> indices, list<dag> regs, list<string> names = []> {
  list<dag> SubRegs = regs;
  list<SubRegIndex> SubRegIndices = indices;
  list<string> RegAsmNames = names;
}
class RegisterClassLike; class RegisterClass<list<ValueType> types, int align, dag members> : RegisterClassLike {
  string Namespace = "T";
  RegInfoByHwMode RegInfos;
  list<ValueType> RegTypes = types;
  int Size = 0;
  int Alignment = align;
  int CopyCost = 1;
  dag MemberList = members;
  list<dag> AltOrders = [];
  string AltOrderSelect = "";
  bit isAllocatable = true;
  int AllocationPriority = 0;
  bit GlobalPriority = false;
  bit GeneratePressureSet = true;
  int Weight = ?;
  int BaseClassOrder = ?;
  bits<8> TSFlags = 0;
}
class RegisterCategory<list<RegisterClass> classes> { list<RegisterClass> Classes = classes; }
class RegisterBank<string name, list<RegisterClass> classes> {
  string Name = name;
  list<RegisterClass> RegisterClasses = classes;
}
class CalleeSavedRegs<dag saves> { dag SaveList = saves; dag OtherPreserved; }
def add;
def sub;
def and;
def shl;
def sequence;
def rotl;
def T : Target;
