//! Errors in patterns, and the places at which an editor shows them.

use backend_testing::{read, run};
use elaborate::records::Release;
use elaborate::report::{Report, for_people};
use expect_test::{Expect, expect};

use super::{PATTERNS, written};
use crate::tests::DIALECT;

/// Compares the errors about a pattern.
#[track_caller]
fn check_error(pattern: &str, want: Expect) {
    let said = written(Release::V19, &format!("def P : {pattern};"));
    want.assert_eq(said.lines().next().unwrap_or_default());
}

#[test]
fn mistakes() {
    check_error(
        "Pat<(Own_AddOp $a), (replaceWithValue $a)>",
        expect![
            "36: error: op 'own.add' argument number mismatch: 1 in pattern vs. 2 in definition"
        ],
    );
    check_error(
        "Pat<(Own_AddOp $a, $b), (replaceWithValue $z)>",
        expect!["36: error: referencing unbound symbol 'z'"],
    );
    check_error(
        "Pat<(Own_AddOp:$a $a, $b), (replaceWithValue $b)>",
        expect!["36: error: symbol 'a' bound more than once"],
    );
    check_error(
        "Pat<(Own_AddOp $a, $b), (Own_AddOp $a)>",
        expect![
            "36: error: op 'own.add' argument number mismatch: 1 in pattern vs. 2 in definition"
        ],
    );
    check_error(
        "Pat<(Own_SplitOp $a), (replaceWithValue $a)>",
        expect!["36: error: not enough values generated to replace the matched op"],
    );
    check_error(
        "Pat<(Own_AddOp \"a\":$a, $b), (replaceWithValue $b)>",
        expect!["36: error: 'a' is not a constraint"],
    );
    check_error(
        "Pat<(Own_AddOp (either $a)), (replaceWithValue $a)>",
        expect!["36: error: `either` only supports grouping two operands"],
    );
    check_error(
        "Pat<(Own_AddOp I32Attr:$a, $b), (replaceWithValue $a)>",
        expect!["36: error: the 1-th argument of op 'own.add' should be an operand"],
    );
    check_error(
        "Pat<(Own_AddOp $a__1, $b), (replaceWithValue $b)>",
        expect!["36: error: symbol 'a__1' with trailing index cannot bind to op argument"],
    );
    check_error(
        "Pattern<(Own_DropOp $a), [], [], [], (addBenefit)>",
        expect!["36: error: The 'addBenefit' takes and only takes one integer value"],
    );
    check_error(
        "Pat<(Own_AddOp:$s $a, $b), (Own_AddOp $a, $s__1)>",
        expect!["36: error: op 'own.add' has no result #1 for 's__1'"],
    );
}

/// Checks that an editor shows the error about a pattern at `$0`.
#[track_caller]
fn check_place(text: &str) {
    let (before, behind) = text.split_once("$0").expect("a place");
    let start = format!("{DIALECT}{PATTERNS}{before}");
    let records = read(&format!("{start}{behind}"));
    let error = run(crate::ALL, "gen-rewriters", &[], &records).text;
    let report = Report::of_backend(&records.sources, &error.expect_err("an error"));
    let shown = for_people(&records.sources, &[report]);
    assert_eq!(shown[0].place, Some((0, start.len() as u32)));
}

#[test]
fn mistakes_are_at_their_trees() {
    check_place("def : Pat<(Own_AddOp $a, $0(Own_AddOp $b)), (replaceWithValue $a)>;");
    check_place("def : Pat<(Own_AddOp $a, $0(Own_AddOp (either $c))), (replaceWithValue $a)>;");
    check_place("def : Pat<(Own_AddOp $a, $b), (Own_AddOp $a, $0(Own_AddOp $a))>;");
    // A tree that the source has, too.
    check_place("def : Pat<(Own_AddOp $a, (Own_DropOp $b)), $0(location)>;");
    // The second result, and one of a class and of a variable.
    check_place("def : Pattern<(Own_AddOp $a, $b), [(Own_DropOp $a), $0(Own_AddOp $a)]>;");
    check_place(
        "class Twice<dag d> : Pattern<(Own_AddOp $a, $b), [(Own_DropOp $a), d]>;
         def : Twice<$0(Own_AddOp $a)>;",
    );
    check_place(
        "defvar made = $0(Own_AddOp $a);
         def : Pat<(Own_AddOp $a, $b), made>;",
    );
    // A value that does not exist.
    check_place("def : Pat<(Own_AddOp $a, $b), $0(replaceWithValue $z)>;");
    // A tree that an operator makes is shown at the operator.
    check_place(
        "def : Pat<(Own_AddOp $a, $b), $0!con((replaceWithValue $z), (replaceWithValue))>;",
    );
}
