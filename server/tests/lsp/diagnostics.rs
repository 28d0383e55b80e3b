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
    // An edit of a file affects those that include it.
    client.change("Base.td", "class Base { int value = 0; }\n");
    assert_eq!(client.diagnostics("Base.td"), "");
    let root = client.published("Root.td").unwrap_or_default();
    expect![[r#"
        1:13-1:14 error: Too many template arguments: 1
        2:8-2:15 error: Couldn't find class 'Missing'
    "#]]
    .assert_eq(&root);
}

/// The open documents are checked before the others. An error in a document that is not open may explain those in one that
/// is.
#[test]
fn what_follows_from_an_error_is_never_told() {
    let files = "\
//- Reg.td
class Reg<int n> { int N = n; }
def R : Reg<1>;
//- Info.td
include \"Reg.td\"
class Info<Reg r> { Reg R = r; }
def X : Info<R>;
//- Root.td
include \"Info.td\"
class Op<Info i> { Info I = i; }
def U : Op<X>;
";
    let mut client = Client::new("follows", files);
    client.open("Root.td");
    client.open("Reg.td");
    client.settle();
    client.change(
        "Reg.td",
        "class Reg<int n> { int N = n; }\ndef R : Reg<missing>;\n",
    );
    let found = client.diagnostics("Reg.td");
    expect!["1:12-1:19 error: Variable not defined: 'missing'\n"].assert_eq(&found);
    assert_eq!(client.diagnostics("Root.td"), "");
    let told = client.notifications.iter();
    let mut told = told.filter(|it| it["method"] == "textDocument/publishDiagnostics");
    assert!(told.all(|it| !it.to_string().contains("'X'")));
}

#[test]
fn much_that_depends_on_an_edit_is_looked_at_in_parts() {
    let users: String = (0..2000)
        .map(|it| format!("def r{it} : A<{it}>;\n"))
        .collect();
    let files = format!("//- A.td\nclass A<int n>;\n//- Root.td\ninclude \"A.td\"\n{users}");
    let mut client = Client::new("parts", &files);
    client.open("A.td");
    client.settle();
    for limit in [1999, 1500, 2000, 1998] {
        let text =
            format!("class A<int n> {{ int v = n; assert !lt(n, {limit}), \"of \" # n; }}\n");
        client.change("A.td", &text);
        // Each is reported at the record that gives the value.
        let found = client.diagnostics("Root.td");
        assert_eq!(
            found.matches("assertion failed").count(),
            2000 - limit,
            "{found}"
        );
    }
}

#[test]
fn what_llvm_22_accepts_is_no_mistake_beside_one() {
    check(
        "//- Root.td
class Root;
class Left : Root;
class Both : Left, Root;
class Right : Root;
class Diamond : Left, Right;
defvar x = !match(\"a\", \"a\");
def a : Missing;
",
        "Root.td",
        expect![[r#"
            2:19-2:23 error: Already subclass of 'Root'!
            6:8-6:15 error: Couldn't find class 'Missing'
        "#]],
    );
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

#[test]
fn a_client_that_pulls_is_told_nothing() {
    let options = json!({"diagnostics": "pull"});
    let mut client = Client::with("silent", FILES, tests::lsp::capabilities(), options);
    client.open("Root.td");
    client.settle();
    assert_eq!(client.published("Root.td"), None);
}

#[test]
fn files_that_change_on_disk() {
    let mut client = check(
        FILES,
        "Root.td",
        expect![[r#"
            2:8-2:15 error: Couldn't find class 'Missing'
        "#]],
    );
    assert!(
        client
            .asked
            .iter()
            .any(|it| it == "client/registerCapability")
    );
    client.dir.write(
        "Base.td",
        "class Base<int n> { int value = n; }\nclass Missing;\n",
    );
    let changes = json!({"changes": [{"uri": client.uri("Base.td"), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(client.diagnostics("Root.td"), "");
    // A new file is found by the include that missed it.
    client.change("Root.td", "include \"New.td\"\ndef a : FromNew;\n");
    let missing = client.diagnostics("Root.td");
    expect![[r#"
        0:8-0:16 error: could not find include file 'New.td'
        note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
    "#]]
    .assert_eq(&missing);
    client.dir.write("New.td", "class FromNew;\n");
    let changes = json!({"changes": [{"uri": client.uri("New.td"), "type": 1}]});
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(client.diagnostics("Root.td"), "");
}

#[test]
fn settings_say_which_units_there_are() {
    let files = "\
//- Root.td
#ifdef WANTED
def a : Missing;
#endif
";
    let mut client = Client::with("settings", files, tests::lsp::capabilities(), json!({}));
    client.open("Root.td");
    expect![[r#"
        1:0-1:16 hint: inactive preprocessor text (unnecessary)
    "#]]
    .assert_eq(&client.diagnostics("Root.td"));
    let root = client.dir.path().join("Root.td");
    client.settings = json!({"units": [{"root": root, "includeDirs": [], "macros": ["WANTED"]}]});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": null}),
    );
    client.wait(|it| {
        let shown = it.published("Root.td").unwrap_or_default();
        shown == "1:8-1:15 error: Couldn't find class 'Missing'\n"
    });
}

#[test]
fn positions_are_counted_as_agreed() {
    let check = |encoding: &str, column: u64| {
        let mut capabilities = tests::lsp::capabilities();
        capabilities["general"]["positionEncodings"] = json!([encoding]);
        let files = "//- Root.td\n/* 日𝄞 */ def a : Missing;\n";
        let mut client = Client::with(encoding, files, capabilities, json!({}));
        client.open("Root.td");
        let shown = client.diagnostics("Root.td");
        assert!(
            shown.starts_with(&format!("0:{column}-")),
            "{encoding} {shown}"
        );
        // An edit after these characters applies at the place that the client means.
        let at = json!({"line": 0, "character": column});
        let end = json!({"line": 0, "character": column + 7});
        let change = json!([{"range": {"start": at, "end": end}, "text": "Gone"}]);
        client.changes("Root.td", change);
        let shown = client.diagnostics("Root.td");
        assert!(
            shown.contains("Couldn't find class 'Gone'"),
            "{encoding} {shown}"
        );
    };
    check("utf-8", 22);
    check("utf-16", 18);
    check("utf-32", 17);
}

#[test]
fn files_included_in_statements() {
    let files = "\
//- Root.td
class A { int given = 0; }
multiclass M { include \"Body.inc\" }
defm m : M;
def d : A { int x = include \"Gone.inc\" ; }
def e { include \"\\.\" }
def f { include \".\" }
//- Body.inc
#ifdef NEVER
def never;
#endif
include \"Deep.inc\"
def two : A { let given = \"x\"; }
//- Deep.inc
def one : Missing;
";
    let mut client = check(
        files,
        "Root.td",
        expect![[r#"
            3:28-3:38 error: could not find include file 'Gone.inc'
            note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
            4:18-4:19 error: invalid escape in string literal
            5:16-5:19 error: could not find include file '.'
            note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
        "#]],
    );
    client.open("Deep.inc");
    client.settle();
    expect![[r#"
        0:10-0:17 error: Couldn't find class 'Missing'
    "#]]
    .assert_eq(&client.diagnostics("Deep.inc"));
    client.open("Body.inc");
    client.settle();
    expect![[r#"
        1:0-1:10 hint: inactive preprocessor text (unnecessary)
        4:18-4:23 error: Field 'given' of type 'int' is incompatible with value '"x"' of type 'string'
    "#]].assert_eq(&client.diagnostics("Body.inc"));
    // A fix in one file counts for the statement of the other.
    client.change("Deep.inc", "def one : A;\n");
    client.settle();
    expect![""].assert_eq(&client.diagnostics("Deep.inc"));
}

#[test]
fn what_is_missing_is_marked_where_it_belongs() {
    check(
        "//- Root.td\nclass A {\n  int x = 1 // one\n\n  int y = 2\n}\ndef a : A\n\n\ndef b : A;\n",
        "Root.td",
        expect![[r#"
            1:11-1:12 error: expected ';' after declaration
            3:11-3:11 error: expected ';' after declaration
            5:9-5:9 error: Expected '{' to start body or ';' for declaration only
        "#]],
    );
}
