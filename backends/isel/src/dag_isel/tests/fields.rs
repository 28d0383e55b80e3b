//! The fields of a fragment that are read, and the conditions for that.

use backend_testing::{isel_source, read, run};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

const SOURCE: &str = "
    def cheap : PatFrag<(ops node:$a, node:$b), (add $a, $b), [{ return true; }]>;
    def small : ImmLeaf<i32, [{ return Imm < 8; }]>;
    def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (cheap GPR:$a, GPR:$b))]>;
    def SUB : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$b), [(set GPR:$d, (sub GPR:$a, small:$b))]>;
";

/// The table if the class of fragments declares a field differently.
#[track_caller]
fn check(declared: &str, otherwise: &str, expected: Expect) {
    let source = isel_source(GENERIC, SOURCE);
    assert!(source.contains(declared));
    let records = read(&source.replace(declared, otherwise));
    let text = run(crate::ALL, "gen-dag-isel", &[], &records).text_or_error();
    expected.assert_eq(if text.starts_with("error: ") {
        text.trim_end()
    } else {
        "a table"
    });
}

#[test]
fn what_a_fragment_is_about_comes_first() {
    let field = "  bit IsLoad = ?;\n";
    check(
        field,
        "",
        expect!["error: Record `small' does not have a field named `IsLoad'!"],
    );
    check(
        field,
        "  int IsLoad = 7;\n",
        expect!["error: Record `small', field `IsLoad' does not have a bit initializer!"],
    );
    check(field, "  int IsLoad = ?;\n", expect!["a table"]);
}

#[test]
fn what_does_not_matter_is_not_read() {
    for field in [
        "  int MinAlignment = ?;\n",
        "  code GISelPredicateCode = [{}];\n",
    ] {
        check(field, "", expect!["a table"]);
    }
}

#[test]
fn what_constants_are_is_read_where_they_are_checked() {
    check(
        "  bit IsAPInt = false;\n",
        "",
        expect!["error: Record `small' does not have a field named `IsAPInt'!"],
    );
}
