//! What releases write otherwise.

use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::combine_as;
use backend_testing::between;

/// Checks the table.
#[track_caller]
fn check(release: Release, text: &str, want: Expect) {
    let shown = combine_as(release, text);
    let table = match shown.contains("MatchTable0[] = {") {
        true => between(&shown, "MatchTable0[] = {", "// Size:"),
        false => shown,
    };
    want.assert_eq(&table);
}

const ADD: &str = "def R : GICombineRule<(defs root:$x), (match (G_ADD $x, $y, 0)), (apply (GIReplaceReg $x, $y))>;";

#[test]
fn since_21_lines_begin_with_their_offsets() {
    check(Release::V19, ADD, expect![[r#""#]]);
    check(Release::V21, ADD, expect![[r#""#]]);
}

#[test]
fn packs_of_operands() {
    check(
        Release::V21,
        "def R : GICombineRule<(defs root:$x), (match (G_BUILD_VECTOR $x, $y, GIVariadic<2, 4>:$z)), (apply (G_BUILD_VECTOR $x, $y, $z))>;",
        expect![[r#""#]],
    );
}

#[test]
fn rules_of_one_action() {
    let shown = combine_as(
        Release::V21,
        "def R : GICombineRule<(defs root:$x), (combine (G_BUILD_VECTOR $x, $y, GIVariadic<>:$z), [{ f(${z}); }]), (empty_action)>;",
    );
    let actions = between(&shown, "::runCustomAction(", "llvm_unreachable");
    expect![[r#""#]].assert_eq(&actions);
}

#[test]
fn wrong_packs() {
    for (text, want) in [
        (
            "(match (G_ADD $x, $y, GIVariadic<>:$z)), (apply (G_ADD $x, $y, $y))",
            expect![[r#""#]],
        ),
        (
            "(match (G_BUILD_VECTOR $x, GIVariadic<0>:$y)), (apply (GIReplaceReg $x, $y))",
            expect![[r#""#]],
        ),
        (
            "(match (G_BUILD_VECTOR $x, GIVariadic<3, 2>:$y)), (apply (GIReplaceReg $x, $y))",
            expect![[r#""#]],
        ),
        ("(match), (match)", expect![[r#""#]]),
        (
            "(combine (G_ADD $x, $y, 0)), (empty_action)",
            expect![[r#""#]],
        ),
    ] {
        let text = format!("def R : GICombineRule<(defs root:$x), {text}>;");
        want.assert_eq(&combine_as(Release::V21, &text));
    }
}
