//===- Toy.td - The root file of a small made-up target -------------------===//

include "Instructions.td"

// System registers, as a table to be searched by name.
class SystemRegister<string name, int number, bit writable = true> : TableRow<name, number> {
  bit Writable = writable;
  assert !lt(number, 256), "system register numbers have 8 bits: " # name;
}

def : SystemRegister<"status", 0>;
def : SystemRegister<"cause", 1>;
def : SystemRegister<"cycles", 0xC0, false>;

#ifdef TOY_DEBUG
def : SystemRegister<"breakpoint", 0x80>;
#endif

defvar ToyName = "toy";

def Toy {
  string Name = ToyName;
  list<RegisterClass> Classes = [GPR, Pair];
  list<Instruction> Arithmetic = [ADDrr, ADDri, SUBrr, SUBri, ANDrr, ANDri, ORrr, ORri];
}
