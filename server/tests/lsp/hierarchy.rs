//! Hierarchies of classes and multiclasses.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::Client;

fn names(items: &Value, key: Option<&str>) -> String {
    let items = items.as_array().into_iter().flatten();
    let names = items.map(|it| {
        let it = key.map_or(it, |key| &it[key]);
        format!("{} ", it["name"].as_str().unwrap_or("?"))
    });
    names.collect()
}

#[test]
fn types() {
    let files = "//- Root.td\nclass A;\nclass B$0 : A;\nclass C : B;\ndef R : B;\n";
    let method = "textDocument/prepareTypeHierarchy";
    let (mut client, items) = Client::ask_at_cursor("types", files, method);
    assert_eq!(names(&items, None), "B ");
    let mut check = |method: &str, want: Expect| {
        let answer = client.ask(method, json!({"item": items[0]}));
        want.assert_eq(&names(&answer.expect("an answer"), None));
    };
    check("typeHierarchy/supertypes", expect!["A "]);
    check("typeHierarchy/subtypes", expect!["C R "]);
}

#[test]
fn calls() {
    let files = "//- Root.td\nmulticlass L;\nmulticlass M$0 { defm a : L; }\nmulticlass N : M;\ndefm X : M;\n";
    let method = "textDocument/prepareCallHierarchy";
    let (mut client, items) = Client::ask_at_cursor("calls", files, method);
    assert_eq!(names(&items, None), "M ");
    let mut check = |method: &str, key: &str, want: Expect| {
        let answer = client.ask(method, json!({"item": items[0]}));
        want.assert_eq(&names(&answer.expect("an answer"), Some(key)));
    };
    check("callHierarchy/incomingCalls", "from", expect!["N X "]);
    check("callHierarchy/outgoingCalls", "to", expect!["L "]);
}

#[test]
fn it_is_offered() {
    let mut client = Client::raw("offered", "//- Root.td\n");
    let answer = client.ask("initialize", json!({"capabilities": {}}));
    let answer = answer.expect("an answer");
    assert_eq!(answer["capabilities"]["typeHierarchyProvider"], true);
    assert_eq!(answer["capabilities"]["callHierarchyProvider"], true);
}
