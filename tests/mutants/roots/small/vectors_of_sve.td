// Vector intrinsics of SVE and SME.
// by clang: gen-arm-sve-header, gen-arm-sve-builtins, gen-arm-sve-builtins-json, gen-arm-sve-builtin-codegen, gen-arm-sve-typeflags, gen-arm-sve-sema-rangechecks, gen-arm-sve-streaming-attrs, gen-arm-sme-header, gen-arm-sme-builtins, gen-arm-sme-builtins-json, gen-arm-sme-builtin-codegen, gen-arm-sme-sema-rangechecks, gen-arm-sme-streaming-attrs, gen-arm-sme-builtin-za-state, gen-arm-immcheck-types
// changed as arm_sve

include "arm_sve_sme_incl.td"

//- plain
let SVETargetGuard = "sve", SMETargetGuard = "sme" in {
  def SVADD : SInst<"svadd[_{d}]", "dPdd", "csilUcUsUiUl", MergeOp1, "aarch64_sve_add">;
  def SVABS : SInst<"svabs[_{d}]", "ddPd", "csil", MergeAnyExp, "aarch64_sve_abs">;
}

//- predicates
def SVPTRUE : SInst<"svptrue_{d}", "P", "PcPsPiPl", MergeNone, "aarch64_sve_ptrue", [IsStreaming]>;
def SVCMP : SInst<"svcmpeq[_{d}]", "PPdd", "csfd", MergeNone, "aarch64_sve_cmpeq">;
def SVAND : SInst<"svand[_b]_z", "PPPP", "Pc", MergeNone, "aarch64_sve_and_z", [VerifyRuntimeMode]>;

//- loads
def SVLD1 : MInst<"svld1[_{2}]", "dPc", "csilUl", [IsLoad, VerifyRuntimeMode], MemEltTyDefault, "aarch64_sve_ld1">;
def SVLD1SB : MInst<"svld1sb_{d}", "dPS", "silUs", [IsLoad], MemEltTyInt8, "aarch64_sve_ld1">;
def SVST1 : MInst<"svst1[_{d}]", "vPpd", "hfd", [IsStore], MemEltTyDefault, "aarch64_sve_st1">;

//- tuples
def SVCREATE : SInst<"svcreate2[_{d}]", "2dd", "csfb", MergeNone, "", [IsTupleCreate, VerifyRuntimeMode]>;
def SVGET : SInst<"svget3[_{d}]", "d3i", "csUl", MergeNone, "", [IsTupleGet], [ImmCheck<1, ImmCheck0_2>]>;
def SVLD4 : MInst<"svld4[_{2}]", "4Pc", "i", [IsStructLoad], MemEltTyDefault, "aarch64_sve_ld4">;

//- immediates
def SVDOT : SInst<"svdot_lane[_{d}]", "ddqqi", "ilUi", MergeNone, "aarch64_sve_dot_lane", [], [ImmCheck<3, ImmCheckLaneIndexDot, 2>]>;
def SVASR : SInst<"svasr_n[_{d}]", "dPdi", "csi", MergeZero, "aarch64_sve_asr", [], [ImmCheck<2, ImmCheckShiftRight, 1>]>;
def SVPRF : MInst<"svprfb", "vPcJ", "c", [IsPrefetch], MemEltTyInt8, "aarch64_sve_prf">;

//- overloads
def SVCVT : SInst<"svcvt_f16[_s32]", "OdPd", "i", MergeOp1, "aarch64_sve_scvtf", [IsOverloadCvt]>;
def SVWHILE : SInst<"svwhilele_{d}[_{1}]", "Pkk", "PcPs", MergeNone, "aarch64_sve_whilele", [IsOverloadWhileOrMultiVecCvt]>;
def SVQ : SInst<"svq[_{0}_{1}]", "hdq", "sUs", MergeNone, "aarch64_sve_q", [IsOverloadNone]>;

//- streaming
let SMETargetGuard = "sme2", SVETargetGuard = InvalidMode in {
  def SVZA : MInst<"svzero_za", "v", "", [IsOverloadNone, IsStreaming, IsOutZA], MemEltTyDefault, "aarch64_sme_zero">;
  def SVLDR : MInst<"svldr_zt", "viQ", "", [IsStreamingCompatible, IsOutZT0], MemEltTyDefault, "aarch64_sme_ldr_zt", [ImmCheck<0, ImmCheck0_0>]>;
  def SVMOPA : MInst<"svmopa_za32[_{d}]_m", "viPPdd", "cUc", [IsStreaming, IsInOutZA], MemEltTyDefault, "aarch64_sme_mopa", [ImmCheck<0, ImmCheck0_3>]>;
}

//- guards
let SVETargetGuard = "sve2,sve2-aes|x", SMETargetGuard = InvalidMode in def SVAES : SInst<"svaes[_{d}]", "ddd", "Uc", MergeNone, "aarch64_sve_aes">;
let SVETargetGuard = "sve2|sme", SMETargetGuard = "sme2" in def SVX : SInst<"svx[_{d}]", "ddd", "b", MergeNone, "aarch64_sve_x", [VerifyRuntimeMode]>;

//- scalars
def SVCNT : SInst<"svcntb", "nv", "", MergeNone, "aarch64_sve_cntb", [IsAppendSVALL, IsOverloadNone]>;
def SVDUP : SInst<"svdup[_n]_{d}", "ds", "csilfbPc", MergeNone, "aarch64_sve_dup_x">;
def SVCLAST : SInst<"svclasta[_n_{d}]", "sPsd", "cf", MergeNone, "aarch64_sve_clasta_n">;

//- floats
def SVMLA : SInst<"svmlalb[_{d}]_fpm", "dd~~>", "h", MergeNone, "aarch64_sve_fp8", [VerifyRuntimeMode]>;
def SVMF : SInst<"svmf[_{d}]", "dd", "m", MergeNone, "aarch64_sve_mf">;
def SVBF : SInst<"svbf[_{d}]", "M$$", "f", MergeNone, "aarch64_sve_bf">;
