use expect_test::{Expect, expect};

use crate::test_support::build;

const REGISTERS: &str = r#"
def Is64 : Predicate<"is64()">;
def Is128 : Predicate<"is128()">;
def M64 : HwMode<"+64", [Is64]>;
def M128 : HwMode<"+128", [Is128]>;
def Word : ValueTypeByHwMode<[DefaultMode, M64], [i32, i64]>;
def NoDefault : ValueTypeByHwMode<[M64, M128], [i64, v4i32]>;
def Words : Regs<[Word], (add R0, R1)>;
def Others : Regs<[NoDefault], (add R0, R1)>;
def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;
def WNEG : Inst<(outs Words:$d), (ins Words:$a)>;
def ONEG : Inst<(outs Others:$d), (ins Others:$a)>;
def neg : SDNode<"Toy::NEG", SDTIntUnOp>;
"#;

#[track_caller]
fn check(text: &str, want: Expect) {
    let built = build(&format!("{REGISTERS}{text}"));
    assert_eq!(built.said(), "");
    want.assert_eq(&built.patterns());
}

#[test]
fn a_pattern_for_each_mode_the_default_last() {
    check(
        "def A : Pat<(neg Words:$a), (WNEG Words:$a)>;
        def B : Pat<(neg (i32 GPR:$a)), (NEG GPR:$a)>;",
        expect![[r#"
            (neg Words:$a) => (WNEG Words:$a) if (is64())
            (neg Words:$a) => (WNEG Words:$a) if !((is64()))
            (neg GPR:$a) => (NEG GPR:$a)
        "#]],
    );
}

#[test]
fn a_mode_without_a_type_has_no_pattern() {
    check(
        "def A : Pat<(neg Others:$a), (ONEG Others:$a)>;
        def B : Pat<(i64 (neg Words:$a)), (WNEG Words:$a)>;",
        expect![[r#"
            (neg Others:$a) => (ONEG Others:$a) if (is64())
            (neg Others:$a) => (ONEG Others:$a) if (is128())
            (neg Words:$a) => (WNEG Words:$a) if (is64())
        "#]],
    );
}

#[test]
fn types_are_those_of_the_mode() {
    let built = build(&format!(
        "{REGISTERS}def A : Pat<(neg Words:$a), (WNEG Words:$a)>;"
    ));
    let patterns = built.patterns.unwrap();
    let shown = patterns.list.iter();
    let shown = shown.map(|it| patterns.text(&built.records, patterns.src(it)));
    let shown: Vec<_> = shown.collect();
    expect![[r#"
        (neg:{ *:[i64] } Words:{ *:[i64] }:$a)
        (neg:{ *:[i32] } Words:{ *:[i32] }:$a)"#]]
    .assert_eq(&shown.join("\n"));
}
