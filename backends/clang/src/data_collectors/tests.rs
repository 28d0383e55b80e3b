use expect_test::expect;

use crate::tests::check;

#[test]
fn data_collectors() {
    check(
        "gen-clang-data-collectors",
        "class Stmt { code Code = [{\n  addData(S->x());\n}]; } class Decl { code Code = [{}]; }",
        expect![[r#"
            DEF_ADD_DATA(Decl, {
            }
            )
            DEF_ADD_DATA(Stmt, {

              addData(S->x());
            }
            )
            #undef DEF_ADD_DATA
        "#]],
    );
    check(
        "gen-clang-data-collectors",
        "class A;",
        expect![[r#"
        1: error: Record `A' does not have a field named `Code'!

    "#]],
    );
}
