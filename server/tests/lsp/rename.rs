//! Renaming.

use expect_test::{Expect, expect};
use serde_json::json;
use tests::lsp::{Client, show_range};

/// The edits, or why there are none.
fn check(fixture: &str, name: &str, want: Expect) {
    let mut client = Client::new("rename", fixture);
    client.open("Root.td");
    let mut params = client.at_cursor();
    params["newName"] = json!(name);
    let text = match client.ask("textDocument/rename", params) {
        Err(error) => format!("{} {}\n", error["code"], error["message"]),
        Ok(edit) => {
            let mut lines = Vec::new();
            for (uri, edits) in edit["changes"].as_object().into_iter().flatten() {
                let file = client.show_uri(&json!(uri));
                for it in edits.as_array().into_iter().flatten() {
                    let range = show_range(&it["range"]);
                    lines.push(format!("{file} {range} {}\n", it["newText"]));
                }
            }
            lines.sort();
            lines.concat()
        }
    };
    want.assert_eq(&text);
}

const FILES: &str = "\
//- Root.td
include \"Base.td\"
def A : Reg$0<1>;
def B : Reg<2>;
//- Base.td
class Reg<int n> { int Num = n; }
class Other;
";

#[test]
fn everywhere() {
    check(
        FILES,
        "Register",
        expect![[r#"
        Base.td 0:6-0:9 "Register"
        Root.td 1:8-1:11 "Register"
        Root.td 2:8-2:11 "Register"
    "#]],
    );
}

#[test]
fn conflicts_are_refused_in_words() {
    check(
        FILES,
        "Other",
        expect![[r#"
        -32803 "there is already a class `Other`"
    "#]],
    );
    check(
        FILES,
        "not a name",
        expect![[r#"
        -32803 "`not a name` is not a name"
    "#]],
    );
}

#[test]
fn preparation() {
    let method = "textDocument/prepareRename";
    let (mut client, range) = Client::ask_at_cursor("prepare", FILES, method);
    assert_eq!(show_range(&range), "1:8-1:11");
    let mut params = client.at_cursor();
    params["position"] = json!({"line": 0, "character": 1});
    let answer = client.ask("textDocument/prepareRename", params);
    let error = answer.expect_err("`include` is no name");
    assert_eq!(error["message"], "there is no name here");
}
