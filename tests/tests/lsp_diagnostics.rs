//! Diagnostics as an editor sees them.

use expect_test::{Expect, expect};
use serde_json::json;
use tests::lsp::{Client, show_diagnostics};

const FILES: &str = "\
//- Base.td
class Base<int n> { int value = n; }
//- Root.td
include \"Base.td\"
def a : Base<1>;
def b : Missing;
//- Other.td
def unrelated;
";

fn check(files: &str, open: &str, want: Expect) -> Client {
    let mut client = Client::new("diagnostics", files);
    client.open(open);
    want.assert_eq(&client.diagnostics(open));
    client
}

#[test]
fn an_error_appears_and_disappears() {
    let mut client = check(
        FILES,
        "Root.td",
        expect![[r#"
            2:8-2:15 error: Couldn't find class 'Missing'
        "#]],
    );
    client.change("Root.td", "include \"Base.td\"\ndef a : Base<1>;\n");
    assert_eq!(client.diagnostics("Root.td"), "");
    let last = client.notifications.iter().rev();
    let mut published = last.filter(|it| it["method"] == "textDocument/publishDiagnostics");
    let version = published.next().map(|it| it["params"]["version"].clone());
    assert_eq!(version, Some(json!(2)));
}

#[test]
fn a_fragment_is_shown_as_its_root_has_it() {
    let mut client = check(FILES, "Base.td", expect![""]);
    // An edit of a file shows in those that include it.
    client.change("Base.td", "class Base { int value = 0; }\n");
    assert_eq!(client.diagnostics("Base.td"), "");
    let root = client.published("Root.td").unwrap_or_default();
    expect![[r#"
        1:13-1:14 error: Too many template arguments: 1
        2:8-2:15 error: Couldn't find class 'Missing'
    "#]]
    .assert_eq(&root);
}

#[test]
fn clients_may_ask() {
    let mut client = Client::new("pull", FILES);
    client.open("Root.td");
    let document = json!({"textDocument": {"uri": client.uri("Root.td")}});
    let report = client.ask("textDocument/diagnostic", document.clone());
    let report = report.expect("a report");
    expect![[r#"
        2:8-2:15 error: Couldn't find class 'Missing'
    "#]]
    .assert_eq(&show_diagnostics(&report["items"]));
    let mut again = document;
    again["previousResultId"] = report["resultId"].clone();
    let again = client
        .ask("textDocument/diagnostic", again)
        .expect("a report");
    assert_eq!(again["kind"], "unchanged");
    let all = client.ask("workspace/diagnostic", json!({"previousResultIds": []}));
    let all = all.expect("a report");
    assert_eq!(all["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(all["items"][0]["uri"], client.uri("Root.td").as_str());
}

#[test]
fn notes_and_tags() {
    check(
        "\
//- Root.td
class A<int used, int unused> { int v = used; }
def r : A<1, 2>;
def r : A<1, 2>;
#ifdef NOT_DEFINED
def inactive;
#endif
",
        "Root.td",
        expect![[r#"
            0:22-0:28 warning: unused template argument: A:unused (unnecessary)
            2:4-2:5 error: def already exists: r
              1:4 location of previous definition
            4:0-4:13 hint: inactive preprocessor text (unnecessary)
        "#]],
    );
}
