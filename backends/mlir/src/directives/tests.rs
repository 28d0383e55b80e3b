use backend::Release;
use backend_testing::{read_as, run};
use expect_test::expect;

#[test]
fn values_of_clauses() {
    let text = r#"
        class DirectiveLanguage { string cppNamespace = "own"; }
        def Own : DirectiveLanguage;
        class EnumVal<string n, bit u> { string name = n; bit isUserValue = u; }
        class Clause { string enumClauseValue = ""; list<EnumVal> allowedClauseValues = []; }
        def If : Clause;
        def Bind : Clause {
          let enumClauseValue = "BindKind";
          let allowedClauseValues = [EnumVal<"TEAMS one", 1>, EnumVal<"hidden", 0>, EnumVal<"thread", 1>];
        }
    "#;
    let records = read_as(Release::V22, text);
    let shown = |options: &[(&str, &str)]| {
        run(crate::ALL, "gen-directive-decl", options, &records).shown(&records)
    };
    expect![[r#"
        def BindKindTEAMS_one : I32EnumAttrCase<"Teams_one", 0, "TEAMS_one">;
        def BindKindthread : I32EnumAttrCase<"Thread", 2, "thread">;
        def BindKind: I32EnumAttr<
          "ClauseBindKind",
          "BindKind Clause",
          [BindKindTEAMS_one, BindKindthread]> {
            let cppNamespace = "::mlir::own";
            let genSpecializedAttr = 0;
        }
        def BindKindAttr : EnumAttr<Own_Dialect, BindKind, "bindkind">;
    "#]]
    .assert_eq(&shown(&[("directives-dialect", "Own")]));
    expect![[r#"
        error: a dialect must be selected for the directives via '--directives-dialect'
    "#]]
    .assert_eq(&shown(&[]));
}
