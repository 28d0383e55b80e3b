// Short forms of instructions, and pseudo instructions that stand for others.
// by llvm: gen-compress-inst-emitter, gen-pseudo-lowering

include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
def Writer : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let InstructionSet = ToyInstrInfo; let AssemblyWriters = [Writer]; }
foreach i = 0...3 in
  def R#i : Register<"r"#i> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 3)>;
def Low : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def Short : SubtargetFeature<"short", "HasShort", "true", "Short">;
def HasShort : Predicate<"HasShort">, AssemblerPredicate<(all_of Short)>;
def simm : Operand<i32>, ImmLeaf<i32, [{ return isInt<4>(Imm); }]> { let MCOperandPredicate = [{ return isInt<4>(MCOp); }]; }

class Inst<int size, dag outs, dag ins> : Instruction {
  let Namespace = "Toy"; let OutOperandList = outs; let InOperandList = ins; let Size = size;
}
def ADD : Inst<4, (outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def ADDI : Inst<4, (outs GPR:$d), (ins GPR:$a, simm:$i)>;
def ADDs : Inst<2, (outs Low:$d), (ins Low:$a, Low:$b)> { let Constraints = "$d = $a"; }
def LIs : Inst<2, (outs Low:$d), (ins simm:$i)>;
def NOPs : Inst<2, (outs), (ins)>;
class Pseudo<dag outs, dag ins, dag result> : Inst<0, outs, ins>, PseudoInstExpansion<result> { let isPseudo = true; }

//- tied
def : CompressPat<(ADD Low:$d, Low:$d, Low:$b), (ADDs Low:$d, Low:$b)>;
def Move : Pseudo<(outs GPR:$d), (ins GPR:$a), (ADDI GPR:$d, GPR:$a, 0)>;

//- immediates
def : CompressPat<(ADDI Low:$d, R0, simm:$i), (LIs Low:$d, simm:$i)>;
def Zero : Pseudo<(outs GPR:$d), (ins), (ADDI GPR:$d, R0, 0)>;

//- fixed
def : CompressPat<(ADDI R0, R0, 0), (NOPs)>;
def Nop : Pseudo<(outs), (ins), (ADDI R0, R0, 0)>;

//- predicated
def : CompressPat<(ADD Low:$d, Low:$d, Low:$b), (ADDs Low:$d, Low:$b), [HasShort]>;
def : CompressPat<(ADDI R1, R1, 7), (NOPs), [HasShort]>;
def Twice : Pseudo<(outs GPR:$d), (ins GPR:$a), (ADD GPR:$d, GPR:$a, GPR:$a)>;

//- several
def : CompressPat<(ADD Low:$d, Low:$d, Low:$b), (ADDs Low:$d, Low:$b)>;
def : CompressPat<(ADD Low:$d, Low:$b, Low:$d), (ADDs Low:$d, Low:$b)>;
def : CompressPat<(ADDI Low:$d, R0, simm:$i), (LIs Low:$d, simm:$i)>;
def Swap : Pseudo<(outs GPR:$d), (ins GPR:$a, GPR:$b), (ADD GPR:$d, GPR:$b, GPR:$a)>;

//- one-way
let isCompressOnly = true in
  def : CompressPat<(ADDI Low:$d, R0, 0), (LIs Low:$d, 0)>;
def One : Pseudo<(outs GPR:$d), (ins GPR:$a), (ADDI GPR:$d, GPR:$a, 1)>;
def More : Pseudo<(outs GPR:$d), (ins GPR:$a, variable_ops), (ADDI GPR:$d, GPR:$a, -1)>;

//- operands
def parts : Operand<i32> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); }
def LD : Inst<4, (outs GPR:$d), (ins parts:$p)>;
def Load : Pseudo<(outs GPR:$d), (ins parts:$p), (LD GPR:$d, parts:$p)>;
def : CompressPat<(ADDI Low:$d, Low:$d, simm:$i), (LIs Low:$d, simm:$i)>;

//- registers
def : CompressPat<(ADD R1, R0, Low:$b), (ADDs R1, Low:$b)>;
def : CompressPat<(ADD Low:$d, R2, R3), (LIs Low:$d, 3)>;
def Fixed : Pseudo<(outs), (ins GPR:$a), (ADD R3, R2, GPR:$a)>;

//- classes
def Other : RegisterClass<"Toy", [i32], 32, (add R1, R2)>;
def MOVs : Inst<2, (outs Other:$d), (ins GPR:$a)>;
def : CompressPat<(ADDI Other:$d, GPR:$a, 0), (MOVs Other:$d, GPR:$a)>;
def Moved : Pseudo<(outs Other:$d), (ins GPR:$a), (MOVs Other:$d, GPR:$a)>;

//- longer
def LONG : Inst<6, (outs GPR:$d), (ins simm:$i)>;
def SHORT : Inst<4, (outs GPR:$d), (ins simm:$i)>;
def : CompressPat<(LONG GPR:$d, simm:$i), (SHORT GPR:$d, simm:$i)>;
def Chosen : Pseudo<(outs GPR:$d), (ins simm:$i), (LONG GPR:$d, simm:$i)>;
