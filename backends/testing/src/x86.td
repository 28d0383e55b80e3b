// Fields of X86's instructions.
def GR32 : RegisterClass;
def i32mem : Operand;
def i8imm : Operand;
class X86Inst<bits<8> o, bits<7> f, dag i, dag out = (outs)> : Instruction {
  let Namespace = "X86";
  let InOperandList = i;
  let OutOperandList = out;
  bits<8> Opcode = o;
  bits<7> FormBits = f;
  bits<3> OpPrefixBits = 0;
  bits<4> OpMapBits = 0;
  bits<2> OpEncBits = 0;
  bits<2> OpSizeBits = 2;
  bits<2> AdSizeBits = 0;
  bits<2> explicitOpPrefixBits = 0;
  bits<7> CD8_Scale = 0;
  bit hasREX_W = false; bit hasVEX_4V = false; bit IgnoresW = false; bit ignoresVEX_L = false; bit hasVEX_L = false;
  bit hasEVEX_L2 = false; bit hasEVEX_K = false; bit hasEVEX_Z = false; bit hasEVEX_B = false; bit hasEVEX_NF = false; bit hasEVEX_U = false;
  bit hasTwoConditionalOps = false; bit ForceDisassemble = false;
}
