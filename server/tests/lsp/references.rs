//! References and highlights.

use expect_test::expect;
use serde_json::json;
use tests::lsp::{Client, show_range};

const FILES: &str = "\
//- Root.td
include \"Base.td\"
def A : Reg<1> { let Num = 2; }
defvar v = A.Num$0;
//- Base.td
class Reg<int n> { int Num = n; }
";

#[test]
fn with_and_without_declaration() {
    let mut client = Client::new("references", FILES);
    client.open("Root.td");
    let mut params = client.at_cursor();
    params["context"] = json!({"includeDeclaration": true});
    let all = client.ask("textDocument/references", params.clone());
    expect![[r#"
        Root.td 1:21-1:24
        Root.td 2:13-2:16
        Base.td 0:23-0:26
    "#]]
    .assert_eq(&client.show_locations(&all.expect("an answer")));
    params["context"] = json!({"includeDeclaration": false});
    let uses = client.ask("textDocument/references", params);
    expect![[r#"
        Root.td 1:21-1:24
        Root.td 2:13-2:16
    "#]]
    .assert_eq(&client.show_locations(&uses.expect("an answer")));
}

#[test]
fn highlights() {
    let (_, found) = Client::ask_at_cursor("highlights", FILES, "textDocument/documentHighlight");
    let lines = found.as_array().into_iter().flatten();
    let lines: String = lines
        .map(|it| format!("{} {}\n", show_range(&it["range"]), it["kind"]))
        .collect();
    expect![[r#"
        1:21-1:24 3
        2:13-2:16 2
    "#]]
    .assert_eq(&lines);
}

/// Strings that name it, and the field that encodes it, come last.
#[test]
fn names_in_text() {
    let files = "\
//- Root.td
class Enc { dag Ins; string AsmString; bits<3> a; }
def ins;
def ADD : Enc { let AsmString = \"add $a\"; let Ins = (ins 0:$a$0); }
";
    let mut client = Client::new("references-text", files);
    client.open("Root.td");
    let mut params = client.at_cursor();
    params["context"] = json!({"includeDeclaration": true});
    let all = client.ask("textDocument/references", params);
    expect![[r#"
        Root.td 2:38-2:39
        Root.td 2:60-2:61
        Root.td 0:47-0:48
    "#]]
    .assert_eq(&client.show_locations(&all.expect("an answer")));
}
