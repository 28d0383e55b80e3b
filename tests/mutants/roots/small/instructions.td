// Instructions: their text and their bits.
// by llvm: gen-instr-info, gen-emitter, gen-disassembler, gen-asm-writer, gen-asm-matcher, gen-instr-docs, gen-pseudo-lowering

include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
class ToyTarget : Target { let InstructionSet = ToyInstrInfo; }

class Reg<int number> : Register<"r"#number> { let Namespace = "Toy"; let HWEncoding = number; }
foreach i = 0...3 in
  def R#i : Reg<i>;
def GPR : RegisterClass<"Toy", [i32], 32, (sequence "R%u", 0, 3)>;

defm : RemapAllTargetPseudoPointerOperands<GPR>;

class Base<dag outs, dag ins, string text> : Instruction {
  let Namespace = "Toy";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = text;
  bits<2> d; bits<2> a;
}
class Inst<dag outs, dag ins, string text> : Base<outs, ins, text> {
  let Size = 2;
  bits<16> Inst = 0;
  bits<16> SoftFail = 0;
}

//- plain
def Toy : ToyTarget;
class Op<bits<4> op, string name> : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), name # " $d, $a, $b"> {
  bits<2> b;
  let Inst{15-12} = op; let Inst{5-4} = b; let Inst{3-2} = a; let Inst{1-0} = d;
}
def ADD : Op<1, "add"> { let isCommutable = true; }
def SUB : Op<2, "sub">;
def AND : Op<3, "and"> { let Inst{11-8} = { ?, ?, 0, 1 }; }
def BIC : Op<3, "bic"> { let Inst{11-8} = { ?, ?, 1, ? }; }

//- immediates
def Toy : ToyTarget;
def ImmClass : AsmOperandClass { let Name = "Imm5"; let DiagnosticType = "Imm5"; let PredicateMethod = "isImm5"; }
def imm5 : Operand<i32> {
  let ParserMatchClass = ImmClass;
  let EncoderMethod = "encodeImm5"; let DecoderMethod = "decodeImm5"; let PrintMethod = "printImm5";
  let OperandType = "OPERAND_IMMEDIATE";
}
def LI : Inst<(outs GPR:$d), (ins imm5:$i), "li $d, #$i"> { bits<5> i; let Inst{15-12} = 1; let Inst{8-4} = i; let Inst{1-0} = d; }
def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, imm5:$i), "addi $d, $a, $i"> {
  bits<5> i; let Inst{15-12} = 2; let Inst{10-9} = i{4-3}; let Inst{6-4} = i{2-0}; let Inst{3-2} = a; let Inst{1-0} = d;
}
def NOT : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i), "not $d, $a"> {
  bits<3> i = 5; let Inst{15-12} = 3; let Inst{6-4} = i; let Inst{3-2} = a; let Inst{1-0} = d;
}

//- tied
def Toy : ToyTarget;
class Tied<bits<4> op, dag ins, string text> : Inst<(outs GPR:$d), ins, text> {
  bits<2> b; let Inst{15-12} = op; let Inst{3-2} = b; let Inst{1-0} = d; let Constraints = "$d = $a";
}
def INC : Tied<1, (ins GPR:$a, GPR:$b), "inc $d, $b">;
def DEC : Tied<2, (ins GPR:$a, GPR:$b), "dec $d, $b"> { let mayLoad = true; }
def MAC : Tied<3, (ins GPR:$a, GPR:$b), "mac $d, $a, $b"> { let Constraints = "@earlyclobber $d, $d = $a"; }
def TWO : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), "two $d, $a, $b"> {
  bits<2> b; let Inst{15-12} = 4; let Inst{5-4} = b; let Inst{3-2} = a; let Inst{1-0} = d;
  let TwoOperandAliasConstraint = "$d = $a";
}

//- variants
def Intel : AsmParserVariant { let Variant = 1; let Name = "intel"; let CommentDelimiter = ";"; let RegisterPrefix = "%"; }
def Att : AsmParserVariant { let Variant = 0; let Name = "att"; let TokenizingCharacters = "[]"; }
def IntelWriter : AsmWriter { let AsmWriterClassName = "IntelPrinter"; let Variant = 1; }
def AttWriter : AsmWriter;
def Toy : ToyTarget { let AssemblyParserVariants = [Att, Intel]; let AssemblyWriters = [AttWriter, IntelWriter]; }
def MOV : Inst<(outs GPR:$d), (ins GPR:$a), "mov{l}\t{$a, $d|$d, $a}"> { let Inst{15-12} = 1; let Inst{3-2} = a; let Inst{1-0} = d; }
def LD : Inst<(outs GPR:$d), (ins GPR:$a), "ld {[$a], $d|$d, [$a]}"> {
  let Inst{15-12} = 2; let Inst{3-2} = a; let Inst{1-0} = d; let AsmVariantName = "att";
}
def NOP : Inst<(outs), (ins), "{nop|no.op}"> { let Inst{15-12} = 3; }

//- aliases
def Toy : ToyTarget;
def Wide : SubtargetFeature<"wide", "IsWide", "true", "Wide">;
def IsWide : Predicate<"IsWide">, AssemblerPredicate<(all_of Wide)>;
def NotWide : Predicate<"!IsWide">, AssemblerPredicate<(all_of (not Wide)), "no wide ones">;
def OR : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), "or $d, $a, $b"> {
  bits<2> b; let Inst{15-12} = 1; let Inst{5-4} = b; let Inst{3-2} = a; let Inst{1-0} = d;
}
def ORI : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i), "ori $d, $a, $i"> {
  bits<4> i; let Inst{15-12} = 2; let Inst{7-4} = i; let Inst{3-2} = a; let Inst{1-0} = d; let Predicates = [IsWide];
}
def : InstAlias<"mv $d, $a", (OR GPR:$d, GPR:$a, R0)>;
def : InstAlias<"twice $d", (OR GPR:$d, GPR:$d, GPR:$d), 2>;
def : InstAlias<"set $d, $i", (ORI GPR:$d, R0, i32imm:$i)> { let Predicates = [IsWide]; }
def : InstAlias<"one $d", (ORI GPR:$d, R0, 1), 0>;
def : MnemonicAlias<"orr", "or">;
def : MnemonicAlias<"wor", "ori">, Requires<[IsWide]>;
def : MnemonicAlias<"wor", "or">, Requires<[NotWide]>;
def : TokenAlias<"all", "any">;

//- memory
def Toy : ToyTarget;
def MemClass : AsmOperandClass { let Name = "Mem"; let ParserMethod = "parseMem"; let RenderMethod = "addMem"; }
def mem : Operand<iPTR> {
  let MIOperandInfo = (ops GPR:$base, i32imm:$offset);
  let ParserMatchClass = MemClass; let PrintMethod = "printMem"; let EncoderMethod = "encodeMem"; let DecoderMethod = "decodeMem";
}
def LD : Inst<(outs GPR:$d), (ins mem:$at), "ld $d, $at"> { bits<8> at; let Inst{15-12} = 1; let Inst{11-4} = at; let Inst{1-0} = d; let mayLoad = true; }
def ST : Inst<(outs), (ins GPR:$d, mem:$at), "st $d, $at"> { bits<8> at; let Inst{15-12} = 2; let Inst{11-4} = at; let Inst{1-0} = d; let mayStore = true; }
def parts : Operand<iPTR> { let MIOperandInfo = (ops GPR, i32imm); let PrintMethod = "printParts"; }
def LDP : Inst<(outs GPR:$d), (ins (parts $base, $offset):$at), "ldp $d, $at"> {
  bits<2> base; bits<4> offset; let Inst{15-12} = 3; let Inst{7-4} = offset; let Inst{3-2} = base; let Inst{1-0} = d; let mayLoad = true;
}

//- spaces
def Toy : ToyTarget;
class Coded<string space, bits<4> op, string name> : Inst<(outs GPR:$d), (ins GPR:$a), name # " $d, $a"> {
  let DecoderNamespace = space; let Inst{15-12} = op; let Inst{3-2} = a; let Inst{1-0} = d;
}
def New : SubtargetFeature<"new", "IsNew", "true", "New">;
def IsNew : Predicate<"IsNew">, AssemblerPredicate<(any_of New, (not New))>;
def A : Coded<"One", 1, "a"> { let SoftFail{11-8} = -1; }
def B : Coded<"Two", 1, "b"> { let Predicates = [IsNew]; }
def C : Coded<"One", 2, "c"> { let DecoderMethod = "decodeC"; let hasCompleteDecoder = false; }
def D : Coded<"One", 2, "d"> { let Inst{11} = 1; }
def X : Coded<"Two", 2, "x"> { let isAsmParserOnly = true; }
def Y : Coded<"", 2, "y"> { let isCodeGenOnly = true; }
def AAgain : AdditionalEncoding<A> {
  bits<16> Inst = 0; bits<2> d; bits<2> a; let Size = 2; let DecoderNamespace = "Two"; let Inst{15-12} = 9; let Inst{3-2} = a; let Inst{1-0} = d;
}

//- sizes
def Toy : ToyTarget;
class Long<bits<8> op, dag outs, dag ins, string text> : Base<outs, ins, text> {
  bits<32> Inst = 0; bits<32> SoftFail = 0; let Size = 4; let Inst{31-24} = op;
}
def SH : Inst<(outs GPR:$d), (ins), "sh $d"> { let Inst{15-12} = 1; let Inst{1-0} = d; }
def LO : Long<0x10, (outs GPR:$d), (ins i32imm:$i), "lo $d, $i"> { bits<16> i; let Inst{23-22} = d; let Inst{15-0} = i; }
def LH : Long<0x11, (outs GPR:$d), (ins GPR:$a), "lh $d, $a"> { let Inst{23-22} = d; let Inst{21-20} = a; let Inst{0} = ?; }
let Size = 0, isPseudo = true in
  def NONE : Inst<(outs), (ins), "none">;

//- pseudos
def Toy : ToyTarget;
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), "add $d, $a, $b"> {
  bits<2> b; let Inst{15-12} = 1; let Inst{5-4} = b; let Inst{3-2} = a; let Inst{1-0} = d;
}
def LI : Inst<(outs GPR:$d), (ins i32imm:$i), "li $d, $i"> { bits<4> i; let Inst{15-12} = 2; let Inst{7-4} = i; let Inst{1-0} = d; }
let isPseudo = true, isCodeGenOnly = true in {
  def Move : Inst<(outs GPR:$d), (ins GPR:$a), "">, PseudoInstExpansion<(ADD GPR:$d, GPR:$a, R0)>;
  def Zero : Inst<(outs GPR:$d), (ins), "">, PseudoInstExpansion<(LI GPR:$d, 0)>;
  def Twice : Inst<(outs GPR:$d), (ins GPR:$a), "">, PseudoInstExpansion<(ADD GPR:$d, GPR:$a, GPR:$a)>;
  def Early : Inst<(outs), (ins), ""> { let usesCustomInserter = true; }
}

//- flags
def Toy : ToyTarget;
def FLAGS : Register<"flags"> { let Namespace = "Toy"; }
let isBranch = true, isTerminator = true in {
  def BR : Inst<(outs), (ins i32imm:$to), "br $to"> { bits<8> to; let Inst{15-12} = 1; let Inst{7-0} = to; let isBarrier = true; }
  def BZ : Inst<(outs), (ins GPR:$a, i32imm:$to), "bz $a, $to"> { bits<8> to; let Inst{15-12} = 2; let Inst{9-8} = a; let Inst{7-0} = to; let Uses = [FLAGS]; }
}
let isCall = true, Defs = [R0, R1, FLAGS] in
  def CALL : Inst<(outs), (ins i32imm:$to, variable_ops), "call $to"> { bits<8> to; let Inst{15-12} = 3; let Inst{7-0} = to; }
let isReturn = true, isTerminator = true, hasDelaySlot = true in
  def RET : Inst<(outs), (ins), "ret"> { let Inst{15-12} = 4; let TSFlags{3-0} = 5; }
def TRAP : Inst<(outs), (ins), "trap"> { let Inst{15-12} = 5; let hasSideEffects = true; let isTrap = true; }

//- predicated
def Toy : ToyTarget;
def pred : PredicateOperand<OtherVT, (ops i32imm), (ops (i32 14))> { let DecoderMethod = "decodePred"; }
def cc_out : OptionalDefOperand<OtherVT, (ops GPR), (ops (i32 zero_reg))> { let DecoderMethod = "decodeCC"; }
def MUL : Inst<(outs GPR:$d, cc_out:$s), (ins GPR:$a, pred:$p), "mul${s}${p} $d, $a"> {
  bits<4> p; bits<2> s; let Inst{15-12} = 1; let Inst{11-8} = p; let Inst{5-4} = s; let Inst{3-2} = a; let Inst{1-0} = d; let isPredicable = true;
}
def LastClass : AsmOperandClass { let Name = "Last"; let IsOptional = true; let DefaultMethod = "defaultLast"; }
def last : Operand<i32> { let ParserMatchClass = LastClass; }
def DIV : Inst<(outs GPR:$d), (ins GPR:$a, last:$l), "div $d, $a $l"> { bits<2> l; let Inst{15-12} = 2; let Inst{5-4} = l; let Inst{3-2} = a; let Inst{1-0} = d; }
class Row<string base, string column> { string Base = base; string Column = column; }
def ROWA : Inst<(outs), (ins), "rowa">, Row<"x", "a"> { let Inst{15-12} = 3; }
def ROWB : Inst<(outs), (ins), "rowb">, Row<"x", "b"> { let Inst{15-12} = 4; }
def getB : InstrMapping { let FilterClass = "Row"; let RowFields = ["Base"]; let ColFields = ["Column"]; let KeyCol = ["a"]; let ValueCols = [["b"]]; }

//- modes
def Toy : ToyTarget;
def Wide : SubtargetFeature<"wide", "IsWide", "true", "Wide">;
def IsWide : Predicate<"IsWide">, AssemblerPredicate<(all_of Wide)>;
def WideMode : HwMode<[IsWide]>;
def Low : RegisterClass<"Toy", [i32], 32, (add R0, R1)>;
def AnyReg : RegClassByHwMode<[DefaultMode, WideMode], [Low, GPR]>;
class Bits<bits<4> op> : InstructionEncoding {
  bits<16> Inst = 0; bits<2> d; bits<2> a; let Size = 2; let Inst{15-12} = op; let Inst{3-2} = a; let Inst{1-0} = d;
}
def Bits1 : Bits<1>;
def Bits2 : Bits<2> { let DecoderNamespace = "Wide"; }
def ROT : Inst<(outs GPR:$d), (ins GPR:$a), "rot $d, $a"> { let EncodingInfos = EncodingByHwMode<[DefaultMode, WideMode], [Bits1, Bits2]>; }
def ANY : Inst<(outs AnyReg:$d), (ins AnyReg:$a), "any $d, $a"> { let Inst{15-12} = 3; let Inst{3-2} = a; let Inst{1-0} = d; }

//- lengths
def Toy : ToyTarget;
class Var<dag outs, dag ins, string text> : Base<outs, ins, text> { dag Inst; let Size = 2; }
def ONE : Var<(outs GPR:$d), (ins GPR:$a), "one $d, $a"> { let Inst = (descend 0b0001, (operand "$a", 2), (operand "$d", 2)); }
def TWO : Var<(outs), (ins GPR:$a, i32imm:$i), "two $a, $i"> {
  let Inst = (ascend (descend 0b000010, (operand "$a", 2)), (slice "$i", 7, 4, (encoder "encodeHigh")), (operand "$i", 16));
}
def ALL : Var<(outs GPR:$d), (ins GPR:$a), "all $d, $a"> {
  let Inst = (descend (ascend (operand "$d", 2), 0b11), (operand "$a", 2, (encoder "encodeA"), (decoder "decodeA")), 0b00);
}
