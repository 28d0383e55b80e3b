//! Fields whose value is `?`: an error only in the generators for which the reference reads the field.

use elaborate::records::Release;

use super::shown;

const PASS: &str = r#"
    class PassBase<string arg> {
      string argument = arg;
      string baseClass = "::mlir::OperationPass<>";
      string summary = "";
      string description = "";
      code constructor = "";
      list<string> dependentDialects = [];
      list<Trait> options = [];
      list<Trait> statistics = [];
    }
    def Own_Pass : PassBase<"own"> { let FIELD = ?; }
"#;

const INTERFACE: &str = r#"
    class AttrInterface<string n> : Interface<n>, InterfaceTrait<n>;
    def Says : AttrInterface<"Says"> {
      string description = "";
      string extraClassDeclaration = "";
      string extraSharedClassDeclaration = "";
      string extraTraitClassDeclaration = "";
      string extraClassOf = "";
      string verify = "";
      bit verifyWithRegions = 0;
      let FIELD = ?;
    }
"#;

const TRAIT: &str = r#"
    def Loud : NativeTrait<"Loud"> { let FIELD = ?; }
    def Own_Op : Op<Own, "op", [Loud]> { let results = (outs AnyType:$r); }
"#;

const INTERNAL_TRAIT: &str = r#"
    def Loud : GenInternalTrait<"Loud"> { let FIELD = ?; }
    def Own_Op : Op<Own, "op", [Loud]>;
"#;

const DIALECT: &str = r#"
    def Other : Dialect { let name = "other"; let FIELD = ?; }
    def Other_T : TypeDef<Other, "T"> { let mnemonic = "t"; let description = ""; }
"#;

const TYPE: &str = r#"
    def Own_T : TypeDef<Own, "T"> { let description = ""; let FIELD = ?; }
"#;

/// For each release, generator, text and field: whether the missing value is an error.
#[test]
fn only_what_is_read_has_to_be_set() {
    let (old, new) = (Release::V19, Release::V22);
    for (release, backend, text, field, is_error) in [
        (new, "gen-pass-decls", PASS, "summary", true),
        (new, "gen-pass-capi-header", PASS, "summary", false),
        (new, "gen-pass-capi-header", PASS, "constructor", false),
        (new, "gen-pass-capi-impl", PASS, "constructor", true),
        (new, "gen-pass-capi-impl", PASS, "options", true),
        (new, "gen-pass-doc", PASS, "constructor", false),
        (new, "gen-pass-doc", PASS, "description", true),
        (
            old,
            "gen-attr-interface-decls",
            INTERFACE,
            "cppNamespace",
            true,
        ),
        (
            old,
            "gen-attr-interface-docs",
            INTERFACE,
            "cppNamespace",
            false,
        ),
        (
            new,
            "gen-attr-interface-defs",
            INTERFACE,
            "cppNamespace",
            true,
        ),
        (old, "gen-op-doc", TRAIT, "cppNamespace", true),
        (new, "gen-op-decls", INTERNAL_TRAIT, "trait", true),
        (new, "gen-typedef-decls", DIALECT, "dependentDialects", true),
        (new, "gen-typedef-doc", DIALECT, "dependentDialects", true),
        (new, "gen-dialect-decls", DIALECT, "dependentDialects", true),
        (old, "gen-typedef-decls", TYPE, "summary", false),
        (new, "gen-typedef-decls", TYPE, "summary", true),
    ] {
        let said = shown(release, backend, &text.replace("FIELD", field));
        let found = said.contains("error:") && said.contains(field);
        assert_eq!(found, is_error, "{release:?} {backend} {field}:\n{said}");
    }
}
