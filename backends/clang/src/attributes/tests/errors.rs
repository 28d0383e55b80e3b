//! Mistakes.

use expect_test::{Expect, expect};

use super::check;

/// The messages of backends about an attribute with these fields.
#[track_caller]
fn check_attr(backend: &str, fields: &str, want: Expect) {
    check(
        backend,
        &format!("\ndef A : InheritableAttr {{ {fields} }}"),
        want,
    );
}

#[test]
fn arguments() {
    let classes = "gen-clang-attr-classes";
    check_attr(
        classes,
        r#"let Args = [Argument<"X">];"#,
        expect![[r#"
            gen-clang-attr-classes:
            0: error: 'anonymous_0' is of no known kind of arguments of attributes
        "#]],
    );
    check_attr(
        classes,
        r#"let Args = [EnumArgument<"X", "T", [], []>];"#,
        expect![[r#"
            gen-clang-attr-classes:
            0: error: the enumeration 'T' has no enumerators
        "#]],
    );
    check_attr(
        "gen-clang-attr-impl",
        r#"let Args = [EnumArgument<"X", "T", [], ["A"]>];"#,
        expect![[r#"
            gen-clang-attr-impl:
            0: error: there are fewer 'Values' than 'Enums' of 'T'
        "#]],
    );
    check_attr(
        classes,
        r#"let AcceptsExprPack = 1; let Args = [TypeArgument<"X">];"#,
        expect![[r#"
            gen-clang-attr-classes:
            2: error: Attributes accepting packs cannot also have identifier or type arguments.
        "#]],
    );
    check_attr(
        classes,
        r#"let AcceptsExprPack = 1; let Args = [VariadicExprArgument<"X">, ExprArgument<"Y">];"#,
        expect![[r#"
            gen-clang-attr-classes:
            2: error: Attributes accepting packs can only have the last argument be variadic.
        "#]],
    );
}

#[test]
fn spellings() {
    let unknown = r#"let Spellings = [Spelling<"a", "Rust">];"#;
    for backend in ["gen-clang-attr-impl", "gen-clang-attr-parsed-attr-kinds"] {
        let text = format!("\ndef A : InheritableAttr {{ {unknown} }}");
        let records = backend_testing::read(&format!("{}{text}", super::CLASSES));
        let run = backend_testing::run(crate::ALL, backend, &[], &records);
        assert!(run.text.unwrap_err().message.contains("variety 'Rust'"));
    }
    check_attr(
        "gen-clang-attr-classes",
        r#"let Accessors = [Accessor<"isA", [GNU<"b">]>];"#,
        expect![[r#"
            gen-clang-attr-classes:
            0: error: 'b' is not a spelling of the attribute
        "#]],
    );
    check_attr(
        "gen-clang-attr-has-attribute-impl",
        r#"let Spellings = [CXX11<"", "a">];"#,
        expect![[r#"
            gen-clang-attr-has-attribute-impl:
            0: error: Standard attributes must have valid version information.
        "#]],
    );
    check_attr(
        "gen-clang-attr-parsed-attr-kinds",
        r#"let Spellings = [GNU<"a">, GNU<"__a__">];"#,
        expect![[r#"
            gen-clang-attr-parsed-attr-kinds:
            error: Had duplicate keys to match on
        "#]],
    );
}

#[test]
fn late_parsing() {
    let switches = "gen-clang-attr-parser-string-switches";
    let check_kind = |kind: &str, want| {
        let text = format!("\n{kind}\ndef A : Attr {{ let LateParsed = K; }}");
        check(switches, &text, want);
    };
    check_kind(
        "def K : LateAttrParseKind<1>;",
        expect![[r#"
            gen-clang-attr-parser-string-switches:
            3: error: Field `LateParsed` set to `K` but this converts to `LateAttrParseKind::Standard`
        "#]],
    );
    check_kind(
        "def K : LateAttrParseKind<-1>;",
        expect![[r#"
            gen-clang-attr-parser-string-switches:
            3: error: Field `LateParsed` set to `K` has unexpected `Kind` value of 4294967295
        "#]],
    );
    check_kind(
        "class L : LateAttrParseKind<1>; def K : L;",
        expect![[r#"
            gen-clang-attr-parser-string-switches:
            3: error: Field `LateParsed`should only have type `LateAttrParseKind` but found type `L`
        "#]],
    );
    check_kind(
        "class L; def K : LateAttrParseKind<1>, L;",
        expect![[r#"
            gen-clang-attr-parser-string-switches:
            3: error: Field `LateParsed`should only have one super class
        "#]],
    );
}

#[test]
fn subjects() {
    let info = "gen-clang-attr-parsed-attr-impl";
    check(
        info,
        r#"
def Nested : SubsetSubject<Global, "", "">;
def A : Attr { let Subjects = SubjectList<[Nested]>; }"#,
        expect![[r#"
            gen-clang-attr-parsed-attr-impl:
            2: error: SubsetSubjects within SubsetSubjects is not supported
        "#]],
    );
    check(
        info,
        r#"
def Nameless : DeclNode<?>;
def A : Attr { let Subjects = SubjectList<[Nameless]>; }"#,
        expect![[r#"
            gen-clang-attr-parsed-attr-impl:
            2: error: Could not determine diagnostic spelling for the node: Nameless; please add one to DeclNodes.td
            0: error: Could not deduce diagnostic argument for Attr subjects
        "#]],
    );
    check(
        info,
        r#"
def Ring : DeclNode<?> { let Base = !cast<DeclNode>("Ring"); }
def A : Attr { let Subjects = SubjectList<[Ring]>; }"#,
        expect![[r#"
            gen-clang-attr-parsed-attr-impl:
            2: error: 'Ring' is too deep in the hierarchy
        "#]],
    );
    check_attr(
        info,
        "let PragmaAttributeSupport = 1; let Subjects = SubjectList<[Var]>;",
        expect![[r#"
            gen-clang-attr-parsed-attr-impl:
            2: error: no subject match rule is for 'Var'
        "#]],
    );
    check(
        "gen-clang-attr-subject-match-rule-list",
        r#"
def R : AttrSubjectMatcherRule<"a", [Var]>;
def S : AttrSubjectMatcherRule<"b", [Var]>;"#,
        expect![[r#"
            gen-clang-attr-subject-match-rule-list:
            error: Attribute subject match rules should not representsame attribute subjects.
        "#]],
    );
}

#[test]
fn languages() {
    // The warning precedes the error.
    check_attr(
        "gen-clang-attr-parsed-attr-impl",
        r#"let LangOpts = [LangOpt<"C", "true">]; let SimpleHandler = ?;"#,
        expect![[r#"
            gen-clang-attr-parsed-attr-impl:
            0: warning: non-empty 'Name' field ignored because 'CustomCode' was supplied
            2: error: Record `A', field `SimpleHandler' does not have a bit initializer!
        "#]],
    );
}

#[test]
fn documentation() {
    let docs = "gen-attr-docs";
    let check_docs = |spellings: &str, docs_text: &str, want| {
        let text = format!(
            "\ndef D : Documentation<Functions> {{ let Content = \"\"; }}
def A : Attr {{ let Spellings = [{spellings}]; let Documentation = [{docs_text}]; }}"
        );
        check(docs, &text, want);
    };
    check_docs(
        "",
        "D",
        expect![[r#"
            gen-attr-docs:
            3: error: Attribute has no supported spellings; cannot be documented
        "#]],
    );
    check_docs(
        r#"GNU<"a">, GNU<"b">"#,
        "D",
        expect![[r#"
            gen-attr-docs:
            3: error: This attribute requires a heading to be specified
        "#]],
    );
    check_docs(
        r#"GNU<"a">"#,
        "D, Internal",
        expect![[r#"
            gen-attr-docs:
            0: error: Attribute is "InternalOnly", but has multiple documentation categories
        "#]],
    );
    check_attr(
        "gen-clang-attr-doc-table",
        "let Documentation = [];",
        expect![[r#"
            gen-clang-attr-doc-table:
            2: error: attribute 'A' has no documentation
        "#]],
    );
    check_attr(
        "gen-clang-attr-list",
        "",
        expect![[r#"
            gen-clang-attr-list:
            error: no attribute is at the ends of the range of 'Attr'
        "#]],
    );
}
