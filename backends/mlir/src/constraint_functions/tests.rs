use elaborate::records::Release;
use expect_test::expect;

use crate::tests::check_as;

#[test]
fn functions_with_names() {
    let text = r#"
        class Pred;
        class CPred<code pred> : Pred { code predExpr = "(" # pred # ")"; }
        class Constraint<Pred pred> { Pred predicate = pred; string cppFunctionName = ""; }
        class TypeConstraint<Pred pred> : Constraint<pred>;
        class AttrConstraint<Pred pred> : Constraint<pred>;
        let cppFunctionName = "isB" in def T10 : TypeConstraint<CPred<"$_self.b($_op)">>;
        let cppFunctionName = "isA" in def T2 : TypeConstraint<CPred<"$_self.a()">>;
        def T : TypeConstraint<CPred<"x">>;
        let cppFunctionName = "isC" in def A : AttrConstraint<CPred<"$_self.c()">>;
    "#;
    check_as(
        Release::V22,
        "gen-type-constraint-decls",
        text,
        expect![[r#"
            bool isA(::mlir::Type type);
            bool isB(::mlir::Type type);
        "#]],
    );
    check_as(
        Release::V22,
        "gen-type-constraint-defs",
        text,
        expect![[r#"

            bool isA(::mlir::Type type) {
            return ((type.a()));
            }

            bool isB(::mlir::Type type) {
            return ((type.b($_op<no-subst-found>)));
            }
        "#]],
    );
    check_as(
        Release::V22,
        "gen-attr-constraint-defs",
        text,
        expect![[r#"

            bool isC(::mlir::Attribute attr) {
            return ((attr.c()));
            }
        "#]],
    );
}

#[test]
fn without_the_class_of_constraints() {
    for backend in ["gen-type-constraint-decls", "gen-attr-constraint-defs"] {
        check_as(Release::V22, backend, "class A; def a : A;", expect![""]);
    }
}
