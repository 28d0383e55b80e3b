use backend::Release;
use backend_testing::{read_as, run};
use expect_test::{Expect, expect};

use super::listed;

/// The messages of a run, for people.
fn check(backend: &str, options: &[(&str, &str)], text: &str, want: Expect) {
    let classes = include_str!("../tests/dialect.td");
    let records = read_as(Release::V22, &format!("{classes}{text}"));
    let run = run(crate::ALL, backend, options, &records);
    let fatal = run.text.as_ref().err().map(|it| &**it);
    let said = run.said.list.iter().chain(fatal);
    let lines = said.map(|it| {
        let message = it.in_words.as_ref().unwrap_or(&it.message);
        format!("{:?} for {:?}: {message}\n", it.severity, it.audience)
    });
    want.assert_eq(&lines.collect::<String>());
}

const TWO: &str = r#"
    def More : Dialect { let name = "more"; }
    def Own_UnitType : TypeDef<Own, "Unit"> { let mnemonic = "unit"; }
    def More_UnitType : TypeDef<More, "Unit"> { let mnemonic = "unit"; }
"#;

#[test]
fn the_dialects_that_an_option_may_name() {
    let none = &[("dialect", "none")];
    check(
        "gen-dialect-decls",
        none,
        TWO,
        expect![[r#"
        Error for People: there is no dialect 'none' for '-dialect': it may be 'more' or 'own'
    "#]],
    );
    check(
        "gen-dialect-decls",
        &[],
        TWO,
        expect![[r#"
        Error for People: '-dialect' is missing: it may be 'more' or 'own'
    "#]],
    );
    check(
        "gen-dialect-decls",
        none,
        "",
        expect![[r#"
        Error for People: there is no dialect 'none' for '-dialect': it may be 'own'
    "#]],
    );
    let none = &[("typedefs-dialect", "none")];
    check(
        "gen-typedef-decls",
        none,
        TWO,
        expect![[r#"
        Warning for People: there is no dialect 'none' for '-typedefs-dialect': it may be 'more' or 'own'
    "#]],
    );
    check(
        "gen-typedef-decls",
        &[],
        TWO,
        expect![[r#"
        Error for All: '-typedefs-dialect' is missing: it may be 'more' or 'own'
    "#]],
    );
    let none = &[("bind-dialect", "none")];
    check(
        "gen-python-op-bindings",
        none,
        TWO,
        expect![[r#"
        Warning for People: there is no dialect 'none' for '-bind-dialect': it may be 'more' or 'own'
    "#]],
    );
    check(
        "gen-python-op-bindings",
        &[],
        TWO,
        expect![[r#"
        Error for All: '-bind-dialect' is missing: it may be 'more' or 'own'
    "#]],
    );
    // A dialect without types of its own.
    let own = &[("attrdefs-dialect", "own")];
    check("gen-attrdef-decls", own, TWO, expect![[""]]);
}

#[test]
fn dialects_of_bytecode_are_named_by_their_lists() {
    let text = r#"
        class DialectAttributes<string d> { string dialect = d; list<int> elems = []; }
        class DialectTypes<string d> { string dialect = d; list<int> elems = []; }
        def A : DialectAttributes<"One">;
        def B : DialectAttributes<"Two">;
    "#;
    let none = &[("bytecode-dialect", "Three")];
    check(
        "gen-bytecode",
        none,
        text,
        expect![[r#"
        Error for All: there is no dialect 'Three' for '-bytecode-dialect': it may be 'One' or 'Two'
    "#]],
    );
    check(
        "gen-bytecode",
        &[],
        text,
        expect![[r#"
        Error for All: '-bytecode-dialect' is missing: it may be 'One' or 'Two'
    "#]],
    );
}

#[test]
fn long_lists_are_cut() {
    let names: Vec<String> = (0..14).map(|it| it.to_string()).collect();
    assert_eq!(listed(&names[..1]), "'0'");
    assert_eq!(listed(&names[..3]), "'0', '1' or '2'");
    assert!(listed(&names).ends_with("'10', '11' or one of 2 more"));
}
