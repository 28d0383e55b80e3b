//! Semantic tokens as an editor sees them.

use expect_test::expect;
use serde_json::{Value, json};
use tests::lsp::Client;

const ROOT: &str = "\
//- Root.td
class A<int n> { int f = n; }
/* two
   lines */ def e : A<1>;
def b : A<2>;
";

/// The numbers of tokens, five on a line.
fn show(data: &Value) -> String {
    let numbers: Vec<u64> = data
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .collect();
    let lines = numbers.chunks(5).map(|it| format!("{it:?}\n"));
    lines.collect()
}

fn open() -> Client {
    let mut client = Client::new("tokens", ROOT);
    client.open("Root.td");
    client
}

#[test]
fn all_and_what_changes() {
    let mut client = open();
    let document = json!({"uri": client.uri("Root.td")});
    let full = client
        .ask(
            "textDocument/semanticTokens/full",
            json!({"textDocument": document}),
        )
        .expect("tokens");
    expect![[r#"
        [0, 0, 5, 0, 0]
        [0, 6, 1, 2, 1]
        [0, 2, 3, 1, 0]
        [0, 4, 1, 6, 1]
        [0, 5, 3, 1, 0]
        [0, 4, 1, 5, 1]
        [0, 4, 1, 6, 0]
        [1, 0, 6, 11, 0]
        [1, 3, 8, 11, 0]
        [0, 9, 3, 0, 0]
        [0, 4, 1, 4, 1]
        [0, 4, 1, 2, 0]
        [0, 2, 1, 10, 0]
        [1, 0, 3, 0, 0]
        [0, 4, 1, 4, 1]
        [0, 4, 1, 2, 0]
        [0, 2, 1, 10, 0]
    "#]]
    .assert_eq(&show(&full["data"]));
    let text =
        "class A<int n> { int f = n; }\n/* two\n   lines */ def e : A<1>;\ndef c; def b : A<2>;\n";
    client.change("Root.td", text);
    let params = json!({"textDocument": document, "previousResultId": full["resultId"]});
    let delta = client
        .ask("textDocument/semanticTokens/full/delta", params)
        .expect("a delta");
    let edit = &delta["edits"][0];
    let what = format!("{} {}\n", edit["start"], edit["deleteCount"]);
    expect![[r#"
        75 0
        [0, 3, 3, 0, 0]
        [0, 4, 1, 4, 1]
    "#]]
    .assert_eq(&(what + &show(&edit["data"])));
    // The edit makes the new tokens of the old.
    let mut old: Vec<Value> = full["data"].as_array().cloned().unwrap_or_default();
    let start = edit["start"].as_u64().expect("a number") as usize;
    let end = start + edit["deleteCount"].as_u64().expect("a number") as usize;
    old.splice(
        start..end,
        edit["data"].as_array().cloned().unwrap_or_default(),
    );
    let full = client
        .ask(
            "textDocument/semanticTokens/full",
            json!({"textDocument": document}),
        )
        .expect("tokens");
    assert_eq!(full["data"], Value::Array(old));
    // If the client's previous result id is unknown, all tokens are sent.
    let params = json!({"textDocument": document, "previousResultId": "unknown"});
    let delta = client
        .ask("textDocument/semanticTokens/full/delta", params)
        .expect("tokens");
    assert_eq!(delta["data"], full["data"]);
}

#[test]
fn a_part() {
    let mut client = open();
    let range = json!({"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 99}});
    let params = json!({"textDocument": {"uri": client.uri("Root.td")}, "range": range});
    let part = client
        .ask("textDocument/semanticTokens/range", params)
        .expect("tokens");
    expect![[r#"
        [3, 0, 3, 0, 0]
        [0, 4, 1, 4, 1]
        [0, 4, 1, 2, 0]
        [0, 2, 1, 10, 0]
    "#]]
    .assert_eq(&show(&part["data"]));
}

/// The pieces of a format are tokens between those of the string.
#[test]
fn assembly_formats() {
    let fixture = "//- Root.td\ndef A { string assemblyFormat = \"$a custom<B>\"; }\n";
    let mut client = Client::new("tokens-format", fixture);
    client.open("Root.td");
    let params = json!({"textDocument": {"uri": client.uri("Root.td")}});
    let full = client
        .ask("textDocument/semanticTokens/full", params)
        .expect("tokens");
    expect![[r#"
        [0, 0, 3, 0, 0]
        [0, 4, 1, 4, 1]
        [0, 4, 6, 1, 0]
        [0, 7, 14, 5, 1]
        [0, 17, 1, 9, 0]
        [0, 1, 2, 7, 0]
        [0, 3, 6, 0, 0]
        [0, 6, 1, 8, 0]
        [0, 1, 1, 3, 0]
        [0, 1, 1, 8, 0]
        [0, 1, 1, 9, 0]
    "#]]
    .assert_eq(&show(&full["data"]));
}
