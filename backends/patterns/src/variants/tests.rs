use std::fmt::Write;

use expect_test::{Expect, expect};

use crate::test_support::build;

const INSTRUCTIONS: &str = "
def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def MADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c)>;
";

#[track_caller]
fn check(text: &str, want: Expect) {
    let built = build(&format!("{INSTRUCTIONS}{text}"));
    assert_eq!(built.said(), "");
    want.assert_eq(&built.patterns());
}

#[test]
fn operands_of_commutative_operators_are_swapped() {
    check(
        "def : Pat<(add (sub 1, GPR:$a), GPR:$b), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            (add (sub 1 GPR:$a) GPR:$b) => (ADD GPR:$a GPR:$b)
            (add GPR:$b (sub 1 GPR:$a)) => (ADD GPR:$a GPR:$b)
        "#]],
    );
}

#[test]
fn registers_that_match_the_same_are_not_swapped() {
    check(
        "def : Pat<(add GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            (add GPR:$a GPR:$b) => (ADD GPR:$a GPR:$b)
        "#]],
    );
}

#[test]
fn a_name_that_is_used_twice_tells_operands_apart() {
    check(
        "def : Pat<(add GPR:$a, (sub GPR:$a, GPR:$b)), (ADD GPR:$a, GPR:$b)>;
        def : Pat<(mul GPR:$b, (mul GPR:$a, GPR:$a)), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            (add GPR:$a (sub GPR:$a GPR:$b)) => (ADD GPR:$a GPR:$b)
            (mul GPR:$b (mul GPR:$a GPR:$a)) => (ADD GPR:$a GPR:$b)
            (add (sub GPR:$a GPR:$b) GPR:$a) => (ADD GPR:$a GPR:$b)
            (mul (mul GPR:$b GPR:$a) GPR:$a) => (ADD GPR:$a GPR:$b)
            (mul (mul GPR:$a GPR:$b) GPR:$a) => (ADD GPR:$a GPR:$b)
            (mul (mul GPR:$a GPR:$a) GPR:$b) => (ADD GPR:$a GPR:$b)
            (mul GPR:$a (mul GPR:$b GPR:$a)) => (ADD GPR:$a GPR:$b)
            (mul GPR:$a (mul GPR:$a GPR:$b)) => (ADD GPR:$a GPR:$b)
        "#]],
    );
}

#[test]
fn three_operands_of_associative_operators() {
    check(
        "def : Pat<(add (add (sub 1, GPR:$a), GPR:$b), (sub 2, GPR:$c)), (MADD GPR:$a, GPR:$b, GPR:$c)>;",
        expect![[r#"
            (add (add (sub 1 GPR:$a) GPR:$b) (sub 2 GPR:$c)) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (add GPR:$b (sub 1 GPR:$a)) (sub 2 GPR:$c)) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (add (sub 1 GPR:$a) (sub 2 GPR:$c)) GPR:$b) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (add (sub 2 GPR:$c) (sub 1 GPR:$a)) GPR:$b) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (add GPR:$b (sub 2 GPR:$c)) (sub 1 GPR:$a)) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (add (sub 2 GPR:$c) GPR:$b) (sub 1 GPR:$a)) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (sub 2 GPR:$c) (add (sub 1 GPR:$a) GPR:$b)) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (sub 2 GPR:$c) (add GPR:$b (sub 1 GPR:$a))) => (MADD GPR:$a GPR:$b GPR:$c)
            (add GPR:$b (add (sub 1 GPR:$a) (sub 2 GPR:$c))) => (MADD GPR:$a GPR:$b GPR:$c)
            (add GPR:$b (add (sub 2 GPR:$c) (sub 1 GPR:$a))) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (sub 1 GPR:$a) (add GPR:$b (sub 2 GPR:$c))) => (MADD GPR:$a GPR:$b GPR:$c)
            (add (sub 1 GPR:$a) (add (sub 2 GPR:$c) GPR:$b)) => (MADD GPR:$a GPR:$b GPR:$c)
        "#]],
    );
}

#[test]
fn immediates_and_certain_registers_stay_where_they_are() {
    check(
        "def : Pat<(add GPR:$a, 1), (NEG GPR:$a)>;
        def : Pat<(add (sub 1, GPR:$a), R0), (NEG GPR:$a)>;",
        expect![[r#"
            (add GPR:$a 1) => (NEG GPR:$a)
            (add (sub 1 GPR:$a) R0) => (NEG GPR:$a)
        "#]],
    );
}

#[test]
fn what_another_pattern_matches_is_no_variant() {
    check(
        "def Fast : Predicate<\"isFast()\">;
        def : Pat<(add (sub 1, GPR:$a), GPR:$b), (ADD GPR:$a, GPR:$b)>;
        def : Pat<(add GPR:$x, (sub 1, GPR:$y)), (ADD GPR:$x, GPR:$y)>;
        let Predicates = [Fast] in
        def : Pat<(add GPR:$x, (sub 1, GPR:$y)), (ADD GPR:$y, GPR:$x)>;",
        expect![[r#"
            (add (sub 1 GPR:$a) GPR:$b) => (ADD GPR:$a GPR:$b)
            (add GPR:$x (sub 1 GPR:$y)) => (ADD GPR:$x GPR:$y)
            (add GPR:$x (sub 1 GPR:$y)) => (ADD GPR:$y GPR:$x) if (isFast())
            (add (sub 1 GPR:$y) GPR:$x) => (ADD GPR:$y GPR:$x) if (isFast())
        "#]],
    );
}

#[test]
fn commutative_intrinsics() {
    check(
        "def llvm_i32_ty : LLVMType<i32>;
        def int_max : Intrinsic<[llvm_i32_ty], [llvm_i32_ty, llvm_i32_ty], [IntrNoMem, Commutative]>;
        def : Pat<(int_max (sub 1, GPR:$a), GPR:$b), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            (intrinsic_wo_chain 1 (sub 1 GPR:$a) GPR:$b) => (ADD GPR:$a GPR:$b)
            (intrinsic_wo_chain 1 GPR:$b (sub 1 GPR:$a)) => (ADD GPR:$a GPR:$b)
        "#]],
    );
}

#[test]
fn too_many() {
    let mut tree = "GPR:$a".to_owned();
    for number in 0..20 {
        tree = format!("(add (sub {number}, {tree}), (sub {tree}, {number}))");
        if tree.len() > 1 << 12 {
            break;
        }
    }
    let mut text = INSTRUCTIONS.to_owned();
    _ = write!(text, "def Wide : Pat<{tree}, (NEG GPR:$a)>;");
    let built = build(&text);
    assert_eq!(built.said(), "5: pattern has more than 16384 variants\n");
}
