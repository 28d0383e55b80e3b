use expect_test::expect;

use crate::tests::{check, check_changes, sources};

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
fn changes() {
    let text = sources::AUTOMATON
        .replace(
            "Symbol Read = symbol;",
            "Symbol Read = symbol; int Number = 1;",
        )
        .replace("[\"Read\"]", "[\"Read\", \"Number\"]");
    check_changes(
        "gen-automata",
        &text,
        expect![[r#"
        19 to 21:
        -  /* 0 */ {0, 1}, {0, 2}, {0ULL, 0ULL},
        -  /* 3 */ {1, 3}, {0ULL, 0ULL},
        -  /* 5 */ {1, 3}, {2, 3}, {0ULL, 0ULL},
        +  /* 0 */ {0, 1}, {0, 2}, {0, 0},
        +  /* 3 */ {1, 3}, {0, 0},
        +  /* 5 */ {1, 3}, {2, 3}, {0, 0},
        -  {1, std::tuple(Push, 1), 2, 0},
        -  {1, std::tuple(Pull, 1), 3, 1},
        -  {2, std::tuple(Push, 1), 4, 5},
        -  {2, std::tuple(Pull, 1), 4, 3},
        -  {3, std::tuple(Push, 1), 4, 6},
        +  {1, {Push, 1}, 2, 0},
        +  {1, {Pull, 1}, 3, 1},
        +  {2, {Push, 1}, 4, 5},
        +  {2, {Pull, 1}, 4, 3},
        +  {3, {Push, 1}, 4, 6},
        21 to 22:
    "#]],
    );
}
