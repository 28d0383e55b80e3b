use backend::{Context, Models, Options};
use backend_testing::{isel_source, read};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use crate::page::Page;
use crate::testing::markdown;

/// Checks the description of the patterns of record `A`.
#[track_caller]
fn check(text: &str, want: Expect) {
    let target = r#"
        def HasMul : Predicate<"hasMul()">;
        def small : ImmLeaf<i32, [{ return Imm < 16; }]>;
        def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
    "#;
    let records = read(&isel_source(GENERIC, &format!("{target}{text}")));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut page = Page::new(&cx, &|_| None);
    let rec = records.def("A").expect("a record");
    page.begin(rec, "patterns", "gen-dag-isel");
    let told = super::own(&cx, rec, &mut page);
    page.add_error_of(told);
    want.assert_eq(&markdown(&page.take()));
}

#[test]
fn a_pattern() {
    check(
        "
        let AddedComplexity = 3, Predicates = [HasMul] in
        def A : Pat<(sub i32:$a, small:$b), (ADDI $a, imm:$b)>;
        def B : Pat<(sub (mul i32:$a, i32:$b), i32:$b), (ADDI $a, 0)>;
        ",
        expect![[r#"
            pattern

            ```text
            (sub:i32 i32:$a (imm:i32)<small>:$b)
              => (ADDI:i32 ?:i32:$a (imm:i32):$b)
            ```

            - complexity: 10, 3 of it added
            - needs: `HasMul`
            - if: `(hasMul())`
            - tried: as number 1 of 3, 1 of 3 for `ISD::SUB`

            ```text
            CheckOpcode ISD::SUB
            RecordChild0 #0 = $a
            RecordChild1 #1 = $b
            MoveChild 1
            CheckOpcode ISD::Constant
            CheckPredicate small
            MoveParent
            CheckPatternPredicate (hasMul())
            EmitConvertToTarget #1
            MorphNodeTo ADDI i32 #0 #2
            ```
        "#]],
    );
}

#[test]
fn the_pattern_of_an_instruction() {
    check(
        "def A : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, (mul GPR:$b, GPR:$a)))]>;",
        expect![[r#"
            pattern, the first of 4

            ```text
            (add:i32 GPR:i32:$a (mul:i32 GPR:i32:$b GPR:i32:$a))
              => (A:i32 GPR:i32:$a GPR:i32:$b)
            ```

            - complexity: 6
            - tried: as number 1 of 4, 1 of 4 for `ISD::ADD`

            ```text
            CheckOpcode ISD::ADD
            RecordChild0 #0 = $a
            MoveChild 1
            CheckOpcode ISD::MUL
            RecordChild0 #1 = $b
            CheckChild1Same #0
            MoveParent
            MorphNodeTo A i32 #0 #1
            ```

            - tried as number 2: `(add:i32 GPR:i32:$a (mul:i32 GPR:i32:$a GPR:i32:$b))`
            - tried as number 3: `(add:i32 (mul:i32 GPR:i32:$b GPR:i32:$a) GPR:i32:$a)`
            - tried as number 4: `(add:i32 (mul:i32 GPR:i32:$a GPR:i32:$b) GPR:i32:$a)`
        "#]],
    );
}

#[test]
fn many_steps_are_shortened() {
    let sum = (0..12).fold("i32:$a".to_owned(), |sum, number| {
        format!("(sub {sum}, i32:$x{number})")
    });
    check(
        &format!("def A : Pat<{sum}, (ADDI $a, 0)>;"),
        expect![[r#"
        pattern

        ```text
        (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 (sub:i32 i32:$a i32:$x0) i32:$x1) i32:$x2) i32:$x3) i32:$x4) i32:$x5) i32:$x6) i32:$x7) i32:$x8) i32:$x9) i32:$x10) i32:$x11)
          => (ADDI:i32 ?:i32:$a 0:i32)
        ```

        - complexity: 36
        - tried: as number 1 of 1, 1 of 1 for `ISD::SUB`

        ```text
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        MoveChild 0
        CheckOpcode ISD::SUB
        RecordChild0 #0 = $a
        RecordChild1 #1 = $x0
        MoveParent
        … 22 more
        MorphNodeTo ADDI i32 #0 #13
        ```
    "#]],
    );
}

#[test]
fn an_instruction_without_a_pattern() {
    check("def A : Inst<(outs), (ins)>;", expect!["nothing"]);
}

#[test]
fn what_never_matches_has_none() {
    check(
        "def A : Pat<(null_frag i32:$a), (ADDI $a, 0)>;",
        expect![[r#"
            no pattern: nothing of it can match
        "#]],
    );
}

#[test]
fn an_error_takes_its_place() {
    check(
        "def A : Pat<(fadd i32:$a, i32:$b), (ADDI $a, 0)>;",
        expect![[r#"
            - error: Type set is empty for each HW mode in 'A'
        "#]],
    );
}
