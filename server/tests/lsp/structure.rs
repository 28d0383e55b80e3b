//! Outline, folding, selection and linked editing as an editor sees them.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::Client;

const ROOT: &str = "\
//- Root.td
// A target.
// Small.
class Reg<int n> {
  int Number = n;
}
let Width = 8 in {
  def R0 : Reg<0>;
  defm Q : Many<1>;
}
";

fn open(fixture: &str) -> Client {
    let mut client = Client::new("structure", fixture);
    client.open("Root.td");
    client
}

fn range(it: &Value) -> String {
    let at = |end: &str| format!("{}:{}", it[end]["line"], it[end]["character"]);
    format!("{}-{}", at("start"), at("end"))
}

#[test]
fn outline() {
    fn render(symbols: &Value, depth: usize, out: &mut String) {
        for it in symbols.as_array().into_iter().flatten() {
            let (name, detail) = (it["name"].as_str(), it["detail"].as_str());
            *out += &"  ".repeat(depth);
            *out += &format!("{} {}", it["kind"], name.unwrap_or("-"));
            *out += &format!(
                " [{}] {}\n",
                detail.unwrap_or(""),
                range(&it["selectionRange"])
            );
            render(&it["children"], depth + 1, out);
        }
    }
    let mut client = open(ROOT);
    let document = json!({"textDocument": {"uri": client.uri("Root.td")}});
    let symbols = client
        .ask("textDocument/documentSymbol", document)
        .expect("symbols");
    let mut out = String::new();
    render(&symbols, 0, &mut out);
    expect![[r#"
        5 Reg [<int n>] 2:6-2:9
          8 Number [int] 3:6-3:12
        3 let Width = 8 [] 5:0-5:0
          23 R0 [Reg] 6:6-6:8
          9 Q [Many] 7:7-7:8
    "#]]
    .assert_eq(&out);
}

#[test]
fn folding() {
    let mut client = open(ROOT);
    let document = json!({"textDocument": {"uri": client.uri("Root.td")}});
    let folds = client
        .ask("textDocument/foldingRange", document)
        .expect("folds");
    let folds = folds.as_array().into_iter().flatten();
    let lines: String = folds
        .map(|it| format!("{}-{} {}\n", it["startLine"], it["endLine"], it["kind"]))
        .collect();
    expect![[r#"
        0-1 "comment"
        2-3 null
        5-7 null
    "#]]
    .assert_eq(&lines);
}

#[test]
fn selection() {
    let mut client = open("//- Root.td\ndef a : A<[1, fo$0o]>;\n");
    let at = client.at_cursor();
    let params = json!({"textDocument": at["textDocument"], "positions": [at["position"]]});
    let answers = client
        .ask("textDocument/selectionRange", params)
        .expect("ranges");
    let mut out = String::new();
    let mut next = &answers[0];
    while !next.is_null() {
        out += &range(&next["range"]);
        out += "\n";
        next = &next["parent"];
    }
    expect![[r#"
        0:14-0:17
        0:11-0:17
        0:10-0:18
        0:9-0:19
        0:8-0:19
        0:6-0:19
        0:0-0:20
        0:0-1:0
    "#]]
    .assert_eq(&out);
}

fn check_linked(fixture: &str, want: Expect) {
    let mut client = open(fixture);
    let at = client.at_cursor();
    let answer = client
        .ask("textDocument/linkedEditingRange", at)
        .expect("an answer");
    let ranges = answer["ranges"].as_array().into_iter().flatten();
    let ranges: Vec<String> = ranges.map(range).collect();
    want.assert_eq(&ranges.join(" "));
}

#[test]
fn linked_names() {
    check_linked(
        "//- Root.td\nclass A<int $0n> { int f = !add(n, n); }\n",
        expect!["0:12-0:13 0:30-0:31 0:33-0:34"],
    );
    check_linked("//- Root.td\nclass $0A;\n", expect![[""]]);
}

#[test]
fn a_fragment_that_its_unit_does_not_come_to() {
    let files = "\
//- Root.td
class Reg<int n> { int Num = n; }
include \"Frag.td\"
//- Frag.td
// One.
def A : Reg<1> {
  int Own = 1;
}
defvar $0v = 1;
";
    for root in [
        "include \"Frag.t",
        "include \"Fragg.td\"",
        "#ifdef NEVER\ninclude \"Frag.td\"\n#endif\n",
        "def lost {",
    ] {
        let mut client = Client::new("fragment", files);
        client.open("Root.td");
        client.open("Frag.td");
        client.settle();
        client.change("Root.td", root);
        let document = json!({"textDocument": {"uri": client.uri("Frag.td")}});
        let units = client
            .ask("tablegen/units", document.clone())
            .expect("units");
        assert_eq!(units[0]["name"], "Root.td");
        let mut ask = |method: &str, more: Value| {
            let mut params = document.clone();
            for (name, value) in more.as_object().into_iter().flatten() {
                params[name] = value.clone();
            }
            let answer = client.ask(method, params);
            let answer = answer.unwrap_or_else(|it| panic!("{root}: {method}: {it}"));
            assert!(!answer.is_null(), "{root}: {method}");
            answer.to_string()
        };
        let at = json!({"position": {"line": 4, "character": 7}});
        assert!(ask("textDocument/documentSymbol", Value::Null).contains("\"A\""));
        assert!(ask("textDocument/semanticTokens/full", Value::Null).contains("data"));
        assert!(ask("textDocument/foldingRange", Value::Null).contains("startLine"));
        assert!(ask("textDocument/hover", at.clone()).contains("value: `1`"));
        ask(
            "textDocument/references",
            json!({"position": at["position"], "context": {"includeDeclaration": true}}),
        );
        ask(
            "textDocument/formatting",
            json!({"options": {"tabSize": 2, "insertSpaces": true}}),
        );
        ask("textDocument/diagnostic", Value::Null);
        assert!(ask("tablegen/syntaxTree", Value::Null).contains("SOURCE_FILE"));
        // A request that is not about the text is about the unit.
        assert!(!ask("tablegen/records", Value::Null).contains("\"A\""));
        client.settle();
        // It is not shown on its own, where the class would be unknown.
        assert_eq!(client.published("Frag.td").unwrap_or_default(), "");
        let text = files.split("Root.td\n").nth(1).expect("a file");
        client.change("Root.td", text.split("//-").next().expect("a text"));
        let records = client.ask("tablegen/records", document).expect("records");
        assert_eq!(records["total"], 1);
    }
}
