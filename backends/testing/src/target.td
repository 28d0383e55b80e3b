// What is needed of LLVM's description of a target to have instructions.

class Predicate<string cond> {
  string CondString = cond;
}
class HwMode<string features, list<Predicate> predicates> {
  string Features = features;
  list<Predicate> Predicates = predicates;
}
def DefaultMode : HwMode<"", []>;
class HwModeSelect<list<HwMode> modes> {
  list<HwMode> Modes = modes;
}
class ValueType;
class Fusion;
class InstrInfo {
  bit guessInstructionProperties = true;
  bit isLittleEndianEncoding = false;
}
class Target {
  InstrInfo InstructionSet = InstrInfo<>;
}

class Instruction {
  string Namespace = "";
  string AsmString = "";
  bit isPseudo = false;
  bit hasNoSchedulingInfo = false;
}
