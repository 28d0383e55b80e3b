//! Parts of the output for a small target.

mod since_22;

use backend::Release;
use backend_testing::{read_as, run, target_source};
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

const TARGET: &str = r#"
def Toy : Target;
def M : SchedMachineModel { let IssueWidth = 2; }
def : Processor<"one"> { let SchedModel = M; }
class I<list<SchedReadWrite> uses> : Instruction { let Namespace = "Toy"; let SchedRW = uses; }
def W : SchedWrite;
def V : SchedWrite;
def R : SchedRead;
"#;

fn write(text: &str) -> String {
    write_as(Release::V19, text)
}

fn write_as(release: Release, text: &str) -> String {
    let text = target_source(opcodes(release), &format!("{TARGET}{text}"));
    let records = read_as(release, &text);
    run(crate::ALL, "gen-subtarget", &[], &records).text_or_error()
}

/// Shows the lines from the first that contains `from` to the next that contains `to`.
#[track_caller]
fn check(text: &str, from: &str, to: &str, want: Expect) {
    let text = write(text);
    let mut lines = text.lines().skip_while(|it| !it.contains(from));
    let mut shown = String::new();
    for line in &mut lines {
        shown += line;
        shown += "\n";
        if line.contains(to) {
            break;
        }
    }
    want.assert_eq(&shown);
}

const INSTRUCTIONS: &str = "def I1 : I<[W]>; def I2 : I<[W, R]>; def I3 : I<[V]>;";

const FEATURES: &str = r#"
def F10 : SubtargetFeature<"ten", "HasTen", "true", "ten">;
def F9 : SubtargetFeature<"nine", "Level", "Nine", "more", [F10]>;
def Hidden : SubtargetFeature<"", "IsHidden", "false", "">;
def : Processor<"two", [F9, Hidden]> { let TuneFeatures = [F10]; }
"#;

#[test]
fn features() {
    let text = format!("{INSTRUCTIONS}{FEATURES}");
    check(
        &text,
        "ENUM",
        "// GET_SUBTARGETINFO_MACRO",
        expect![[r#"
        #ifdef GET_SUBTARGETINFO_ENUM
        #undef GET_SUBTARGETINFO_ENUM

        namespace llvm {
        namespace Toy {
        enum {
          F9 = 0,
          F10 = 1,
          Hidden = 2,
          NumSubtargetFeatures = 3
        };
        } // end namespace Toy
        } // end namespace llvm

        #endif // GET_SUBTARGETINFO_ENUM


        #ifdef GET_SUBTARGETINFO_MACRO
        GET_SUBTARGETINFO_MACRO(HasTen, false, hasTen)
        GET_SUBTARGETINFO_MACRO(IsHidden, true, isHidden)
        #undef GET_SUBTARGETINFO_MACRO
        #endif // GET_SUBTARGETINFO_MACRO
    "#]],
    );
    check(
        &text,
        "FeatureKV[] = {",
        "};",
        expect![[r#"
        extern const llvm::SubtargetFeatureKV ToyFeatureKV[] = {
          { "nine", "more", Toy::F9, { { { 0x2ULL, 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, } } } },
          { "ten", "ten", Toy::F10, { { { 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, } } } },
        };
    "#]],
    );
    check(
        &text,
        "SubTypeKV[] = {",
        "};",
        expect![[r#"
        extern const llvm::SubtargetSubTypeKV ToySubTypeKV[] = {
         { "one", { { { 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, } } }, { { { 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, } } }, &M },
         { "two", { { { 0x5ULL, 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, } } }, { { { 0x2ULL, 0x0ULL, 0x0ULL, 0x0ULL, 0x0ULL, } } }, &NoSchedModel },
        };
    "#]],
    );
    check(
        &text,
        "createToyMCSubtargetInfoImpl",
        "}",
        expect![[r#"
        static inline MCSubtargetInfo *createToyMCSubtargetInfoImpl(const Triple &TT, StringRef CPU, StringRef TuneCPU, StringRef FS) {
          return new ToyGenMCSubtargetInfo(TT, CPU, TuneCPU, FS, ToyFeatureKV, ToySubTypeKV, 
                              ToyWriteProcResTable, ToyWriteLatencyTable, ToyReadAdvanceTable, 
                              nullptr, nullptr, nullptr);
        }
    "#]],
    );
}

#[test]
fn how_features_are_parsed() {
    let text = format!("{INSTRUCTIONS}{FEATURES}");
    check(
        &text,
        "InitMCProcessorInfo(CPU",
        "}",
        expect![[r#"
          InitMCProcessorInfo(CPU, TuneCPU, FS);
          const FeatureBitset &Bits = getFeatureBits();
          if (Bits[Toy::F9] && Level < Nine) Level = Nine;
          if (Bits[Toy::F10]) HasTen = true;
          if (Bits[Toy::Hidden]) IsHidden = false;
        }
    "#]],
    );
}

const COSTS: &str = r#"
let SchedModel = M in {
  def A : ProcResource<2>;
  def LongerThanFifteen : ProcResource<1> { let Super = A; }
  def Both : ProcResGroup<[A, LongerThanFifteen]>;
  def : WriteRes<W, [LongerThanFifteen]> { let Latency = 4; }
  def : WriteRes<V, [A]> { let ReleaseAtCycles = [12]; let SingleIssue = true; }
  def : ReadAdvance<R, -1, [V]>;
  def : LoadQueue<A>;
  def : RetireControlUnit<64, 4>;
  def : RegisterFile<32, [Regs], [2]>;
}
"#;

#[test]
fn costs_and_resources() {
    let text = format!("def Regs : RegisterClass;{INSTRUCTIONS}{COSTS}");
    check(
        &text,
        "new per-operand",
        "for CPU subtype",
        expect![[r#"
            // Data tables for the new per-operand machine model.

            // {ProcResourceIdx, ReleaseAtCycle, AcquireAtCycle}
            extern const llvm::MCWriteProcResEntry ToyWriteProcResTable[] = {
              { 0,  0,  0 }, // Invalid
              { 1,  1,   0}, // #1
              { 2,  1,   0}, // #2
              { 3,  1,   0}, // #3
              { 1, 12,   0}, // #4
              { 2, 12,   0} // #5
            }; // ToyWriteProcResTable

            // {Cycles, WriteResourceID}
            extern const llvm::MCWriteLatencyEntry ToyWriteLatencyTable[] = {
              { 0,  0}, // Invalid
              { 4,  0}, // #1 W
              { 1,  1} // #2 V
            }; // ToyWriteLatencyTable

            // {UseIdx, WriteResourceID, Cycles}
            extern const llvm::MCReadAdvanceEntry ToyReadAdvanceTable[] = {
              {0,  0,  0}, // Invalid
              {0,  1, -1} // #1
            }; // ToyReadAdvanceTable

            // {Name, NumMicroOps, BeginGroup, EndGroup, RetireOOO, WriteProcResIdx,#, WriteLatencyIdx,#, ReadAdvanceIdx,#}
            static const llvm::MCSchedClassDesc MSchedClasses[] = {
              {DBGFIELD("InvalidSchedClass")  8191, false, false, false, 0, 0,  0, 0,  0, 0},
              {DBGFIELD("W")                  1, false, false, false,  1, 3,  1, 1,  0, 0}, // #1
              {DBGFIELD("W_R")                1, false, false, false,  1, 3,  1, 1,  1, 1}, // #2
              {DBGFIELD("V")                  1, true, true, false,  4, 2,  2, 1,  0, 0}, // #3
            }; // MSchedClasses

            #undef DBGFIELD

            static const llvm::MCSchedModel NoSchedModel = {
              MCSchedModel::DefaultIssueWidth,
              MCSchedModel::DefaultMicroOpBufferSize,
              MCSchedModel::DefaultLoopMicroOpBufferSize,
              MCSchedModel::DefaultLoadLatency,
              MCSchedModel::DefaultHighLatency,
              MCSchedModel::DefaultMispredictPenalty,
              false, // PostRAScheduler
              false, // CompleteModel
              false, // EnableIntervals
              0, // Processor ID
              nullptr, nullptr, 0, 0, // No instruction-level machine model.
              nullptr, // No Itinerary
              nullptr // No extra processor descriptor
            };

            // {RegisterClassID, Register Cost, AllowMoveElimination }
            static const llvm::MCRegisterCostEntry MRegisterCosts[] = {
              { ::RegsRegClassID, 2, 0},
            };

             // {Name, #PhysRegs, #CostEntries, IndexToCostTbl, MaxMovesEliminatedPerCycle, AllowZeroMoveEliminationOnly }
            static const llvm::MCRegisterFileDesc MRegisterFiles[] = {
              { "InvalidRegisterFile", 0, 0, 0, 0, 0 },
              { "anonymous_7", 32, 1, 0, 0, 0},
            };

            static const llvm::MCExtraProcessorInfo MExtraInfo = {
              64, // ReorderBufferSize
              4, // MaxRetirePerCycle
              MRegisterFiles,
              2, // Number of register files.
              MRegisterCosts,
              1, // Number of register cost entries.
              1, // Resource Descriptor for the Load Queue
              0, // Resource Descriptor for the Store Queue
            };

            static const unsigned MProcResourceSubUnits[] = {
              0,  // Invalid
              1,   1,   3,   // Both
            };

            // {Name, NumUnits, SuperIdx, BufferSize, SubUnitsIdxBegin}
            static const llvm::MCProcResourceDesc MProcResources[] = {
              {"InvalidUnit", 0, 0, 0, 0},
              {"A",               2, 0, -1, nullptr}, // #1
              {"Both",            3, 0, -1, MProcResourceSubUnits + 1}, // #2
              {"LongerThanFifteen", 1, 1, -1, nullptr}, // #3, Super=A
            };

            static const llvm::MCSchedModel M = {
              2, // IssueWidth
              MCSchedModel::DefaultMicroOpBufferSize,
              MCSchedModel::DefaultLoopMicroOpBufferSize,
              MCSchedModel::DefaultLoadLatency,
              MCSchedModel::DefaultHighLatency,
              MCSchedModel::DefaultMispredictPenalty,
              false, // PostRAScheduler
              false, // CompleteModel
              false, // EnableIntervals
              1, // Processor ID
              MProcResources,
              MSchedClasses,
              4,
              4,
              nullptr, // No Itinerary
              &MExtraInfo,
            };

            // Sorted (by key) array of values for CPU subtype.
        "#]],
    );
}

#[test]
fn itineraries() {
    let text = r#"
        def Slow : InstrItinClass; def Slower : InstrItinClass; def Odd : InstrItinClass;
        def Add : FuncUnit; def Load : FuncUnit; def Path : Bypass;
        def Its : ProcessorItineraries<[Add, Load], [Path], [
          InstrItinData<Slow, [InstrStage<1, [Add, Load], 0>, InstrStage<2, [Load]>], [1, 2], [Path]>,
          InstrItinData<Slower, [InstrStage<1, [Add, Load], 0>, InstrStage<2, [Load]>], [1, 2], [Path]>,
          InstrItinData<Odd, [InstrStage<3, [Add]>]>]>;
        def : Processor<"two"> { let ProcItin = Its; }
        class Of<InstrItinClass of> : I<[]> { let Itinerary = of; }
        def I1 : Of<Slow>; def I2 : Of<Slower>; def I3 : Of<Odd>; def I4 : I<[W]>;
    "#;
    check(
        text,
        "Functional units",
        "end marker",
        expect![[r#"
        // Functional units for "Its"
        namespace ItsFU {
          const InstrStage::FuncUnits Add = 1ULL << 0;
          const InstrStage::FuncUnits Load = 1ULL << 1;
        } // end namespace ItsFU

        // Pipeline forwarding paths for itineraries "Its"
        namespace ItsBypass {
          const unsigned NoBypass = 0;
          const unsigned Path = 1 << 0;
        } // end namespace ItsBypass

        extern const llvm::InstrStage ToyStages[] = {
          { 0, 0, 0, llvm::InstrStage::Required }, // No itinerary
          { 1, ItsFU::Add | ItsFU::Load, 0, (llvm::InstrStage::ReservationKinds)0 },   { 2, ItsFU::Load, -1, (llvm::InstrStage::ReservationKinds)0 }, // 1-2
          { 3, ItsFU::Add, -1, (llvm::InstrStage::ReservationKinds)0 }, // 3
          { 0, 0, 0, llvm::InstrStage::Required } // End stages
        };
        extern const unsigned ToyOperandCycles[] = {
          0, // No itinerary
          1,   2, // 1-2
          1,   2, // 3-4
          0 // End operand cycles
        };
        extern const unsigned ToyForwardingPaths[] = {
         0, // No itinerary
        ItsBypass::Path,  0, // 1-2
        ItsBypass::Path,  0, // 3-4
         0 // End bypass tables
        };

        static const llvm::InstrItinerary Its[] = {
          { 0, 0, 0, 0, 0 }, // 0 NoInstrModel
          { 1, 1, 3, 1, 3 }, // 1 Slow
          { 1, 1, 3, 3, 5 }, // 2 Slower
          { 1, 3, 4, 0, 0 }, // 3 Odd
          { 0, 0, 0, 0, 0 }, // 4 W
          { 0, uint16_t(~0U), uint16_t(~0U), uint16_t(~0U), uint16_t(~0U) }// end marker
    "#]],
    );
}

const VARIANTS: &str = r#"
def P : SchedPredicate<"first(MI)">;
def Q : MCSchedPredicate<CheckAll<[CheckNumOperands<2>, CheckNonPortable<"odd()">, TIIPredicate<"known">]>>;
def : PredicateProlog<"  prepare();">;
def : PredicateProlog<"  more();">;
let SchedModel = M in {
  def : WriteRes<W, []>;
  def : WriteRes<V, []>;
  def : ReadAdvance<R, 0>;
  def X : SchedWriteVariant<[SchedVar<P, [W]>, SchedVar<Q, [V]>, SchedVar<NoSchedPred, [W, W]>]>;
}
def J1 : I<[X]>;
"#;

#[test]
fn resolving_of_variants() {
    let text = format!("{INSTRUCTIONS}{VARIANTS}");
    check(
        &text,
        "::resolveSchedClass(",
        "// ToyGen",
        expect![[r#"
        ::resolveSchedClass(unsigned SchedClass, const MachineInstr *MI, const TargetSchedModel *SchedModel) const {
          prepare();
          more();
          switch (SchedClass) {
          case 4: // X
            if (SchedModel->getProcessorID() == 1) { // M
              if (first(MI))
                return 5; // W
              if ((
                    MI->getNumOperands() == 2
                    && (odd())
                    && ToyInstrInfo::known(*MI)
                  ))
                return 6; // V
              return 7; // (W_W)
            }
            break;
          };
          report_fatal_error("Expected a variant SchedClass");
        } // ToyGenSubtargetInfo::resolveSchedClass
    "#]],
    );
    check(
        &text,
        "namespace Toy_MC {",
        "end namespace Toy_MC",
        expect![[r#"
            namespace Toy_MC {
            unsigned resolveVariantSchedClassImpl(unsigned SchedClass,
                const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID) {
              switch (SchedClass) {
              case 4: // X
                if (CPUID == 1) { // M
                  if ((
                        MI->getNumOperands() == 2
                        && false
                        && Toy_MC::known(*MI)
                      ))
                    return 6; // V
                  return 7; // (W_W)
                }
                break;
              };
              // Don't know how to resolve this scheduling class.
              return 0;
            }
            } // end namespace Toy_MC
        "#]],
    );
}

#[test]
fn conditions_on_opcodes() {
    let text = r#"
        def N : SchedMachineModel;
        def : Processor<"two"> { let SchedModel = N; }
        def Zero : STIPredicateDecl<"isZero"> { let UpdatesOpcodeMask = true; }
        def Breaks : STIPredicateDecl<"breaks"> { let Delegates = [Zero]; let ExpandForMC = false; }
        def : STIPredicate<Zero, [
          InstructionEquivalenceClass<[I1, I2], CheckNumOperands<3>, [0, 2]>,
          InstructionEquivalenceClass<[I3], TruePred>]> { let SchedModel = M; }
        def : STIPredicate<Zero, [InstructionEquivalenceClass<[I2], TruePred>]> { let SchedModel = N; }
        def : STIPredicate<Breaks, [InstructionEquivalenceClass<[I3], TruePred>]> { let SchedModel = N; }
    "#;
    let text = format!("{INSTRUCTIONS}{text}");
    check(
        &text,
        "bool ToyGenSubtargetInfo::breaks",
        "end namespace llvm",
        expect![[r#"
            bool ToyGenSubtargetInfo::breaks(const MachineInstr *MI) const {
              if (isZero(MI))
                return true;

              unsigned ProcessorID = getSchedModel().getProcessorID();
              switch(MI->getOpcode()) {
              default:
                break;
              case Toy::I3:
                if (ProcessorID == 2) {
                  return true;
                }
                break;
              }

              return false;
            } // ToyGenSubtargetInfo::breaks

            } // end namespace llvm
        "#]],
    );
    check(
        &text,
        "bool ToyMCInstrAnalysis::isZero",
        "// ToyMC",
        expect![[r#"
            bool ToyMCInstrAnalysis::isZero(const MCInst &MI, APInt &Mask, unsigned ProcessorID) const {
              switch(MI.getOpcode()) {
              default:
                break;
              case Toy::I1:
                if (ProcessorID == 1) {
                  Mask = -3;
                  return MI.getNumOperands() == 3;
                }
                break;

              case Toy::I3:
                if (ProcessorID == 1) {
                  Mask.clearAllBits();
                  return true;
                }
                break;

              case Toy::I2:
                if (ProcessorID == 1) {
                  Mask = -3;
                  return MI.getNumOperands() == 3;
                }
                if (ProcessorID == 2) {
                  Mask.clearAllBits();
                  return true;
                }
                break;
              }

              return false;
            } // ToyMCInstrAnalysis::isZero
        "#]],
    );
}

#[test]
fn hardware_modes() {
    let text = r#"
        def Wide : HwMode<"+wide", []>;
        def Small : ValueType; def Large : ValueType;
        def : HwModeSelect<[DefaultMode, Wide]> { list<ValueType> Objects = [Small, Large]; }
    "#;
    let text = format!("{INSTRUCTIONS}{text}");
    check(
        &text,
        "GenSubtargetInfo::getHwModeSet",
        "llvm_unreachable(\"unexpected",
        expect![[r#"
            unsigned ToyGenSubtargetInfo::getHwModeSet() const {
              // Collect HwModes and store them as a bit set.
              unsigned Modes = 0;
              if (checkFeatures("+wide")) Modes |= (1 << 0);
              return Modes;
            }
            unsigned ToyGenSubtargetInfo::getHwMode(enum HwModeType type) const {
              unsigned Modes = getHwModeSet();

              if (!Modes)
                return Modes;

              switch (type) {
              case HwMode_Default:
                return llvm::countr_zero(Modes) + 1;
              case HwMode_ValueType:
                Modes &= 1;
                if (!Modes)
                  return Modes;
                if (!llvm::has_single_bit<unsigned>(Modes))
                  llvm_unreachable("Two or more HwModes for ValueType were found!");
                return llvm::countr_zero(Modes) + 1;
              case HwMode_RegInfo:
                Modes &= 0;
                if (!Modes)
                  return Modes;
                if (!llvm::has_single_bit<unsigned>(Modes))
                  llvm_unreachable("Two or more HwModes for RegInfo were found!");
                return llvm::countr_zero(Modes) + 1;
              case HwMode_EncodingInfo:
                Modes &= 0;
                if (!Modes)
                  return Modes;
                if (!llvm::has_single_bit<unsigned>(Modes))
                  llvm_unreachable("Two or more HwModes for EncodingInfo were found!");
                return llvm::countr_zero(Modes) + 1;
              }
              llvm_unreachable("unexpected HwModeType");
        "#]],
    );
}

#[test]
fn mistakes() {
    #[track_caller]
    fn check(text: &str, want: &str) {
        assert_eq!(
            write(&format!("{INSTRUCTIONS}{text}")),
            format!("error: {want}")
        );
    }
    check(
        "def A : SubtargetFeature<\"a\", \"A\", \"true\", \"\">; def B : SubtargetFeature<\"a\", \"B\", \"true\", \"\">;",
        "Duplicate key in SubtargetFeatureKV: a",
    );
    check(
        "let SchedModel = M in def A : ProcResource<1>;",
        "SchedMachineModel defines ProcResources without defining WriteRes SchedWriteRes",
    );
    check(
        "let SchedModel = M in { def A : ProcResource<1>; \
         def : WriteRes<W, [A]> { let AcquireAtCycles = [2]; } def : WriteRes<V, []>; }",
        "Inconsistent resource cycles: AcquireAtCycles < ReleaseAtCycles must hold.",
    );
    let many = "foreach n = 0...330 in def F#n : SubtargetFeature<\"f\"#n, \"\", \"true\", \"\">;";
    check(
        many,
        "Too many subtarget features! Bump MAX_SUBTARGET_FEATURES.",
    );
}
