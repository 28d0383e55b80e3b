//! Renaming.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities, show_range};

/// The edits, or the reason why there are none.
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
    let error = answer.expect_err("`include` is not a name");
    assert_eq!(error["message"], "there is no name here");
}

const OPERANDS: &str = "\
//- Root.td
include \"Base.td\"
def ADD : Enc {
  let Ins = (ins 0:$a$0, 0:$ab);
  let AsmString = \"add $a, $ab\";
  string Text = \"$a\";
}
//- Base.td
class Enc { dag Ins; string AsmString; bits<3> a; bits<3> Inst = a; string Constraints = \"$a = $ab\"; }
def ins;
";

/// A client that cannot ask the user gets the places of the name in text.
#[test]
fn names_in_text_are_refused_with_their_places() {
    check(
        OPERANDS,
        "b",
        expect![[r#"
            -32803 "the name is in text, which may mean it: Base.td:1, Root.td:5; a field encodes it by its name: Base.td:1; change that first, for this editor cannot ask"
        "#]],
    );
    check(
        "//- Root.td\nclass Row$0 { int N; }\nclass GenericTable { string FilterClass; }\n\
         def T : GenericTable { string Other = \"Row\"; }\n",
        "Line",
        expect![[r#"
            -32803 "the name is in text, which may mean it: Root.td:3; change that first, for this editor cannot ask"
        "#]],
    );
}

/// Without a field that cannot follow, the user is only asked about the text.
#[test]
fn names_in_text_are_asked_about() {
    let ask = |fixture: &str| {
        let mut capabilities = capabilities();
        capabilities["workspace"]["workspaceEdit"] =
            json!({"documentChanges": true, "changeAnnotationSupport": {}});
        let mut client = Client::with("rename-text", fixture, capabilities, Value::Null);
        client.open("Root.td");
        let mut params = client.at_cursor();
        params["newName"] = json!("b");
        let edit = client
            .ask("textDocument/rename", params)
            .expect("an answer");
        let mut out = String::new();
        for (id, it) in edit["changeAnnotations"].as_object().into_iter().flatten() {
            let (label, description) = (&it["label"], &it["description"]);
            out += &format!("{id}: {label} {} {description}\n", it["needsConfirmation"]);
        }
        for document in edit["documentChanges"].as_array().into_iter().flatten() {
            let file = client.show_uri(&document["textDocument"]["uri"]);
            out += &format!("{file}, version {}\n", document["textDocument"]["version"]);
            for it in document["edits"].as_array().into_iter().flatten() {
                let range = show_range(&it["range"]);
                out += &format!("  {range} {} {}\n", it["newText"], it["annotationId"]);
            }
        }
        out
    };
    expect![[r#"
        names: "What is renamed" true "the name is in text, which may mean it: Base.td:1, Root.td:5; a field encodes it by its name: Base.td:1"
        text: "Names in text" true "the name is in text, which may mean it: Base.td:1, Root.td:5; a field encodes it by its name: Base.td:1"
        Base.td, version null
          0:91-0:92 "b" "text"
        Root.td, version 1
          2:20-2:21 "b" "names"
          3:24-3:25 "b" "names"
          4:18-4:19 "b" "text"
    "#]].assert_eq(&ask(OPERANDS));
    // Unnamed in text, it is renamed without a question.
    expect![[r#"
        names: "What is renamed" false "the name is in text, which may mean it: Base.td:1, Root.td:5"
        text: "Names in text" true "the name is in text, which may mean it: Base.td:1, Root.td:5"
        Base.td, version null
          0:91-0:92 "b" "text"
        Root.td, version 1
          2:20-2:21 "b" "names"
          3:24-3:25 "b" "names"
          4:18-4:19 "b" "text"
    "#]].assert_eq(&ask(&OPERANDS
        .replace("bits<3> a;", "bits<3> x;")
        .replace("= a;", "= x;")));
    // What stands in no text is renamed as ever.
    assert_eq!(ask("//- Root.td\nclass A$0;\ndef X : A;\n"), "");
}
