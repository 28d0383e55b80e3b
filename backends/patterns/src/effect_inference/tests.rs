use backend_testing::isel_source;
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use crate::test_support::{Built, build, build_source};

/// Checks the messages, or without any the effects of instructions.
#[track_caller]
fn check(text: &str, want: Expect) {
    want.assert_eq(&output(&build(text)));
}

fn output(built: &Built) -> String {
    let said = built.said();
    let Ok(patterns) = &built.patterns else {
        return said;
    };
    let mut shown = said;
    for (id, instruction) in patterns.instructions.iter().skip(GENERIC.len()) {
        let effects = patterns.effects[id.index()];
        shown.push_str(&instruction.name);
        let flags = [
            (effects.may_load, " loads"),
            (effects.may_store, " stores"),
            (effects.has_side_effects, " more"),
            (effects.is_bitcast, " bitcast"),
            (effects.has_chain == Some(true), " chain"),
        ];
        for (flag, name) in flags {
            if flag {
                shown.push_str(name);
            }
        }
        if let Some(from) = effects.inferred_from {
            shown.push_str(" by ");
            shown.push_str(built.records.rec(from).name());
        }
        shown.push('\n');
    }
    shown
}

#[test]
fn what_records_leave_open_is_decided_by_the_first_pattern() {
    check(
        "let mayLoad = ?, mayStore = ?, hasSideEffects = ? in {
        def LD : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (ld GPR:$a))]>;
        def ST : Inst<(outs), (ins GPR:$v, GPR:$a), [(st GPR:$v, GPR:$a)]>;
        def TRAP : Inst<(outs), (ins), [(trap)]>;
        def MOVF : Inst<(outs FPR:$d), (ins GPR:$a), [(set f32:$d, (bitconvert GPR:$a))]>;
        def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def NOP : Inst<(outs), (ins)>;
        }
        def Negate : Pat<(sub 0, GPR:$a), (NEG GPR:$a)>;",
        expect![[r#"
            LD loads chain by LD
            MOVF bitcast by MOVF
            NEG by Negate
            NOP more
            ST stores chain by ST
            TRAP more chain by TRAP
        "#]],
    );
}

#[test]
fn intrinsics() {
    check(
        "def llvm_i32_ty : LLVMType<i32>;
        def int_pure : Intrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrNoMem]>;
        def int_reads : Intrinsic<[llvm_i32_ty], [llvm_i32_ty], [IntrReadMem]>;
        def int_any : Intrinsic<[llvm_i32_ty], [llvm_i32_ty]>;
        let mayLoad = ?, mayStore = ?, hasSideEffects = ? in {
        def PURE : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (int_pure GPR:$a))]>;
        def READ : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (int_reads GPR:$a))]>;
        def ANY : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (int_any GPR:$a))]>;
        }",
        expect![[r#"
            ANY loads stores more chain by ANY
            PURE by PURE
            READ loads chain by READ
        "#]],
    );
}

#[test]
fn patterns_that_contradict_records() {
    check(
        "def ST : Inst<(outs), (ins GPR:$v, GPR:$a), [(st GPR:$v, GPR:$a)]>;
        def LD : Inst<(outs GPR:$d), (ins GPR:$a), [(set i32:$d, (ld GPR:$a))]>;
        def TRAP : Inst<(outs), (ins), [(trap)]>;
        let mayStore = 1 in
        def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (sub GPR:$a, GPR:$b))]>;
        let mayLoad = 1, hasSideEffects = 1 in
        def DIV : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (mul GPR:$a, GPR:$b))]>;",
        expect![[r#"
            1: Pattern doesn't match mayStore = 0
            2: Pattern doesn't match mayLoad = 0
            3: Pattern doesn't match hasSideEffects = 0
            5: Pattern doesn't match mayStore = 1
            pattern conflicts
        "#]],
    );
}

#[test]
fn results_that_do_less_than_what_they_match() {
    check(
        "def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
        let mayLoad = ? in def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def : Pat<(sub 0, GPR:$a), (NEG GPR:$a)>;
        def : Pat<(sub GPR:$a, (ld GPR:$b)), (SUB (NEG GPR:$a), GPR:$b)>;
        def : Pat<(mul (ld GPR:$a), 3), (NEG GPR:$a)>;",
        expect![[r#"
            4: pattern may load, but mayLoad isn't set on the output instructions
            1: defined here
            2: defined here
            3: inferred from pattern
            5: pattern may load, but mayLoad isn't set on the instruction
            2: defined here
            3: inferred from pattern
            Errors in DAG patterns
        "#]],
    );
}

#[test]
fn a_target_may_want_all_to_be_said() {
    let source = isel_source(
        GENERIC,
        "let mayLoad = ?, mayStore = ?, hasSideEffects = ? in
        def NOP : Inst<(outs), (ins)>;",
    );
    let open = ["mayLoad", "mayStore", "hasSideEffects"];
    let source = open.into_iter().fold(source, |source, flag| {
        source.replace(&format!("bit {flag} = ?"), &format!("bit {flag} = false"))
    });
    let guess = "bit guessInstructionProperties =";
    let built = build_source(&source.replace(&format!("{guess} true"), &format!("{guess} false")));
    expect![[r#"
        2: Can't infer hasSideEffects from patterns
        2: Can't infer mayStore from patterns
        2: Can't infer mayLoad from patterns
        NOP
    "#]]
    .assert_eq(&output(&built));
}
