//! Contracting and joining.

use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::{matchers, parse, show, words};
use crate::dag_isel::contract::contract;
use crate::dag_isel::factor::factor;

#[track_caller]
fn check_contract(text: &str, want: &str) {
    assert_eq!(contracted(Release::V19, text), want);
}

fn contracted(release: Release, text: &str) -> String {
    let mut steps = parse(&mut matchers(), text);
    contract(release, &mut steps, |_, _| None);
    let steps: Vec<String> = steps.into_iter().map(words).collect();
    steps.join(", ")
}

fn check_factor(options: &[&str], want: Expect) {
    let mut matchers = matchers();
    let mut ids = Vec::new();
    for option in options {
        let steps = parse(&mut matchers, option);
        ids.push(matchers.add_all(steps.into_iter()));
    }
    let first = factor(&mut matchers, ids);
    want.assert_eq(&show(&matchers, first));
}

#[test]
fn what_concerns_a_child_needs_no_move() {
    check_contract(
        "MoveChild 0, Record a, Type i32, MoveParent, Done 0",
        "RecordChild 0 a, ChildType 0 i32, Done 0",
    );
    check_contract(
        "MoveChild 1, Same 0, MoveParent, MoveChild 2, Cond SETEQ, MoveParent, Done 0",
        "ChildSame 1 0, Child2Cond SETEQ, Done 0",
    );
    check_contract(
        "MoveChild 4, Integer 7, MoveParent, Done 0",
        "ChildInteger 4 7, Done 0",
    );
}

#[test]
fn since_21_steps_that_are_done_stay() {
    let changes = |text: &str| [Release::V19, Release::V21].map(|it| contracted(it, text));
    assert_eq!(
        changes("MoveParent, MoveChild 1, Record a, MoveParent, MoveChild 2, Opcode A, Done 0"),
        [
            "MoveParent, RecordChild 1 a, MoveChild 2, Opcode A, Done 0",
            "MoveParent, RecordChild 1 a, MoveChild 2, Opcode A, Done 0",
        ]
    );
    assert_eq!(
        changes("Type i32, Opcode A, MoveParent, MoveChild 1, Record a, Opcode B, Done 0"),
        [
            "Opcode A, Type i32, MoveSibling 1, Opcode B, Record a, Done 0",
            "Type i32, Opcode A, MoveSibling 1, Opcode B, Record a, Done 0",
        ]
    );
}

#[test]
fn only_some_children_have_steps_of_their_own() {
    check_contract(
        "MoveChild 8, Record a, MoveParent, Done 0",
        "MoveChild 8, Record a, MoveParent, Done 0",
    );
    check_contract(
        "MoveChild 4, Same 0, MoveParent, MoveChild 5, Integer 7, MoveParent, Done 0",
        "MoveChild 4, Same 0, MoveSibling 5, Integer 7, MoveParent, Done 0",
    );
    check_contract(
        "MoveChild 1, Cond SETEQ, MoveParent, Done 0",
        "MoveChild 1, Cond SETEQ, MoveParent, Done 0",
    );
    check_contract(
        "MoveChild 0, Type i32 1, MoveParent, Done 0",
        "MoveChild 0, Type i32 1, MoveParent, Done 0",
    );
}

#[test]
fn opcodes_go_before_types_and_records() {
    check_contract(
        "Record a, Type i32, Opcode A, Done 0",
        "Opcode A, Record a, Type i32, Done 0",
    );
    check_contract(
        "MoveChild 0, Type i32, Opcode A, MoveParent, Done 0",
        "ChildType 0 i32, MoveChild 0, Opcode A, MoveParent, Done 0",
    );
}

#[test]
fn from_one_child_to_the_next() {
    check_contract(
        "MoveChild 0, Opcode A, MoveParent, MoveChild 1, Opcode B, MoveParent, Done 0",
        "MoveChild 0, Opcode A, MoveSibling 1, Opcode B, MoveParent, Done 0",
    );
    // A record of the next child is made there.
    check_contract(
        "MoveChild 0, Opcode A, MoveParent, MoveChild 1, Record a, Opcode B, MoveParent, Done 0",
        "MoveChild 0, Opcode A, MoveSibling 1, Opcode B, Record a, MoveParent, Done 0",
    );
}

#[test]
fn no_matchers_and_one() {
    check_factor(&[], expect![""]);
    check_factor(
        &["Opcode A, Done 0"],
        expect![[r#"
        Opcode A
        Done 0
    "#]],
    );
}

#[test]
fn equal_steps_are_shared() {
    check_factor(
        &[
            "Opcode A, Record x, Predicate 0, Done 0",
            "Opcode A, Record y, Predicate 1, Done 1",
            "Opcode A, Record z, Done 2",
        ],
        expect![[r#"
            Opcode A
            Record x
            try
              Predicate 0
              Done 0
            try
              Predicate 1
              Done 1
            try
              Done 2
        "#]],
    );
}

#[test]
fn opcodes_become_a_switch() {
    check_factor(
        &[
            "Opcode A, Record x, Done 0",
            "Opcode B, Done 1",
            "Opcode D, Record y, Same 0, Done 2",
            "Opcode C, Done 3",
        ],
        expect![[r#"
            case A
              Record x
              try
                Done 0
              try
                Same 0
                Done 2
            case B
              Done 1
            case C
              Done 3
        "#]],
    );
}

#[test]
fn types_become_a_switch() {
    check_factor(
        &[
            "Opcode A, Record x, Type i32, Done 0",
            "Opcode A, Predicate 0, Type i64, Done 1",
            "Opcode A, Predicate 1, Type i32, Done 2",
        ],
        expect![[r#"
            Opcode A
            case i32
              try
                Record x
                Done 0
              try
                Predicate 1
                Done 2
            case i64
              Predicate 0
              Done 1
        "#]],
    );
    // The type of pointers is that of some integers, and only result 0 can be switched over.
    check_factor(
        &[
            "Opcode A, Predicate 0, Type iPTR, Done 0",
            "Opcode A, Predicate 1, Type i32, Done 1",
            "Opcode A, Predicate 2, Type i32 1, Done 2",
        ],
        expect![[r#"
            Opcode A
            try
              Predicate 0
              Type iPTR
              Done 0
            try
              Predicate 1
              Type i32
              Done 1
            try
              Predicate 2
              Type i32 1
              Done 2
        "#]],
    );
    // A single type is no switch.
    check_factor(
        &[
            "Predicate 0, Type i32, Done 0",
            "Predicate 1, Type i32, Done 1",
        ],
        expect![[r#"
            Type i32
            try
              Predicate 0
              Done 0
            try
              Predicate 1
              Done 1
        "#]],
    );
}

#[test]
fn an_option_passes_those_that_it_contradicts() {
    check_factor(
        &[
            "ChildType 0 i32, Predicate 0, Done 0",
            "ChildType 0 i64, Done 1",
            "ChildType 0 i32, Done 2",
        ],
        expect![[r#"
            try
              ChildType 0 i32
              try
                Predicate 0
                Done 0
              try
                Done 2
            try
              ChildType 0 i64
              Done 1
        "#]],
    );
    // It is not moved before a matcher that may match the same nodes.
    check_factor(
        &[
            "ChildType 0 i32, Predicate 0, Done 0",
            "ChildType 1 i64, Done 1",
            "ChildType 0 i32, Done 2",
        ],
        expect![[r#"
            try
              ChildType 0 i32
              Predicate 0
              Done 0
            try
              ChildType 1 i64
              Done 1
            try
              ChildType 0 i32
              Done 2
        "#]],
    );
    // `C` always gives an `i32`.
    check_factor(
        &[
            "Opcode C, Predicate 0, Done 0",
            "Type i64, Done 1",
            "Opcode C, Done 2",
        ],
        expect![[r#"
            try
              Opcode C
              try
                Predicate 0
                Done 0
              try
                Done 2
            try
              Type i64
              Done 1
        "#]],
    );
}

#[test]
fn a_check_comes_first_if_that_helps() {
    check_factor(
        &[
            "Type i32, Predicate 0, Done 0",
            "Predicate 1, Record x, Type i32, Done 1",
            "Predicate 1, Type i64, Done 2",
            "Type i32, Done 3",
        ],
        expect![[r#"
            case i32
              try
                Predicate 0
                Done 0
              try
                Predicate 1
                Record x
                Done 1
              try
                Done 3
            case i64
              Predicate 1
              Done 2
        "#]],
    );
    // Checks do not pass moves.
    check_factor(
        &[
            "Type i32, Predicate 0, Done 0",
            "MoveChild 0, Type i32, Done 1",
            "Type i32, Done 2",
        ],
        expect![[r#"
            try
              Type i32
              Predicate 0
              Done 0
            try
              MoveChild 0
              Type i32
              Done 1
            try
              Type i32
              Done 2
        "#]],
    );
    // Records stay where they are.
    check_factor(
        &["Record x, Done 0", "Predicate 0, Record y, Done 1"],
        expect![[r#"
            try
              Record x
              Done 0
            try
              Predicate 0
              Record y
              Done 1
        "#]],
    );
}

#[test]
fn deep_matchers() {
    let long = "Predicate 0, ".repeat(20_000);
    let mut matchers = matchers();
    let mut ids = Vec::new();
    for end in ["Done 0", "Done 1"] {
        let steps = parse(&mut matchers, &format!("{long}{end}"));
        ids.push(matchers.add_all(steps.into_iter()));
    }
    let first = factor(&mut matchers, ids);
    assert_eq!(matchers.from(first).count(), 20_001);
}
