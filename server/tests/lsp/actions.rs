//! Code actions as an editor sees them.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::Client;

fn check(fixture: &str, only: Value, want: Expect) {
    let mut context = json!({"diagnostics": []});
    if !only.is_null() {
        context["only"] = only;
    }
    check_in(fixture, context, want);
}

fn check_in(fixture: &str, context: Value, want: Expect) {
    let mut client = Client::new("actions", fixture);
    let before = fixture.split("$0").next().unwrap_or_default();
    let file = before
        .rsplit("//- ")
        .next()
        .and_then(|it| it.lines().next());
    client.open(file.expect("a file"));
    let at = client.at_cursor();
    let params = json!({
        "textDocument": at["textDocument"],
        "range": {"start": at["position"], "end": at["position"]},
        "context": context,
    });
    let actions = client
        .ask("textDocument/codeAction", params)
        .expect("actions");
    let mut out = String::new();
    for action in actions.as_array().into_iter().flatten() {
        out += &format!(
            "{}: {}\n",
            action["kind"].as_str().unwrap_or(""),
            action["title"].as_str().unwrap_or("")
        );
        let changes = action["edit"]["changes"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        for (uri, edits) in changes {
            let file = uri.rsplit('/').next().unwrap_or("").to_owned();
            for edit in edits.as_array().into_iter().flatten() {
                let start = &edit["range"]["start"];
                out += &format!(
                    "  {file} {}:{} {}\n",
                    start["line"], start["character"], edit["newText"]
                );
            }
        }
    }
    want.assert_eq(&out);
}

#[test]
fn an_editor_that_asks_by_itself_learns_of_mistakes_only() {
    let (invoked, automatic) = (1, 2);
    let context = |trigger: u8| json!({"diagnostics": [], "triggerKind": trigger});
    let sound = "//- Root.td\nclass A { int x; }\ndef a$0 : A;\n";
    check_in(
        sound,
        context(invoked),
        expect![[r#"
            refactor.rewrite: Set the field `x`
              Root.td 1:9 " {\n  let x = 0;\n}"
        "#]],
    );
    check_in(sound, context(automatic), expect![""]);
    check_in(
        "//- Root.td\nclass Register;\ndef a : Regis$0er;\n",
        context(automatic),
        expect![[r#"
            quickfix: Change to `Register`
              Root.td 1:8 "Register"
        "#]],
    );
}

#[test]
fn a_misspelt_name() {
    check(
        "//- Root.td\nclass Register;\ndef a : Regis$0er;\n",
        Value::Null,
        expect![[r#"
            quickfix: Change to `Register`
              Root.td 1:8 "Register"
        "#]],
    );
}

#[test]
fn a_missing_include() {
    check(
        "//- Root.td\ndef a : Re$0g<1>;\n//- Regs.td\nclass Reg<int n>;\n",
        Value::Null,
        expect![[r#"
            quickfix: Include "Regs.td"
              Root.td 0:0 "include \"Regs.td\"\n\n"
        "#]],
    );
}

/// A name that is only declared by files that must not be included.
#[test]
fn no_include_of_a_root_or_in_a_circle() {
    let check = |files: &str| check(files, Value::Null, expect![[""]]);
    // The file itself, where the declaration is switched off.
    check("//- Root.td\n#ifdef X\nclass Reg;\n#endif\ndef a : Re$0g;\n");
    // Files that include it, directly or not.
    check(
        "//- Root.td\ndef a : Re$0g;\n//- Main.td\ninclude \"Other.td\"\n\
         //- Other.td\ninclude \"sub/Between.td\"\nclass Reg;\n\
         //- sub/Between.td\ninclude \"Root.td\"\n#ifdef X\nclass Reg;\n#endif\n\
         //- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM a.inc -print-records)\n\
         set(LLVM_TARGET_DEFINITIONS Main.td)\ntablegen(LLVM b.inc -print-records)\n",
    );
    // Roots that include no file beside them.
    check(
        "//- Root.td\ndef a : Re$0g;\n\
         //- Main.td\ninclude \"Base.td\"\nclass Reg : Base;\ndef b : Reg;\n\
         //- include/Base.td\nclass Base;\n",
    );
    // By an include that only other units find.
    check(
        "//- Root.td\ndef a : Re$0g;\n//- Other.td\ninclude \"Between.td\"\nclass Reg;\n\
         //- far/Between.td\ninclude \"Root.td\"\n//- Main.td\ninclude \"Other.td\"\n\
         //- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM a.inc -print-records)\n\
         set(LLVM_TARGET_DEFINITIONS Main.td)\n\
         tablegen(LLVM b.inc -print-records -I ${CMAKE_CURRENT_SOURCE_DIR}/far)\n",
    );
    // Roots of tests and builds, and files that only include others.
    check(
        "//- Root.td\ndef a : Re$0g;\n//- Test.td\n// RUN: llvm-tblgen %s\nclass Reg;\n\
         //- Target.td\ninclude \"Part.td\"\nclass Reg;\n//- Part.td\ndef p;\n",
    );
    check(
        "//- Root.td\ndef a : Re$0g;\n//- Built.td\nclass Reg;\n\
         //- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Built.td)\ntablegen(LLVM a.inc -print-records)\n",
    );
}

#[test]
fn a_header_in_another_folder_of_a_file_without_includes() {
    check(
        "//- lib/Root.td\n// Head.\ndef a : Re$0g<1>;\n\
         //- include/Regs.td\ninclude \"Base.td\"\nclass Reg<int n>;\n//- lib/Base.td\nclass Base;\n",
        Value::Null,
        expect![[r#"
            quickfix: Include "Regs.td"
              Root.td 1:0 "include \"Regs.td\"\n\n"
        "#]],
    );
}

#[test]
fn an_unused_argument_of_an_included_class() {
    check(
        "//- Root.td\nclass Reg<int unused$0, int n> { int v = n; }\ninclude \"Uses.td\"\n//- Uses.td\ndef a : Reg<1, 2>;\n",
        json!(["quickfix"]),
        expect![[r#"
            quickfix: Remove the unused template argument `unused`
              Root.td 0:10 ""
              Uses.td 0:12 ""
            quickfix: Make a field `Unused` of `unused`
              Root.td 0:30 " int Unused = unused;"
        "#]],
    );
}

#[test]
fn only_what_is_wanted() {
    let fixture = "//- Root.td\nmulticlass M { def _x; }\ndef$0m a : M;\n";
    check(fixture, json!(["quickfix"]), expect![[""]]);
    check(
        fixture,
        json!(["refactor"]),
        expect![[r#"
        refactor.rewrite: Write out what the `defm` makes
          Root.td 1:0 "def a_x;"
    "#]],
    );
}

/// A folder is offered for a header that is not found, if the client supports it.
#[test]
fn a_folder_for_what_is_not_found() {
    let text = "include \"mlir/Gone.td\"\ninclude \"gone.td\"\n";
    let offered = |commands: Value| {
        let files = format!("//- A.td\n{text}");
        let options = json!({"commands": commands});
        let capabilities = tests::lsp::capabilities();
        let mut client = Client::with("folder-action", &files, capabilities, options);
        client.open("A.td");
        let document = json!({"textDocument": {"uri": client.uri("A.td")}});
        let report = client
            .ask("textDocument/diagnostic", document)
            .expect("a report");
        let params = json!({
            "textDocument": {"uri": client.uri("A.td")},
            "range": report["items"][0]["range"],
            "context": {"diagnostics": report["items"]},
        });
        let actions = client
            .ask("textDocument/codeAction", params)
            .expect("actions");
        let actions = actions.as_array().into_iter().flatten();
        let lines = actions.map(|it| {
            let command = &it["command"];
            format!(
                "{}: {} {}\n",
                it["title"], command["command"], command["arguments"]
            )
        });
        lines.collect::<String>()
    };
    assert_eq!(offered(json!([])), "");
    expect![[r#"
        "Choose the build that says where LLVM is…": "tablegen.addFolder" [{"include":"mlir/Gone.td","setting":"buildFolders"}]
        "Choose the folder that has \"mlir/Gone.td\"…": "tablegen.addFolder" [{"include":"mlir/Gone.td","setting":"includeDirs"}]
        "Choose the folder that has \"gone.td\"…": "tablegen.addFolder" [{"include":"gone.td","setting":"includeDirs"}]
    "#]].assert_eq(&offered(json!(["tablegen.addFolder"])));
}
