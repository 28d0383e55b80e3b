// Vector intrinsics of RISC-V.
// by clang: gen-riscv-vector-header, gen-riscv-vector-builtins, gen-riscv-vector-builtin-codegen, gen-riscv-vector-builtin-sema, gen-riscv-sifive-vector-builtins, gen-riscv-sifive-vector-builtin-codegen, gen-riscv-sifive-vector-builtin-sema, gen-riscv-andes-vector-builtins, gen-riscv-andes-vector-builtin-codegen, gen-riscv-andes-vector-builtin-sema
// changed as riscv_vector

include "riscv_vector_common.td"

//- plain
def vadd : RVVBuiltin<"v", "vvv", "csil"> { let OverloadedName = "vadd"; let IntrinsicTypes = [-1]; }
def vsub : RVVBuiltin<"Uv", "UvUvUe", "il"> { let OverloadedName = "vsub"; }

//- policies
def vpass : RVVBuiltin<"v", "vv", "i"> { let UnMaskedPolicyScheme = HasPassthruOperand; let IntrinsicTypes = [-1, 0]; }
def vred : RVVBuiltin<"v", "Svv", "i"> { let HasMaskPolicy = false; let HasMaskedOffOperand = false; }
def vnone : RVVBuiltin<"v", "ee", "f"> { let MaskedPolicyScheme = NonePolicy; let HasVL = false; }

//- sets
defm vand : RVVIntBinBuiltinSet;
let UnMaskedPolicyScheme = HasPassthruOperand in defm vfadd : RVVFloatingBinBuiltinSet;

//- segments
def vseg : RVVBuiltin<"v", "(Tuple:2)vPCe", "c"> { let NF = 2; let IsTuple = true; let HasBuiltinAlias = false; }
def vlseg3e16_v : RVVBuiltin<"v", "(Tuple:3)vPCe", "s"> { let NF = 3; let HasMasked = false; let ManualCodegen = [{ manual }]; let IRName = "vlseg3"; }
let NF = 4 in def vssseg4 : RVVBuiltin<"v", "0Petv", "il"> { let HasMaskedOffOperand = false; let MaskedPolicyScheme = NonePolicy; }

//- codes
def vman : RVVBuiltin<"", "u", "i"> { let ManualCodegen = [{ code }]; let HasMasked = false; let IRName = ""; }
def vfun : RVVBuiltin<"v", "vv", "i"> { let ManualCodegen = [{ more(); }]; }
def head : RVVHeader { let HeaderCode = [{ #define X 1 }]; }

//- features
def vrol : RVVBuiltin<"v", "vvv", "ic"> { let RequiredFeatures = ["zvbb", "64bit"]; let Log2LMUL = [-3, 0, 3]; }
def vclmul : RVVBuiltin<"Uv", "UvUvUv", "l"> { let RequiredFeatures = ["zvbc"]; let SupportOverloading = false; }

//- widths
def vwadd : RVVBuiltin<"w", "wvv", "csi"> { let OverloadedName = "vwadd"; }
def vzext : RVVBuiltin<"Uw", "Uw(FixedSEW:8)Uv", "si"> { let Log2LMUL = [-1, 0, 1]; }
def vget : RVVBuiltin<"v(LFixedLog2LMUL:1)", "v(LFixedLog2LMUL:1)vKz", "csilxfd"> { let HasMasked = false; let HasVL = false; }

//- masks
def vmand : RVVBuiltin<"m", "mmm", "c"> { let HasMasked = false; let Log2LMUL = [0, 1]; }
def vmseq : RVVBuiltin<"vm", "mvv", "csfd"> { let MaskedPolicyScheme = HasPassthruOperand; let HasTailPolicy = false; }

//- rounding
def vfadd : RVVBuiltin<"v", "vvvu", "xfd"> { let HasFRMRoundModeOp = true; let UnMaskedPolicyScheme = HasPassthruOperand; }
def vaadd : RVVBuiltin<"v", "vvvu", "csil"> { let ManualCodegen = [{ round }]; let OverloadedName = "vaadd"; }

//- names
def vx : RVVBuiltin<"v", "vv", "i"> { let Name = "other"; let OverloadedName = "o"; let OverloadedSuffix = "v"; }
def vy : RVVBuiltin<"vv", "0vv", "d"> { let Name = "other"; let MaskedIRName = ""; }
def sf_vc : RVVBuiltin<"", "0KzKzUe", "csi"> { let HasMasked = false; let HasVL = true; }
