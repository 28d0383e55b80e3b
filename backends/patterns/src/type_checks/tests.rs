use std::fmt::Write;

use expect_test::{Expect, expect};

use super::{Below, TypeChecks};
use crate::Tree;
use crate::test_support::build;

/// Shows the checks of each pattern: for each matched node the numbers of the checked results. Cached results must
/// equal computed ones.
#[track_caller]
fn check(text: &str, below: fn(Tree) -> Below, want: Expect) {
    let built = build(text);
    assert_eq!(built.said(), "");
    let patterns = built.patterns.as_ref().map_err(|it| &it.message).unwrap();
    let mut all = TypeChecks::new(patterns, &built.records);
    let mut shown = String::new();
    for pattern in patterns.list.iter() {
        let checks = all.checks(pattern, below).unwrap();
        let alone = TypeChecks::new(patterns, &built.records)
            .checks(pattern, below)
            .unwrap();
        assert_eq!(checks, alone);
        _ = writeln!(shown, "{checks:?}");
    }
    _ = writeln!(shown, "{} different", all.known.len());
    want.assert_eq(&shown);
}

const REGISTERS: &str = "
    def D0 : Reg;
    def DPR : Regs<[i64], (add D0)>;
    def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
    def ADDW : Inst<(outs DPR:$d), (ins DPR:$a, DPR:$b)>;
";

#[test]
fn patterns_that_are_alike_have_the_same_checks() {
    check(
        &format!(
            "{REGISTERS}
            def : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;
            def : Pat<(sub i32:$x, i32:$y), (ADD $x, $y)>;
            def : Pat<(sub i64:$x, i64:$y), (ADDW $x, $y)>;
            def : Pat<(shl i32:$x, i32:$y), (ADD $x, $y)>;"
        ),
        |_| Below::All,
        expect![[r#"
            [[0], [], []]
            [[0], [], []]
            [[0], [], []]
            [[0], [], [0]]
            3 different
        "#]],
    );
}

#[test]
fn intrinsics_with_the_same_types_have_the_same_checks() {
    check(
        &format!(
            "{REGISTERS}
            class Toy<ValueType a, ValueType b>
              : Intrinsic<[LLVMType<i32>], [LLVMType<a>, LLVMType<b>], [IntrNoMem]>;
            def int_toy_a : Toy<i32, i32>;
            def int_toy_b : Toy<i32, i32>;
            def int_toy_c : Toy<i32, Any>;
            def : Pat<(int_toy_a i32:$a, i32:$b), (ADD $a, $b)>;
            def : Pat<(int_toy_b i32:$a, i32:$b), (ADD $a, $b)>;
            def : Pat<(int_toy_c i32:$a, i32:$b), (ADD $a, $b)>;"
        ),
        |_| Below::All,
        expect![[r#"
            [[], [], [], []]
            [[], [], [], []]
            [[], [], [], [0]]
            2 different
        "#]],
    );
}

#[test]
fn nodes_that_are_not_matched_are_not_checked() {
    check(
        &format!("{REGISTERS} def : Pat<(shl i32:$x, i32:$y), (ADD $x, $y)>;"),
        |_| Below::First,
        expect![[r#"
            [[0], []]
            1 different
        "#]],
    );
    check(
        &format!("{REGISTERS} def : Pat<(shl i32:$x, i32:$y), (ADD $x, $y)>;"),
        |_| Below::None,
        expect![[r#"
            [[0]]
            1 different
        "#]],
    );
}
