// Instructions of X86 as its tables of folded memory, mnemonics and shorter forms see them.
// by llvm: gen-x86-mnemonic-tables -asmwriternum=1, gen-x86-instr-mapping, gen-x86-fold-tables

include "llvm/Target/Target.td"
def ToyInstrInfo : InstrInfo;
def ATT : AsmWriter { int Variant = 0; }
def Intel : AsmWriter { int Variant = 1; }
def X86 : Target { let InstructionSet = ToyInstrInfo; let AssemblyWriters = [ATT, Intel]; }
let Namespace = "X86" in { def EAX : Register<"eax">; def XMM0 : Register<"xmm0">; }
def GR32 : RegisterClass<"X86", [i32], 32, (add EAX)>;
def VR128 : RegisterClass<"X86", [v4f32], 128, (add XMM0)>;
defm : RemapAllTargetPseudoPointerOperands<GR32>;
class X86MemOperand<int size> : Operand<iPTR> { let OperandType = "OPERAND_MEMORY"; int Size = size; }
def i32mem : X86MemOperand<32>;
def f128mem : X86MemOperand<128>;
class X86Inst<bits<8> o, bits<7> f, dag out, dag i, string asm> : Instruction {
  let Namespace = "X86"; let InOperandList = i; let OutOperandList = out; let AsmString = asm;
  bits<8> Opcode = o; bits<7> FormBits = f; bits<3> OpPrefixBits = 0; bits<4> OpMapBits = 0; bits<2> OpEncBits = 0;
  bits<2> OpSizeBits = 2; bits<2> AdSizeBits = 0; bits<2> explicitOpPrefixBits = 0; bits<7> CD8_Scale = 0; bits<7> VectSize = 16;
  bit hasREX_W = false; bit hasVEX_4V = false; bit IgnoresW = false; bit ignoresVEX_L = false; bit hasVEX_L = false;
  bit hasEVEX_L2 = false; bit hasEVEX_K = false; bit hasEVEX_Z = false; bit hasEVEX_B = false; bit hasEVEX_NF = false;
  bit hasEVEX_RC = false; bit hasLockPrefix = false; bit hasNoTrackPrefix = false;
  bit hasTwoConditionalOps = false; bit ForceDisassemble = false; bit hasEVEX_U = false;
}
