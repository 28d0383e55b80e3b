//! Differences of 21 and 22, and their new tables.

use elaborate::records::Release::{V19, V21, V22};
use expect_test::{Expect, expect};

use super::{DIAGNOSTICS, PRELUDE};
use crate::tests::{changes, check, check_with};

#[test]
fn releases() {
    let text = format!("{PRELUDE}{DIAGNOSTICS}");
    changes(
        "gen-clang-diag-groups",
        &text,
        &[V19, V21, V22],
        expect![[r#"
            19 to 21:
            -static const char DiagGroupNames[] = {
            -    "\013also-unused\003gnu\004kind\004pass\010pedantic\006unused\010unused-"
            -    "x"};
            +#ifdef __GNUC__
            +#pragma GCC diagnostic push
            +#pragma GCC diagnostic ignored "-Woverlength-strings"
            +#endif
            +static constexpr char DiagGroupNamesStorage[] = 
            +  "\0"
            +  "also-unused\0"
            +  "gnu\0"
            +  "kind\0"
            +  "pass\0"
            +  "pedantic\0"
            +  "unused\0"
            +  "unused-x\0"
            +  ;
            +#ifdef __GNUC__
            +#pragma GCC diagnostic pop
            +#endif
            +
            +static constexpr llvm::StringTable
            +DiagGroupNames = DiagGroupNamesStorage;
            +
            -DIAG_ENTRY(Synonym /* also-unused */, 0, 0, /* DiagSubGroup0 */ 1, R"()")
            -DIAG_ENTRY(Gnu /* gnu */, 12, /* DiagArray1 */ 1, 0, R"()")
            -DIAG_ENTRY(anonymous_0 /* kind */, 16, /* DiagArray2 */ 3, 0, R"()")
            -DIAG_ENTRY(Pass /* pass */, 21, /* DiagArray3 */ 5, 0, R"()")
            -DIAG_ENTRY(Pedantic /* pedantic */, 26, /* DiagArray4 */ 7, /* DiagSubGroup4 */ 3, R"()")
            -DIAG_ENTRY(Unused /* unused */, 35, /* DiagArray5 */ 9, /* DiagSubGroup5 */ 5, R"(Docs.)")
            -DIAG_ENTRY(anonymous_1 /* unused-x */, 42, 0, 0, R"()")
            +DIAG_ENTRY(Synonym /* also-unused */, 1, 0, /* DiagSubGroup0 */ 1, R"()")
            +DIAG_ENTRY(Gnu /* gnu */, 13, /* DiagArray1 */ 1, 0, R"()")
            +DIAG_ENTRY(anonymous_0 /* kind */, 17, /* DiagArray2 */ 3, 0, R"()")
            +DIAG_ENTRY(Pass /* pass */, 22, /* DiagArray3 */ 5, 0, R"()")
            +DIAG_ENTRY(Pedantic /* pedantic */, 27, /* DiagArray4 */ 7, /* DiagSubGroup4 */ 3, R"()")
            +DIAG_ENTRY(Unused /* unused */, 36, /* DiagArray5 */ 9, /* DiagSubGroup5 */ 5, R"(Docs.)")
            +DIAG_ENTRY(anonymous_1 /* unused-x */, 43, 0, 0, R"()")
            21 to 22:
            -static constexpr char DiagGroupNamesStorage[] = 
            +static constexpr char DiagGroupNamesStorage[] =
        "#]],
    );
    let text = format!(
        "{PRELUDE} def err_a : Error<\"%human0 %quoted1 %enum_select<Kind>{{%One{{one}}|{{two %2}}|%Three{{three}}}}2\">;"
    );
    changes(
        "gen-clang-diags-defs",
        &text,
        &[V19, V21],
        expect![[r#"
        19 to 21:
        -18: error: Unknown modifier type: human
        +DIAG(err_a, CLASS_ERROR, (unsigned)diag::Severity::Error, "%human0 %quoted1 %select{one|two %2|three}2", 0, SFINAE_Suppress, false, false, true, false, 0)
    "#]],
    );
}

#[track_caller]
fn check_enums(text: &str, want: Expect) {
    let text = format!("{PRELUDE}{text}");
    let records = backend_testing::read_as(V21, &text);
    let run = backend_testing::run(crate::ALL, "gen-clang-diags-enums", &[], &records);
    want.assert_eq(&run.shown(&records));
}

#[test]
fn unknown_substitutions_have_no_place_since_22() {
    changes(
        "gen-clang-diags-defs",
        &format!("{PRELUDE}def err_a : Error<\"%sub{{none}}0\">;"),
        &[V21, V22],
        expect![[r#"
            21 to 22:
            -18: error: Failed to find substitution with name: none
            +error: Failed to find substitution with name: none
        "#]],
    );
}

#[test]
fn enumerations() {
    check_enums(
        "def sub : TextSubstitution<\"%enum_select<Inner>{%A{a}|%B{b}}0\">;
def err_a : Error<\"%enum_select<Outer>{%One{one}|two|%Three{%sub{sub}0}}1 %enum_select<>{%X{x}}0\">;",
        expect![[r#"
            DIAG_ENUM(Outer)
            DIAG_ENUM_ITEM(0, One)
            DIAG_ENUM_ITEM(2, Three)
            DIAG_ENUM_END()
            DIAG_ENUM(Inner)
            DIAG_ENUM_ITEM(0, A)
            DIAG_ENUM_ITEM(1, B)
            DIAG_ENUM_END()
        "#]],
    );
    check_enums(
        "def err_a : Error<\"%enum_select<E>{%A{a}|%A{b}}0\">; def err_b : Error<\"%enum_select<E>{%A{a}}0\">;",
        expect![[r#"
            18: error: Duplicate enumerator name 'A'
            18: error: Duplicate enumeration name 'E'
        "#]],
    );
    check_enums(
        "def err_a : Error<\"%enum_select{a}0\">;",
        expect![[r#"
        18: error: expected '<' after enum_select
    "#]],
    );
    check_enums(
        "def err_a : Error<\"%enum_select<E>0\">;",
        expect![[r#"
        18: error: expected '{' after enum_select
    "#]],
    );
    check_enums(
        "def err_a : Error<\"%enum_select<E>{%A}0\">;",
        expect![[r#"
            18: error: expected '{' while parsing %enum_select
        "#]],
    );
    check_enums(
        "def one : TextSubstitution<\"%0\">; def two : TextSubstitution<\"%sub{one}4\">; def err_a : Error<\"%sub{two}0\">;",
        expect![[r#"
            18: error: Modifier value '4' is not valid for this mapping (has 1 mappings)
        "#]],
    );
    check_enums(
        "def err_a : Error<\"%select<E>{a}0\">;",
        expect![[r#"
        18: error: modifier '<' syntax not valid with %select
    "#]],
    );
}

#[test]
fn headers_of_components() {
    let text = format!("{PRELUDE}def err_a : Error<\"a\">;");
    check(
        "gen-clang-diags-iface",
        &text,
        expect![[r#"
        error: '-gen-clang-diags-iface' requires a component name
    "#]],
    );
    let records = backend_testing::read(&text);
    let options = [("clang-component", "Lex")];
    let run = backend_testing::run(crate::ALL, "gen-clang-diags-iface", &options, &records);
    let lines = backend_testing::lines_with(&run.shown(&records), "e");
    let lines = lines
        .lines()
        .filter(|it| it.contains("Lex") || it.contains("LEX"));
    expect![[r##"
        #define LEXSTART
        #include "clang/Basic/DiagnosticLexKinds.inc"
        #include "clang/Basic/DiagnosticLexEnums.inc"
        #include "clang/Basic/DiagnosticLexCompatIDs.inc""##]]
    .assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn pairs_about_compatibility() {
    let text = "class CompatWarningId<string name, int std, string diag, string pre> {
  string Component = \"Lex\"; string Name = name; int Std = std; string Diag = diag; string DiagPre = pre;
}
def A : CompatWarningId<\"a\", 11, \"compat_a\", \"pre_a\">;
let Component = \"Sema\" in def B : CompatWarningId<\"b\", 14, \"compat_b\", \"pre_b\">;
";
    check(
        "gen-clang-diags-compat-ids",
        text,
        expect![[r#"
        DIAG_COMPAT_IDS_BEGIN()
        DIAG_COMPAT_ID(0,a,11,compat_a,pre_a)
        DIAG_COMPAT_IDS_END()
        DIAG_COMPAT_IDS_BEGIN()
        DIAG_COMPAT_ID(1,b,14,compat_b,pre_b)
        DIAG_COMPAT_IDS_END()
    "#]],
    );
    let sema = [("clang-component", "Sema")];
    check_with(
        "gen-clang-diags-compat-ids",
        &sema,
        text,
        expect![[r#"
        DIAG_COMPAT_IDS_BEGIN()
        DIAG_COMPAT_ID(1,b,14,compat_b,pre_b)
        DIAG_COMPAT_IDS_END()
    "#]],
    );
}
