//! Prototypes and operations that make no sense.

use expect_test::expect;

use super::{CLASSES, check_header};
use crate::tests::check;

#[test]
fn wrong_types() {
    check_header(
        r#"def X : SInst<"v", "(..", "s">;"#,
        expect![[r#"
        35: error: unmatched modifier group paren
    "#]],
    );
    check_header(
        r#"def X : SInst<"v", ".x", "s">;"#,
        expect![[r#"
        35: error: unknown modifier 'x' in a prototype
    "#]],
    );
    check_header(
        r#"def X : SInst<"v", "..", "Xs">;"#,
        expect![[r#"
        35: error: unknown letter 'X' in type code 'Xs'
    "#]],
    );
    check_header(
        r#"def X : SInst<"v", ".", "Sk">;"#,
        expect![[r#"
        35: error: no letter stands for a scalar of 128 bits in the name of 'v'
    "#]],
    );
}

#[test]
fn wrong_operations() {
    for (operation, want) in [
        (
            "(other $p0)",
            expect![[r#"
            35: error: Unknown operation!
        "#]],
        ),
        (
            "(op \"+\", $p1)",
            expect![[r#"
            35: error: Variable not defined!
        "#]],
        ),
        (
            "(op \"+\", 3:$p0)",
            expect![[r#"
            35: error: Arguments must either be DAGs or names, not both!
        "#]],
        ),
        (
            "(op \"+\", 3)",
            expect![[r#"
            35: error: Arguments must either be DAGs or names!
        "#]],
        ),
        (
            "(op \"+\")",
            expect![[r#"
                35: error: op() has too few arguments
            "#]],
        ),
        (
            "(op \"+\", $p0, (cast \"8\", $p0))",
            expect![[r#"
            35: error: Argument type mismatch!
        "#]],
        ),
        (
            "(call \"vx\", $p0)",
            expect![[r#"
            35: error: Intrinsic 'vx' not found!
        "#]],
        ),
        (
            "(call \"vabs\", (cast \"8\", $p0))",
            expect![[r#"
            35: error: No compatible intrinsic found - looking up intrinsic 'vabs(int8x8_t)'
            Available overloads:
              - int16x4_t vabs_v(int16x4_t)

        "#]],
        ),
        (
            "(call \"vtwo\", $p0)",
            expect![[r#"
            35: error: Multiple overloads found - looking up intrinsic 'vtwo(int16x4_t)'
            Available overloads:
              - int16x4_t vtwo_v(int16x4_t)
              - uint16x4_t vtwo_v(int16x4_t)

        "#]],
        ),
        (
            "(cast $p7, $p0)",
            expect![[r#"
            35: error: Variable not found
        "#]],
        ),
        (
            "(cast 3, $p0)",
            expect![[r#"
            35: error: Expected string type or $Name for cast type
        "#]],
        ),
        (
            "(cast \"H\", $p0)",
            expect![[r#"
            35: error: Can't get smaller than 64!
        "#]],
        ),
        (
            "(cast \"D\", \"D\", $p0)",
            expect![[r#"
            35: error: Can't get bigger than 128!
        "#]],
        ),
        (
            "(cast \"int8_t\", \"32\", $p0)",
            expect![[r#"
            35: error: Not enough bits to make it 32!
        "#]],
        ),
        (
            "(shuffle $p0, (cast \"U\", $p0), mask0)",
            expect![[r#"
            35: error: Different types in arguments to shuffle!
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (add mask0, op))",
            expect![[r#"
            35: error: Incorrect element kind in shuffle mask!
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (add sv0))",
            expect![[r#"
            35: error: Can only double or half the number of elements in a shuffle!
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (other mask0))",
            expect![[r#"
            error: Unknown set operator: (other mask0)
        "#]],
        ),
        (
            "(shuffle $p0, $p0, (rev 48, mask0))",
            expect![[r#"
                35: error: rev() needs a width that fits the vector
            "#]],
        ),
        (
            "(dup $p0, $p0)",
            expect![[r#"
            35: error: dup() expects one argument
        "#]],
        ),
        (
            "(dup $p0)",
            expect![[r#"
            35: error: dup() expects a scalar argument
        "#]],
        ),
        (
            "(dup_typed $p0, $p0)",
            expect![[r#"
            35: error: dup_typed() requires a scalar as the second argument
        "#]],
        ),
        (
            "(dup_typed \"int8_t\", (literal \"int8_t\", \"1\"))",
            expect![[r#"
                35: error: dup_typed() used but target type is scalar!
            "#]],
        ),
        (
            "(splat $p0, $p0)",
            expect![[r#"
            35: error: splat() requires a scalar int as the second argument
        "#]],
        ),
        (
            "(save_temp 3, $p0)",
            expect![[r#"
            35: error: save_temp() expects a name as the first argument
        "#]],
        ),
        (
            "(save_temp $p0, $p0)",
            expect![[r#"
            35: error: Variable already defined!
        "#]],
        ),
        (
            "(call (name_replace \"x\", \"y\"), $p0)",
            expect![[r#"
            35: error: name should contain 'x'!
        "#]],
        ),
        (
            "(dup_typed \"int8x99999999_t\", (literal \"int8_t\", \"1\"))",
            expect![[r#"
                35: error: an expression is too long
            "#]],
        ),
    ] {
        let source = format!(
            r#"def X : SOpInst<"v", "..", "s", Op<{operation}>>;
               def : SInst<"vabs", "..", "s">;
               def : SInst<"vtwo", "..", "s">;
               def : SInst<"vtwo", "(U)(.!)", "s">;"#
        );
        check_header(&source, want);
    }
}

#[test]
fn a_builtin_that_returns_a_constant() {
    let source = r#"def X : SInst<"v", "I", "s">;"#;
    check(
        "gen-arm-neon-sema",
        &format!("{CLASSES}{source}"),
        expect![[r#"
            35: error: 'v' returns an immediate
        "#]],
    );
}

#[test]
fn mistakes_in_sets_are_told_at_an_unknown_place() {
    let source = "def F : SOpInst<\"f\", \"..\", \"c\", Op<(shuffle $p0, $p0, (other mask0))>>;";
    let records = backend_testing::read(&format!("{CLASSES}{source}"));
    let run = backend_testing::run(crate::ALL, "gen-arm-neon", &[], &records);
    assert!(run.text.is_err_and(|error| error.lacks_place));
}
