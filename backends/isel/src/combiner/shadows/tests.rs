use backend::{Context, Models, Options};
use backend_testing::read_as;
use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::super::tests::source_as;
use super::ShadowedCombines;

/// The rules of the combiner that are never applied, each with the rule that is applied instead.
#[track_caller]
fn check_as(release: Release, text: &str, rules: &str, want: Expect) {
    let records = read_as(release, &source_as(release, text, rules));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let shadows = cx.model::<ShadowedCombines>().unwrap();
    let name = |it| records.rec(it).name();
    let shown = shadows.found.iter();
    let shown = shown.map(|it| format!("{} by {}\n", name(it.rec), name(it.by)));
    want.assert_eq(&shown.collect::<String>());
}

#[track_caller]
fn check(text: &str, rules: &str, want: Expect) {
    check_as(Release::V19, text, rules, want);
}

#[test]
fn of_two_that_match_the_same_the_later_is_never_applied() {
    check(
        "
        def A : GICombineRule<(defs root:$d), (match (G_FNEG $d, $x)), (apply (G_FABS $d, $x))>;
        def B : GICombineRule<(defs root:$r), (match (G_FNEG $r, $y)), (apply (G_FNEG $r, $y))>;
        def Other : GICombineRule<(defs root:$r), (match (G_FABS $r, $y)), (apply (G_FNEG $r, $y))>;
        ",
        "B, A, Other",
        expect![["
            A by B
        "]],
    );
}

/// Rules with more checks are tried first unless others have as many operands with checks.
#[test]
fn a_later_rule_may_have_more_checks() {
    check(
        "
        def A : GICombineRule<(defs root:$d), (match (G_FNEG $d, $x)), (apply (G_FABS $d, $x))>;
        def HasA : Condition<\"hasA()\">;
        def Typed : GICombineRule<(defs root:$d), (match (G_FNEG i32:$d, $x)), (apply (G_FABS $d, $x))>;
        def Nested : GICombineRule<(defs root:$d), (match (G_FNEG $t, $x), (G_FNEG $d, $t)), (apply (GIReplaceReg $d, $x))>;
        def Flags : GICombineRule<(defs root:$d), (match (G_FNEG $d, $x, (MIFlags FmNsz))), (apply (G_FABS $d, $x))>;
        def Needs : GICombineRule<(defs root:$d), (match (G_FNEG $d, $x)), (apply (G_FABS $d, $x))> {
          let Predicates = [HasA];
        }
        ",
        "A, Typed, Nested, Flags, Needs",
        expect![[r#"
            Flags by A
            Needs by A
        "#]],
    );
}

#[test]
fn the_earlier_must_not_have_a_check_that_the_later_lacks() {
    check(
        "
        def Code : GICombineRule<(defs root:$d), (match (G_FNEG $d, $x), [{ return f(${x}); }]), (apply (G_FABS $d, $x))>;
        def Other : GICombineRule<(defs root:$d), (match (G_FNEG $d, $x), [{ return g(${x}); }]), (apply (G_FABS $d, $x))>;
        def Same : GICombineRule<(defs root:$d), (match (G_FNEG $d, $y), [{ return f(${y}); }]), (apply (G_FABS $d, $y))>;
        def Any : GICombineRule<(defs root:$d), (match (wip_match_opcode G_TRUNC, G_ZEXT):$d, [{ return f(*${d}); }]), (apply [{ h(); }])>;
        def One : GICombineRule<(defs root:$d), (match (wip_match_opcode G_ZEXT):$d, [{ return f(*${d}); }]), (apply [{ i(); }])>;
        def Two : GICombineRule<(defs root:$d), (match (wip_match_opcode G_ZEXT, G_ADD):$d, [{ return f(*${d}); }]), (apply [{ i(); }])>;
        def Fails : GICombineRule<(defs root:$d), (match (G_FABS $d, $x)), (apply [{ if (h()) return false; }])>;
        def After : GICombineRule<(defs root:$d), (match (G_FABS $d, $x)), (apply [{ i(); }])>;
        ",
        "Code, Other, Same, Any, One, Two, Fails, After",
        expect![[r#"
            Same by Code
            One by Any
        "#]],
    );
}

#[test]
fn the_same_operands_and_the_same_replacement() {
    check(
        "
        def Equal : GICombineRule<(defs root:$d), (match (G_ADD $d, $x, $x)), (apply (G_FABS $d, $x))>;
        def Again : GICombineRule<(defs root:$d), (match (G_ADD $d, $y, $y)), (apply (G_FABS $d, $y))>;
        def Apart : GICombineRule<(defs root:$d), (match (G_ADD $d, $x, $y)), (apply (G_FABS $d, $x))>;
        def Replaced : GICombineRule<(defs root:$d), (match (G_FABS $d, $x)), (apply (GIReplaceReg $d, $x))>;
        def Built : GICombineRule<(defs root:$d), (match (G_FABS $d, $x)), (apply (G_FNEG $d, $x))>;
        def Both : GICombineRule<(defs root:$d), (match (G_FABS $d, $x)), (apply (GIReplaceReg $d, $x))>;
        ",
        "Equal, Again, Apart, Replaced, Built, Both",
        expect![[r#"
            Again by Equal
            Both by Replaced
        "#]],
    );
}
