//! The tables of a target that need no model of it.

use expect_test::expect;

use super::{check, sources};
use backend_testing::{read, run};

#[test]
fn calling_conventions() {
    check(
        "gen-callingconv",
        sources::CONVENTIONS,
        expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* Calling Convention Implementation Fragment                                 *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/

        #ifndef GET_CC_REGISTER_LISTS

        static bool CC_Rest(unsigned ValNo, MVT ValVT,
                            MVT LocVT, CCValAssign::LocInfo LocInfo,
                            ISD::ArgFlagsTy ArgFlags, CCState &State);
        bool llvm::CC_Toy(unsigned ValNo, MVT ValVT,
                          MVT LocVT, CCValAssign::LocInfo LocInfo,
                          ISD::ArgFlagsTy ArgFlags, CCState &State);


        static bool CC_Rest(unsigned ValNo, MVT ValVT,
                            MVT LocVT, CCValAssign::LocInfo LocInfo,
                            ISD::ArgFlagsTy ArgFlags, CCState &State) {

          int64_t Offset1 = State.AllocateStack(4, 
            State.getMachineFunction().getDataLayout().getABITypeAlign(EVT(LocVT).getTypeForEVT(State.getContext())));
          State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset1, LocVT, LocInfo));
          return false;

          return true; // CC didn't match.
        }


        bool llvm::CC_Toy(unsigned ValNo, MVT ValVT,
                          MVT LocVT, CCValAssign::LocInfo LocInfo,
                          ISD::ArgFlagsTy ArgFlags, CCState &State) {

          if (LocVT == MVT::i16) {
            LocVT = MVT::i32;
            if (ArgFlags.isSExt())
              LocInfo = CCValAssign::SExt;
            else if (ArgFlags.isZExt())
              LocInfo = CCValAssign::ZExt;
            else
              LocInfo = CCValAssign::AExt;
          }

          if (LocVT == MVT::i32) {
            static const MCPhysReg RegList1[] = {
              Toy::R1, Toy::R2
            };
            if (unsigned Reg = State.AllocateReg(RegList1)) {
              State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));
              return false;
            }
          }

          if (!CC_Rest(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))
            return false;

          return true; // CC didn't match.
        }

        #else

        const MCRegister CC_Rest_ArgRegs[] = { 0 };
        const MCRegister CC_Toy_ArgRegs[] = { Toy::R1, Toy::R2 };

        #endif // CC_REGISTER_LIST
    "#]],
    );
}

#[test]
fn performance_counters() {
    check(
        "gen-exegesis",
        sources::COUNTERS,
        expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* Exegesis Tables                                                            *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/


        static const char *ToyPfmCounterNames[] = {
          "cycles", // 0
          "miss", // 1
          "port0", // 2
        };

        static const PfmCountersInfo::IssueCounter ToyPfmIssueCounters[] = {
          { ToyPfmCounterNames[2], "P0"},
        };

        static const std::pair<ValidationEvent, const char*> ToyLargeValidationCounters[] = {
          { Misses, ToyPfmCounterNames[1]},
        };

        static const PfmCountersInfo ToyLarge = {
          ToyPfmCounterNames[0],  // Cycle counter
          nullptr,  // No uops counter.
          nullptr, 0, // No issue counters
          ToyLargeValidationCounters, 1 // Validation counters.
        };

        static const PfmCountersInfo ToySmall = {
          ToyPfmCounterNames[0],  // Cycle counter
          nullptr,  // No uops counter.
          ToyPfmIssueCounters + 0, 1, // Issue counters.
          nullptr, 0 // No validation counters.
        };

        // Sorted (by CpuName) array of pfm counters.
        static const CpuAndPfmCounters ToyCpuPfmCounters[] = {
          { "toy1", &ToyLarge },
          { "toy2", &ToySmall },
        };

    "#]],
    );
}

#[test]
fn automata() {
    check(
        "gen-automata",
        sources::AUTOMATON,
        expect![[r#"
        #ifdef GET_Door_DECL
        // The type of an action in the Door automaton.
        using DoorAction = Symbol;

        // Input NFA has 4 states with 6 transitions.
        // Generated DFA has 4 states with 5 transitions.

        // A zero-terminated sequence of NFA state transitions. Every DFA
        // transition implies a set of NFA transitions. These are referred
        // to by index in DoorTransitions[].
        const std::array<NfaStatePair, 8> DoorTransitionInfo = {{
          /* 0 */ {0, 1}, {0, 2}, {0ULL, 0ULL},
          /* 3 */ {1, 3}, {0ULL, 0ULL},
          /* 5 */ {1, 3}, {2, 3}, {0ULL, 0ULL},
        }};

        // A transition in the generated Door DFA.
        struct DoorTransition {
          unsigned FromDfaState; // The transitioned-from DFA state.
          DoorAction Action;       // The input symbol that causes this transition.
          unsigned ToDfaState;   // The transitioned-to DFA state.
          unsigned InfoIdx;      // Start index into DoorTransitionInfo.
        };

        // A table of DFA transitions, ordered by {FromDfaState, Action}.
        // The initial state is 1, not zero.
        const std::array<DoorTransition, 5> DoorTransitions = {{
          {1, Push, 2, 0},
          {1, Pull, 3, 1},
          {2, Push, 4, 5},
          {2, Pull, 4, 3},
          {3, Push, 4, 6},

        }};

        #endif  // GET_Door_DECL
    "#]],
    );
}

#[test]
fn more_than_16_equal_names_change_places() {
    let text = "class RISCVExtensionBitmask<int at> { string Name = \"x\"; int GroupID = 0; int BitPos = at; }
                foreach i = 0...16 in def e#i : RISCVExtensionBitmask<i>;";
    let table = run(crate::ALL, "gen-riscv-target-def", &[], &read(text)).text_or_error();
    let places = table.lines().filter(|it| it.contains("\"x\""));
    let places: Vec<_> = places.filter_map(|it| it.rsplit(' ').next()).collect();
    let places: Vec<_> = places
        .iter()
        .map(|it| it.trim_end_matches("ULL},"))
        .collect();
    assert_eq!(places.join(" "), "8 16 15 14 13 12 11 10 9 0 7 6 5 4 3 2 1");
}

#[test]
fn numbers_of_types_have_eight_bits() {
    let text = "class ValueType<int v> { int Value = v; } def q : ValueType<263>;
                class CCPromoteToType { ValueType DestTy = q; } def p : CCPromoteToType;
                class CallingConv { bit Custom = 0; bit Entry = 0; list<CCPromoteToType> Actions = [p]; }
                def cc : CallingConv;";
    let table = run(crate::ALL, "gen-callingconv", &[], &read(text)).text_or_error();
    assert!(table.contains("LocVT = MVT::i32;"), "{table}");
}
