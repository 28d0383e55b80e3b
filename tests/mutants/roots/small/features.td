// Features and processors of RISC-V.
// by llvm: gen-riscv-target-def, gen-target-features

include "llvm/Target/Target.td"
def ToyInstrInfo : InstrInfo;
def RISCV : Target { let InstructionSet = ToyInstrInfo; }
class RISCVExtension<string name, int major, int minor, list<SubtargetFeature> implies = []> : SubtargetFeature<name, "Has"#NAME, "true", "'"#name#"'", implies> {
  int MajorVersion = major; int MinorVersion = minor; bit Experimental = false;
}
class RISCVExtensionBitmask<bits<3> g, int b> { int GroupID = g; int BitPos = b; }
class RISCVProfile<string name, list<SubtargetFeature> f> : SubtargetFeature<name, "Is"#NAME, "true", "profile", f> { bit Experimental = false; }
class RISCVProcessorModel<string n, list<SubtargetFeature> f, list<SubtargetFeature> tune = []> : ProcessorModel<n, NoSchedModel, f, tune> {
  string DefaultMarch = ""; int MVendorID = 0; int MArchID = 0; int MImpID = 0;
}
class RISCVTuneInfo;
class RISCVTuneProcessorModel<string n, list<SubtargetFeature> tune> : ProcessorModel<n, NoSchedModel, [], tune>;
def Feature32Bit : SubtargetFeature<"32bit", "IsRV32", "true", "RV32">;
def Feature64Bit : SubtargetFeature<"64bit", "IsRV64", "true", "RV64">;
def FeatureStdExtI : RISCVExtension<"i", 2, 1>;

//- plain
def FeatureStdExtM : RISCVExtension<"m", 2, 0>;
def Rocket : RISCVProcessorModel<"rocket", [Feature64Bit, FeatureStdExtI, FeatureStdExtM]>;

//- implied
def FeatureStdExtF : RISCVExtension<"f", 2, 2>;
def FeatureStdExtD : RISCVExtension<"d", 2, 2, [FeatureStdExtF]>;
def FeatureStdExtZfh : RISCVExtension<"zfh", 1, 0, [FeatureStdExtD, FeatureStdExtF]>;
def P : RISCVProcessorModel<"p", [Feature32Bit, FeatureStdExtZfh]>;

//- experimental
def FeatureStdExtZx : RISCVExtension<"experimental-zx", 0, 9> { let Experimental = true; }
def FeatureStdExtZy : RISCVExtension<"experimental-zy", 0, 1, [FeatureStdExtZx]> { let Experimental = true; }
def P : RISCVProcessorModel<"p", [Feature64Bit, FeatureStdExtI, FeatureStdExtZy]>;

//- profiles
def RVI20U64 : RISCVProfile<"rvi20u64", [Feature64Bit, FeatureStdExtI]>;
def RVX : RISCVProfile<"experimental-rvx", [Feature64Bit]> { let Experimental = true; }

//- ids
def P : RISCVProcessorModel<"p", [Feature64Bit, FeatureStdExtI]> { let MVendorID = 0x61f; let MArchID = 0x8000000000000001; let MImpID = 0x1111; }

//- tuned
def Fast : SubtargetFeature<"fast", "Fast", "true", "fast">;
def P : RISCVProcessorModel<"p", [Feature32Bit], [Fast]>, RISCVTuneInfo;
def T : RISCVTuneProcessorModel<"t", [Fast]>, RISCVTuneInfo;

//- bitmasks
def FeatureStdExtM : RISCVExtension<"m", 2, 0>, RISCVExtensionBitmask<0, 12>;
def FeatureStdExtA : RISCVExtension<"a", 2, 1>, RISCVExtensionBitmask<0, 0>;
def FeatureStdExtZba : RISCVExtension<"zba", 1, 0>, RISCVExtensionBitmask<1, 27>;

//- unaligned
def FeatureUnalignedScalarMem : SubtargetFeature<"unaligned-scalar-mem", "S", "true", "">;
def FeatureUnalignedVectorMem : SubtargetFeature<"unaligned-vector-mem", "V", "true", "">;
def P : RISCVProcessorModel<"p", [Feature64Bit, FeatureStdExtI, FeatureUnalignedScalarMem, FeatureUnalignedVectorMem]>;

//- march
def P : RISCVProcessorModel<"p", []> { let DefaultMarch = "rv64gc"; }
def Q : RISCVProcessorModel<"q", [Feature32Bit, Feature64Bit, FeatureStdExtI]>;

//- order
def FeatureStdExtZicsr : RISCVExtension<"zicsr", 2, 0>;
def FeatureStdExtC : RISCVExtension<"c", 2, 0>;
def FeatureVendorX : RISCVExtension<"xven", 1, 0, [FeatureStdExtC]>;
def FeatureStdExtSs : RISCVExtension<"ssx", 1, 0>;
def P : RISCVProcessorModel<"p", [Feature64Bit, FeatureVendorX, FeatureStdExtSs, FeatureStdExtC, FeatureStdExtZicsr, FeatureStdExtI]>;
