//! The automaton of a small target.

use backend::Release;
use backend_testing::{read, read_as, run, target_source};
use expect_test::expect;
use target_model::instructions::GENERIC;
use target_model::releases::opcodes;

const PACKETS: &str = r#"
        def Toy : Target;
        def Add : FuncUnit; def Load : FuncUnit; def Wide : FuncUnit;
        def One : InstrItinClass; def Two : InstrItinClass; def All : InstrItinClass;
        def : ComboFuncUnits<[ComboFuncData<Wide, [Add, Load]>]>;
        def Its : ProcessorItineraries<[Add, Load, Wide], [], [
          InstrItinData<One, [InstrStage<1, [Add, Load]>]>,
          InstrItinData<Two, [InstrStage<1, [Add]>, InstrStage<1, [Load]>]>,
          InstrItinData<All, [InstrStage<1, [Wide]>]>]>;
        def : Processor<"one"> { let ProcItin = Its; }
        let Namespace = "Toy", SchedRW = []<SchedReadWrite> in {
          def A : Instruction { let Itinerary = One; }
          def B : Instruction { let Itinerary = Two; }
          def C : Instruction { let Itinerary = All; }
        }
    "#;

#[test]
fn packets() {
    let records = read(&target_source(GENERIC, PACKETS));
    let shown = run(crate::ALL, "gen-dfa-packetizer", &[], &records).shown(&records);
    expect![[r#"

        #include "llvm/CodeGen/DFAPacketizer.h"
        namespace llvm {
        } // end namespace llvm

        namespace {
        constexpr unsigned ToyResourceIndices[] = {
          0, 1, 2, 3, 
        };

        constexpr unsigned ToyProcResourceIndexStart[] = {
          0, // NoSchedModel
          0, // ItsModel
          4
        };

        // Input NFA has 5 states with 6 transitions.
        // Generated DFA has 4 states with 4 transitions.

        // A zero-terminated sequence of NFA state transitions. Every DFA
        // transition implies a set of NFA transitions. These are referred
        // to by index in ToyTransitions[].
        const std::array<NfaStatePair, 10> ToyTransitionInfo = {{
          /* 0 */ {0, 1}, {0, 2}, {0ULL, 0ULL},
          /* 3 */ {0, 3}, {0ULL, 0ULL},
          /* 5 */ {0, 7}, {0ULL, 0ULL},
          /* 7 */ {1, 3}, {2, 3}, {0ULL, 0ULL},
        }};

        // A transition in the generated Toy DFA.
        struct ToyTransition {
          unsigned FromDfaState; // The transitioned-from DFA state.
          uint64_t Action;       // The input symbol that causes this transition.
          unsigned ToDfaState;   // The transitioned-to DFA state.
          unsigned InfoIdx;      // Start index into ToyTransitionInfo.
        };

        // A table of DFA transitions, ordered by {FromDfaState, Action}.
        // The initial state is 1, not zero.
        const std::array<ToyTransition, 4> ToyTransitions = {{
          {1, 1, 2, 0},
          {1, 2, 3, 3},
          {1, 3, 4, 5},
          {2, 1, 3, 7},

        }};

        } // end anonymous namespace

        namespace llvm {
        DFAPacketizer *ToyGenSubtargetInfo::createDFAPacketizer(const InstrItineraryData *IID) const {
          static Automaton<uint64_t> A(ArrayRef<ToyTransition>(ToyTransitions), ToyTransitionInfo);
          unsigned ProcResIdxStart = ToyProcResourceIndexStart[IID->SchedModel.ProcID];
          unsigned ProcResIdxNum = ToyProcResourceIndexStart[IID->SchedModel.ProcID + 1] - ProcResIdxStart;
          return new DFAPacketizer(IID, A, {&ToyResourceIndices[ProcResIdxStart], ProcResIdxNum});

        }

        } // end namespace llvm
    "#]].assert_eq(&shown);
}

#[test]
fn models_are_found_by_their_numbers_since_22() {
    let source = target_source(opcodes(Release::V22), PACKETS);
    let records = read_as(Release::V22, &source);
    let shown = run(crate::ALL, "gen-dfa-packetizer", &[], &records).text_or_error();
    let about_models = |it: &&str| it.contains("Index") || it.contains("ItsModel");
    let lines = shown.lines().filter(about_models);
    let lines: String = lines.map(|it| format!("{it}\n")).collect();
    expect![[r#"
        constexpr unsigned ToyProcResourceIndexStart[] = {
          0, // ItsModel
        int ToyGetResourceIndex(unsigned ProcID) { 
            { 1,  1 }, // ItsModel
          unsigned Index = ToyGetResourceIndex(IID->SchedModel.ProcID);
          unsigned ProcResIdxStart = ToyProcResourceIndexStart[Index];
          unsigned ProcResIdxNum = ToyProcResourceIndexStart[Index + 1] - ProcResIdxStart;
    "#]]
    .assert_eq(&lines);
}
