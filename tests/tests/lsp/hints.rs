//! Inlay hints and code lenses as an editor sees them.

use expect_test::expect;
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};

const ROOT: &str = "\
//- Root.td
class A<int n> { int f = n; }
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
        2:10 n:
        2:20 : int
        2:34 = 5
        3:26 n:
        3:41 n:
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
        0 "3 records, 0 subclasses" "tablegen.showRecords"
        4 "2 records" "tablegen.expand"
    "#]]
    .assert_eq(&out);
}
