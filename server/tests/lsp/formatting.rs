//! Formatting as an editor sees it.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};

const TEXT: &str =
    "class  A<int n>{int f=n;}\ndef a:A<1>;\ndef   b :A<2> {\nint x = 1;int y=2; }\n";

/// A text after edits, which are ordered and refer to the old text. It is ASCII.
fn apply(text: &str, edits: &Value) -> String {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let number = |it: &Value| it.as_u64().expect("a number") as usize;
    let offset = |it: &Value| starts[number(&it["line"])] + number(&it["character"]);
    let mut out = text.to_owned();
    for edit in edits.as_array().expect("edits").iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        out.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    out
}

fn check(method: &str, params: Value, want: Expect) {
    check_in(TEXT, method, params, want);
}

fn check_in(text: &str, method: &str, mut params: Value, want: Expect) {
    let mut client = Client::new("formatting", &format!("//- Root.td\n{text}"));
    client.open("Root.td");
    params["textDocument"] = json!({"uri": client.uri("Root.td")});
    params["options"] = json!({"tabSize": 4, "insertSpaces": true});
    let edits = client.ask(method, params).expect("edits");
    want.assert_eq(&apply(text, &edits));
}

#[test]
fn a_document() {
    check(
        "textDocument/formatting",
        json!({}),
        expect![[r#"
        class A<int n> { int f = n; }
        def a : A<1>;
        def b : A<2> {
          int x = 1;
          int y = 2;
        }
    "#]],
    );
}

#[test]
fn a_range() {
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}});
    check(
        "textDocument/rangeFormatting",
        json!({"range": range}),
        expect![[r#"
            class  A<int n>{int f=n;}
            def a : A<1>;
            def   b :A<2> {
            int x = 1;int y=2; }
        "#]],
    );
}

#[test]
fn the_body_of_a_multiclass() {
    let range = json!({"start": {"line": 2, "character": 0}, "end": {"line": 4, "character": 0}});
    check_in(
        "class A;\nmulticlass  M {\ndef  a:A;\ndef  b:A;\n}\n",
        "textDocument/rangeFormatting",
        json!({"range": range}),
        expect![[r#"
            class A;
            multiclass  M {
              def a : A;
              def b : A;
            }
        "#]],
    );
}

#[test]
fn what_was_typed() {
    let params = json!({"position": {"line": 3, "character": 20}, "ch": "}"});
    check(
        "textDocument/onTypeFormatting",
        params,
        expect![[r#"
        class  A<int n>{int f=n;}
        def a:A<1>;
        def b : A<2> {
          int x = 1;
          int y = 2;
        }
    "#]],
    );
}

#[test]
fn nothing_where_it_is_switched_off() {
    let options = json!({"format": {"enable": false}});
    let mut client = Client::with(
        "unformatted",
        &format!("//- Root.td\n{TEXT}"),
        json!({"textDocument": capabilities()["textDocument"]}),
        options,
    );
    client.open("Root.td");
    let params = json!({"textDocument": {"uri": client.uri("Root.td")}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits = client
        .ask("textDocument/formatting", params)
        .expect("an answer");
    assert_eq!(edits, Value::Null);
}
