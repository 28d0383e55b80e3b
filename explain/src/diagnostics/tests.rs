use expect_test::{Expect, expect};

use crate::testing::check;

#[track_caller]
fn check_at(name: &str, want: Expect) {
    let text = r#"
        class Severity<string N> { string Name = N; }
        def SEV_Ignored : Severity<"Ignored">; def SEV_Warning : Severity<"Warning">; def SEV_Error : Severity<"Error">;
        class DiagClass;
        def CLASS_WARNING : DiagClass; def CLASS_ERROR : DiagClass;
        class TextSubstitution<string Text> { string Substitution = Text; }
        class DiagGroup<string Name, list<DiagGroup> subgroups = [], code docs = [{}]> {
          string GroupName = Name; list<DiagGroup> SubGroups = subgroups; code Documentation = docs;
        }
        class Diagnostic<string summary, DiagClass DC, Severity severity> {
          string Summary = summary; DiagClass Class = DC; Severity DefaultSeverity = severity; DiagGroup Group;
        }
        def kind : TextSubstitution<"%select{type|value}0">;
        def Unused : DiagGroup<"unused", [], [{Things that are ``unused``.}]>;
        def Most : DiagGroup<"most", [Unused]>;
        def All : DiagGroup<"all", [Most]>;
        def err_one : Diagnostic<"expected %sub{kind}1 but not %0", CLASS_ERROR, SEV_Error>;
        def warn_two : Diagnostic<"'%0' is unused", CLASS_WARNING, SEV_Ignored> { let Group = Unused; }
        def warn_three : Diagnostic<"%0 is unused, too", CLASS_WARNING, SEV_Warning> { let Group = Unused; }
    "#;
    let text = text.replacen(&format!("def {name}"), &format!("def $0{name}"), 1);
    check(&text, want);
}

#[test]
fn a_diagnostic() {
    check_at(
        "err_one",
        expect![[r#"
            error: `expected %select{type|value}1 but not %0`
        "#]],
    );
    check_at(
        "warn_two",
        expect![[r#"
        warning, ignored by default: `'%0' is unused`

        - switched by: `-Wunused`
        - which is part of: `-Wmost`, `-Wall`
    "#]],
    );
}

#[test]
fn a_group() {
    check_at(
        "Unused",
        expect![[r#"
        `-Wunused` switches 2 diagnostics

        - diagnostics: `warn_three`, `warn_two`
        - part of: `-Wmost`, `-Wall`

        Things that are `unused`.
    "#]],
    );
    check_at(
        "Most",
        expect![[r#"
        `-Wmost` switches 0 diagnostics

        - also switches: `-Wunused`
        - part of: `-Wall`
    "#]],
    );
}
