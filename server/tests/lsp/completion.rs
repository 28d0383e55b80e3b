//! Completion as an editor sees it.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities, show_range};

const FILES: &str = "\
//- Root.td
include \"Base.td\"
def A : Reg<1> { let $0 }
//- Base.td
// A register.
class Reg<int n> { int Num = n; string Name = \"\"; }
";

fn show(answer: &Value) -> String {
    let items = answer["items"].as_array().into_iter().flatten();
    let lines = items.map(|it| {
        let edit = &it["textEdit"];
        let (range, text) = (show_range(&edit["range"]), &edit["newText"]);
        format!("{} {range} {text}\n", it["label"].as_str().unwrap_or(""))
    });
    lines.collect()
}

fn check(fixture: &str, want: Expect) {
    let (_, answer) = Client::ask_at_cursor("completion", fixture, "textDocument/completion");
    want.assert_eq(&show(&answer));
}

#[test]
fn fields() {
    check(
        FILES,
        expect![[r#"
        Name 1:21-1:21 "Name"
        Num 1:21-1:21 "Num"
    "#]],
    );
}

#[test]
fn what_is_there_is_replaced() {
    check(
        "//- Root.td\ndefvar v = !siz$0;\n",
        expect![[r#"
        !size 0:11-0:15 "!size"
    "#]],
    );
    check(
        "//- Root.td\nclass Reg;\ndef A : Re$0;\n",
        expect![[r#"
        Reg 1:8-1:10 "Reg"
    "#]],
    );
}

#[test]
fn snippets_for_those_who_take_them() {
    let mut able = capabilities();
    able["textDocument"]["completion"] = json!({"completionItem": {"snippetSupport": true}});
    let files = "//- Root.td\ndefvar v = !siz$0;\n";
    let mut client = Client::with("snippets", files, able, Value::Null);
    client.open("Root.td");
    let params = client.at_cursor();
    let answer = client.ask("textDocument/completion", params);
    expect![[r#"
        !size 0:11-0:15 "!size($0)"
    "#]]
    .assert_eq(&show(&answer.expect("an answer")));
}

#[test]
fn paths() {
    check(
        "//- Root.td\ninclude \"B$0\"\n//- Base.td\nclass A;\n",
        expect![[r#"
            Base.td 0:9-0:10 "Base.td"
        "#]],
    );
}

#[test]
fn documentation_comes_when_it_is_asked_for() {
    let files = "//- Root.td\n// A register.\nclass Reg;\ndef A : Re$0;\n";
    let (mut client, answer) = Client::ask_at_cursor("resolve", files, "textDocument/completion");
    assert_eq!(answer["items"][0]["documentation"], Value::Null);
    let item = answer["items"][0].clone();
    // Records are counted once all are known.
    client.settle();
    let item = client.ask("completionItem/resolve", item);
    let item = item.expect("an answer");
    let text = item["documentation"]["value"].as_str().unwrap_or("");
    expect![[r#"
        ```tablegen
        class Reg {
        }
        ```

        A register.

        0 subclasses, 0 records"#]]
    .assert_eq(text);
}

#[test]
fn variables_of_an_assembly_format() {
    check(
        "//- Root.td\ndef ins;\ndef A { dag arguments = (ins 0:$lhs); string assemblyFormat = \"`a` $$0\"; }\n",
        expect![[r#"
            lhs 1:68-1:68 "lhs"
        "#]],
    );
}

#[test]
fn the_methods_of_an_interface() {
    check(
        "\
//- Root.td
include \"Base.td\"
def Shaped : OpInterface {
  let methods = [InterfaceMethod<\"int\", \"getRank\">, InterfaceMethod<\"int\", \"getSize\">];
}
def A : DeclareOpInterfaceMethods<Shaped>;
defvar B = DeclareOpInterfaceMethods<Shaped, [\"getR$0\"]>;
//- Base.td
class InterfaceMethod<string ret, string methodName> { string name = methodName; }
class OpInterface { list<InterfaceMethod> methods = []; }
class DeclareInterfaceMethods<list<string> always>;
class DeclareOpInterfaceMethods<OpInterface i, list<string> always = []> : DeclareInterfaceMethods<always>;
",
        expect![[r#"
            getRank 5:47-5:51 "getRank"
        "#]],
    );
}
