//! Inlay hints and code lenses as an editor sees them.

use expect_test::expect;
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};

const ROOT: &str = "\
//- Root.td
class A<int num> { int f = num; }
def a : A<7> { let f = !add(n_, 1); }
defvar n_ = 4;
multiclass M { def _x : A<1>; def _y : A<2>; }
defm m : M;
";

fn fixed() -> String {
    ROOT.replace(
        "def a : A<7> { let f = !add(n_, 1); }\ndefvar n_ = 4;",
        "defvar n_ = 4;\ndef a : A<7> { let f = !add(n_, 1); }",
    )
}

fn hints(client: &mut Client) -> String {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let params = json!({"textDocument": {"uri": client.uri("Root.td")}, "range": range});
    let hints = client.ask("textDocument/inlayHint", params).expect("hints");
    let hints = hints.as_array().into_iter().flatten();
    hints
        .map(|it| {
            format!(
                "{}:{} {}\n",
                it["position"]["line"],
                it["position"]["character"],
                it["label"].as_str().unwrap_or("")
            )
        })
        .collect()
}

#[test]
fn inlay_hints() {
    let mut client = Client::new("hints", &fixed());
    client.open("Root.td");
    expect![[r#"
        2:10 num:
        2:20 : int
        2:34 = 5
        3:26 num:
        3:41 num:
        4:11 2 records
    "#]]
    .assert_eq(&hints(&mut client));
}

#[test]
fn hints_that_are_switched_off() {
    let options = json!({"inlayHints": {"templateArguments": false, "values": false}});
    let capabilities = json!({"textDocument": capabilities()["textDocument"]});
    let mut client = Client::with("no-hints", &fixed(), capabilities, options);
    client.open("Root.td");
    expect![[r#"
        2:20 : int
        4:11 2 records
    "#]]
    .assert_eq(&hints(&mut client));
}

#[test]
fn settings_count_at_once() {
    let mut capabilities = capabilities();
    capabilities["workspace"]["inlayHint"] = json!({"refreshSupport": true});
    capabilities["workspace"]["codeLens"] = json!({"refreshSupport": true});
    capabilities["workspace"]["configuration"] = json!(false);
    let mut client = Client::with("hint-settings", &fixed(), capabilities, Value::Null);
    client.open("Root.td");
    let settings = json!({"codeLens": false, "inlayHints": {"recordCounts": false}});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"tablegen": settings}}),
    );
    // The server asks the client to request hints and lenses again.
    for method in ["workspace/inlayHint/refresh", "workspace/codeLens/refresh"] {
        client.wait(|it| it.asked.iter().any(|it| it == method));
    }
    assert!(!hints(&mut client).contains("records"));
}

#[test]
fn lenses_are_counted_when_they_are_shown() {
    let mut client = Client::new("lenses", &fixed());
    client.open("Root.td");
    let params = json!({"textDocument": {"uri": client.uri("Root.td")}});
    let lenses = client.ask("textDocument/codeLens", params).expect("lenses");
    let mut out = String::new();
    for lens in lenses.as_array().cloned().unwrap_or_default() {
        assert_eq!(lens["command"], Value::Null);
        let lens = client.ask("codeLens/resolve", lens).expect("a lens");
        let command = &lens["command"];
        out += &format!(
            "{} {} {}\n",
            lens["range"]["start"]["line"], command["title"], command["command"]
        );
    }
    expect![[r#"
        0 "3 records" "tablegen.showRecords"
        4 "2 records" "tablegen.expand"
    "#]]
    .assert_eq(&out);
}

#[test]
fn a_multiclass_as_seen_from_a_defm() {
    let text = "\
//- Root.td
class A<string s> { string f = s; }
multiclass M<string t> { def _x : A<t>; }
defm one : M<\"1\">;
defm t$0wo : M<\"2\">;
";
    let mut capabilities = capabilities();
    capabilities["workspace"]["inlayHint"] = json!({"refreshSupport": true});
    let mut client = Client::with("seen-from", text, capabilities, Value::Null);
    client.open("Root.td");
    let cursor = client.at_cursor();
    let titles = |client: &mut Client| {
        let at = &cursor["position"];
        let params = json!({"textDocument": cursor["textDocument"], "range": {"start": at, "end": at},
            "context": {"diagnostics": []}});
        let actions = client
            .ask("textDocument/codeAction", params)
            .expect("actions");
        let actions = actions.as_array().cloned().unwrap_or_default();
        actions
            .into_iter()
            .find(|it| it["command"].is_object())
            .expect("an action")
    };
    let before = hints(&mut client);
    let choose = titles(&mut client);
    client
        .ask("workspace/executeCommand", choose["command"].clone())
        .expect("an answer");
    client.wait(|it| {
        it.asked
            .iter()
            .any(|it| it == "workspace/inlayHint/refresh")
    });
    let seen = hints(&mut client);
    let leave = titles(&mut client);
    client
        .ask("workspace/executeCommand", leave["command"].clone())
        .expect("an answer");
    assert_eq!(hints(&mut client), before);
    let shown = format!("{}\n{seen}{}\n", choose["title"], leave["title"]);
    expect![[r#"
        "Show the multiclass's values as seen from `two`"
        1:21 = "2"
        1:31 = two_x
        1:37 = "2"
        2:18 1 record
        3:18 1 record
        "Show no values as seen from `two`"
    "#]]
    .assert_eq(&shown);
    let unknown = json!({"command": "tablegen.unknown"});
    assert_eq!(client.error("workspace/executeCommand", unknown), -32602);
}
