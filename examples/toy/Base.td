//===- Base.td - The classes of a small made-up target --------------------===//
//
// Needs nothing of LLVM, so that the example can be read and run by itself.

class Register<string name, int number> {
  string Name = name;
  bits<5> Encoding = number;
  list<Register> SubRegs = [];
}

class RegisterClass<int size, list<Register> members> {
  int Size = size;
  list<Register> Members = members;
  int Count = !size(members);
}

def outs;
def ins;

/// An instruction of 32 bits.
class Instruction<string mnemonic, dag outputs, dag inputs, string operands> {
  bits<32> Inst;
  dag Outputs = outputs;
  dag Inputs = inputs;
  string AsmString = !if(!empty(operands), mnemonic, mnemonic # " " # operands);
  bit MayLoad = false;
  bit MayStore = false;
}

/// A row of a table that programs search by Key.
class TableRow<string key, int value> {
  string Key = key;
  int Value = value;
}
