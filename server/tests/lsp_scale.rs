//! Very many files, very large ones, and workspaces with a mix of everything: answers come soon, are bounded, and
//! report what they leave out.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::lsp::{Client, capabilities, uri};
use tests::usage::check_peak;

/// Fails if something takes longer than some seconds, which is enough for slow machines and debug builds.
fn within<T>(limit: u64, what: &str, f: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let value = f();
    let took = started.elapsed();
    assert!(took < Duration::from_secs(limit), "{what} took {took:?}");
    value
}

fn document(client: &Client, name: &str) -> Value {
    json!({"textDocument": {"uri": client.uri(name)}})
}

/// A workspace of that many files `fN.td`, each a unit, or all in one.
fn many(name: &str, files: usize, in_one: bool) -> Client {
    let mut fixture = String::new();
    if in_one {
        fixture += "//- root.td\n";
        fixture.extend((0..files).map(|it| format!("include \"f{it}.td\"\n")));
    }
    fixture
        .extend((0..files).map(|it| format!("//- f{it}.td\nclass C{it};\ndef d{it} : C{it};\n")));
    Client::new(name, &fixture)
}

#[test]
fn many_units_are_listed() {
    const FILES: usize = 6_000;
    let mut client = many("units", FILES, false);
    let ask = |client: &mut Client| client.ask("tablegen/units", json!({}));
    within(30, "the first list", || ask(&mut client)).expect("a list");
    let units = within(30, "the list", || ask(&mut client)).expect("a list");
    assert_eq!(units.as_array().map(Vec::len), Some(FILES));
}

fn open_and_close(name: &str, in_one: bool) {
    const FILES: usize = 2_000;
    let mut client = many(name, FILES, in_one);
    let last = document(&client, &format!("f{}.td", FILES - 1));
    let symbols = |client: &mut Client| client.ask("textDocument/documentSymbol", last.clone());
    let symbols = |client: &mut Client| symbols(client).expect("symbols")[0]["name"].clone();
    within(20, "opening", || {
        (0..FILES).for_each(|it| client.open(&format!("f{it}.td")));
        assert_eq!(symbols(&mut client), "C1999");
    });
    within(20, "closing", || {
        (0..FILES).for_each(|it| client.close(&format!("f{it}.td")));
        assert_eq!(symbols(&mut client), "C1999");
    });
}

#[test]
fn many_documents_of_many_units() {
    open_and_close("documents", false);
}

#[test]
fn many_documents_of_one_unit() {
    open_and_close("of-one", true);
}

#[test]
fn nobody_works_on_everything() {
    let mut client = Client::raw(
        "everything",
        "//- a.td\ninclude \"b.td\"\ndef a : B;\n//- b.td\nclass B;\n",
    );
    let params = json!({
        "rootUri": uri(Path::new("/")),
        "workspaceFolders": [{"uri": uri(Path::new("/")), "name": "all"}],
        "capabilities": capabilities(),
    });
    client.ask("initialize", params).expect("it starts");
    client.notify("initialized", json!({}));
    client.open("b.td");
    let records = within(20, "finding the unit", || {
        let params = document(&client, "b.td");
        client.ask("tablegen/records", params)
    });
    // The folder of the file is searched, so the including files are known.
    assert_eq!(records.expect("records")["records"][0]["name"], "a");
    let messages = client.notifications.iter();
    let mut messages = messages.filter(|it| it["method"] == "window/showMessage");
    assert_eq!(
        messages.next().map(|it| &it["params"]["message"]),
        Some(&json!(format!(
            "TableGen: '{}' is all that there is: only the folders of files that are opened are looked through",
            tests::shown(Path::new("/"))
        )))
    );
}

#[test]
fn a_very_large_document() {
    const LINES: usize = 200_000;
    let mut text = "class C<int n> { int f = n; bits<8> g = 0; }\n".to_owned();
    let line = |it| format!("def Record{it} : C<{it}> {{ let g = !add({it}, 1); }}\n");
    text.extend((0..LINES).map(line));
    let mut client = Client::new("large", "//- large.td\n");
    client.dir.write("large.td", &text);
    client.open("large.td");
    client.settle();
    let doc = document(&client, "large.td");
    let mut ask = |method: &str, extra: Value| {
        let mut params = doc.clone();
        for (name, value) in extra.as_object().into_iter().flatten() {
            params[name] = value.clone();
        }
        within(30, method, || client.ask(method, params))
    };
    let size = |value: &Value| value.to_string().len();

    let outline = ask("textDocument/documentSymbol", json!({})).expect("an outline");
    let last = outline
        .as_array()
        .and_then(|it| it.last())
        .expect("it is long");
    assert_eq!(
        last["name"],
        "… (the outline ends here, after 10000 symbols)"
    );
    assert!(size(&outline) < 8 << 20);

    let all = json!({"range": {
        "start": {"line": 0, "character": 0},
        "end": {"line": LINES, "character": 0},
    }});
    let hints = ask("textDocument/inlayHint", all).expect("hints");
    let last = hints
        .as_array()
        .and_then(|it| it.last())
        .expect("they are many");
    assert_eq!(last["label"], "… hints end here");
    assert!(size(&hints) < 2 << 20);

    let tokens = ask("textDocument/semanticTokens/full", json!({})).expect("tokens");
    assert!(size(&tokens) < 8 << 20);

    let of_class = json!({
        "position": {"line": 0, "character": 6},
        "context": {"includeDeclaration": true},
        "newName": "D",
    });
    let references = ask("textDocument/references", of_class.clone()).expect("references");
    assert_eq!(references.as_array().map(Vec::len), Some(20_000));
    let refused = ask("textDocument/rename", of_class).expect_err("they are too many");
    let message = "200001 places would be changed, and at most 100000 are";
    assert_eq!(refused["message"], message);
    let refused = ask(
        "textDocument/formatting",
        json!({"options": {"tabSize": 2, "insertSpaces": true}}),
    );
    let refused = refused.expect_err("it is too long");
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|it| it.contains("is not formatted as a whole"))
    );
    for method in ["tablegen/records", "tablegen/compareTables"] {
        let refused = ask(method, json!({"base": "save"})).expect_err("they are too many");
        assert!(
            refused["message"]
                .as_str()
                .is_some_and(|it| it.contains("too large")),
            "{method}: {refused}"
        );
    }

    let report = ask("textDocument/diagnostic", json!({})).expect("a report");
    let message = "this file is too large: the statements from here on are left out, and only the syntax is checked";
    assert_eq!(report["items"][0]["message"], message);
    assert_eq!(report["items"].as_array().map(Vec::len), Some(1));

    let told = client.notifications.iter();
    let told = told.filter(|it| it["method"] == "window/showMessage");
    let told: Vec<&str> = told
        .filter_map(|it| it["params"]["message"].as_str())
        .collect();
    let about = |it: &str| {
        format!("TableGen: there is very much of 'large.td': only the first {it} are shown")
    };
    assert_eq!(told, [about("200000 tokens"), about("20000 references")]);

    let most = 40 * text.len() as u64 / 1024;
    check_peak(client.pid(), most);
}
