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
def ADDrr : X86Inst<1, 41, (outs GR32:$d), (ins GR32:$a), "add{l|}\t$d">;
// The tables of folded memory name these.
foreach name = [
"ADD16mi", "ADD16mr", "ADD16ri_DB", "ADD16rm", "ADD16rr_DB", "ADD32mi", "ADD32mr", "ADD32ri_DB", "ADD32rm", "ADD32rr_DB", "ADD64mi32", "ADD64mr", "ADD64ri32_DB", "ADD64rm", 
"ADD64rr_DB", "ADD8mi", "ADD8mr", "ADD8ri_DB", "ADD8rm", "ADD8rr_DB", "ARPL16rr", "BT16rr", "BT32rr", "BT64rr", "BTC16rr", "BTC32rr", "BTC64rr", "BTR16rr", "BTR32rr", "BTR64rr", 
"BTS16rr", "BTS32rr", "BTS64rr", "CFCMOV16rr_ND", "CFCMOV16rr_REV", "CFCMOV32rr_ND", "CFCMOV32rr_REV", "CFCMOV64rr_ND", "CFCMOV64rr_REV", "CMPXCHG16rr", "CMPXCHG32rr", "CMPXCHG64rr", 
"CMPXCHG8rr", "INSERTPSrr", "INSERTPSrri", "LAR16rr", "LAR32rr", "LAR64rr", "LLDT16r", "LMSW16r", "LSL16rr", "LSL32rr", "LSL64rr", "LTRr", "MMX_MOVD64from64rr", "MMX_MOVD64grr", 
"MMX_MOVD64mr", "MMX_MOVD64to64rr", "MMX_MOVQ64mr", "MMX_MOVQ64rm", "MMX_MOVQ64rr", "MMX_MOVQ64rr_REV", "MOV32mr", "MOV64mr", "MOV64toPQIrr", "MOV64toSDrr", "MOVDI2SSrr", "MOVHPSrm", 
"MOVLHPSrr", "MOVLPDrm", "MOVPQI2QImr", "MOVPQIto64rr", "MOVQI2PQIrm", "MOVSDmr", "MOVSDrm_alt", "MOVSDrr", "MOVSDto64rr", "MOVSS2DIrr", "MOVSSmr", "MOVSSrm_alt", "MOVSX16rr16", 
"MOVZX16rr16", "NOOPLr", "NOOPQr", "NOOPWr", "POP16rmr", "POP32rmr", "POP64rmr", "PUSH16r", "PUSH16rmm", "PUSH16rmr", "PUSH32r", "PUSH32rmm", "PUSH32rmr", "PUSH64r", "PUSH64rmm", 
"PUSH64rmr", "TAILJMPm", "TAILJMPm64", "TAILJMPm64_REX", "TAILJMPr", "TAILJMPr64", "TAILJMPr64_REX", "TCRETURNmi", "TCRETURNmi64", "TCRETURNri", "TCRETURNri64", "UD1Lr", "UD1Qr", 
"UD1Wr", "VBLENDMPDZ128rrkz", "VBLENDMPDZ256rrkz", "VBLENDMPDZrrkz", "VBLENDMPSZ128rrkz", "VBLENDMPSZ256rrkz", "VBLENDMPSZrrkz", "VCOMPRESSPDZ128rr", "VCOMPRESSPDZ128rrk", 
"VCOMPRESSPDZ256rr", "VCOMPRESSPDZ256rrk", "VCOMPRESSPDZrr", "VCOMPRESSPDZrrk", "VCOMPRESSPSZ128rr", "VCOMPRESSPSZ128rrk", "VCOMPRESSPSZ256rr", "VCOMPRESSPSZ256rrk", "VCOMPRESSPSZrr", 
"VCOMPRESSPSZrrk", "VCVTPS2PHZ128rrk", "VCVTPS2PHZ256rrk", "VCVTPS2PHZrrk", "VERRr", "VERWr", "VEXTRACTF32X4Z256rrik", "VEXTRACTF32X4Zrrik", "VEXTRACTF32X8Zrrik", 
"VEXTRACTF32x4Z256rrk", "VEXTRACTF32x4Zrrk", "VEXTRACTF32x8Zrrk", "VEXTRACTF64X2Z256rrik", "VEXTRACTF64X2Zrrik", "VEXTRACTF64X4Zrrik", "VEXTRACTF64x2Z256rrk", "VEXTRACTF64x2Zrrk", 
"VEXTRACTF64x4Zrrk", "VEXTRACTI32X4Z256rrik", "VEXTRACTI32X4Zrrik", "VEXTRACTI32X8Zrrik", "VEXTRACTI32x4Z256rrk", "VEXTRACTI32x4Zrrk", "VEXTRACTI32x8Zrrk", "VEXTRACTI64X2Z256rrik", 
"VEXTRACTI64X2Zrrik", "VEXTRACTI64X4Zrrik", "VEXTRACTI64x2Z256rrk", "VEXTRACTI64x2Zrrk", "VEXTRACTI64x4Zrrk", "VINSERTPSZrr", "VINSERTPSZrri", "VINSERTPSrr", "VINSERTPSrri", 
"VMOV64toPQIZrr", "VMOV64toPQIrr", "VMOV64toSDZrr", "VMOV64toSDrr", "VMOVAPDZ128mrk", "VMOVAPDZ256mrk", "VMOVAPDZmrk", "VMOVAPSZ128mrk", "VMOVAPSZ256mrk", "VMOVAPSZmrk", 
"VMOVDI2SSZrr", "VMOVDI2SSrr", "VMOVDQA32Z128mrk", "VMOVDQA32Z256mrk", "VMOVDQA32Zmrk", "VMOVDQA64Z128mrk", "VMOVDQA64Z256mrk", "VMOVDQA64Zmrk", "VMOVDQU16Z128mrk", 
"VMOVDQU16Z256mrk", "VMOVDQU16Zmrk", "VMOVDQU32Z128mrk", "VMOVDQU32Z256mrk", "VMOVDQU32Zmrk", "VMOVDQU64Z128mrk", "VMOVDQU64Z256mrk", "VMOVDQU64Zmrk", "VMOVDQU8Z128mrk", 
"VMOVDQU8Z256mrk", "VMOVDQU8Zmrk", "VMOVHPSZ128rm", "VMOVHPSrm", "VMOVLHPSZrr", "VMOVLHPSrr", "VMOVLPDZ128rm", "VMOVLPDrm", "VMOVPQI2QIZmr", "VMOVPQI2QImr", "VMOVPQIto64Zrr", 
"VMOVPQIto64rr", "VMOVQI2PQIZrm", "VMOVQI2PQIrm", "VMOVSDZmr", "VMOVSDZrm_alt", "VMOVSDZrr", "VMOVSDmr", "VMOVSDrm_alt", "VMOVSDrr", "VMOVSDto64Zrr", "VMOVSDto64rr", "VMOVSS2DIZrr", 
"VMOVSS2DIrr", "VMOVSSZmr", "VMOVSSZrm_alt", "VMOVSSmr", "VMOVSSrm_alt", "VMOVUPDZ128mrk", "VMOVUPDZ256mrk", "VMOVUPDZmrk", "VMOVUPSZ128mrk", "VMOVUPSZ256mrk", "VMOVUPSZmrk", 
"VMREAD32rr", "VMREAD64rr", "VMWRITE32rr", "VMWRITE64rr", "VPBLENDMBZ128rrkz", "VPBLENDMBZ256rrkz", "VPBLENDMBZrrkz", "VPBLENDMDZ128rrkz", "VPBLENDMDZ256rrkz", "VPBLENDMDZrrkz", 
"VPBLENDMQZ128rrkz", "VPBLENDMQZ256rrkz", "VPBLENDMQZrrkz", "VPBLENDMWZ128rrkz", "VPBLENDMWZ256rrkz", "VPBLENDMWZrrkz", "VPCOMPRESSBZ128rr", "VPCOMPRESSBZ128rrk", "VPCOMPRESSBZ256rr", 
"VPCOMPRESSBZ256rrk", "VPCOMPRESSBZrr", "VPCOMPRESSBZrrk", "VPCOMPRESSDZ128rr", "VPCOMPRESSDZ128rrk", "VPCOMPRESSDZ256rr", "VPCOMPRESSDZ256rrk", "VPCOMPRESSDZrr", "VPCOMPRESSDZrrk", 
"VPCOMPRESSQZ128rr", "VPCOMPRESSQZ128rrk", "VPCOMPRESSQZ256rr", "VPCOMPRESSQZ256rrk", "VPCOMPRESSQZrr", "VPCOMPRESSQZrrk", "VPCOMPRESSWZ128rr", "VPCOMPRESSWZ128rrk", 
"VPCOMPRESSWZ256rr", "VPCOMPRESSWZ256rrk", "VPCOMPRESSWZrr", "VPCOMPRESSWZrrk", "VPMOVDBZ128rrk", "VPMOVDBZ256rrk", "VPMOVDBZrrk", "VPMOVDWZ128rrk", "VPMOVDWZ256rrk", "VPMOVDWZrrk", 
"VPMOVQBZ128rrk", "VPMOVQBZ256rrk", "VPMOVQBZrrk", "VPMOVQDZ128rrk", "VPMOVQDZ256rrk", "VPMOVQDZrrk", "VPMOVQWZ128rrk", "VPMOVQWZ256rrk", "VPMOVQWZrrk", "VPMOVSDBZ128rrk", 
"VPMOVSDBZ256rrk", "VPMOVSDBZrrk", "VPMOVSDWZ128rrk", "VPMOVSDWZ256rrk", "VPMOVSDWZrrk", "VPMOVSQBZ128rrk", "VPMOVSQBZ256rrk", "VPMOVSQBZrrk", "VPMOVSQDZ128rrk", "VPMOVSQDZ256rrk", 
"VPMOVSQDZrrk", "VPMOVSQWZ128rrk", "VPMOVSQWZ256rrk", "VPMOVSQWZrrk", "VPMOVSWBZ128rrk", "VPMOVSWBZ256rrk", "VPMOVSWBZrrk", "VPMOVUSDBZ128rrk", "VPMOVUSDBZ256rrk", "VPMOVUSDBZrrk", 
"VPMOVUSDWZ128rrk", "VPMOVUSDWZ256rrk", "VPMOVUSDWZrrk", "VPMOVUSQBZ128rrk", "VPMOVUSQBZ256rrk", "VPMOVUSQBZrrk", "VPMOVUSQDZ128rrk", "VPMOVUSQDZ256rrk", "VPMOVUSQDZrrk", 
"VPMOVUSQWZ128rrk", "VPMOVUSQWZ256rrk", "VPMOVUSQWZrrk", "VPMOVUSWBZ128rrk", "VPMOVUSWBZ256rrk", "VPMOVUSWBZrrk", "VPMOVWBZ128rrk", "VPMOVWBZ256rrk", "VPMOVWBZrrk"
] in def ""#name : X86Inst<9, 1, (outs), (ins), ""> { let isAsmParserOnly = true; }

//- plain
def ADDrm : X86Inst<1, 25, (outs GR32:$d), (ins i32mem:$a), "add{l|}\t$d">;
def SUBrr : X86Inst<2, 41, (outs GR32:$d), (ins GR32:$a), "sub{l|}\t$d">;

//- read-and-written
def INCr : X86Inst<2, 48, (outs GR32:$d), (ins GR32:$a), "inc\t$d"> { let Constraints = "$a = $d"; }
def INCm : X86Inst<2, 32, (outs), (ins i32mem:$a), "inc\t$a"> { let mayLoad = true; let mayStore = true; }

//- aligned
def MOVAPSrr : X86Inst<3, 41, (outs VR128:$d), (ins VR128:$a), "movaps\t$d"> { let isMoveReg = true; }
def MOVAPSrm : X86Inst<3, 25, (outs VR128:$d), (ins f128mem:$a), "movaps\t$d"> { let mayLoad = true; }

//- shorter
def VMOVAPSrr : X86Inst<3, 41, (outs VR128:$d), (ins VR128:$a), "vmovaps\t$d"> { let OpEncBits = 1; }
def VMOVAPSZrr : X86Inst<3, 41, (outs VR128:$d), (ins VR128:$a), "vmovaps\t$d"> { let OpEncBits = 3; }

//- flagless
def SUBrr_NF : X86Inst<5, 41, (outs GR32:$d), (ins GR32:$a), "sub\t$d"> { let hasEVEX_NF = true; let OpEncBits = 3; }
def SUBrr : X86Inst<5, 41, (outs GR32:$d), (ins GR32:$a), "sub\t$d">;
def SUBrr_ND : X86Inst<5, 41, (outs GR32:$d), (ins GR32:$a), "sub\t$d"> { let OpEncBits = 3; }

//- conditions
def SETr : X86Inst<4, 46, (outs GR32:$d), (ins), "set${cond}\t$d">;
def JCC : X86Inst<4, 10, (outs), (ins GR32:$d), "j$cond\t$d">;
def LOCK : X86Inst<6, 1, (outs), (ins), "lock">;

//- mnemonics
def REP : X86Inst<7, 1, (outs), (ins), "rep movsb">;
def A : X86Inst<8, 1, (outs), (ins), "{add|ADD}\t">;
def B : X86Inst<9, 1, (outs), (ins), "data16 x">;
def C : X86Inst<10, 1, (outs), (ins), ""> { let isCodeGenOnly = true; }

//- predicates
def HasAVX : Predicate<"hasAVX()">;
def VADDrr : X86Inst<8, 41, (outs VR128:$d), (ins VR128:$a), "vadd"> { let OpEncBits = 1; let Predicates = [HasAVX]; }
def VADDZrr : X86Inst<8, 41, (outs VR128:$d), (ins VR128:$a), "vadd"> { let OpEncBits = 3; let hasEVEX_B = false; }

//- prefixes
def P1 : X86Inst<1, 41, (outs GR32:$d), (ins GR32:$a), "p1"> { let OpPrefixBits = 2; let OpMapBits = 1; let hasREX_W = true; }
def P2 : X86Inst<1, 41, (outs GR32:$d), (ins GR32:$a), "p2"> { let OpPrefixBits = 3; let OpMapBits = 1; let hasLockPrefix = true; }
def P2m : X86Inst<1, 25, (outs GR32:$d), (ins i32mem:$a), "p2"> { let OpPrefixBits = 3; let OpMapBits = 1; let hasLockPrefix = true; }

//- masks
def K : X86Inst<1, 41, (outs VR128:$d), (ins VR128:$a), "k"> { let OpEncBits = 3; let hasEVEX_K = true; let hasEVEX_L2 = true; }
def Kb : X86Inst<1, 25, (outs VR128:$d), (ins i32mem:$a), "k"> { let OpEncBits = 3; let hasEVEX_K = true; let hasEVEX_L2 = true; let hasEVEX_B = true; }
