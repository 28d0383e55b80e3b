use backend::{Context, Models, Options};
use backend_testing::{isel_source, read};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use super::Shadows;

const TARGET: &str = r#"
    def HasA : Predicate<"hasA()">;
    def HasB : Predicate<"hasB()">;
    def small : ImmLeaf<i32, [{ return Imm < 16; }]>;
    def tiny : ImmLeaf<i32, [{ return Imm < 4; }]>;
    def same : ImmLeaf<i32, [{ return Imm < 16; }]>;
    def address : ComplexPattern<i32, 1, "SelectAddr">;
    def X : Inst<(outs GPR:$d), (ins GPR:$a)>;
    def XY : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
    def XI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
    let mayLoad = true in def LD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
    let mayStore = true in def ST : Inst<(outs), (ins GPR:$v, GPR:$a)>;
"#;

/// The records whose patterns are never used, each with the record that is used instead.
#[track_caller]
fn check(text: &str, want: Expect) {
    check_source(&isel_source(GENERIC, &format!("{TARGET}{text}")), want);
}

#[track_caller]
fn check_source(source: &str, want: Expect) {
    let records = read(source);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let shadows = cx.model::<Shadows>().map_err(|it| it.message.clone());
    let name = |it| records.rec(it).name();
    let shadows = shadows.unwrap();
    let shown = shadows.0.iter();
    let shown = shown.map(|it| format!("{} by {}\n", name(it.rec), name(it.by)));
    want.assert_eq(&shown.collect::<String>());
}

#[test]
fn of_two_that_match_the_same_the_later_is_never_used() {
    check(
        "
        def A : Pat<(add i32:$a, i32:$b), (XY $a, $b)>;
        def B : Pat<(add GPR:$x, (i32 GPR:$y)), (XY $x, $y)>;
        def C : Pat<(sub i32:$a, i32:$b), (XY $a, $b)>;
        def D : Pat<(f32 (fadd f32:$a, f32:$b)), (COPY_TO_REGCLASS $a, FPR)>;
        ",
        expect![["
            B by A
        "]],
    );
}

#[test]
fn conditions_are_those_of_the_earlier_one_or_more() {
    check(
        "
        let Predicates = [HasA] in def A : Pat<(add i32:$a, i32:$b), (XY $a, $b)>;
        let Predicates = [HasA, HasB] in def B : Pat<(add i32:$a, i32:$b), (XY $b, $a)>;
        let Predicates = [HasB] in def C : Pat<(add i32:$a, i32:$b), (XY $a, $b)>;
        def D : Pat<(add i32:$a, i32:$b), (XY $a, $b)>;
        ",
        expect![["
            B by A
        "]],
    );
}

#[test]
fn more_special_ones_go_first_unless_complexity_is_added() {
    check(
        "
        def A : Pat<(sub i32:$a, i32:$b), (XY $a, $b)>;
        def B : Pat<(sub i32:$a, small:$b), (XI $a, imm:$b)>;
        let AddedComplexity = 50 in def C : Pat<(mul i32:$a, i32:$b), (XY $a, $b)>;
        def D : Pat<(mul i32:$a, small:$b), (XI $a, imm:$b)>;
        def E : Pat<(mul i32:$a, (sub i32:$b, i32:$c)), (XY $a, (XY $b, $c))>;
        ",
        expect![["
            D by C
            E by C
        "]],
    );
}

#[test]
fn predicates_are_the_same_if_they_say_the_same() {
    check(
        "
        def A : Pat<(sub i32:$a, small:$b), (XI $a, imm:$b)>;
        def B : Pat<(sub i32:$a, tiny:$b), (XI $a, imm:$b)>;
        def C : Pat<(sub i32:$a, same:$b), (XI $a, imm:$b)>;
        ",
        expect![["
            C by A
        "]],
    );
}

#[test]
fn what_has_to_be_the_same_is_no_less() {
    check(
        "
        let AddedComplexity = 50 in {
          def A : Pat<(sub i32:$a, i32:$a), (X $a)>;
          def B : Pat<(shl i32:$a, i32:$b), (XY $a, $b)>;
        }
        def C : Pat<(sub i32:$a, i32:$b), (XY $a, $b)>;
        def D : Pat<(shl i32:$a, i32:$a), (X $a)>;
        ",
        expect![["
            D by B
        "]],
    );
}

#[test]
fn variants_are_looked_at_one_by_one() {
    check(
        "
        let AddedComplexity = 50 in {
          def A : Pat<(add i32:$a, (sub i32:$b, i32:$c)), (XY $a, (XY $b, $c))>;
          def B : Pat<(sub i32:$a, (mul i32:$b, i32:$c)), (XY $a, (XY $b, $c))>;
        }
        let Predicates = [HasA] in def C : Pat<(add (sub i32:$b, i32:$c), i32:$a), (XY $a, $b)>;
        def D : Pat<(sub (mul i32:$b, i32:$c), i32:$a), (XY $a, $b)>;
        // No variant is made that is a pattern already.
        def E : Pat<(mul i32:$a, (sub i32:$b, i32:$c)), (XY $a, (XY $b, $c))>;
        def F : Pat<(mul (sub i32:$b, i32:$c), i32:$a), (XY $a, $b)>;
        ",
        expect![["
            C by A
        "]],
    );
}

#[test]
fn what_global_isel_imports_is_used() {
    let text = "
        def OTHER : Regs<[i32], (add R1)>;
        def A : Pat<(add (i32 GPR:$a), (i32 GPR:$b)), (XY $a, $b)>;
        def B : Pat<(add (i32 OTHER:$a), (i32 OTHER:$b)), (XY $a, $b)>;
        def C : Pat<(add (i32 GPR:$a), (i32 GPR:$b)), (XY $b, $a)>;
    ";
    check(
        text,
        expect![["
            B by A
            C by A
        "]],
    );
    // GlobalISel distinguishes the registers.
    let equivalents = include_str!("../importer/tests/classes.td");
    let generic: Vec<&str> = GENERIC.iter().copied().filter(|it| *it != "COPY").collect();
    check_source(
        &isel_source(&generic, &format!("{equivalents}{TARGET}{text}")),
        expect![["
            C by A
        "]],
    );
}

#[test]
fn memory_and_complex_patterns() {
    check(
        "
        let AddedComplexity = 50 in def A : Pat<(i32 (ld address:$a)), (LD $a, $a)>;
        def B : Pat<(i32 (ld (add i32:$a, i32:$b))), (LD $a, $b)>;
        def C : Pat<(i32 (ld address:$x)), (LD $x, $x)>;
        let AddedComplexity = 50 in def D : Pat<(st i32:$v, i32:$a), (ST $v, $a)>;
        def E : Pat<(st i32:$v, address:$a), (ST $v, $a)>;
        let mayLoad = true in def LS : Inst<(outs), (ins GPR:$a)> { let mayStore = true; }
        def F : Pat<(st (i32 (ld i32:$a)), i32:$a), (LS $a)>;
        ",
        expect![["
            C by A
            E by D
            F by D
        "]],
    );
}
