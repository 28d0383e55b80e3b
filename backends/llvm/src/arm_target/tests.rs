use backend::Release;
use backend_testing::{read_as, run};
use expect_test::{Expect, expect};

const VERSIONED: &str = r#"
class SubtargetFeature<string n> { string Name = n; string FieldName = ""; string Value = ""; list<SubtargetFeature> Implies = []; }
class Extension<string n> : SubtargetFeature<n> {
  string Desc = ""; string ArchExtKindSpelling = "AEK_X"; string ArchFeatureName = ""; string UserVisibleName = n; string UserVisibleAlias = "";
}
class Architecture64 : SubtargetFeature<""> { int Major = 8; int Minor = 0; string Profile = "a"; list<Extension> DefaultExts = []; }
class ProcessorModel<string n> { string Name = n; list<SubtargetFeature> Features = []; }
class ProcessorAlias;
class FMVExtension<string n> { string Name = n; string FeatureBit = "FEAT_X"; string BackendFeature = n; string PriorityBit = "PRIOR_X"; }
def : Extension<"x">;
def : FMVExtension<"x">;
def : FMVExtension<"y">;
"#;

#[test]
fn versioned_functions_without_an_extension_have_no_bit_since_22() {
    let check = |release, want: Expect| {
        let records = read_as(release, VERSIONED);
        let text = run(crate::ALL, "gen-arm-target-def", &[], &records).text_or_error();
        let lines = text
            .lines()
            .map(str::trim)
            .filter(|it| it.contains("I.emplace_back"));
        want.assert_eq(&lines.map(|it| format!("{it}\n")).collect::<String>());
    };
    check(
        Release::V21,
        expect![[r#"
              I.emplace_back("x", FEAT_X, PRIOR_X, AEK_X);
              I.emplace_back("y", FEAT_X, PRIOR_X, std::nullopt);
        "#]],
    );
    check(
        Release::V22,
        expect![[r#"
              I.emplace_back("x", FEAT_X, PRIOR_X, AEK_X);
              I.emplace_back("y", std::nullopt, PRIOR_X, std::nullopt);
        "#]],
    );
}

#[test]
fn the_second_extension_is_read_first() {
    let text = format!(
        "{VERSIONED}let Name = ? in {{ def A : Extension<\"\">; def B : Extension<\"\">; }}"
    )
    .replace("def : Extension<\"x\">;", "");
    let records = read_as(Release::V22, &text);
    let run = run(crate::ALL, "gen-arm-target-def", &[], &records);
    expect!["error: Record `B', field `Name' exists but does not have a string value"]
        .assert_eq(&run.text_or_error());
}
