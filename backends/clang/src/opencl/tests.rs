//! Tables and prototypes for a few builtins.

mod prototypes;
mod tables;

use expect_test::{Expect, expect};

use crate::tests::shown_below;

const CLASSES: &str = include_str!("opencl.td");

fn output(backend: &str, text: &str) -> String {
    shown_below(CLASSES, backend, text)
}

#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    want.assert_eq(&output(backend, text));
}

#[test]
fn mistakes() {
    let header = "gen-clang-opencl-builtin-header";
    check(
        header,
        "\ndef : Builtin<\"f\", []>;",
        expect![[r#"
        2: error: a signature has to have a return type
    "#]],
    );
    check(
        header,
        "\ndef X : Type<\"x\"> { let AccessQualifier = \"XX\"; }\ndef : Builtin<\"f\", [X]>;",
        expect![[r#"
            2: error: unknown access qualifier 'XX'
        "#]],
    );
    check(
        header,
        "\ndef G : GenericType<\"G\", [], [1]>;\ndef : Builtin<\"f\", [G]>;",
        expect![[r#"
            3: error: a generic type of the signature has no types
        "#]],
    );
    let two = "\ndef X : Type<\"x\"> { let IsConst = ?; }\ndef : Builtin<\"f\", [X]> { let Extension = ?; }";
    check(
        header,
        two,
        expect![[r#"
            3: error: Record `anonymous_13', field `Extension' does not have a def initializer!
        "#]],
    );
    check(
        "gen-clang-opencl-builtin-tests",
        two,
        expect![[r#"
        2: error: Record `X', field `IsConst' does not have a bit initializer!
    "#]],
    );
    let tables = "gen-clang-opencl-builtins";
    check(
        tables,
        "\ndef G : GenericType<\"G\", [Float], [1, 2, 3]>;\ndef : Builtin<\"f\", [GenF, G]>;",
        expect![[r#"
            3: error: number of vector sizes should be equal or 1 for all gentypes in a declaration
        "#]],
    );
    check(
        tables,
        "\ndef G : GenericType<\"G\", [Int, Int, Int], [1]>;\ndef : Builtin<\"f\", [GenF, G]>;",
        expect![[r#"
            3: error: number of types should be equal or 1 for all gentypes in a declaration
        "#]],
    );
    check(
        tables,
        "\ndef I : ImageType<\"i\", \"XX\">;",
        expect![[r#"
        2: error: unknown access qualifier 'XX' of an image
    "#]],
    );
}
