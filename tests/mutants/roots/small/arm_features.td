// Extensions, architectures and processors of AArch64.
// by llvm: gen-arm-target-def

class SubtargetFeature<string n, string f, string v, string d, list<SubtargetFeature> i = []> {
  string Name = n; string FieldName = f; string Value = v; string Desc = d; list<SubtargetFeature> Implies = i;
}
class Extension<string n, string s, string arch, list<SubtargetFeature> i = []> : SubtargetFeature<n, "Has"#s, "true", "desc "#n, i> {
  string ArchExtKindSpelling = "AEK_"#s; string ArchFeatureName = arch; string UserVisibleName = ""; string UserVisibleAlias = "";
}
class Named<string n, string s, list<SubtargetFeature> i = []> : Extension<n, s, "FEAT_"#s, i> { let UserVisibleName = n; }
class FMVExtension<string n, string e> { string Name = n; string FeatureBit = "FEAT_"#e; string BackendFeature = n; string PriorityBit = "PRIOR_"#e; }
class Architecture64<int major, int minor, string p, string n, list<SubtargetFeature> i, list<Extension> d> : SubtargetFeature<n, "HasV"#major#"_"#minor#p#"Ops", "true", "Arm "#n, i> {
  int Major = major; int Minor = minor; string Profile = p; list<Extension> DefaultExts = d;
}
class ProcessorModel<string n, list<SubtargetFeature> f> { string Name = n; list<SubtargetFeature> Features = f; }
class ProcessorAlias<string n, string a> { string Name = n; string Alias = a; }
def FeatureFP : Named<"fp", "FP">;
def FeatureNEON : Named<"simd", "NEON", [FeatureFP]>;
def HasV8_0aOps : Architecture64<8, 0, "a", "v8a", [], [FeatureFP, FeatureNEON]>;

//- plain
def : ProcessorModel<"small", [HasV8_0aOps, FeatureNEON]>;

//- aliases
def : ProcessorModel<"first", [HasV8_0aOps]>;
def : ProcessorModel<"second", [HasV8_0aOps, FeatureFP]>;
def : ProcessorAlias<"other", "first">;
def : ProcessorAlias<"another", "second">;

//- extensions
def FeatureCRC : Named<"crc", "CRC"> { let UserVisibleAlias = "crc32"; }
def FeatureHidden : Extension<"hidden", "Hidden", "">;
def FeatureAES : Named<"aes", "AES", [FeatureNEON, FeatureCRC]>;
def : ProcessorModel<"p", [HasV8_0aOps, FeatureAES]>;

//- versions
def HasV8_1aOps : Architecture64<8, 1, "a", "v8.1a", [HasV8_0aOps], [FeatureFP]>;
def HasV9_0aOps : Architecture64<9, 0, "a", "v9a", [HasV8_1aOps], [FeatureFP, FeatureNEON]>;
def HasV8_0rOps : Architecture64<8, 0, "r", "v8r", [], []>;
def : ProcessorModel<"p", [HasV9_0aOps, FeatureNEON]>;
def : ProcessorModel<"r", [HasV8_0rOps]>;

//- multiversioned
def : FMVExtension<"fp", "FP">;
def : FMVExtension<"rng", "RNG"> { let BackendFeature = ""; }
def : FMVExtension<"neon", "SIMD"> { let BackendFeature = "simd"; let PriorityBit = "PRIOR_X"; }
def : ProcessorModel<"p", [HasV8_0aOps]>;

//- families
def ProcA : SubtargetFeature<"a", "ARMProcFamily", "CortexA", "A">;
def ProcB : SubtargetFeature<"b", "ARMProcFamily", "CortexB", "B">;
def ClassR : SubtargetFeature<"r", "ARMProcClass", "RClass", "R">;
def ArchX : SubtargetFeature<"x", "ARMArch", "ARMv8a", "X">;
def : ProcessorModel<"p", [HasV8_0aOps, ProcA]>;

//- implied
def FeatureSVE : Named<"sve", "SVE", [FeatureNEON]>;
def FeatureSVE2 : Named<"sve2", "SVE2", [FeatureSVE]>;
def Group : SubtargetFeature<"group", "G", "true", "", [FeatureSVE2]>;
def : ProcessorModel<"p", [HasV8_0aOps, Group, FeatureSVE2]>;

//- two-architectures
def HasV8_2aOps : Architecture64<8, 2, "a", "v8.2a", [HasV8_0aOps], []>;
def : ProcessorModel<"p", [HasV8_0aOps, HasV8_2aOps]>;
def : ProcessorModel<"q", [FeatureFP]>;

//- same-names
def FeatureX : Named<"x", "X">;
def FeatureY : Named<"x", "Y">;
def : ProcessorModel<"p", [HasV8_0aOps, FeatureX, FeatureY]>;

//- orders
def FeatureZ : Named<"z", "Z", [FeatureFP]>;
def FeatureB : Named<"b", "B">;
def FeatureM : Extension<"m", "M", "FEAT_M"> { let UserVisibleName = "mm"; let UserVisibleAlias = "m2"; }
def : ProcessorModel<"zz", [HasV8_0aOps, FeatureM, FeatureB, FeatureZ]>;
def : ProcessorModel<"aa", [FeatureZ, HasV8_0aOps]>;
