use backend_testing::{isel_source, read, run};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

/// What is written for a target with these instructions and patterns.
#[track_caller]
fn check(text: &str, want: Expect) {
    let records = read(&isel_source(GENERIC, text));
    let skipped = isel_source(GENERIC, "").lines().count() as u32;
    let run = run(crate::ALL, "gen-fast-isel", &[], &records);
    want.assert_eq(&run.shown_below(&records, skipped));
}

#[test]
fn functions_for_an_operation() {
    check(
        "def MOVF : Inst<(outs FPR:$d), (ins GPR:$a), [(set f32:$d, (bitconvert GPR:$a))]>;
        def ZERO : Inst<(outs FPR:$d), (ins), [(set f32:$d, fpimm)]>;",
        expect![[""]],
    );
}

#[test]
fn a_function_for_each_type_of_the_result() {
    check(
        "def MOVF : Inst<(outs FPR:$d), (ins GPR:$a)>;
        def MOVG : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def COPY2 : SDNode<\"Toy::COPY\", SDTUnary>;
        def : Pat<(f32 (COPY2 GPR:$a)), (MOVF GPR:$a)>;
        def : Pat<(i32 (COPY2 GPR:$a)), (MOVG GPR:$a)>;",
        expect![[""]],
    );
}

#[test]
fn more_complex_patterns_come_first() {
    check(
        "def Fast : Predicate<\"isFast()\">;
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def QUICK : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
        let Predicates = [Fast], AddedComplexity = 1 in
        def : Pat<(add GPR:$a, GPR:$b), (QUICK GPR:$a, GPR:$b)>;",
        expect![[""]],
    );
}

#[test]
fn immediates_with_predicates() {
    check(
        "def byte : ImmLeaf<i32, \"return isInt<8>(Imm);\">;
        def ADDB : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b), [(set i32:$d, (add GPR:$a, byte:$b))]>;
        def SUBI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b), [(set i32:$d, (sub GPR:$a, imm:$b))]>;",
        expect![[""]],
    );
}

#[test]
fn certain_registers_are_written_first() {
    check(
        "def MULR : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def : Pat<(mul GPR:$a, R0), (MULR GPR:$a)>;",
        expect![[""]],
    );
}

#[test]
fn a_part_of_the_operand() {
    check(
        "def low : SubRegIndex;
        let SubRegs = [R0], SubRegIndices = [low] in def D0 : Reg;
        def Wide : Regs<[i64], (add D0)> { let Size = 64; }
        def : Pat<(i32 (trunc Wide:$a)), (EXTRACT_SUBREG Wide:$a, low)>;",
        expect![[""]],
    );
}

#[test]
fn patterns_that_are_not_simple() {
    check(
        "let FastISelShouldIgnore = true in
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (sub GPR:$b, GPR:$a))]>;
        def MADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c), [(set i32:$d, (add (mul GPR:$a, GPR:$b), GPR:$c))]>;
        def : Pat<(mul GPR:$a, GPR:$b), (ADD (ADD GPR:$a, GPR:$a), GPR:$b)>;",
        expect![[""]],
    );
}

#[test]
fn the_same_twice() {
    check(
        "def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def ADD2 : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;",
        expect![[""]],
    );
}

#[test]
fn no_condition_before_a_condition() {
    check(
        "def Fast : Predicate<\"isFast()\">;
        let AddedComplexity = 1 in
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def QUICK : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
        let Predicates = [Fast] in
        def : Pat<(add GPR:$a, GPR:$b), (QUICK GPR:$a, GPR:$b)>;",
        expect![[""]],
    );
}
