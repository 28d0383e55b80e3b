//===- Registers.td - General purpose registers and their pairs -----------===//

include "Base.td"

foreach i = 0...15 in
  def R#i : Register<"r"#i, i>;

// Even registers begin a pair with the register after them.
foreach i = [0, 2, 4, 6, 8, 10, 12, 14] in {
  def P#i : Register<"p"#i, i> {
    let SubRegs = [!cast<Register>("R"#i), !cast<Register>("R"#!add(i, 1))];
  }
}

def GPR : RegisterClass<32, !foreach(i, !range(16), !cast<Register>("R"#i))>;
def Pair : RegisterClass<64, !foreach(i, !range(0, 16, 2), !cast<Register>("P"#i))>;
