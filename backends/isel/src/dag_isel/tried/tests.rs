use backend::{Context, Models, Options};
use backend_testing::{isel_source, read};
use expect_test::{Expect, expect};
use pattern_model::Patterns;
use target_model::instructions::GENERIC;

use super::{Tried, steps};

/// All patterns of a target in the order in which they are tried, each with its steps.
#[track_caller]
fn check(text: &str, want: Expect) {
    let records = read(&isel_source(GENERIC, text));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let patterns = cx.model::<Patterns>().map_err(|it| it.message.clone());
    let patterns = patterns.unwrap();
    let tried = cx.model::<Tried>().unwrap();
    let mut shown = String::new();
    for (place, id) in tried.order.iter().enumerate() {
        assert_eq!(tried.place(*id), place);
        let name = records.rec(patterns.list[*id].rec).name();
        for steps in steps(&records, &patterns, *id).unwrap() {
            shown += &format!("{name}:\n  {}\n", steps.join("\n  "));
        }
    }
    want.assert_eq(&shown);
}

#[test]
fn steps_are_told_in_the_order_in_which_patterns_are_tried() {
    check(
        r#"
        def HasMul : Predicate<"hasMul()">;
        def small : ImmLeaf<i32, [{ return Imm < 16; }]>;
        def twice : SDNodeXForm<imm, [{ return 2 * N->getZExtValue(); }]>;
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
        def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
        let Predicates = [HasMul], AddedComplexity = -2 in
        def A : Pat<(i32 (mul i32:$a, i32:$a)), (ADD $a, $a)>;
        def B : Pat<(add i32:$a, small:$b), (ADDI $a, (twice $b))>;
        def C : Pat<(i32 (sub i32:$a, 7)), (ADDI (ADD $a, R0), 7)>;
        "#,
        expect![[r#"
            C:
              CheckOpcode ISD::SUB
              RecordChild0 #0 = $a
              CheckChild1Integer 7
              EmitRegister i32 R0
              EmitNode ADD i32 #0 #1
              EmitInteger i32 7
              MorphNodeTo ADDI i32 #2 #3
            B:
              CheckOpcode ISD::ADD
              RecordChild0 #0 = $a
              RecordChild1 #1 = $b
              MoveChild 1
              CheckOpcode ISD::Constant
              CheckPredicate small
              MoveParent
              EmitNodeXForm twice #1
              MorphNodeTo ADDI i32 #0 #2
            ADD:
              CheckOpcode ISD::ADD
              RecordChild0 #0 = $a
              RecordChild1 #1 = $b
              MorphNodeTo ADD i32 #0 #1
            A:
              CheckOpcode ISD::MUL
              RecordChild0 #0 = $a
              CheckChild1Same #0
              CheckPatternPredicate (hasMul())
              MorphNodeTo ADD i32 #0 #0
        "#]],
    );
}

#[test]
fn steps_of_memory_and_complex_patterns() {
    check(
        r#"
        def address : ComplexPattern<i32, 2, "SelectAddr">;
        def sum : ComplexPattern<i32, 1, "SelectSum", [add, sub]>;
        let MIOperandInfo = (ops GPR, GPR) in def ADDRESS : TypedOperand<i32>;
        let mayLoad = true in def LD : Inst<(outs GPR:$d), (ins ADDRESS:$a)>;
        let mayStore = true in def ST : Inst<(outs), (ins GPR:$v, ADDRESS:$a)>;
        def NOT : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def A : Pat<(i32 (ld address:$a)), (LD address:$a)>;
        def B : Pat<(st i32:$v, address:$a), (ST $v, address:$a)>;
        def C : Pat<(i32 sum:$a), (NOT $a)>;
        def D : Pat<(i32 (and i32:$a, 255)), (NOT $a)>;
        "#,
        expect![[r#"
            A:
              CheckOpcode ISD::LOAD
              RecordMemRef
              RecordNode #0 = 'ld' chained node
              RecordChild1 #1 = $a
              CheckChild1Type i32
              CheckType i32
              CheckComplexPat SelectAddr #1 => #2..#3
              EmitMergeInputChains #0
              MorphNodeTo LD i32 #2 #3 (Chain, MemRefs)
            B:
              CheckOpcode ISD::STORE
              RecordMemRef
              RecordNode #0 = 'st' chained node
              RecordChild1 #1 = $v
              CheckChild1Type i32
              RecordChild2 #2 = $a
              CheckChild2Type i32
              CheckComplexPat SelectAddr #2 => #3..#4
              EmitMergeInputChains #0
              MorphNodeTo ST #1 #3 #4 (Chain, MemRefs)
            D:
              CheckOpcode ISD::AND
              CheckAndImm 255
              RecordChild0 #0 = $a
              MorphNodeTo NOT i32 #0
            C:
              CheckOpcode ISD::ADD
              RecordNode #0 = $a
              CheckType i32
              CheckComplexPat SelectSum #0 => #1
              MorphNodeTo NOT i32 #1
            C:
              CheckOpcode ISD::SUB
              RecordNode #0 = $a
              CheckType i32
              CheckComplexPat SelectSum #0 => #1
              MorphNodeTo NOT i32 #1
        "#]],
    );
}
