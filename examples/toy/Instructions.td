//===- Instructions.td - Formats and instructions -------------------------===//

include "Registers.td"

class Format<bits<4> format, bits<6> opcode, string mnemonic, dag outputs, dag inputs,
             string operands>
    : Instruction<mnemonic, outputs, inputs, operands> {
  let Inst{31-28} = format;
  let Inst{27-22} = opcode;
}

/// Register and register.
class RR<bits<6> opcode, string mnemonic>
    : Format<0b0000, opcode, mnemonic, (outs GPR:$dst), (ins GPR:$a, GPR:$b), "$dst, $a, $b"> {
  bits<5> dst;
  bits<5> a;
  bits<5> b;
  let Inst{21-17} = dst;
  let Inst{16-12} = a;
  let Inst{11-7} = b;
  let Inst{6-0} = 0;
}

def imm12;

/// Register and immediate.
class RI<bits<6> opcode, string mnemonic>
    : Format<0b0001, opcode, mnemonic, (outs GPR:$dst), (ins GPR:$a, imm12:$imm),
             "$dst, $a, $imm"> {
  bits<5> dst;
  bits<5> a;
  bits<12> imm;
  let Inst{21-17} = dst;
  let Inst{16-12} = a;
  let Inst{11-0} = imm;
}

/// One operation in its register and its immediate form.
multiclass Arithmetic<bits<6> opcode, string mnemonic> {
  def rr : RR<opcode, mnemonic>;
  def ri : RI<opcode, mnemonic # "i">;
}

defm ADD : Arithmetic<1, "add">;
defm SUB : Arithmetic<2, "sub">;
defm AND : Arithmetic<3, "and">;
defm OR  : Arithmetic<4, "or">;

/// Loads and stores of every width.
multiclass Memory<bits<6> opcode, string suffix> {
  let MayLoad = true in
    def _load : RI<opcode, "ld" # suffix>;
  let MayStore = true in
    def _store : RI<!or(opcode, 0b100000), "st" # suffix>;
}

foreach width = ["b", "h", "w"] in
  defm MEM_#width : Memory<!cond(!eq(width, "b"): 8, !eq(width, "h"): 9, true: 10), width>;

def RET : Format<0b1111, 0, "ret", (outs), (ins), ""> {
  let Inst{21-0} = 0;
}
