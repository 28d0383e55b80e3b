use expect_test::{Expect, expect};

use crate::test_support::build;

/// The graphs of each line in the reference's form, or the error.
#[track_caller]
fn check(lines: &[&str], want: Expect) {
    let built = build(
        r#"
        def load : PatFrag<(ops node:$p), (ld node:$p), [{}]> { let IsLoad = true; let IsUnindexed = true; }
        def either : PatFrags<(ops node:$a, node:$b), [(add node:$a, node:$b), (mul node:$a, node:$b)]>;
        def small : ImmLeaf<i32, [{ return Imm < 9; }]>;
        def addr : ComplexPattern<iPTR, 2, "Addr">;
        def int_swap : Intrinsic<[LLVMType<i32>], [LLVMType<i32>], [IntrNoMem]>;
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
        "#,
    );
    let patterns = built.patterns.as_ref().unwrap();
    let mut shown = String::new();
    for line in lines {
        match patterns.read_graphs(&built.records, line) {
            Ok(graphs) => {
                for tree in graphs.iter() {
                    shown += &patterns.text(&built.records, tree);
                    shown.push('\n');
                }
            }
            Err(misread) => shown += &format!("{misread}\n"),
        }
    }
    want.assert_eq(&shown);
}

#[test]
fn graphs_have_types() {
    check(
        &[
            "(add i32:$a, (mul $b, 0x10))",
            "(set GPR:$d, (load addr:$p))",
            "(i32 (trunc i64:$x))",
            "(trunc i64:$x)",
            "(add 5, (mul imm:$a, i32:$b))",
            "(either i32:$a, -1)",
            "(int_swap (i32 small:$x))",
            "(st i32:$v, (add i64:$p, 8))",
        ],
        expect![[r#"
            (add:{ *:[i32] } i32:{ *:[i32] }:$a, (mul:{ *:[i32] } ?:{ *:[i32] }:$b, 16:{ *:[i32] }))
            (ld:{ *:[i32] } addr:{ *:[iPTR] }:$p)<<P:Predicate_load>>
            (trunc:{ *:[i32] } i64:{ *:[i64] }:$x)
            (trunc:{ *:[i32] } i64:{ *:[i64] }:$x)
            (add:{ *:[i32] } (mul:{ *:[i32] } i32:{ *:[i32] }:$b, (imm:{ *:[i32] }):$a), 5:{ *:[i32] })
            (add:{ *:[i32] } i32:{ *:[i32] }:$a, -1:{ *:[i32] })
            (mul:{ *:[i32] } i32:{ *:[i32] }:$a, -1:{ *:[i32] })
            (intrinsic_wo_chain:{ *:[i32] } 1:{ *:[iPTR] }, (imm:{ *:[i32] })<<P:Predicate_small>>:$x)
            (st i32:{ *:[i32] }:$v, (add:{ *:[i64] } i64:{ *:[i64] }:$p, 8:{ *:[i64] }))
        "#]],
    );
}

#[test]
fn graphs_as_they_are_printed() {
    check(
        &[
            "(add:{ *:[i32] } GPR:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_small>>:$b:$pred:2:x)",
            "(ld:{ *:[f32] } i64:$p)<<P:3:Predicate_load>><<X:what>>",
        ],
        expect![[r#"
            (add:{ *:[i32] } GPR:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_small>>:$b)
            (ld:{ *:[f32] } i64:{ *:[i64] }:$p)<<P:Predicate_load>>
        "#]],
    );
}

#[test]
fn what_is_wrong() {
    check(
        &[
            "",
            "(add i32:$a, i32:$b",
            "(add i32:$a i32:$b)",
            "(add i32:$a, i32:$b) x",
            "(add i32:$a)",
            "(add i32:$a, i64:$b)",
            "(add i32:$a, nothing:$b)",
            "(ADD GPR:$a, GPR:$b)",
            "(GPR GPR:$a, GPR:$b)",
            "(add GPR, 12z)",
            "(add GPR, 12)",
            "(add 5:$a, 12)",
            "(add i8:$a, 300)",
            "(zext (fadd f32:$a, f32:$b))",
            "(add:{ *:[i31] } $a, $b)",
            "(add $a, (set i32:$b, i32:$c))",
        ],
        expect![[r#"
            column 1: expected a node
            column 20: expected ',' or ')'
            column 13: expected ',' or ')'
            column 22: the graph has ended before this
            add node requires exactly 2 operands!
            'i64:$b' cannot have a type: its context requires another one
            column 14: there is no record 'nothing'
            Cannot use 'ADD' in an input pattern!
            column 1: 'GPR' is not a node
            column 11: this is not a number
            column 6: a value needs a name, as in 'GPR:$a'
            column 6: a number has no name
            Integer value '300' is out of range for type 'MVT::i8'!
            'f32:$b' cannot have a type: its context requires another one
            column 11: this is not a type of LLVM
            column 10: this may stand at the root alone
        "#]],
    );
    check(
        &[
            &"(add i32:$a, ".repeat(200),
            &"x".repeat(1 << 17),
            &format!("{}1{}", "(either i32:$a, ".repeat(30), ")".repeat(30)),
        ],
        expect![[r#"
            column 1306: the graph is too deep
            the text is too long
            a pattern has too many alternatives
        "#]],
    );
}
