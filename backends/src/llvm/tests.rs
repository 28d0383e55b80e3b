//! Each backend on a small source of its own. What real sources give is compared with the reference elsewhere.

mod map;
mod sources;

use expect_test::{Expect, expect};

use crate::testing::{read, run};

fn check(backend: &str, text: &str, want: Expect) {
    want.assert_eq(&run(backend, &[], &read(text)));
}

/// What a backend says against a text.
#[track_caller]
fn check_error(backend: &str, text: &str, want: &str) {
    let got = run(backend, &[], &read(text));
    assert_eq!(got.strip_prefix("error: "), Some(want));
}

#[test]
fn attributes() {
    check(
        "gen-attrs",
        sources::ATTRIBUTES,
        expect![[r##"
        #ifdef GET_ATTR_NAMES
        #undef GET_ATTR_NAMES
        #ifndef ATTRIBUTE_ALL
        #define ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        #ifndef ATTRIBUTE_ENUM
        #define ATTRIBUTE_ENUM(FIRST, SECOND) ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        ATTRIBUTE_ENUM(Cold,cold)
        ATTRIBUTE_ENUM(Alignment,align)
        #undef ATTRIBUTE_ENUM

        #ifndef ATTRIBUTE_STRBOOL
        #define ATTRIBUTE_STRBOOL(FIRST, SECOND) ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        ATTRIBUTE_STRBOOL(UnsafeFPMath,unsafe-fp-math)
        #undef ATTRIBUTE_STRBOOL

        #ifndef ATTRIBUTE_COMPLEXSTR
        #define ATTRIBUTE_COMPLEXSTR(FIRST, SECOND) ATTRIBUTE_ALL(FIRST, SECOND)
        #endif

        #undef ATTRIBUTE_COMPLEXSTR

        #undef ATTRIBUTE_ALL
        #endif

        #ifdef GET_ATTR_ENUM
        #undef GET_ATTR_ENUM
        FirstEnumAttr = 1,
        Cold = 1,
        LastEnumAttr = 1,
        FirstTypeAttr = 2,
        LastTypeAttr = 1,
        FirstIntAttr = 2,
        Alignment = 2,
        LastIntAttr = 2,
        FirstConstantRangeAttr = 3,
        LastConstantRangeAttr = 2,
        FirstConstantRangeListAttr = 3,
        LastConstantRangeListAttr = 2,
        #endif

        #ifdef GET_ATTR_COMPAT_FUNC
        #undef GET_ATTR_COMPAT_FUNC
        static inline bool hasCompatibleFnAttrs(const Function &Caller,
                                                const Function &Callee) {
          bool Ret = true;

          Ret &= isEqual(Caller, Callee, "cold");

          return Ret;
        }

        static inline void mergeFnAttrs(Function &Caller,
                                        const Function &Callee) {
          setAnd(Caller, Callee);
        }

        #endif
        #ifdef GET_ATTR_PROP_TABLE
        #undef GET_ATTR_PROP_TABLE
        static const uint8_t AttrPropTable[] = {
        0 | AttributeProperty::FnAttr | AttributeProperty::ParamAttr,
        0,
        };
        #endif
    "##]],
    );
}

#[test]
fn options_as_a_manual() {
    check(
        "gen-opt-rst",
        sources::OPTIONS,
        expect![[r#"
        ACTIONS
        -------

        .. option:: -help

         Show a \"text\".

        OPTIONS
        -------

        .. option:: -h

        .. option:: -level==<value>

         How much. <value> must be 'low' or 'high'.

    "#]],
    );
}

#[test]
fn options_as_a_table() {
    check(
        "gen-opt-parser-defs",
        sources::OPTIONS,
        expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* Option Parsing Definitions                                                 *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/

        /////////
        // Prefixes

        #ifdef PREFIX
        #define COMMA ,
        PREFIX(prefix_0, {llvm::StringLiteral("")})
        PREFIX(prefix_2, {llvm::StringLiteral("-") COMMA llvm::StringLiteral("")})
        PREFIX(prefix_1, {llvm::StringLiteral("-") COMMA llvm::StringLiteral("--") COMMA llvm::StringLiteral("")})
        #undef COMMA
        #endif // PREFIX

        /////////
        // Prefix Union

        #ifdef PREFIX_UNION
        #define COMMA ,
        PREFIX_UNION({
        llvm::StringLiteral("-") COMMA llvm::StringLiteral("--") COMMA llvm::StringLiteral("")})
        #undef COMMA
        #endif // PREFIX_UNION

        /////////
        // ValuesCode

        #ifdef OPTTABLE_VALUES_CODE
        #endif
        /////////
        // Groups

        #ifdef OPTION
        OPTION(llvm::ArrayRef<llvm::StringLiteral>(), "actions", group, Group, INVALID, INVALID, nullptr, 0, 0, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)

        //////////
        // Options

        OPTION(prefix_1, "-help", help, Flag, group, INVALID, nullptr, 0, Default, 0,
               "Show a \"text\"", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
        OPTION(prefix_1, "-h", h, Flag, INVALID, help, nullptr, Hidden, Default, 0, nullptr, (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, nullptr)
        OPTION(prefix_2, "-level=", level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
               "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, "low,high")
        #endif // OPTION
        #ifdef OPTION_WITH_MARSHALLING
        OPTION_WITH_MARSHALLING(prefix_2, "-level=", level, Joined, INVALID, INVALID, nullptr, 0, Default, 0,
               "How much.", (std::array<std::pair<std::array<unsigned, 2>, const char*>, 1>{{ std::make_pair(std::array<unsigned, 2>{{0, 0}}, nullptr) }}), nullptr, "low,high", true, 0, Options.Level, Level::Low, false, Level::Low, , , mergeForwardValue, extractForwardValue, 0)
        #endif // OPTION_WITH_MARSHALLING

        #ifdef SIMPLE_ENUM_VALUE_TABLE

        struct SimpleEnumValue {
          const char *Name;
          unsigned Value;
        };

        struct SimpleEnumValueTable {
          const SimpleEnumValue *Table;
          unsigned Size;
        };
        static const SimpleEnumValue levelValueTable[] = {
        {"low",static_cast<unsigned>(Level::Low)},{"high",static_cast<unsigned>(Level::High)},};
        static const SimpleEnumValueTable SimpleEnumValueTables[] = {{levelValueTable, std::size(levelValueTable)},
        };
        static const unsigned SimpleEnumValueTablesSize = std::size(SimpleEnumValueTables);
        #endif // SIMPLE_ENUM_VALUE_TABLE


    "#]],
    );
}

#[test]
fn options_that_nothing_tells_apart() {
    let text = format!("{}def other : Flag<\"help\">;", sources::OPTIONS);
    check_error("gen-opt-parser-defs", &text, "Equivalent Options found.");
}

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
fn searchable_tables() {
    check(
        "gen-searchable-tables",
        sources::TABLES,
        expect![[r##"
        #ifdef GET_Colors_DECL
        enum Colors {
          Blue = 0,
          Red = 1,
        };
        #endif

        #ifdef GET_Rows_DECL
        const Row *findRow(uint8_t Number);
        const Row *findByName(StringRef Name, unsigned Of);
        #endif

        #ifdef GET_Rows_IMPL
        constexpr Row Rows[] = {
          { 0x1, "one", Red }, // 0
          { 0x2, "two", Blue }, // 1
          { 0x4, "Four", Red }, // 2
         };

        const Row *findRow(uint8_t Number) {
          if ((Number < 0x1) ||
              (Number > 0x4))
            return nullptr;

          struct KeyType {
            uint8_t Number;
          };
          KeyType Key = {Number};
          struct Comp {
            bool operator()(const Row &LHS, const KeyType &RHS) const {
              if (LHS.Number < RHS.Number)
                return true;
              if (LHS.Number > RHS.Number)
                return false;
              return false;
            }
          };
          auto Table = ArrayRef(Rows);
          auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());
          if (Idx == Table.end() ||
              Key.Number != Idx->Number)
            return nullptr;

          return &*Idx;
        }

        const Row *findByName(StringRef Name, unsigned Of) {
          struct IndexType {
            const char * Name;
            unsigned Of;
            unsigned _index;
          };
          static const struct IndexType Index[] = {
            { "FOUR", Red, 2 },
            { "ONE", Red, 0 },
            { "TWO", Blue, 1 },
          };

          struct KeyType {
            std::string Name;
            unsigned Of;
          };
          KeyType Key = {Name.upper(), Of};
          struct Comp {
            bool operator()(const IndexType &LHS, const KeyType &RHS) const {
              int CmpName = StringRef(LHS.Name).compare(RHS.Name);
              if (CmpName < 0) return true;
              if (CmpName > 0) return false;
              if ((unsigned)LHS.Of < (unsigned)RHS.Of)
                return true;
              if ((unsigned)LHS.Of > (unsigned)RHS.Of)
                return false;
              return false;
            }
          };
          auto Table = ArrayRef(Index);
          auto Idx = std::lower_bound(Table.begin(), Table.end(), Key, Comp());
          if (Idx == Table.end() ||
              Key.Name != Idx->Name ||
              Key.Of != Idx->Of)
            return nullptr;

          return &Rows[Idx->_index];
        }
        #endif

        #undef GET_Colors_DECL
        #undef GET_Rows_DECL
        #undef GET_Rows_IMPL
    "##]],
    );
}

#[test]
fn searchable_tables_with_mistakes() {
    let check = |text: &str, want: &str| {
        let text = format!("{}{text}", sources::TABLES);
        check_error("gen-searchable-tables", &text, want);
    };
    check(
        "def T : GenericTable { let FilterClass = \"None\"; let Fields = []; }",
        "Table FilterClass 'None' does not exist",
    );
    check(
        "class None; def T : GenericTable { let FilterClass = \"None\"; let Fields = []; }",
        "Table 'T' has no entries",
    );
    check(
        "def T : GenericTable { let FilterClass = \"Row\"; let Fields = [\"Number\"]; let PrimaryKey = [\"X\"]; \
         let PrimaryKeyName = \"find\"; }",
        "In table 'T', 'PrimaryKey' or 'Key' refers to nonexistent field 'X'",
    );
    check(
        "def S : SearchIndex { let Table = Rows; let Key = [\"Name\"]; let EarlyOut = true; }",
        "In lookup method 'S', early-out is not supported for a first key field of type string",
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
fn intrinsics() {
    check(
        "gen-intrinsic-enums",
        sources::INTRINSICS,
        expect![[r#"
            /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
            |*                                                                            *|
            |* Intrinsic Function Source Fragment                                         *|
            |*                                                                            *|
            |* Automatically generated file, do not edit!                                 *|
            |*                                                                            *|
            \*===----------------------------------------------------------------------===*/

            #ifdef GET_INTRINSIC_ENUM_VALUES
            // Enum values for intrinsics
                copy_all = 1,                                  // llvm.copy.all
                sqrt,                                      // llvm.sqrt
                num_intrinsics = 4
            #endif

            // llvm::Intrinsic::IITDescriptor::ArgKind
            #ifdef GET_INTRINSIC_ARGKIND
            #error "ArgKind is not defined"
            #endif

        "#]],
    );
    check_error(
        "gen-intrinsic-enums",
        &format!("{}def foo : Intrinsic;", sources::INTRINSICS),
        "Intrinsic 'foo' does not start with 'int_'!",
    );
}

#[test]
fn directives() {
    check(
        "gen-directive-decl",
        sources::DIRECTIVES,
        expect![[r##"
            #ifndef LLVM_Toy_INC
            #define LLVM_Toy_INC

            #include "llvm/ADT/ArrayRef.h"
            #include <cstddef>

            namespace llvm {
            class StringRef;
            namespace toy {

            enum class Association {
              None,
            };

            static constexpr std::size_t Association_enumSize = 1;

            enum class Category {
              Executable,
            };

            static constexpr std::size_t Category_enumSize = 1;

            enum class Directive {
              TD_parallel_loop,
              TD_loop,
              TD_parallel,
            };

            static constexpr std::size_t Directive_enumSize = 3;

            constexpr auto TD_parallel_loop = llvm::toy::Directive::TD_parallel_loop;
            constexpr auto TD_loop = llvm::toy::Directive::TD_loop;
            constexpr auto TD_parallel = llvm::toy::Directive::TD_parallel;

            enum class Clause {
              TC_private,
              TC_switch,
            };

            static constexpr std::size_t Clause_enumSize = 2;

            constexpr auto TC_private = llvm::toy::Clause::TC_private;
            constexpr auto TC_switch = llvm::toy::Clause::TC_switch;

            enum class SwitchKind {
              on=1,
              off=2,
            };

            constexpr auto on = llvm::toy::SwitchKind::on;
            constexpr auto off = llvm::toy::SwitchKind::off;

            // Enumeration helper functions
            Directive getToyDirectiveKind(llvm::StringRef Str);

            llvm::StringRef getToyDirectiveName(Directive D);

            Clause getToyClauseKind(llvm::StringRef Str);

            llvm::StringRef getToyClauseName(Clause C);

            /// Return true if \p C is a valid clause for \p D in version \p Version.
            bool isAllowedClauseForDirective(Directive D, Clause C, unsigned Version);

            constexpr std::size_t getMaxLeafCount() { return 2; }
            Association getDirectiveAssociation(Directive D);
            Category getDirectiveCategory(Directive D);
            SwitchKind getSwitchKind(StringRef);
            llvm::StringRef getToySwitchKindName(SwitchKind);

            } // namespace toy
            } // namespace llvm
            #endif // LLVM_Toy_INC
        "##]],
    );
}
