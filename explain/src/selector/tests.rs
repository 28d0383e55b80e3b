use std::fmt::Write;

use backend::{Context, Models, Options};
use backend_testing::{isel_source, read};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use crate::clashes::Finder;

/// Checks the messages about patterns, with line numbers.
#[track_caller]
fn check(text: &str, want: Expect) {
    let target = r#"
        def X : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def XY : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
    "#;
    let before = isel_source(GENERIC, target);
    let skipped = before.lines().count() as u32;
    let records = read(&format!("{before}{}", text.trim_start()));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut shown = String::new();
    for finder in [Finder::Patterns, Finder::Selector, Finder::Combiner] {
        for it in finder.find(&cx, &|_| true) {
            let line = |at: Option<elaborate::diagnostic::At>| {
                at.map_or(0, |at| {
                    records.place(at.loc).line.saturating_sub(skipped) + 1
                })
            };
            let _ = writeln!(shown, "{}: {:?}: {}", line(it.at), it.severity, it.message);
            for (at, note) in &it.notes {
                let _ = writeln!(shown, "  {}: {note}", line(*at));
            }
        }
    }
    want.assert_eq(&shown);
}

#[test]
fn a_contradiction_of_types_is_the_references_error() {
    check(
        "
        def A : Pat<(fadd i32:$a, i32:$b), (XY $a, $b)>;
        def : Pat<(add i32:$a, i32:$b), (ADD $a, $b)>;
        ",
        expect![[r#"
            1: Error: Type set is empty for each HW mode in 'A'
        "#]],
    );
}

#[test]
fn what_an_instruction_denies_is_the_references_error() {
    check(
        "
        def LD : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;
        def : Pat<(i32 (ld i32:$a)), (X $a)>;
        ",
        expect![[r#"
            1: Error: Pattern doesn't match mayLoad = 0
            2: Error: Pattern doesn't match mayLoad = 0
        "#]],
    );
}

#[test]
fn a_combine_rule_that_is_never_applied() {
    check(
        "
        class GIDefKind; def root : GIDefKind;
        def defs; def match; def apply; def wip_match_opcode;
        class GICombineRule<dag match, dag apply> {
          list<GICombineRule> Rules = ?;
          dag Defs = (defs root:$root);
          dag Match = match;
          dag Apply = apply;
          int MaxPermutations = 4;
        }
        class GICombiner<list<GICombineRule> rules> { list<GICombineRule> Rules = rules; }
        def First : GICombineRule<(match (wip_match_opcode G_FNEG):$root), (apply [{ f(); }])>;
        def More : GICombineRule<(match (wip_match_opcode G_FABS, G_FNEG):$root), (apply [{ g(); }])>;
        def Later : GICombineRule<(match (wip_match_opcode G_FNEG):$root), (apply [{ g(); }])>;
        def Elsewhere : GICombineRule<(match (wip_match_opcode G_FNEG):$root), (apply [{ h(); }])>;
        def A : GICombiner<[First, More, Later, Elsewhere]>;
        def B : GICombiner<[Elsewhere, First]>;
        ",
        expect![[r#"
            13: Note: no combiner applies 'Later': where it matches, an earlier rule is applied
              11: 'First' is tried first
        "#]],
    );
}

#[test]
fn a_pattern_that_is_never_used() {
    check(
        "
        def : Pat<(add i32:$x, i32:$y), (XY $x, $y)>;
        multiclass M<SDNode op> { def A : Pat<(op i32:$x, i32:$y), (XY $x, $y)>; }
        defm B : M<mul>;
        defm C : M<sub>;
        defm D : M<mul>;
        multiclass N<SDNode op> { def A : Pat<(op i32:$x, i32:$y), (XY $y, $x)>; }
        defm E : N<mul>;
        defm F : N<sub>;
        ",
        expect![[r#"
            6: Note: no selector uses this pattern, in 2 instances: an earlier one matches whatever it matches
              2: 'BA' is tried first
            1: Note: no selector uses this pattern: an earlier one matches whatever it matches
              1: 'ADD' is tried first
        "#]],
    );
}

#[test]
fn fragments_and_complex_patterns_that_nothing_uses() {
    check(
        r#"
        def a : PatFrag<(ops node:$x), (sub node:$x, 1)>;
        def b : PatFrag<(ops node:$x), (a (a node:$x))>;
        def c : PatFrag<(ops node:$x), (sub 0, node:$x)>;
        def d : ComplexPattern<i32, 1, "SelectD">;
        def e : ComplexPattern<i32, 1, "SelectE">;
        def : Pat<(c e:$x), (X $x)>;
        def f : ImmLeaf<i32, [{ return Imm < 3; }]>, Operand<> { ValueType Type = i32; }
        def XF : Inst<(outs GPR:$d), (ins f:$a)>;
        "#,
        expect![[r#"
            1: Note: no pattern uses the fragment 'a'
            2: Note: no pattern uses the fragment 'b'
            4: Note: no pattern uses the complex pattern 'd'
        "#]],
    );
}

#[test]
fn an_instruction_that_says_more_than_its_pattern() {
    check(
        "
        let mayLoad = true in {
        def A : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub 0, GPR:$a))]>;
        def B : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;
        def C : Inst<(outs GPR:$d), (ins GPR:$a)>;
        foreach i = 1...3 in
        def D#i : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub i, GPR:$a))]>;
        let hasSideEffects = true in
        def E : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub 9, GPR:$a))]>;
        }
        ",
        expect![[r#"
            2: Note: 'A' says mayLoad, but its pattern reads no memory
            6: Note: 'D1' and 2 more say mayLoad, but their patterns read no memory
        "#]],
    );
}
