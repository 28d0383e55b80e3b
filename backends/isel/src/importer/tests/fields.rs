//! Fields of fragments that only this table needs.

use expect_test::{Expect, expect};

use super::source;

const CHEAP: &str = "
    def cheap : PatFrag<(ops node:$a, node:$b), (add $a, $b), [{ return true; }]>;
    def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (cheap GPR:$a, GPR:$b))]>;
";
const SMALL: &str = "
    def small : ImmLeaf<i32, [{ return Imm < 8; }]>;
    def SUB : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$b)>;
    def : Pat<(add GPR:$a, small:$b), (SUB GPR:$a, imm:$b)>;
";

/// The error if fragments do not have a field.
#[track_caller]
fn check_without(field: &str, text: &str, expected: Expect) {
    let source = source(text);
    assert!(source.contains(field));
    let records = backend_testing::read(&source.replace(field, ""));
    let run = backend_testing::run(crate::ALL, "gen-global-isel", &[], &records);
    expected.assert_eq(run.text_or_error().trim_end());
}

#[test]
fn code_is_asked_for_where_nothing_else_is_known() {
    let field = "  code GISelPredicateCode = [{}];\n";
    check_without(
        field,
        CHEAP,
        expect!["error: Record `cheap' does not have a field named `GISelPredicateCode'!"],
    );
    // The names of functions that check constants are read after all patterns are imported.
    check_without(
        field,
        &format!("{SMALL}{CHEAP}"),
        expect!["error: Record `cheap' does not have a field named `GISelPredicateCode'!"],
    );
    check_without(
        field,
        SMALL,
        expect!["error: Record `small' does not have a field named `GISelPredicateCode'!"],
    );
}
